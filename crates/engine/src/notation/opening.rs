//! Opening books in Racetrack's form: one line of moves for each opening.
//!
//! ```
//! use stonefall_engine::notation::opening_lines;
//!
//! let book = "# made by hand\na1 f6 c3 d4\n\na1 f6 1. e3\n";
//! let lines: Vec<_> = opening_lines(book).collect();
//! assert_eq!(lines[0].as_ref().map(Vec::len), Ok(4));
//! let error = lines[1].as_ref().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 4, word 3 (1.): expected a file from a to h in column 2, found '.'"
//! );
//! ```

use super::{PlyError, excerpt, parse_move};
use crate::types::Move;
use thiserror::Error;

/// A move of a line that cannot be read or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, word {word} ({text}): {error}")]
pub struct LineError {
    /// Line of the text, from 1.
    pub line: usize,
    /// Word of the line, from 1.
    pub word: usize,
    /// The word, or its beginning.
    pub text: String,
    /// The reason.
    pub error: PlyError,
}

/// Reads moves separated by space.
///
/// # Errors
/// The first word that is not a move.
pub fn parse_line(text: &str) -> Result<Vec<Move>, LineError> {
    text.split_whitespace()
        .enumerate()
        .map(|(index, word)| {
            parse_move(word).map_err(|error| LineError {
                line: 1,
                word: index + 1,
                text: excerpt(word, 24),
                error: error.into(),
            })
        })
        .collect()
}

/// Reads the openings of a book, one per line. Skips empty lines and lines that begin with `#`.
pub fn opening_lines(text: &str) -> impl Iterator<Item = Result<Vec<Move>, LineError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(index, line)| {
            parse_line(line).map_err(|error| LineError { line: index + 1, ..error })
        })
}
