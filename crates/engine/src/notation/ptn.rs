//! Moves, their marks, and lines of moves as text.
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
//! # Ok::<(), stonefall_engine::notation::TextError>(())
//! ```

use super::cursor::{Cursor, TextError};
use super::excerpt;
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
    /// A legal move of this position in PTN, without marks. The text of a [`Move`] has no `*` and no second stone.
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
    pub fn check<const N: usize>(&self, position: &Position<N>) -> Result<Move, TextError> {
        if self.two_stones && !opens_with_two_stones(position) {
            let expected =
                "expected a direction: only a double black stack opens with two stones on a square";
            return Err(TextError::new(expected));
        }
        position.check(self.mv).map_err(TextError::new)?;
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

/// Reads a move and checks that it is legal.
///
/// # Errors
/// If the text is not a move, or the move is not legal.
pub fn read_move<const N: usize>(text: &str, position: &Position<N>) -> Result<Move, TextError> {
    parse_ply(text)?.check(position)
}

/// Reads a move for any board, legal or not. `2a1`, the first ply of a double black stack, is the placement `a1`;
/// [`read_move`] refuses it elsewhere.
///
/// # Errors
/// If the text is not a move.
pub fn parse_move(text: &str) -> Result<Move, TextError> {
    parse_ply(text).map(|ply| ply.mv)
}

/// Reads a move with its marks.
///
/// # Errors
/// If the text is not a move, or other text follows.
pub fn parse_ply(text: &str) -> Result<Ply, TextError> {
    let (ply, length) = ply_prefix(text)?;
    if length == text.len() {
        return Ok(ply);
    }
    Err(Cursor { text, offset: length }.unexpected("the end of the move, * or a mark ' \" ! ?"))
}

/// Reads moves separated by space.
///
/// # Errors
/// The first word that is not a move.
pub fn parse_line(text: &str) -> Result<Vec<Move>, TextError> {
    let words = text.split_whitespace().enumerate();
    words
        .map(|(index, word)| parse_move(word).map_err(|error| at_word(index, word, error)))
        .collect()
}

/// The error of a word of a line.
pub(crate) fn at_word(index: usize, word: &str, error: impl fmt::Display) -> TextError {
    TextError::new(format!("word {} ({}): {error}", index + 1, excerpt(word, 24)))
}

/// Reads an opening book in Racetrack's form: one line of moves for each opening, with its number from 1. Skips empty lines
/// and lines that begin with `#`.
///
/// ```
/// use stonefall_engine::notation::opening_lines;
///
/// let book = "# made by hand\na1 f6 c3 d4\n\na1 f6 1. e3\n";
/// let lines: Vec<_> = opening_lines(book).collect();
/// assert_eq!(lines[0].as_ref().map(|(line, moves)| (*line, moves.len())), Ok((2, 4)));
/// assert_eq!(
///     lines[1].as_ref().unwrap_err().to_string(),
///     "line 4, word 3 (1.): expected a file from a to h in column 2, found '.'"
/// );
/// ```
pub fn opening_lines(text: &str) -> impl Iterator<Item = Result<(usize, Vec<Move>), TextError>> {
    let lines = (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines());
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#')).map(
        |(number, line)| match parse_line(line) {
            Ok(moves) => Ok((number, moves)),
            Err(error) => Err(TextError::new(format!("line {number}, {error}"))),
        },
    )
}

