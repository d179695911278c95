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

mod reader;

pub(super) use reader::ply_prefix;

use super::{Marks, MoveError, PlyError, Unexpected};
use crate::board::Position;
use crate::types::{Move, MoveKind, Opening};
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
            Err(Unexpected { expected, column: length + 1, found }.into())
        }
    }
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
