//! What a position is worth.

mod score;

pub use score::{MAX_PLY, Score, Value, Wdl};
