//! Position text.
//!
//! `/` (or `-`) separates ranks, from the top. Commas separate the squares of a rank. `x` is an empty square, `x3`
//! are three. A stack is written from its lowest stone up, `1` for White's stones and `2` for Black's, with `S` or
//! `C` behind it if a wall or a capstone is on top. Then follow the player to move and the move number. A missing
//! number and 0 mean 1. The two plies of move 1 are the opening. The tag of a game, `[TPS "..."]`, is read as well.
//!
//! ```
//! use stonefall_engine::notation::parse_tps;
//!
//! let tps = parse_tps("x,x,x/x1,12s,x/X3 2 7")?;
//! assert_eq!(tps.to_string(), "x3/x,12S,x/x3 2 7");
//! let error = parse_tps("x3/x,1S2,x/x3 1 1").unwrap_err();
//! assert_eq!(error.to_string(), "expected ',' or '/' after a square in column 8, found '2'");
//! # Ok::<(), stonefall_engine::notation::TextError>(())
//! ```

use super::cursor::{Cursor, TextError};
use crate::board::{Position, SquareSetup};
use crate::types::{Color, MAX_SIZE, MIN_SIZE, Piece, Rules, Square, stone_limit};
use std::fmt::{self, Write};

/// The largest move number.
const MAX_MOVE_NUMBER: u32 = 1_000_000_000;

/// The stones of a position, without rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tps {
    /// Board size, 3 to 8.
    pub size: usize,
    /// Every square with a stone.
    pub squares: Vec<SquareSetup>,
    /// The player to move.
    pub to_move: Color,
    /// Move number, from 1.
    pub move_number: u32,
}

impl Tps {
    /// The stones of a position.
    pub fn new<const N: usize>(position: &Position<N>) -> Self {
        let (to_move, move_number) = (position.to_move(), position.move_number());
        Self { size: N, squares: position.squares(), to_move, move_number }
    }

    /// The position under these rules.
    ///
    /// # Errors
    /// If the sizes differ, or the position has more pieces than the rules.
    pub fn position<const N: usize>(&self, rules: Rules) -> Result<Position<N>, TextError> {
        if self.size != N {
            let found = self.size;
            let message = format!("expected a {N}x{N} position, found {found}x{found}");
            return Err(TextError::new(message));
        }
        Position::set_up(&self.squares, self.to_move, self.move_number, rules)
            .map_err(TextError::new)
    }
}

/// Joins empty squares: `x3`.
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
pub fn tps<const N: usize>(position: &Position<N>) -> String {
    Tps::new(position).to_string()
}

/// Reads a position.
///
/// # Errors
/// If the text is not a position. [`Tps::position`] checks the number of pieces.
pub fn parse_tps(text: &str) -> Result<Tps, TextError> {
    let mut cursor = inside_tag(text).unwrap_or(Cursor { text, offset: 0 });
    let board = next_word(&mut cursor);
    if board.is_empty() {
        return Err(TextError::new("expected a TPS such as x3/x3/x3 1 1, found nothing"));
    }
    let size = board.bytes().filter(is_separator).count() + 1;
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        let message = format!("expected {MIN_SIZE} to {MAX_SIZE} ranks, found {size}");
        return Err(TextError::new(message));
    }
    let mut squares = Vec::new();
    let end = cursor.offset + board.len();
    for rank in (0..size).rev() {
        read_rank(&mut cursor, size, rank, end, &mut squares)?;
        cursor.offset += 1;
    }
    cursor.offset = end;
    squares.sort_by_key(|setup: &SquareSetup| setup.square);

    let player = next_word(&mut cursor);
    let to_move = cursor.take(owner);
    let to_move = to_move.filter(|_| player.len() == 1);
    let to_move = to_move.ok_or_else(|| cursor.unexpected("the player to move, 1 or 2,"))?;
    let number = next_word(&mut cursor);
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let move_number = if number.is_empty() { Some(1) } else { number.parse::<u32>().ok() }
        .filter(|&number| number <= MAX_MOVE_NUMBER && is_number)
        .ok_or_else(|| cursor.unexpected("a move number from 1 to 1000000000"))?
        .max(1);
    cursor.offset += number.len();
    if !next_word(&mut cursor).is_empty() {
        return Err(cursor.unexpected("the end"));
    }
    Ok(Tps { size, squares, to_move, move_number })
}

