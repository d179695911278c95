//! What fitting and learning take from a game: positions with their results.

use super::{GameRecord, RecordError, Replay};
use crate::random::Random;
use fxhash::FxHashSet;
use stonefall_engine::board::{Outcome, Position, Symmetry};
use stonefall_engine::eval::Value;
use stonefall_engine::types::{Move, MoveKind};

/// Which positions of a game are taken, and how. The default is all that were searched, as they
/// are. Games without a result are never sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sampling {
    /// Plies at the beginning of the game that are passed over.
    pub skip_plies: usize,
    /// Take only what comes behind the last ply that was drawn at random, so that nothing stands
    /// between a position and its result but searched moves.
    pub settled: bool,
    /// Take only quiet positions: see [`Sample::quiet`].
    pub quiet: bool,
    /// The largest score of either side, in hundredths of a flat. Proven results are beyond any.
    pub max_score: Option<i32>,
    /// The most positions of one game, drawn at random.
    pub per_game: Option<usize>,
    /// Take a position once only: same stones, same side to move, same komi. This remembers eight
    /// to sixteen bytes for each.
    pub distinct: bool,
    /// Show each position as one of its eight images, drawn at random.
    pub turned: bool,
    /// Seed of all lots.
    pub seed: u64,
}

/// A position that was searched, and what became of it.
#[derive(Clone)]
pub struct Sample<const N: usize> {
    /// The position.
    pub position: Position<N>,
    /// The move that was played.
    pub mv: Move,
    /// The search's score, from the view of the side to move.
    pub score: Value,
    /// How the game ended.
    pub outcome: Outcome,
    /// Plies played before, from the beginning of the game.
    pub ply: usize,
    /// Plies that were still to be played.
    pub plies_left: usize,
    /// Whether nothing is about to happen: neither player could win with the next move, the move
    /// that was played captures nothing, and no result is proven.
    pub quiet: bool,
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

/// Takes samples from one game after the other.
#[derive(Clone, Debug)]
pub struct Sampler {
    sampling: Sampling,
    random: Random,
    seen: FxHashSet<(u64, i32)>,
}

impl Sampler {
    /// A sampler that has seen nothing yet.
    #[must_use]
    pub fn new(sampling: Sampling) -> Self {
        let random = Random::of(&[sampling.seed]);
        Self { sampling, random, seen: FxHashSet::default() }
    }

    /// The samples of a game, in the order of play. The same games in the same order give the same
    /// samples.
    ///
    /// # Errors
    /// If the game is of another size or one of its moves cannot be played.
    pub fn samples<const N: usize>(
        &mut self,
        game: &GameRecord,
    ) -> Result<Vec<Sample<N>>, RecordError> {
        let Some(outcome) = game.outcome else { return Ok(Vec::new()) };
        let settled = if self.sampling.settled { game.settled_ply() } else { 0 };
        let first = self.sampling.skip_plies.max(settled);
        let mut samples = Vec::new();
        game.replay::<N>(|ply, Replay { position, .. }, played| {
            let Some(score) = played.score else { return };
            if ply < first || self.is_beyond(score) {
                return;
            }
            let quiet = is_quiet(position, played.mv, score);
            if self.sampling.quiet && !quiet {
                return;
            }
            samples.push(Sample {
                position: position.clone(),
                mv: played.mv,
                score,
                outcome,
                ply,
                plies_left: game.plies.len() - ply,
                quiet,
            });
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
        if self.sampling.turned {
            samples.iter_mut().for_each(|sample| self.turn(sample));
        }
        Ok(samples)
    }

    fn is_beyond(&self, score: Value) -> bool {
        match (self.sampling.max_score, score) {
            (None, _) => false,
            (Some(most), Value::CentiFlats(flats)) => flats.abs() > most,
            (Some(_), Value::Win { .. } | Value::Loss { .. }) => true,
        }
    }

    fn turn<const N: usize>(&mut self, sample: &mut Sample<N>) {
        let symmetry = Symmetry::ALL[self.random.below(Symmetry::ALL.len())];
        // Every position that was played to has its images.
        if let Ok(image) = sample.position.image(symmetry) {
            sample.position = image;
            sample.mv = symmetry.mv(sample.mv, N);
        }
    }
}

/// See [`Sample::quiet`].
fn is_quiet<const N: usize>(position: &Position<N>, mv: Move, score: Value) -> bool {
    let Value::CentiFlats(_) = score else { return false };
    if captures(position, mv) || position.winning_move().is_some() {
        return false;
    }
    let mut passed = position.clone();
    passed.play_null();
    passed.winning_move().is_none()
}

/// Whether a move covers a stone of the other player.
fn captures<const N: usize>(position: &Position<N>, mv: Move) -> bool {
    let MoveKind::Spread(direction, pattern) = mv.kind() else { return false };
    let enemy = position.owned(!position.to_move());
    (1..=pattern.distance()).any(|steps| {
        mv.square().neighbor(direction, steps, N).is_some_and(|square| enemy.has(square))
    })
}
