//! Move text.
//!
//! A placement has a piece letter (none, `F`, `S` or `C`, in either case) and a square. A spread has a count, a
//! square, a direction and drops; a count of one and a single drop may be missing. Behind the move follow `*` for a
//! flattened wall and the marks `' '' " ! !! ? ?? !? ?!`.
//!
//! ```
//! use stonefall_engine::notation::parse_move;
//!
//! for (text, shortest) in [("Fa1", "a1"), ("ca1", "Ca1"), ("3c3>12*", "3c3>12"), ("1c4-1!?", "c4-")] {
//!     assert_eq!(parse_move(text)?.to_string(), shortest);
//! }
//! let error = parse_move("3c3>13").unwrap_err();
//! assert_eq!(error.to_string(), "expected drops that add up to 3, found 4");
//! # Ok::<(), stonefall_engine::notation::MoveError>(())
//! ```

use super::cursor::Cursor;
use super::{CharacterError, Marks, MoveError, PlyError};
use crate::board::Position;
use crate::types::{Direction, Move, MoveKind, Opening, Pattern, Piece, Square};
use std::fmt;

/// A move in the text of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Whether it has two stones, `2a1`: the first ply of a double black stack.
    pub two_stones: bool,
    /// Whether it has the `*` of a flattened wall.
    pub flattens: bool,
    /// Its marks.
    pub marks: Marks,
}

impl Ply {
    /// A legal move of this position in PTN, without marks.
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

    /// The move, if it is legal.
    ///
    /// # Errors
    /// If it is not legal, or has two stones outside the opening of a double black stack.
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

/// The move in PTN, with a `*` if it flattens a wall, and `2a1` for a double black stack. The text of [`Move`] has
/// neither, for programs.
pub fn spelling<const N: usize>(mv: Move, position: &Position<N>) -> String {
    Ply::new(mv, position).to_string()
}

/// Reads a move and checks that it is legal.
///
/// # Errors
/// If the text is not a move, or the move is not legal.
pub fn read_move<const N: usize>(text: &str, position: &Position<N>) -> Result<Move, PlyError> {
    parse_ply(text)?.check(position)
}

/// Reads a move for any board, legal or not. `2a1`, the first ply of a double black stack, is the placement `a1`;
/// [`read_move`] refuses it elsewhere.
///
/// # Errors
/// If the text is not a move.
pub fn parse_move(text: &str) -> Result<Move, MoveError> {
    parse_ply(text).map(|ply| ply.mv)
}

/// Reads a move with its marks.
///
/// # Errors
/// If the text is not a move, or other text follows.
pub fn parse_ply(text: &str) -> Result<Ply, MoveError> {
    let (ply, length) = ply_prefix(text)?;
    match text.get(length..).and_then(|rest| rest.chars().next()) {
        None => Ok(ply),
        found => {
            let expected = "the end of the move, * or a mark ' \" ! ?";
            Err(CharacterError { expected, column: length + 1, found }.into())
        }
    }
}

/// Reads the move at the beginning of a text. Returns it with its length in bytes.
pub(super) fn ply_prefix(text: &str) -> Result<(Ply, usize), MoveError> {
    if text.is_empty() {
        return Err(MoveError::Empty);
    }
    let mut cursor = Cursor { text, offset: 0 };
    let count = cursor.digit("a count from 1 to 8")?;
    let piece = piece(&mut cursor);
    let square = square(&mut cursor)?;
    let direction = cursor.take(|byte| Direction::from_symbol(char::from(byte)));
    let two_stones =
        direction.is_none() && count == Some(2) && piece.unwrap_or(Piece::Flat) == Piece::Flat;
    let mv = match (direction, piece) {
        (Some(direction), None) => {
            let pattern = pattern(&mut cursor, count.unwrap_or(1))?;
            // Old PTN has the letter of the moved piece behind a spread.
            let is_letter = matches!(cursor.byte(0), Some(b'F' | b'S' | b'C'));
            cursor.offset += usize::from(is_letter && cursor.byte(1).is_none_or(is_suffix));
            Move::spread(square, direction, pattern)
        }
        (Some(_), Some(_)) => {
            cursor.offset -= 1;
            return Err(cursor.unexpected("the end of a placement").into());
        }
        (None, _) if count.is_some() && !two_stones => {
            return Err(cursor.unexpected("a direction + - < >").into());
        }
        (None, _) => Move::place(square, piece.unwrap_or(Piece::Flat)),
    };
    let suffix = cursor.take_while(is_suffix);
    let (flattens, marks) = (suffix.contains('*'), Marks::read(suffix));
    Ok((Ply { mv, two_stones, flattens, marks }, cursor.offset))
}

/// A piece letter; `c` and `f` before a digit are files.
fn piece(cursor: &mut Cursor<'_>) -> Option<Piece> {
    let is_before_letter = cursor.byte(1).is_some_and(|next| next.is_ascii_alphabetic());
    cursor.take(|letter| match letter.to_ascii_lowercase() {
        b's' => Some(Piece::Wall),
        b'f' if is_before_letter => Some(Piece::Flat),
        b'c' if is_before_letter => Some(Piece::Capstone),
        _ => None,
    })
}

fn square(cursor: &mut Cursor<'_>) -> Result<Square, MoveError> {
    let inside = |byte: u8, first: u8| (first..first + 8).contains(&byte).then(|| byte - first);
    let file = cursor.take(|byte| inside(byte.to_ascii_lowercase(), b'a'));
    let file = file.ok_or_else(|| cursor.unexpected("a file from a to h"))?;
    let rank = cursor.take(|byte| inside(byte, b'1'));
    let rank = rank.ok_or_else(|| cursor.unexpected("a rank from 1 to 8"))?;
    Ok(Square::new(file.into(), rank.into()))
}

/// Reads the drops. The last drop may be missing, as in Taktician: `5d4-22` for `5d4-221`.
fn pattern(cursor: &mut Cursor<'_>, carried: usize) -> Result<Pattern, MoveError> {
    let (mut drops, mut dropped) = (Vec::new(), 0);
    while let Some(drop) = cursor.digit("a drop from 1 to 8")? {
        drops.push(drop);
        dropped += drop;
        if dropped > carried {
            return Err(MoveError::Sum { carried, dropped });
        }
    }
    if dropped < carried {
        drops.push(carried - dropped);
    }
    Pattern::from_drops(&drops).ok_or(MoveError::Sum { carried, dropped })
}

fn is_suffix(byte: u8) -> bool {
    byte == b'*' || Marks::is_mark(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_back() {
        for bits in 1..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            assert_eq!(parse_move(&mv.to_string()), Ok(mv), "{bits}");
        }
    }
}
