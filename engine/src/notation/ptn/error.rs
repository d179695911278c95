//! What can be wrong with the text of a move.

use crate::board::IllegalMove;
use std::fmt;
use thiserror::Error;

/// What stands where something else was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found(pub Option<char>);

impl fmt::Display for Found {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(found) => write!(out, "{found:?}"),
            None => out.write_str("the end"),
        }
    }
}

/// Text that is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// No text at all.
    #[error("expected a move such as a1, Sa1 or 3c3>12, found nothing")]
    Empty,
    /// A count of 0 or 9.
    #[error("expected a count from 1 to 8 in column 1, found {0}")]
    Count(Found),
    /// No file where a square should be.
    #[error("expected a file from a to h in column {column}, found {found}")]
    File {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// No rank where a square should be.
    #[error("expected a rank from 1 to 8 in column {column}, found {found}")]
    Rank {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// A count, but no direction to spread in.
    #[error("expected a direction + - < > in column {column}, found {found}")]
    Direction {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// A piece letter before a spread.
    #[error("expected the end of a placement in column {column}, found the direction {found}")]
    PieceSpread {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// A drop of 0 or 9.
    #[error("expected a drop from 1 to 8 in column {column}, found {found}")]
    Drop {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// More dropped than carried.
    #[error("expected drops that add up to {carried}, found {dropped}")]
    Sum {
        /// Number of stones carried.
        carried: usize,
        /// Number of stones dropped, as far as they were counted.
        dropped: usize,
    },
    /// Something behind the move.
    #[error("expected the end of the move, * or a mark ' \" ! ? in column {column}, found {found}")]
    End {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
}

/// Text that is no move that can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PlyError {
    /// Not a move at all.
    #[error(transparent)]
    Text(#[from] MoveError),
    /// A move, but not here.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Two stones at once where the opening does not ask for it.
    #[error("expected a direction: only a double black stack opens with two stones on a square")]
    TwoStones,
}
