//! Positions of games to learn from: their choice, and training and hold-out sets of them.

use crate::lambda::mixed_scores;
use crate::random::Random;
use crate::records::{GameRecord, Ply, RecordError};
use crate::samples::{Label, NetSamples};
use fxhash::FxHashMap;
use rayon::prelude::*;
use stonefall_engine::board::Outcome;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::types::{Color, Move};

/// Positions to learn from, and positions of other games to measure the result.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// The training set.
    pub training: NetSamples,
    /// The hold-out set.
    pub holdout: NetSamples,
}

/// Choice of positions. The default takes all searched positions. Games without a result have no samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SamplePlan {
    /// Number of plies to skip at the start of each game.
    pub skip_plies: usize,
    /// Maximum number of positions per game, chosen at random.
    pub per_game: Option<usize>,
    /// Seed of the random choice.
    pub seed: u64,
    /// Weight of the scores of later plies in the score of a position, 0 to 1: lambda of TD(lambda).
    pub lambda: f32,
}

/// A searched position with its move and the result of its game.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// The game up to the position.
    pub game: &'a Game,
    /// The chosen move.
    pub mv: Move,
    /// Score of the search from the view of the side to move, mixed with later ones by [`SamplePlan::lambda`].
    pub score: Value,
    /// Result of the game.
    pub outcome: Outcome,
}

impl Sample<'_> {
    /// The result from the view of the side to move in half points: 2 for a win, 1 for a draw, 0 for a loss.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.outcome.half_points(self.game.to_move())
    }

    /// The score of a position that the search evaluates: without a proven result, a win in one, or tak.
    #[must_use]
    pub fn estimate(&self) -> Option<i32> {
        match self.score {
            Value::CentiFlats(score) if !self.game.is_forced() => Some(score),
            _ => None,
        }
    }
}

impl SamplePlan {
    /// Calls `on_sample` with the samples of a game in the order of play. Each game has random numbers of its own, so that
    /// any number of threads chooses the same positions.
    ///
    /// # Errors
    /// If the game has an illegal move; it has no samples then.
    pub fn sample(
        &self,
        number: u64,
        game: &GameRecord,
        mut on_sample: impl FnMut(Sample<'_>),
    ) -> Result<(), RecordError> {
        let last = game.follow(|_, _| ())?;
        let Some(outcome) = game.outcome else { return Ok(()) };
        let scores = mixed_scores(game, last.to_move(), self.lambda).into_iter().enumerate();
        let plies = scores.skip(self.skip_plies);
        let mut plies: Vec<_> = plies.filter_map(|(ply, score)| Some((ply, score?))).collect();
        let mut random = Random::of(&[Random::of(&[self.seed, number]).word()]);
        while self.per_game.is_some_and(|count| plies.len() > count) {
            plies.remove(random.below(plies.len()));
        }
        let mut plies = plies.into_iter().peekable();
        game.follow(|game, Ply { mv, .. }| {
            let is_next = |&(ply, _): &(usize, Value)| ply == game.history().len();
            if let Some((_, score)) = plies.next_if(is_next) {
                on_sample(Sample { game, mv, score, outcome });
            }
        })?;
        Ok(())
    }
}

/// Gathers the positions of games. Equal positions and their images are one sample with their mean score and result. The
/// first game with a position decides its set, and games of the other set do not count for it.
#[derive(Clone, Debug)]
pub struct Gatherer {
    plan: SamplePlan,
    hold: usize,
    games: u64,
    dataset: Dataset,
    /// Set and index of the positions by their keys.
    places: FxHashMap<u64, (bool, u32)>,
}

impl Gatherer {
    /// One game in `hold` is in the hold-out set.
    #[must_use]
    pub fn new(plan: SamplePlan, hold: usize) -> Self {
        let (dataset, places) = (Dataset::default(), FxHashMap::default());
        Self { plan, hold, games: 0, dataset, places }
    }

    /// Adds games.
    ///
    /// # Errors
    /// If a game has an illegal move.
    pub fn add(&mut self, games: &[GameRecord]) -> Result<(), RecordError> {
        let (plan, before) = (self.plan, self.games);
        let numbered = games.par_iter().enumerate();
        let sampled: Vec<_> = numbered
            .map(|(index, game)| occurrences(plan, before + 1 + index as u64, game))
            .collect();
        for occurrences in sampled {
            self.games += 1;
            let is_holdout = self.games.is_multiple_of(self.hold.max(1) as u64);
            let Dataset { training, holdout } = &mut self.dataset;
            let set = if is_holdout { holdout } else { training };
            for (key, packed, label) in occurrences? {
                let next = (is_holdout, set.len() as u32);
                match *self.places.entry(key).or_insert(next) {
                    place if place == next => set.push(packed, label),
                    (held, index) if held == is_holdout => {
                        set.add_label(index as usize, label);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The positions.
    #[must_use]
    pub fn finish(self) -> Dataset {
        self.dataset
    }
}

/// The positions of a game that the search evaluates, each with its key and its label.
fn occurrences(
    plan: SamplePlan,
    number: u64,
    game: &GameRecord,
) -> Result<Vec<(u64, Vec<u8>, Label)>, RecordError> {
    let mut occurrences = Vec::new();
    plan.sample(number, game, |sample| {
        if let Some(score) = sample.estimate() {
            let label = Label::new(score, sample.points());
            occurrences.push((key(sample.game), NetSamples::pack(sample.game), label));
        }
    })?;
    Ok(occurrences)
}

/// Hash of a position with its komi and pieces, the same for all images.
fn key(game: &Game) -> u64 {
    let least = game.image_keys().into_iter().min().unwrap_or_default();
    let rules = game.rules();
    let pieces = Color::ALL.map(|color| {
        let pieces = rules.pieces[color];
        u64::from(pieces.stones) << 8 | u64::from(pieces.capstones)
    });
    Random::of(&[least, rules.half_komi.half_flats() as u64, pieces[0], pieces[1]]).word()
}
