//! What is learned from, and what is held back to judge by.

use crate::records::{GameRecord, RecordError, Sampler};
use stonefall_engine::types::sized;

/// Positions with what is to be learned of them.
pub trait Gather: Default {
    /// Adds what a sampler takes from a game.
    ///
    /// # Errors
    /// As [`Sampler::samples`].
    fn add<const N: usize>(
        &mut self,
        game: &GameRecord,
        sampler: &mut Sampler,
    ) -> Result<(), RecordError>;

    /// Number of positions.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Positions to learn from, and others of other games to judge by.
#[derive(Clone, Debug, Default)]
pub struct Lesson<S> {
    /// What is learned from.
    pub learned: S,
    /// What is held back.
    pub held: S,
}

impl<S: Gather> Lesson<S> {
    /// Adds the positions of a game to what is learned from, or to what is held back.
    ///
    /// # Errors
    /// As [`Sampler::samples`].
    pub fn add(
        &mut self,
        game: &GameRecord,
        held: bool,
        sampler: &mut Sampler,
    ) -> Result<(), RecordError> {
        let samples = if held { &mut self.held } else { &mut self.learned };
        // Every position of whole libraries is looked at: the size is in the type.
        let added = sized!(game.size, N => samples.add::<N>(game, sampler));
        // A game of no board has no position.
        added.unwrap_or(Ok(()))
    }
}
