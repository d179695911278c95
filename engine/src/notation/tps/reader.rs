//! Taking a position's text apart.

use super::{MAX_MOVE_NUMBER, Tps, TpsError};
use crate::board::SquareSetup;
use crate::notation::Found;
use crate::types::{Color, MAX_SIZE, MIN_SIZE, Piece, Square, stone_limit};

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
