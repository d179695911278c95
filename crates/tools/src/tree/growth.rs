//! How a tree grows.

use crate::effort::Effort;

/// How far and how fast a tree grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Number of positions that the tree shall have.
    pub positions: usize,
    /// Number of moves with a score for each position. The root has all moves.
    pub width: usize,
    /// Effort for each position.
    pub effort: Effort,
    /// Number of threads.
    pub threads: usize,
}
