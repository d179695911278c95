//! Position text.
//!
//! Ranks from the top, separated by `/` (or `-`); in a rank squares separated by commas: `x` for an
//! empty one, `x3` for three, or the stones from the lowest up, `1` for White's and `2` for Black's,
//! with `S` or `C` if a wall or a capstone is on top. Then the player to move and the number of the
//! move. A missing number is 1, and so is 0.
//!
//! ```
//! use stonefall::notation::parse_tps;
//!
//! let tps = parse_tps("x,x,x/x1,12s,x/X3 2 7")?;
//! assert_eq!(tps.to_string(), "x3/x,12S,x/x3 2 7");
//! let error = parse_tps("x3/x,1S2,x/x3 1 1").unwrap_err();
//! assert_eq!(error.to_string(), "expected ',' or '/' after a square in column 8, found '2'");
//! # Ok::<(), stonefall::notation::TpsError>(())
//! ```

use super::Found;
use crate::board::{Position, SetupError, SquareSetup};
use crate::types::{Color, MAX_SIZE, MIN_SIZE, Piece, Rules, Square, stone_limit};
use std::fmt::{self, Write};
use thiserror::Error;

/// The largest move number that is read.
const MAX_MOVE_NUMBER: u32 = 1_000_000_000;

/// A position as its text has it: the stones, not the rules they are played by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tps {
    /// Board size, 3 to 8.
    pub size: usize,
    /// Every square with a stone.
    pub squares: Vec<SquareSetup>,
    /// Whose turn it is.
    pub to_move: Color,
    /// Number of the move, from 1.
    pub move_number: u32,
}

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

/// Reads a position.
///
/// # Errors
/// If the text is no position. Whether the players have so many pieces is seen by
/// [`Tps::position`], which knows the rules.
pub fn parse_tps(text: &str) -> Result<Tps, TpsError> {
    let mut fields = fields(text);
    let (start, board) = fields.next().ok_or(TpsError::Empty)?;
    let reader = Reader { text, offset: start };
    let (size, squares) = reader.board(board)?;

    let (player, field) = fields.next().unwrap_or((text.len(), ""));
    let to_move = match field {
        "1" => Color::White,
        "2" => Color::Black,
        _ => {
            let (column, found) = place(text, player + usize::from(field.starts_with(['1', '2'])));
            return Err(TpsError::Player { column, found });
        }
    };
    let move_number = match fields.next() {
        None => 1,
        Some((at, field)) => field
            .parse::<u32>()
            .ok()
            .filter(|&number| number <= MAX_MOVE_NUMBER && !field.starts_with('+'))
            .ok_or_else(|| TpsError::MoveNumber { column: place(text, at).0 })?
            .max(1),
    };
    if let Some((at, _)) = fields.next() {
        let (column, found) = place(text, at);
        return Err(TpsError::End { column, found });
    }
    Ok(Tps { size, squares, to_move, move_number })
}

/// The words of a text, each with its offset.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The column of an offset and the character there.
fn place(text: &str, offset: usize) -> (usize, Found) {
    let column = text.char_indices().take_while(|&(at, _)| at < offset).count() + 1;
    (column, Found(text.get(offset..).and_then(|rest| rest.chars().next())))
}

struct Reader<'a> {
    text: &'a str,
    /// Where the board begins.
    offset: usize,
}

