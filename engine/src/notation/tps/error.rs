//! What can be wrong with the text of a position.

use super::MAX_MOVE_NUMBER;
use crate::board::SetupError;
use crate::notation::Found;
use crate::types::{MAX_SIZE, MIN_SIZE};
use thiserror::Error;

/// Text that is no position, or one that cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TpsError {
    /// No text at all.
    #[error("expected a TPS such as x3/x3/x3 1 1, found nothing")]
    Empty,
    /// Too few or too many ranks.
    #[error("expected {MIN_SIZE} to {MAX_SIZE} ranks, found {found}")]
    Ranks {
        /// How many.
        found: usize,
    },
    /// A rank that is shorter or longer than there are ranks.
    #[error("expected {size} squares in rank {rank}, which ends in column {column}, found {found}")]
    Width {
        /// Number of ranks.
        size: usize,
        /// The rank, counted from 1 at the bottom.
        rank: usize,
        /// Where it ends.
        column: usize,
        /// How many squares.
        found: usize,
    },
    /// Neither stones nor an empty square.
    #[error("expected x, 1 or 2 in column {column}, found {found}")]
    Square {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// `x0`, `x9`.
    #[error("expected 1 to {MAX_SIZE} empty squares in column {column}, found {found}")]
    Run {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// Something behind the stones of a square.
    #[error("expected ',' or '/' after a square in column {column}, found {found}")]
    Separator {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// A stack that no game can make.
    #[error("expected at most {limit} stones on a square, found more in column {column}")]
    Height {
        /// The most pieces there are at this size.
        limit: usize,
        /// Where it becomes too much.
        column: usize,
    },
    /// Not a player.
    #[error("expected the player to move, 1 or 2, in column {column}, found {found}")]
    Player {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// Not a move number.
    #[error("expected a move number from 1 to {MAX_MOVE_NUMBER} in column {column}")]
    MoveNumber {
        /// Where.
        column: usize,
    },
    /// Something behind the position.
    #[error("expected the end in column {column}, found {found}")]
    End {
        /// Where.
        column: usize,
        /// What.
        found: Found,
    },
    /// A position of another board.
    #[error("expected a {expected}x{expected} position, found {found}x{found}")]
    Size {
        /// The size of the board.
        expected: usize,
        /// The size of the position.
        found: usize,
    },
    /// Stones that the rules do not allow.
    #[error(transparent)]
    Setup(#[from] SetupError),
}
