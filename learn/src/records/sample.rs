//! Samples positions from games.

use super::{GameRecord, RecordError, Replay};
use crate::random::Random;
use fxhash::FxHashSet;
use stonefall_engine::board::{Outcome, Position};
use stonefall_engine::eval::Value;

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
#[derive(Clone)]
pub struct Sample<const N: usize> {
    /// The position.
    pub position: Position<N>,
    /// Score of the search from the view of the side to move.
    pub score: Value,
    /// Result of the game.
    pub outcome: Outcome,
    /// Number of earlier plies in the game.
    pub ply: usize,
}

impl<const N: usize> Sample<N> {
    /// The result from the view of the side to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    #[must_use]
    pub fn points(&self) -> f64 {
        match self.outcome.winner() {
            Some(winner) if winner == self.position.to_move() => 1.0,
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

    /// The samples of a game in the order of play. Equal sequences of games give equal samples.
    ///
    /// # Errors
    /// If the game has another size or an illegal move.
    pub fn samples<const N: usize>(
        &mut self,
        game: &GameRecord,
    ) -> Result<Vec<Sample<N>>, RecordError> {
        let Some(outcome) = game.outcome else { return Ok(Vec::new()) };
        let settled = if self.sampling.settled { game.settled_ply() } else { 0 };
        let first = self.sampling.skip_plies.max(settled);
        let mut samples = Vec::new();
        game.replay::<N>(|ply, Replay { position, .. }, played| {
            if ply >= first
                && let Some(score) = played.score
            {
                samples.push(Sample { position: position.clone(), score, outcome, ply });
            }
        })?;
        if self.sampling.distinct {
            samples.retain(|sample| {
                let komi = sample.position.rules().half_komi.half_flats();
                self.seen.insert((sample.position.key(), komi))
            });
        }
        if let Some(count) = self.sampling.per_game {
            while samples.len() > count {
                samples.remove(self.random.below(samples.len()));
            }
        }
        Ok(samples)
    }
}

/// Whether a position is won in one or in tak.
pub(crate) fn is_forced<const N: usize>(position: &Position<N>) -> bool {
    position.winning_move().is_some() || !position.threats(&position.roads()).is_empty()
}