impl Reader<'_> {
    fn board(&self, board: &str) -> Result<(usize, Vec<SquareSetup>), TpsError> {
        let is_separator = |byte: &u8| matches!(byte, b'/' | b'-');
        let size = board.bytes().filter(|byte| is_separator(byte)).count() + 1;
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(TpsError::Ranks { found: size });
        }
        let mut squares = Vec::new();
        let mut start = 0;
        for (row, cells) in board.as_bytes().split(is_separator).enumerate() {
            self.rank(size, size - 1 - row, start, cells, &mut squares)?;
            start += cells.len() + 1;
        }
        squares.sort_by_key(|setup| setup.square);
        Ok((size, squares))
    }

    fn rank(
        &self,
        size: usize,
        rank: usize,
        start: usize,
        cells: &[u8],
        squares: &mut Vec<SquareSetup>,
    ) -> Result<(), TpsError> {
        let end = start + cells.len();
        let (mut file, mut at) = (0, start);
        for cell in cells.split(|&byte| byte == b',') {
            let width = match cell.split_first() {
                Some((b'x' | b'X', count)) => self.run(count, at + 1)?,
                Some((b'1' | b'2', _)) => {
                    let (stones, top) = self.stack(size, cell, at)?;
                    if file < size {
                        squares.push(SquareSetup { square: Square::new(file, rank), stones, top });
                    }
                    1
                }
                _ => {
                    let (column, found) = self.place(at);
                    return Err(TpsError::Square { column, found });
                }
            };
            file += width;
            at += cell.len() + 1;
        }
        if file == size {
            return Ok(());
        }
        let column = self.place(end.saturating_sub(1)).0;
        Err(TpsError::Width { size, rank: rank + 1, column, found: file })
    }

    /// The number behind an `x`.
    fn run(&self, count: &[u8], at: usize) -> Result<usize, TpsError> {
        match count {
            [] => return Ok(1),
            [digit @ b'1'..=b'8'] => return Ok(usize::from(digit - b'0')),
            _ => {}
        }
        let (column, found) = self.place(at);
        if count.iter().all(u8::is_ascii_digit) {
            Err(TpsError::Run { column, found })
        } else {
            Err(TpsError::Separator { column, found })
        }
    }

    fn stack(
        &self,
        size: usize,
        cell: &[u8],
        start: usize,
    ) -> Result<(Vec<Color>, Piece), TpsError> {
        let height = cell.iter().take_while(|byte| matches!(byte, b'1' | b'2')).count();
        let limit = stone_limit(size);
        if height > limit {
            return Err(TpsError::Height { limit, column: self.place(start + limit).0 });
        }
        let (stones, rest) = cell.split_at(height);
        let (top, length) = match rest.first() {
            Some(b'S' | b's') => (Piece::Wall, height + 1),
            Some(b'C' | b'c') => (Piece::Capstone, height + 1),
            _ => (Piece::Flat, height),
        };
        if length < cell.len() {
            let (column, found) = self.place(start + length);
            return Err(TpsError::Separator { column, found });
        }
        let owner = |&stone: &u8| if stone == b'1' { Color::White } else { Color::Black };
        Ok((stones.iter().map(owner).collect(), top))
    }

    fn place(&self, at: usize) -> (usize, Found) {
        place(self.text, self.offset + at)
    }
}

impl Tps {
    /// The text of a position, taken apart.
    #[must_use]
    pub fn new<const N: usize>(position: &Position<N>) -> Self {
        let (to_move, move_number) = (position.to_move(), position.move_number());
        Self { size: N, squares: position.squares(), to_move, move_number }
    }

    /// The position, played by these rules.
    ///
    /// # Errors
    /// If it is of another size, or has more pieces than the players have.
    pub fn position<const N: usize>(&self, rules: Rules) -> Result<Position<N>, TpsError> {
        if self.size != N {
            return Err(TpsError::Size { expected: N, found: self.size });
        }
        Ok(Position::set_up(&self.squares, self.to_move, self.move_number, rules)?)
    }
}

/// Empty squares in a row are written together: `x3`.
impl fmt::Display for Tps {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.size).rev() {
            let mut empty = 0;
            for file in 0..=self.size {
                let square = Square::new(file, rank);
                let setup = self.squares.iter().find(|setup| setup.square == square);
                let stack = setup.filter(|setup| file < self.size && !setup.stones.is_empty());
                if stack.is_none() && file < self.size {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let comma = if file > empty { "," } else { "" };
                    let run = if empty > 1 { empty.to_string() } else { String::new() };
                    write!(out, "{comma}x{run}")?;
                    empty = 0;
                }
                let Some(SquareSetup { stones, top, .. }) = stack else { continue };
                if file > 0 {
                    out.write_char(',')?;
                }
                for &stone in stones {
                    out.write_char(if stone == Color::White { '1' } else { '2' })?;
                }
                out.write_str(["", "S", "C"][top.index()])?;
            }
            if rank > 0 {
                out.write_char('/')?;
            }
        }
        write!(out, " {} {}", self.to_move.index() + 1, self.move_number)
    }
}

