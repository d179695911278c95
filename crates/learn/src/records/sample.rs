//! Samples positions from games.

use super::{GameRecord, Ply, RecordError};
use crate::random::Random;
use fxhash::FxHashSet;
use stonefall_engine::board::Outcome;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;

/// Choice of positions. The default takes all searched positions. Games without a result have no samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sampling {
    /// Number of plies to skip at the start of each game.
    pub skip_plies: usize,
    /// Take only positions after the last random move, so that only searched moves lead to the result.
    pub settled: bool,
    /// Maximum number of positions per game, chosen at random.
    pub per_game: Option<usize>,
    /// Take equal positions (stones, side to move, komi) once. Needs 8 to 16 bytes per position.
    pub distinct: bool,
    /// Seed of the random choice.
    pub seed: u64,
}

/// A searched position with the result of its game.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// The game up to the position.
    pub game: &'a Game,
    /// Score of the search from the view of the side to move.
    pub score: Value,
    /// Result of the game.
    pub outcome: Outcome,
    /// Number of earlier plies in the game.
    pub ply: usize,
}

impl Sample<'_> {
    /// The result from the view of the side to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    #[must_use]
    pub fn points(&self) -> f64 {
        match self.outcome.winner() {
            Some(winner) if winner == self.game.to_move() => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

/// Takes samples from one game after another.
#[derive(Clone, Debug)]
pub struct Sampler {
    sampling: Sampling,
    random: Random,
    seen: FxHashSet<(u64, i32)>,
}

impl Sampler {
    /// A sampler before its first game.
    #[must_use]
    pub fn new(sampling: Sampling) -> Self {
        let random = Random::of(&[sampling.seed]);
        Self { sampling, random, seen: FxHashSet::default() }
    }

    /// Calls `on_sample` with the samples of a game in the order of play. Equal sequences of games give equal samples.
    ///
    /// # Errors
    /// If the game has an illegal move; it has no samples then.
    pub fn sample(
        &mut self,
        game: &GameRecord,
        mut on_sample: impl FnMut(Sample<'_>),
    ) -> Result<(), RecordError> {
        let end = game.follow(|_, _| ())?;
        let Some(outcome) = game.outcome else { return Ok(()) };
        let mut plies = self.choose(game, end.history().keys()).into_iter().peekable();
        game.follow(|before, _| {
            let ply = before.history().len();
            if let Some((_, score)) = plies.next_if(|&(chosen, _)| chosen == ply) {
                on_sample(Sample { game: before, score, outcome, ply });
            }
        })?;
        Ok(())
    }

    /// The chosen plies of a game whose positions have these keys, with their scores.
    fn choose(&mut self, game: &GameRecord, keys: &[u64]) -> Vec<(usize, Value)> {
        let settled = if self.sampling.settled { game.settled_ply() } else { 0 };
        let first = self.sampling.skip_plies.max(settled);
        let scored = |(ply, played): (usize, &Ply)| Some((ply, played.score?));
        let mut plies: Vec<_> =
            game.plies.iter().enumerate().skip(first).filter_map(scored).collect();
        if self.sampling.distinct {
            let komi = game.rules.half_komi.half_flats();
            plies.retain(|&(ply, _)| self.seen.insert((keys[ply], komi)));
        }
        if let Some(count) = self.sampling.per_game {
            while plies.len() > count {
                plies.remove(self.random.below(plies.len()));
            }
        }
        plies
    }
}