/// Reads the move at the beginning of a text. Returns it with its length in bytes.
pub(super) fn ply_prefix(text: &str) -> Result<(Ply, usize), TextError> {
    if text.is_empty() {
        return Err(TextError::new("expected a move such as a1, Sa1 or 3c3>12, found nothing"));
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
            return Err(cursor.unexpected("the end of a placement"));
        }
        (None, _) if count.is_some() && !two_stones => {
            return Err(cursor.unexpected("a direction + - < >"));
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

fn square(cursor: &mut Cursor<'_>) -> Result<Square, TextError> {
    let inside = |byte: u8, first: u8| (first..first + 8).contains(&byte).then(|| byte - first);
    let file = cursor.take(|byte| inside(byte.to_ascii_lowercase(), b'a'));
    let file = file.ok_or_else(|| cursor.unexpected("a file from a to h"))?;
    let rank = cursor.take(|byte| inside(byte, b'1'));
    let rank = rank.ok_or_else(|| cursor.unexpected("a rank from 1 to 8"))?;
    Ok(Square::new(file.into(), rank.into()))
}

/// Reads the drops. The last drop may be missing, as in Taktician: `5d4-22` for `5d4-221`.
fn pattern(cursor: &mut Cursor<'_>, carried: usize) -> Result<Pattern, TextError> {
    let (mut drops, mut dropped) = (Vec::new(), 0);
    let refuse = |dropped| {
        TextError::new(format!("expected drops that add up to {carried}, found {dropped}"))
    };
    while let Some(drop) = cursor.digit("a drop from 1 to 8")? {
        drops.push(drop);
        dropped += drop;
        if dropped > carried {
            return Err(refuse(dropped));
        }
    }
    if dropped < carried {
        drops.push(carried - dropped);
    }
    Pattern::from_drops(&drops).ok_or_else(|| refuse(dropped))
}

fn is_suffix(byte: u8) -> bool {
    byte == b'*' || Marks::is_mark(byte)
}

/// Threat mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum ThreatMark {
    /// No mark.
    #[default]
    None,
    /// `'`: a road is possible next (*tak*).
    Tak,
    /// `''` or `"`: a road can no longer be prevented (*tinue*).
    Tinue,
}

/// Quality mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Bad,
    /// `??`
    Blunder,
}

impl Judgement {
    /// The judgement in PTN.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
            Self::Bad => "?",
            Self::Blunder => "??",
        }
    }

    /// Reads a judgement in PTN.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        use Judgement::{Bad, Blunder, Brilliant, Dubious, Good, Interesting};
        let all = [Brilliant, Good, Interesting, Dubious, Bad, Blunder];
        all.into_iter().find(|judgement| judgement.symbol() == symbol)
    }
}

/// The marks behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks {
    /// Tak or tinue.
    pub threat: ThreatMark,
    /// Good or bad.
    pub judgement: Option<Judgement>,
}

impl Marks {
    /// No marks.
    pub const NONE: Self = Self { threat: ThreatMark::None, judgement: None };

    /// Whether a character can be part of marks.
    pub(in crate::notation) const fn is_mark(byte: u8) -> bool {
        matches!(byte, b'\'' | b'"' | b'!' | b'?')
    }

    /// Reads the characters `' " ! ?` and skips others. The first two of `!` and `?` count.
    pub fn read(text: &str) -> Self {
        let (mut quotes, mut symbol) = (0u32, String::new());
        for mark in text.chars() {
            match mark {
                '\'' => quotes = quotes.saturating_add(1),
                '"' => quotes = quotes.saturating_add(2),
                '!' | '?' if symbol.len() < 2 => symbol.push(mark),
                _ => {}
            }
        }
        let threat = match quotes {
            0 => ThreatMark::None,
            1 => ThreatMark::Tak,
            _ => ThreatMark::Tinue,
        };
        Self { threat, judgement: Judgement::from_symbol(&symbol) }
    }

    /// These marks, completed by `later` where one is missing.
    #[must_use]
    pub fn or(self, later: Self) -> Self {
        Self {
            threat: self.threat.max(later.threat),
            judgement: self.judgement.or(later.judgement),
        }
    }
}

/// The threat first: `'!`, `''??`.
impl fmt::Display for Marks {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self.threat {
            ThreatMark::None => "",
            ThreatMark::Tak => "'",
            ThreatMark::Tinue => "''",
        })?;
        out.write_str(self.judgement.map_or("", Judgement::symbol))
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
