//! Training set and hold-out set.

use crate::records::{GameRecord, RecordError, Sampler};
use stonefall_engine::types::sized;

/// A set of positions with training targets.
pub trait SampleSet: Default {
    /// Adds the samples of a game.
    ///
    /// # Errors
    /// Those of [`Sampler::samples`].
    fn add<const N: usize>(
        &mut self,
        game: &GameRecord,
        sampler: &mut Sampler,
    ) -> Result<(), RecordError>;

    /// Number of positions.
    fn len(&self) -> usize;

    /// Whether there are no positions.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Positions to learn from, and positions of other games to measure the result.
#[derive(Clone, Debug, Default)]
pub struct Dataset<S> {
    /// The training set.
    pub training: S,
    /// The hold-out set.
    pub holdout: S,
}

/// Adds the samples of a game to a set.
///
/// # Errors
/// Those of [`Sampler::samples`].
pub fn add_game<S: SampleSet>(
    set: &mut S,
    game: &GameRecord,
    sampler: &mut Sampler,
) -> Result<(), RecordError> {
    // A typed size, because this reads every position of large libraries.
    let added = sized!(game.size, N => set.add::<N>(game, sampler));
    // A game of an invalid size has no positions.
    added.unwrap_or(Ok(()))
}
