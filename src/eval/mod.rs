//! What a position is worth.

mod score;

pub use score::{MAX_PLY, Score, Value, Wdl};

use crate::board::Position;

/// The worth of a position for the side to move. The game must not be over.
#[must_use]
#[inline]
pub fn evaluate<const N: usize>(position: &Position<N>) -> Score {
    Score::estimate(position.half_flats_ahead(position.to_move()) * 50)
}