/// The text of a position.
#[must_use]
pub fn tps<const N: usize>(position: &Position<N>) -> String {
    Tps::new(position).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_spelling() {
        for (text, written) in [
            ("x3/x3/x3 1 1", "x3/x3/x3 1 1"),
            ("x,x,x/x,x,x/x,x,x 1 1", "x3/x3/x3 1 1"),
            ("x1,x2/x2,x1/X,x,X1 2 1", "x3/x3/x3 2 1"),
            ("x3-x,1,x-x3 2 1", "x3/x,1,x/x3 2 1"),
            (" x3/x,1,x/x3\t2  1 ", "x3/x,1,x/x3 2 1"),
            ("1,2s,1c/12S,21C,x/x2,1122 1 0", "1,2S,1C/12S,21C,x/x2,1122 1 1"),
            ("x3/x3/x3 1", "x3/x3/x3 1 1"),
            ("x3/x3/x3 2 1000000000", "x3/x3/x3 2 1000000000"),
        ] {
            assert_eq!(parse_tps(text).map(|tps| tps.to_string()), Ok(written.to_owned()));
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, message) in [
            ("", "expected a TPS such as x3/x3/x3 1 1, found nothing"),
            ("x2/x2 1 1", "expected 3 to 8 ranks, found 2"),
            ("x3/x4/x3 1 1", "expected 3 squares in rank 2, which ends in column 5, found 4"),
            ("x3/x3/x,1 1 1", "expected 3 squares in rank 1, which ends in column 9, found 2"),
            ("x3/x,1S2,x/x3 1 1", "expected ',' or '/' after a square in column 8, found '2'"),
            ("x3/x0,x3/x3 1 1", "expected 1 to 8 empty squares in column 5, found '0'"),
            ("x3/x10/x3 1 1", "expected 1 to 8 empty squares in column 5, found '1'"),
            ("x3/q/x3 1 1", "expected x, 1 or 2 in column 4, found 'q'"),
            ("x3/é,x/x3 1 1", "expected x, 1 or 2 in column 4, found 'é'"),
            ("x3/S,x2/x3 1 1", "expected x, 1 or 2 in column 4, found 'S'"),
            ("x3//x3 1 1", "expected x, 1 or 2 in column 4, found '/'"),
            ("x3/x3/x3", "expected the player to move, 1 or 2, in column 9, found the end"),
            ("x3/x3/x3 3 1", "expected the player to move, 1 or 2, in column 10, found '3'"),
            ("x3/x3/x3 12 1", "expected the player to move, 1 or 2, in column 11, found '2'"),
            ("x3/x3/x3 1 a", "expected a move number from 1 to 1000000000 in column 12"),
            ("x3/x3/x3 1 -1", "expected a move number from 1 to 1000000000 in column 12"),
            ("x3/x3/x3 1 99999999999", "expected a move number from 1 to 1000000000 in column 12"),
            ("x3/x3/x3 1 1 a1", "expected the end in column 14, found 'a'"),
        ] {
            assert_eq!(parse_tps(text).map_err(|e| e.to_string()), Err(message.to_owned()));
        }
    }

    #[test]
    fn high_stacks_fit() {
        for (size, height) in [(6, 64), (8, 128)] {
            let rest = vec![format!("x{size}"); size - 1].join("/");
            let stack = "1".repeat(height);
            let fits = format!("{stack},x{}/{rest} 1 1", size - 1);
            assert_eq!(parse_tps(&fits).map(|tps| tps.to_string()), Ok(fits));
            let above = format!("{stack}1,x{}/{rest} 1 1", size - 1);
            let error = TpsError::Height { limit: height, column: height + 1 };
            assert_eq!(parse_tps(&above), Err(error));
        }
    }

    #[test]
    fn positions_know_their_rules() {
        let read = |text: &str| parse_tps(text)?.position::<3>(Rules::standard(3));
        assert!(read("x3/x,1,x/x3 1 1").is_ok());
        let capstone = read("x3/x,1C,x/x3 1 1").map_err(|error| error.to_string());
        assert_eq!(capstone.err(), Some("expected at most 0 capstones of White, found 1".into()));
        let size = read("x4/x4/x4/x4 1 1").map_err(|error| error.to_string());
        assert_eq!(size.err(), Some("expected a 3x3 position, found 4x4".into()));
        assert_eq!(read("x3/x3/x3 1 1").map(|position| position.opening_plies()), Ok(2));
        assert_eq!(read("x3/x,2,x/x3 2 1").map(|position| position.opening_plies()), Ok(1));
    }
}
