//! Move text.
//!
//! A placement is a piece letter (none, `F`, `S` or `C`, in either case) and a square; a spread is a
//! count, a square, a direction and drops. A count of one and a single drop may be left out. Behind
//! the move stand `*` for a flattened wall and the marks `' '' " ! !! ? ?? !? ?!`.
//!
//! ```
//! use stonefall::notation::parse_move;
//!
//! for (text, shortest) in [("Fa1", "a1"), ("ca1", "Ca1"), ("3c3>12*", "3c3>12"), ("1c4-1!?", "c4-")] {
//!     assert_eq!(parse_move(text)?.to_string(), shortest);
//! }
//! let error = parse_move("3c3>13").unwrap_err();
//! assert_eq!(error.to_string(), "expected drops that add up to 3, found 4");
//! # Ok::<(), stonefall::notation::MoveError>(())
//! ```

use super::Marks;
use crate::board::{IllegalMove, Position};
use crate::types::{Direction, Move, MoveKind, Opening, Pattern, Piece, Square};
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

/// A move as it stands in a game's text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Whether it is written as two stones, `2a1`: the first ply of a double black stack.
    pub two_stones: bool,
    /// Whether it is written with the `*` of a flattened wall.
    pub flattens: bool,
    /// The marks behind it.
    pub marks: Marks,
}

impl Ply {
    /// The move as it is written in this position, without marks.
    #[must_use]
    pub fn new<const N: usize>(mv: Move, position: &Position<N>) -> Self {
        let flattens = match mv.kind() {
            MoveKind::Place(_) => false,
            MoveKind::Spread(direction, pattern) => mv
                .square()
                .neighbor(direction, pattern.distance(), N)
                .is_some_and(|last| position.walls().has(last)),
        };
        let two_stones = mv.is_placement() && opens_with_two_stones(position);
        Self { mv, two_stones, flattens, marks: Marks::NONE }
    }

    /// The move, if it can be played.
    ///
    /// # Errors
    /// If it is not legal, or is written with two stones where one is placed.
    pub fn check<const N: usize>(&self, position: &Position<N>) -> Result<Move, PlyError> {
        if self.two_stones && !opens_with_two_stones(position) {
            return Err(PlyError::TwoStones);
        }
        position.check(self.mv)?;
        Ok(self.mv)
    }
}

/// As [`Move`], with `2a1` for two stones, the `*` and the marks.
impl fmt::Display for Ply {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = if self.two_stones { "2" } else { "" };
        let star = if self.flattens { "*" } else { "" };
        write!(out, "{count}{}{star}{}", self.mv, self.marks)
    }
}

fn opens_with_two_stones<const N: usize>(position: &Position<N>) -> bool {
    position.rules().opening == Opening::DoubleBlackStack && position.opening_plies() == 2
}

/// The move in PTN, with a `*` if it flattens a wall here, and `2a1` for a double black stack.
/// Programs are better served with the plain [`Move`], which has neither.
#[must_use]
pub fn spelling<const N: usize>(mv: Move, position: &Position<N>) -> String {
    Ply::new(mv, position).to_string()
}

/// Reads a move that is to be played in a position.
///
/// # Errors
/// If the text is no move, or the move is not legal.
pub fn read_move<const N: usize>(text: &str, position: &Position<N>) -> Result<Move, PlyError> {
    parse_ply(text)?.check(position)
}

/// Reads a move of any board, whether or not it can be played. `2a1`, the first ply of a double
/// black stack, is the placement `a1`: [`read_move`] refuses it elsewhere.
///
/// # Errors
/// If the text is no move.
pub fn parse_move(text: &str) -> Result<Move, MoveError> {
    parse_ply(text).map(|ply| ply.mv)
}

/// Reads a move with its marks.
///
/// # Errors
/// If the text is no move, or something else stands behind it.
pub fn parse_ply(text: &str) -> Result<Ply, MoveError> {
    let (ply, length) = ply_prefix(text)?;
    match text.get(length..).and_then(|rest| rest.chars().next()) {
        None => Ok(ply),
        found => Err(MoveError::End { column: length + 1, found: Found(found) }),
    }
}

