//! Reads the text of a position.

use super::{MAX_MOVE_NUMBER, Tps};
use crate::board::SquareSetup;
use crate::notation::{TpsError, Unexpected};
use crate::types::{Color, MAX_SIZE, MIN_SIZE, Piece, Square, stone_limit};

/// Reads a position.
///
/// # Errors
/// If the text is not a position. [`Tps::position`] checks the number of pieces.
pub fn parse_tps(text: &str) -> Result<Tps, TpsError> {
    let mut fields = fields(text);
    let (start, board) = fields.next().ok_or(TpsError::Empty)?;
    let reader = TpsReader { text, offset: start };
    let (size, squares) = reader.board(board)?;

    let (player, field) = fields.next().unwrap_or((text.len(), ""));
    let to_move = match field {
        "1" => Color::White,
        "2" => Color::Black,
        _ => {
            let at = player + usize::from(field.starts_with(['1', '2']));
            return Err(unexpected(text, at, "the player to move, 1 or 2,"));
        }
    };
    let move_number = match fields.next() {
        None => 1,
        Some((at, field)) => field
            .parse::<u32>()
            .ok()
            .filter(|&number| number <= MAX_MOVE_NUMBER && !field.starts_with('+'))
            .ok_or_else(|| unexpected(text, at, "a move number from 1 to 1000000000"))?
            .max(1),
    };
    if let Some((at, _)) = fields.next() {
        return Err(unexpected(text, at, "the end"));
    }
    Ok(Tps { size, squares, to_move, move_number })
}

/// The words of a text with their offsets.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The column of an offset, from 1.
fn column(text: &str, offset: usize) -> usize {
    text.char_indices().take_while(|&(at, _)| at < offset).count() + 1
}

/// The error that the character at an offset is not what was expected.
fn unexpected(text: &str, offset: usize, expected: &'static str) -> TpsError {
    let found = text.get(offset..).and_then(|rest| rest.chars().next());
    Unexpected { expected, column: column(text, offset), found }.into()
}

/// The expected text behind a square.
const SEPARATOR: &str = "',' or '/' after a square";

struct TpsReader<'a> {
    text: &'a str,
    /// Offset of the board.
    offset: usize,
}

impl TpsReader<'_> {
    fn board(&self, board: &str) -> Result<(usize, Vec<SquareSetup>), TpsError> {
        let is_separator = |byte: &u8| matches!(byte, b'/' | b'-');
        let size = board.bytes().filter(|byte| is_separator(byte)).count() + 1;
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(TpsError::Ranks(size));
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
                _ => return Err(self.unexpected(at, "x, 1 or 2")),
            };
            file += width;
            at += cell.len() + 1;
        }
        if file == size {
            return Ok(());
        }
        let column = self.column(end.saturating_sub(1));
        Err(TpsError::Width { size, rank: rank + 1, column, found: file })
    }

    /// Reads the number behind an `x`.
    fn run(&self, count: &[u8], at: usize) -> Result<usize, TpsError> {
        match count {
            [] => return Ok(1),
            [digit @ b'1'..=b'8'] => return Ok(usize::from(digit - b'0')),
            _ => {}
        }
        let is_number = count.iter().all(u8::is_ascii_digit);
        Err(self.unexpected(at, if is_number { "1 to 8 empty squares" } else { SEPARATOR }))
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
            return Err(TpsError::Height { limit, column: self.column(start + limit) });
        }
        let (stones, rest) = cell.split_at(height);
        let (top, length) = match rest.first() {
            Some(b'S' | b's') => (Piece::Wall, height + 1),
            Some(b'C' | b'c') => (Piece::Capstone, height + 1),
            _ => (Piece::Flat, height),
        };
        if length < cell.len() {
            return Err(self.unexpected(start + length, SEPARATOR));
        }
        let owner = |&stone: &u8| if stone == b'1' { Color::White } else { Color::Black };
        Ok((stones.iter().map(owner).collect(), top))
    }

    fn column(&self, at: usize) -> usize {
        column(self.text, self.offset + at)
    }

    fn unexpected(&self, at: usize, expected: &'static str) -> TpsError {
        unexpected(self.text, self.offset + at, expected)
    }
}
