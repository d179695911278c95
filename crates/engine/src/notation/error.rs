//! Errors in the text of moves and positions.

use crate::board::{IllegalMove, SetupError};
use crate::types::{MAX_SIZE, MIN_SIZE};
use thiserror::Error;

/// A character that is not the expected one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected {expected} in column {column}, found {}", shown(*.found))]
pub struct CharacterError {
    /// The expected text, in words.
    pub expected: &'static str,
    /// Column of the character, from 1.
    pub column: usize,
    /// The character; `None` at the end of the text.
    pub found: Option<char>,
}

fn shown(found: Option<char>) -> String {
    found.map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"))
}

/// Text that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// Empty text.
    #[error("expected a move such as a1, Sa1 or 3c3>12, found nothing")]
    Empty,
    /// An unexpected character.
    #[error(transparent)]
    Text(#[from] CharacterError),
    /// Drops that do not add up to the carried stones.
    #[error("expected drops that add up to {carried}, found {dropped}")]
    Sum {
        /// Number of stones carried.
        carried: usize,
        /// Number of stones dropped, as far as they were counted.
        dropped: usize,
    },
}

/// Text that is not a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PlyError {
    /// Text that is not a move.
    #[error(transparent)]
    Text(#[from] MoveError),
    /// A move that is not legal in this position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Two stones in an opening other than the double black stack.
    #[error("expected a direction: only a double black stack opens with two stones on a square")]
    TwoStones,
}

/// Text that is not a position, or a position that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TpsError {
    /// Empty text.
    #[error("expected a TPS such as x3/x3/x3 1 1, found nothing")]
    Empty,
    /// An unexpected character.
    #[error(transparent)]
    Text(#[from] CharacterError),
    /// The wrong number of ranks.
    #[error("expected {MIN_SIZE} to {MAX_SIZE} ranks, found {0}")]
    Ranks(usize),
    /// A rank with more or fewer squares than there are ranks.
    #[error("expected {size} squares in rank {rank}, which ends in column {column}, found {found}")]
    Width {
        /// Number of ranks.
        size: usize,
        /// The rank, from 1 at the bottom.
        rank: usize,
        /// Column of its last character, from 1.
        column: usize,
        /// Number of its squares.
        found: usize,
    },
    /// A stack higher than the number of pieces in a game.
    #[error("expected at most {limit} stones on a square, found more in column {column}")]
    Height {
        /// Number of pieces in a game of this size.
        limit: usize,
        /// Column of the first stone above it, from 1.
        column: usize,
    },
    /// A position for another board.
    #[error("expected a {expected}x{expected} position, found {found}x{found}")]
    Size {
        /// The size of the board.
        expected: usize,
        /// The size of the position.
        found: usize,
    },
    /// Pieces that the rules do not allow.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The first `length` characters of a text, with `...` behind it if there are more. Line ends and tabs
/// become spaces. Other control characters disappear, so that the text cannot move the cursor of a terminal.
///
/// ```
/// use stonefall_engine::notation::excerpt;
///
/// assert_eq!(excerpt("bestmove\tc3\r\n", 20), "bestmove c3");
/// assert_eq!(excerpt("bestmove\x1b[2Jc3", 11), "bestmove[2J...");
/// ```
pub fn excerpt(text: &str, length: usize) -> String {
    let mut shown = text.trim_end().chars().filter_map(|character| match character {
        _ if character.is_whitespace() => Some(' '),
        _ if character.is_control() => None,
        _ => Some(character),
    });
    let mut excerpt: String = shown.by_ref().take(length).collect();
    if shown.next().is_some() {
        excerpt.push_str("...");
    }
    excerpt
}
