//! Reads the text of a move from left to right.

use super::Ply;
use crate::notation::{Marks, MoveError, Unexpected};
use crate::types::{Direction, Move, Pattern, Piece, Square};

/// Reads the move at the beginning of a text. Returns it with its length in bytes.
pub(in crate::notation) fn ply_prefix(text: &str) -> Result<(Ply, usize), MoveError> {
    if text.is_empty() {
        return Err(MoveError::Empty);
    }
    let mut reader = PlyReader { text, offset: 0 };
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
            let (expected, found) = ("the end of a placement", Some(direction.symbol()));
            return Err(Unexpected { expected, column: reader.offset, found }.into());
        }
        (None, _) => {
            two_stones = count == Some(2) && piece.unwrap_or(Piece::Flat) == Piece::Flat;
            if count.is_some() && !two_stones {
                return Err(reader.unexpected("a direction + - < >"));
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
struct PlyReader<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> PlyReader<'a> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.offset + ahead).copied()
    }

    /// The error that the next character is not what was expected.
    fn unexpected(&self, expected: &'static str) -> MoveError {
        let found = self.text.get(self.offset..).and_then(|rest| rest.chars().next());
        Unexpected { expected, column: self.offset + 1, found }.into()
    }

    fn digit(&mut self) -> Option<usize> {
        let digit = self.byte(0).filter(u8::is_ascii_digit)?;
        self.offset += 1;
        Some(usize::from(digit - b'0'))
    }

    fn count(&mut self) -> Result<Option<usize>, MoveError> {
        let error = self.unexpected("a count from 1 to 8");
        match self.digit() {
            Some(0 | 9) => Err(error),
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
        let Some(file @ b'a'..=b'h') = self.byte(0).map(|byte| byte.to_ascii_lowercase()) else {
            return Err(self.unexpected("a file from a to h"));
        };
        self.offset += 1;
        let Some(rank @ b'1'..=b'8') = self.byte(0) else {
            return Err(self.unexpected("a rank from 1 to 8"));
        };
        self.offset += 1;
        Ok(Square::new(usize::from(file - b'a'), usize::from(rank - b'1')))
    }

    fn direction(&mut self) -> Option<Direction> {
        let direction = Direction::from_symbol(char::from(self.byte(0)?))?;
        self.offset += 1;
        Some(direction)
    }

    /// Reads the drops. The last drop may be missing, as in Taktician: `5d4-22` for `5d4-221`.
    fn pattern(&mut self, carried: usize) -> Result<Pattern, MoveError> {
        let mut drops = [0; 9];
        let (mut length, mut dropped) = (0, 0);
        loop {
            let error = self.unexpected("a drop from 1 to 8");
            let Some(drop) = self.digit() else { break };
            if drop == 0 || drop == 9 {
                return Err(error);
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

    /// Skips the letter of the moved piece, which old PTN has behind a spread.
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