/// Reads the move at the beginning of a text; also says how many bytes it takes.
pub(super) fn ply_prefix(text: &str) -> Result<(Ply, usize), MoveError> {
    if text.is_empty() {
        return Err(MoveError::Empty);
    }
    let mut reader = Reader { text, offset: 0 };
    let count = reader.count()?;
    let piece = reader.piece();
    let square = reader.square()?;
    let mut two_stones = false;
    let mv = match (reader.direction(), piece) {
        (Some(direction), None) => {
            let pattern = reader.pattern(count.unwrap_or(1))?;
            reader.skip_moved_piece();
            Move::spread(square, direction, pattern)
        }
        (Some(direction), Some(_)) => {
            let found = Found(Some(direction.symbol()));
            return Err(MoveError::PieceSpread { column: reader.offset, found });
        }
        (None, _) => {
            two_stones = count == Some(2) && piece.unwrap_or(Piece::Flat) == Piece::Flat;
            if count.is_some() && !two_stones {
                let (column, found) = reader.here();
                return Err(MoveError::Direction { column, found });
            }
            Move::place(square, piece.unwrap_or(Piece::Flat))
        }
    };
    let suffix = reader.suffix();
    let flattens = suffix.contains('*');
    let ply = Ply { mv, two_stones, flattens, marks: Marks::read(suffix) };
    Ok((ply, reader.offset))
}

/// Everything before `offset` is ASCII, so a column is an offset plus one.
struct Reader<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Reader<'a> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.offset + ahead).copied()
    }

    fn here(&self) -> (usize, Found) {
        let found = self.text.get(self.offset..).and_then(|rest| rest.chars().next());
        (self.offset + 1, Found(found))
    }

    fn digit(&mut self) -> Option<usize> {
        let digit = self.byte(0).filter(u8::is_ascii_digit)?;
        self.offset += 1;
        Some(usize::from(digit - b'0'))
    }

    fn count(&mut self) -> Result<Option<usize>, MoveError> {
        let (_, found) = self.here();
        match self.digit() {
            Some(0 | 9) => Err(MoveError::Count(found)),
            count => Ok(count),
        }
    }

    /// A piece letter; `c` and `f` before a digit are files.
    fn piece(&mut self) -> Option<Piece> {
        let piece = match self.byte(0)?.to_ascii_lowercase() {
            b'f' => Piece::Flat,
            b's' => Piece::Wall,
            b'c' => Piece::Capstone,
            _ => return None,
        };
        if piece != Piece::Wall && !self.byte(1).is_some_and(|next| next.is_ascii_alphabetic()) {
            return None;
        }
        self.offset += 1;
        Some(piece)
    }

    fn square(&mut self) -> Result<Square, MoveError> {
        let (column, found) = self.here();
        let Some(file @ b'a'..=b'h') = self.byte(0).map(|byte| byte.to_ascii_lowercase()) else {
            return Err(MoveError::File { column, found });
        };
        self.offset += 1;
        let (column, found) = self.here();
        let Some(rank @ b'1'..=b'8') = self.byte(0) else {
            return Err(MoveError::Rank { column, found });
        };
        self.offset += 1;
        Ok(Square::new(usize::from(file - b'a'), usize::from(rank - b'1')))
    }

    fn direction(&mut self) -> Option<Direction> {
        let direction = Direction::from_symbol(char::from(self.byte(0)?))?;
        self.offset += 1;
        Some(direction)
    }

    /// The drops. What they leave of the carried stones is dropped last, as Taktician writes it:
    /// `5d4-22` for `5d4-221`.
    fn pattern(&mut self, carried: usize) -> Result<Pattern, MoveError> {
        let mut drops = [0; 9];
        let (mut length, mut dropped) = (0, 0);
        loop {
            let (column, found) = self.here();
            let Some(drop) = self.digit() else { break };
            if drop == 0 || drop == 9 {
                return Err(MoveError::Drop { column, found });
            }
            dropped += drop;
            if dropped > carried {
                return Err(MoveError::Sum { carried, dropped });
            }
            drops[length] = drop;
            length += 1;
        }
        if dropped < carried {
            drops[length] = carried - dropped;
            length += 1;
        }
        Pattern::from_drops(&drops[..length]).ok_or(MoveError::Sum { carried, dropped })
    }

    /// Skips the letter of the moved piece that the first PTN had behind a spread.
    fn skip_moved_piece(&mut self) {
        let is_letter = matches!(self.byte(0), Some(b'F' | b'S' | b'C'));
        if is_letter && self.byte(1).is_none_or(is_suffix) {
            self.offset += 1;
        }
    }

    /// `*` and marks, in any order.
    fn suffix(&mut self) -> &'a str {
        let start = self.offset;
        while self.byte(0).is_some_and(is_suffix) {
            self.offset += 1;
        }
        self.text.get(start..self.offset).unwrap_or_default()
    }
}

