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

use super::{PlyError, parse_move, ptn_file::excerpt};
use crate::board::{History, Position};
use crate::types::Move;
use thiserror::Error;

/// A line of moves that cannot be read or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, word {word} ({text}): {error}")]
pub struct LineError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The word in the line, counted from 1.
    pub word: usize,
    /// The word itself, or its beginning.
    pub text: String,
    /// What is wrong with it.
    pub error: PlyError,
}

/// Reads moves with space between.
///
/// # Errors
/// The first word that is no move.
pub fn parse_line(text: &str) -> Result<Vec<Move>, LineError> {
    text.split_whitespace()
        .enumerate()
        .map(|(index, word)| {
            parse_move(word).map_err(|error| LineError {
                line: 1,
                word: index + 1,
                text: excerpt(word),
                error: error.into(),
            })
        })
        .collect()
}

/// Reads the openings of a book, one of each line. Empty lines and lines that begin with `#` are
/// passed over.
pub fn opening_lines(text: &str) -> impl Iterator<Item = Result<Vec<Move>, LineError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(index, line)| {
            parse_line(line).map_err(|error| LineError { line: index + 1, ..error })
        })
}

/// Plays moves from a position, noting the positions on the way.
///
/// # Errors
/// The first move that is not legal. The position and the history then hold the moves before it.
pub fn play_line<const N: usize>(
    position: &mut Position<N>,
    history: &mut History,
    moves: &[Move],
) -> Result<(), LineError> {
    for (index, &mv) in moves.iter().enumerate() {
        let key = position.key();
        position.try_play(mv, &mut ()).map_err(|error| LineError {
            line: 1,
            word: index + 1,
            text: mv.to_string(),
            error: error.into(),
        })?;
        history.push(key);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rules;

    #[test]
    fn plays_openings() {
        let mut position = Position::<6>::start(Rules::standard(6));
        let mut history = History::new();
        let moves = parse_line(" a1 f6\tc3 Cd4 ").unwrap_or_default();
        assert_eq!(play_line(&mut position, &mut history, &moves), Ok(()));
        assert_eq!((position.ply(), history.len()), (4, 4));
        let error = play_line(&mut position, &mut history, &moves).map_err(|e| e.to_string());
        assert_eq!(error, Err("line 1, word 1 (a1): a1 is not empty".into()));
    }
}