/// The value of a tag `[TPS "..."]`. A shell may have taken the quotes.
fn inside_tag(text: &str) -> Option<Cursor<'_>> {
    let whole = text.trim_end().strip_suffix(']')?;
    let name = whole.trim_start().strip_prefix('[')?.trim_start();
    let value = name.get(3..).filter(|_| name[..3].eq_ignore_ascii_case("tps"))?.trim_start();
    let value = value.strip_prefix('"').unwrap_or(value);
    Some(Cursor {
        text: whole.strip_suffix('"').unwrap_or(whole),
        offset: whole.len() - value.len(),
    })
}

/// Moves on to the next word and returns it.
fn next_word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let rest = cursor.text.get(cursor.offset..).unwrap_or_default();
    let word = rest.trim_start();
    cursor.offset += rest.len() - word.len();
    word.split(char::is_whitespace).next().unwrap_or_default()
}

const fn is_separator(byte: &u8) -> bool {
    matches!(byte, b'/' | b'-')
}

const fn owner(stone: u8) -> Option<Color> {
    match stone {
        b'1' => Some(Color::White),
        b'2' => Some(Color::Black),
        _ => None,
    }
}

/// Reads the squares of a rank, up to its separator or the end of the board.
fn read_rank(
    cursor: &mut Cursor<'_>,
    size: usize,
    rank: usize,
    end: usize,
    squares: &mut Vec<SquareSetup>,
) -> Result<(), TextError> {
    let mut file = 0;
    loop {
        if cursor.take(|byte| matches!(byte, b'x' | b'X').then_some(())).is_some() {
            file += empty_squares(cursor)?;
        } else {
            let (stones, top) = stack(cursor, stone_limit(size))?;
            if file < size {
                squares.push(SquareSetup { square: Square::new(file, rank), stones, top });
            }
            file += 1;
        }
        match cursor.byte(0).filter(|_| cursor.offset < end) {
            Some(b',') => cursor.offset += 1,
            Some(byte) if !is_separator(&byte) => {
                return Err(cursor.unexpected("',' or '/' after a square"));
            }
            _ if file == size => return Ok(()),
            _ => {
                let (rank, column) = (rank + 1, cursor.column() - 1);
                return Err(TextError::new(format!(
                    "expected {size} squares in rank {rank}, which ends in column {column}, found {file}"
                )));
            }
        }
    }
}

/// Reads the number behind an `x`.
fn empty_squares(cursor: &mut Cursor<'_>) -> Result<usize, TextError> {
    const EXPECTED: &str = "1 to 8 empty squares";
    let is_long = cursor.byte(1).is_some_and(|next| next.is_ascii_digit());
    match cursor.byte(0) {
        Some(byte) if byte.is_ascii_digit() && is_long => Err(cursor.unexpected(EXPECTED)),
        _ => Ok(cursor.digit(EXPECTED)?.unwrap_or(1)),
    }
}

fn stack(cursor: &mut Cursor<'_>, limit: usize) -> Result<(Vec<Color>, Piece), TextError> {
    let mut stones = Vec::new();
    while let Some(stone) = cursor.byte(0).and_then(owner) {
        if stones.len() == limit {
            let column = cursor.column();
            return Err(TextError::new(format!(
                "expected at most {limit} stones on a square, found more in column {column}"
            )));
        }
        stones.push(stone);
        cursor.offset += 1;
    }
    if stones.is_empty() {
        return Err(cursor.unexpected("x, 1 or 2"));
    }
    let top = cursor.take(|byte| match byte {
        b'S' | b's' => Some(Piece::Wall),
        b'C' | b'c' => Some(Piece::Capstone),
        _ => None,
    });
    Ok((stones, top.unwrap_or(Piece::Flat)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_stacks_are_read() {
        for (size, height) in [(6, 64), (8, 128)] {
            let rest = vec![format!("x{size}"); size - 1].join("/");
            let stack = "1".repeat(height);
            let fits = format!("{stack},x{}/{rest} 1 1", size - 1);
            assert_eq!(parse_tps(&fits).map(|tps| tps.to_string()), Ok(fits));
            let above = format!("{stack}1,x{}/{rest} 1 1", size - 1);
            let expected = format!("expected at most {height} stones on a square");
            assert!(parse_tps(&above).is_err_and(|error| error.to_string().starts_with(&expected)));
        }
    }

    #[test]
    fn a_position_keeps_its_size() {
        let error = parse_tps("x4/x4/x4/x4 1 1")
            .and_then(|tps| tps.position::<3>(Rules::standard(3)))
            .map_err(|error| error.to_string());
        assert_eq!(error.err(), Some("expected a 3x3 position, found 4x4".into()));
    }
}