fn is_suffix(byte: u8) -> bool {
    byte == b'*' || Marks::is_mark(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_spelling() {
        for (text, shortest) in [
            ("a1", "a1"),
            ("Fa1", "a1"),
            ("fa1", "a1"),
            ("f1", "f1"),
            ("Ff1", "f1"),
            ("ff1", "f1"),
            ("Sa1", "Sa1"),
            ("sa1", "Sa1"),
            ("Ca1", "Ca1"),
            ("ca1", "Ca1"),
            ("c1", "c1"),
            ("cc1", "Cc1"),
            ("C1", "c1"),
            ("A1", "a1"),
            ("SH8", "Sh8"),
            ("a1>", "a1>"),
            ("1a1>", "a1>"),
            ("1a1>1", "a1>"),
            ("a1>1", "a1>"),
            ("1c4-1", "c4-"),
            ("3c3>", "3c3>"),
            ("3c3>3", "3c3>"),
            ("3c3>12", "3c3>12"),
            ("3c3-12", "3c3-12"),
            ("3c3>12*", "3c3>12"),
            ("3c3>12*''", "3c3>12"),
            ("3c3>12C*", "3c3>12"),
            ("6a1>1113", "6a1>1113"),
            ("8a1+11111111", "8a1+11111111"),
            ("5d4-22", "5d4-221"),
            ("2a1", "a1"),
            ("2Fa1", "a1"),
            ("a1'", "a1"),
            ("a1''", "a1"),
            ("a1\"", "a1"),
            ("a1!?", "a1"),
            ("Ca1??'", "Ca1"),
        ] {
            assert_eq!(
                parse_move(text).map(|mv| mv.to_string()),
                Ok(shortest.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, message) in [
            ("", "expected a move such as a1, Sa1 or 3c3>12, found nothing"),
            ("9a1>", "expected a count from 1 to 8 in column 1, found '9'"),
            ("--", "expected a file from a to h in column 1, found '-'"),
            ("S", "expected a file from a to h in column 2, found the end"),
            ("i1", "expected a file from a to h in column 1, found 'i'"),
            ("a", "expected a rank from 1 to 8 in column 2, found the end"),
            ("aé", "expected a rank from 1 to 8 in column 2, found 'é'"),
            ("a0", "expected a rank from 1 to 8 in column 2, found '0'"),
            ("3a1", "expected a direction + - < > in column 4, found the end"),
            ("2Ca1", "expected a direction + - < > in column 5, found the end"),
            ("Sa1>", "expected the end of a placement in column 4, found the direction '>'"),
            ("3a1>102", "expected a drop from 1 to 8 in column 6, found '0'"),
            ("3a1>22", "expected drops that add up to 3, found 4"),
            ("a1>2", "expected drops that add up to 1, found 2"),
            ("a1 b1", "expected the end of the move, * or a mark ' \" ! ? in column 3, found ' '"),
            ("a1\n", "expected the end of the move, * or a mark ' \" ! ? in column 3, found '\\n'"),
        ] {
            assert_eq!(parse_move(text).map_err(|e| e.to_string()), Err(message.to_owned()));
        }
    }

    #[test]
    fn every_move_is_read_back() {
        for bits in 1..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            assert_eq!(parse_move(&mv.to_string()), Ok(mv), "{bits}");
        }
    }
}
