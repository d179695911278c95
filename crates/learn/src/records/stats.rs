//! Statistics of games.

use super::{GameRecord, RecordError};
use fxhash::{FxHashSet, hash64};
use serde::Serialize;
use std::collections::BTreeMap;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::eval::Value;
use stonefall_engine::types::{ByColor, Color};

/// Statistics by board size.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stats {
    /// Counts by board size.
    pub sizes: BTreeMap<usize, SizeStats>,
    games: FxHashSet<u64>,
    positions: FxHashSet<u64>,
}

/// Counts of the games of one board size.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct SizeStats {
    /// Number of games.
    pub games: u64,
    /// Games with the moves of an earlier one.
    pub repeated_games: u64,
    /// Number of plies, searched or not.
    pub plies: u64,
    /// Plies of the shortest game.
    pub shortest: usize,
    /// Plies of the longest game.
    pub longest: usize,
    /// Number of searched positions.
    pub positions: u64,
    /// Positions, searched or not, that occurred before with the same komi.
    pub repeated_positions: u64,
    /// Games by komi in half flats.
    pub half_komi: BTreeMap<i32, u64>,
    /// Wins by a road of White and of Black.
    pub roads: [u64; 2],
    /// Wins on flats of White and of Black.
    pub flats: [u64; 2],
    /// Draws by equal flats.
    pub drawn_flats: u64,
    /// Draws by repetition or reversible plies.
    pub drawn_otherwise: u64,
    /// Games without a result.
    pub unfinished: u64,
    /// Positions with a proven result.
    pub proven: u64,
    /// Games that ended differently from a proof; more than 0 is an error of the engine.
    pub contradicted: u64,
    /// Sum of all unproven scores in hundredths of a flat from White's view.
    #[serde(skip)]
    pub score_sum: i64,
}

impl Stats {
    /// Adds a game.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        let known = !self.games.insert(hash64(&identity(game)));
        let repeated = self.repeated_positions(game)?;
        let tally = self.sizes.entry(game.size).or_default();
        tally.repeated_games += u64::from(known);
        tally.repeated_positions += repeated;
        tally.add(game);
        Ok(())
    }

    fn repeated_positions(&mut self, game: &GameRecord) -> Result<u64, RecordError> {
        let mut repeated = 0;
        let komi = game.rules.half_komi.half_flats();
        game.follow(|game, _| {
            let key = hash64(&(game.key(), komi, game.size()));
            repeated += u64::from(!self.positions.insert(key));
        })?;
        Ok(repeated)
    }
}

/// Key that equal games share.
fn identity(game: &GameRecord) -> impl std::hash::Hash + use<> {
    let start = game.start.as_ref().map(ToString::to_string);
    (game.size, game.rules, start, game.plies.iter().map(|ply| ply.mv.bits()).collect::<Vec<_>>())
}

impl SizeStats {
    fn add(&mut self, game: &GameRecord) {
        let plies = game.plies.len();
        self.shortest = if self.games == 0 { plies } else { self.shortest.min(plies) };
        self.longest = self.longest.max(plies);
        self.games += 1;
        self.plies += plies as u64;
        *self.half_komi.entry(game.rules.half_komi.half_flats()).or_default() += 1;
        match game.outcome {
            Some(Outcome::Win(winner, WinReason::Road)) => self.roads[winner.index()] += 1,
            Some(Outcome::Win(winner, WinReason::Flats)) => self.flats[winner.index()] += 1,
            Some(Outcome::Draw(DrawReason::Flats)) => self.drawn_flats += 1,
            Some(Outcome::Draw(_)) => self.drawn_otherwise += 1,
            None => self.unfinished += 1,
        }
        self.add_scores(game);
    }

    fn add_scores(&mut self, game: &GameRecord) {
        let first = game.start.as_ref().map_or(Color::White, |tps| tps.to_move);
        let mut won = ByColor::<bool>::default();
        for (index, ply) in game.plies.iter().enumerate() {
            let mover = if index % 2 == 0 { first } else { !first };
            let Some(score) = ply.score else { continue };
            self.positions += 1;
            match score {
                Value::CentiFlats(flats) => {
                    let sign = if mover == Color::White { 1 } else { -1 };
                    self.score_sum += i64::from(sign * flats);
                }
                Value::Win { .. } => won[mover] = true,
                Value::Loss { .. } => won[!mover] = true,
            }
            self.proven += u64::from(!matches!(score, Value::CentiFlats(_)));
        }
        let proved = Color::ALL.into_iter().find(|&color| won[color]);
        if let (Some(winner), Some(outcome)) = (proved, game.outcome) {
            let both = won[Color::White] && won[Color::Black];
            self.contradicted += u64::from(both || outcome.winner() != Some(winner));
        }
    }

    /// Mean of all unproven scores from White's view, in flats.
    #[must_use]
    pub fn mean_score(&self) -> f64 {
        self.score_sum as f64 / 100.0 / (self.positions - self.proven).max(1) as f64
    }

    /// White's share of the points in games with a result, from 0 to 1.
    #[must_use]
    pub fn white_points(&self) -> f64 {
        let draws = self.drawn_flats + self.drawn_otherwise;
        let wins = self.roads[0] + self.flats[0];
        let finished = (self.games - self.unfinished).max(1);
        (wins as f64 + 0.5 * draws as f64) / finished as f64
    }

    /// Mean number of plies per game.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}
