//! Splits a text into items, in time linear in its length.

use super::{GameResult, Location, line_name};
use crate::notation::ptn::ply_prefix;
use crate::notation::{Marks, Ply, TextError, parse_ply};
use crate::types::Color;
use thiserror::Error;

/// A piece of a text.
pub(super) struct Item<'a> {
    pub(super) token: Token<'a>,
    pub(super) text: &'a str,
    pub(super) location: Location,
    /// Number of bytes before it.
    pub(super) offset: usize,
    /// Whether an empty line is before it.
    pub(super) follows_empty_line: bool,
}

/// Content of an item.
pub(super) enum Token<'a> {
    /// A tag: name and value.
    Tag(&'a str, String),
    /// The inside of a comment, or the name of a variation.
    Comment(&'a str),
    /// A move number, `3.` or `3...`, in old files with its variation, `1.3.`.
    Number { number: u32, color: Color, line: Option<String> },
    /// A move with its marks.
    Ply(Ply),
    /// A result.
    Result(GameResult),
    /// A placeholder for a move, `--`.
    Placeholder,
    /// Marks separated from their move by space.
    Marks(Marks),
    /// Reason why a text is unreadable.
    Unread(Fault),
}

/// Reason why a text is unreadable.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum Fault {
    #[error("expected a comment to end with }}, found the end of the text")]
    Comment,
    #[error("expected a tag such as [Size \"6\"]")]
    Tag,
    #[error("expected a tag to end with ], found the end of the text")]
    TornTag,
    #[error("expected a variation to begin within the game")]
    Start,
    #[error("expected PTN, found a variation in parentheses")]
    /// The number of parentheses that stay open.
    Parentheses(usize),
    #[error("expected PTN, found a sign of other programs")]
    Sign,
    #[error("{0}")]
    Move(TextError),
}

/// The items of a text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    rest: &'a str,
    location: Location,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, rest: text, location: Location::START }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        let (space, after) =
            self.rest.split_at(self.rest.len() - self.rest.trim_start_matches(is_space).len());
        self.location.pass(space);
        if after.is_empty() {
            return None;
        }
        let (length, token) = token(after);
        let (text, rest) = after.split_at(length);
        let count = |end| space.bytes().filter(|&byte| byte == end).count();
        let follows_empty_line = count(b'\n').max(count(b'\r')) >= 2;
        let (location, offset) = (self.location, self.text.len() - after.len());
        let item = Item { token, text, location, offset, follows_empty_line };
        self.location.pass(text);
        self.rest = rest;
        Some(item)
    }
}

/// Space and byte order marks; the latter occur where files were joined.
const fn is_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

/// Whether a character ends a word.
fn is_end(character: char) -> bool {
    is_space(character) || character == '{' || character == '['
}

const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\u{a0}')
}

/// The quotes of a tag, as text processors write them.
pub(super) const fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}')
}

/// A text in parentheses, also with others inside. It ends at the latest before a line with a tag.
fn parentheses(text: &str) -> (usize, Token<'_>) {
    let (mut open, mut previous) = (0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' => open -= 1,
            b'[' if matches!(previous, b'\r' | b'\n') => {
                return (text[..at].trim_end().len(), Token::Unread(Fault::Parentheses(open)));
            }
            _ => {}
        }
        if open == 0 {
            return (at + 1, Token::Unread(Fault::Parentheses(0)));
        }
        previous = byte;
    }
    (text.trim_end().len(), Token::Unread(Fault::Parentheses(open)))
}

/// Length and token of the first item of a text without leading space.
fn token(text: &str) -> (usize, Token<'_>) {
    match text.as_bytes().first() {
        Some(b'{') => match text.find('}') {
            Some(end) => (end + 1, Token::Comment(&text[1..end])),
            None => (text.len(), Token::Unread(Fault::Comment)),
        },
        Some(b'(') => parentheses(text),
        // Other programs' comments to the end of the line.
        Some(b';' | b'%') => {
            let end = text.find(['\r', '\n']).unwrap_or(text.len());
            (end, Token::Comment(text[1..end].trim()))
        }
        Some(b'[') => tag(text).unwrap_or_else(|| match text.find([']', '\r', '\n']) {
            Some(end) => {
                (end + usize::from(text[end..].starts_with(']')), Token::Unread(Fault::Tag))
            }
            None => (text.len(), Token::Unread(Fault::TornTag)),
        }),
        _ => word(text),
    }
}

/// A tag on one line. A quote ends the value, except `\"` before anything other than `]`.
fn tag(text: &str) -> Option<(usize, Token<'_>)> {
    let is_delimiter = |at: char| at.is_whitespace() || is_quote(at) || matches!(at, '[' | ']');
    let inside = text.strip_prefix('[')?.trim_start_matches(is_blank);
    let (name, after) = inside.split_at(inside.find(is_delimiter)?);
    let after = after.trim_start_matches(is_blank);
    let quoted = after.strip_prefix(is_quote)?;
    if name.is_empty() {
        return None;
    }
    let closes = |at: char| is_quote(at) && (at == '"') == after.starts_with('"');
    let mut escaped = false;
    for (at, character) in quoted.char_indices() {
        if character == '\r' || character == '\n' {
            return None;
        }
        if closes(character) {
            let behind = quoted[at + character.len_utf8()..].trim_start_matches(is_blank);
            if let Some(rest) = behind.strip_prefix(']') {
                let value = quoted[..at].replace("\\\"", "\"");
                return Some((text.len() - rest.len(), Token::Tag(name, value)));
            }
            if character == '"' && !escaped {
                return None;
            }
        }
        escaped = character == '\\';
    }
    None
}

/// The first token of a word, which may have several without space between them. Searches for the end of the word
/// only for tokens that extend to it; otherwise a long word of many tokens would take quadratic time.
fn word(text: &str) -> (usize, Token<'_>) {
    if let Some(found) = result(text).or_else(|| move_number(text)) {
        return found;
    }
    let run = |is_part: fn(u8) -> bool| text.bytes().take_while(|&byte| is_part(byte)).count();
    let placeholder = run(|byte| matches!(byte, b'.' | b'-' | b'*'));
    if placeholder > 0 {
        return (placeholder, Token::Placeholder);
    }
    let marks = run(Marks::is_mark);
    if marks > 0 {
        return (marks, Token::Marks(Marks::read(&text[..marks])));
    }
    if let Ok((ply, length)) = ply_prefix(text) {
        // Another move or a result may follow without space. A digit or a sign means a misspelled move.
        let next = text[length..].chars().next();
        if next.is_none_or(|next| is_end(next) || next.is_ascii_alphabetic()) {
            return (length, Token::Ply(ply));
        }
    }
    let length = text.find(is_end).unwrap_or(text.len());
    let is_sign = !text[..length].contains(|at: char| at.is_alphanumeric() || at == '}')
        || text.starts_with(['$', '`']);
    let fault = match parse_ply(&text[..length]) {
        Err(_) if is_sign => Fault::Sign,
        read => read.map_or_else(Fault::Move, |_| Fault::Tag),
    };
    (length, Token::Unread(fault))
}

/// A result, also with blanks: `1 - 0`. The longest is `1/2 - 1/2`.
fn result(text: &str) -> Option<(usize, Token<'_>)> {
    if !text.starts_with(['0', '1', 'R', 'r', 'F', 'f', '*', '\u{bd}']) {
        return None;
    }
    let mut dense = String::new();
    for (at, character) in text.char_indices().chain([(text.len(), '{')]).take(16) {
        if !is_end(character) {
            dense.push(character);
        } else if let Some(result) = GameResult::read(&dense) {
            return Some((at, Token::Result(result)));
        } else if !is_blank(character) {
            break;
        }
    }
    None
}

/// `3.`, `3...`, or with a variation `1.3.`, `1/2/3.`.
fn move_number(word: &str) -> Option<(usize, Token<'_>)> {
    let bytes = word.as_bytes();
    let run = |from: usize, is_part: fn(&u8) -> bool| {
        from + bytes[from..].iter().take_while(|byte| is_part(byte)).count()
    };
    let mut found = None;
    let mut start = 0;
    loop {
        let end = run(start, |byte| byte.is_ascii_digit() || *byte == b'-');
        if end == start {
            break;
        }
        match bytes.get(end) {
            Some(b'.') => {
                let stop = run(end, |byte| *byte == b'.');
                if !word[start..end].contains('-') {
                    found = Some((start, end, stop));
                }
                start = stop;
            }
            Some(b'/') => start = end + 1,
            _ => break,
        }
    }
    let (start, end, stop) = found?;
    let number = word[start..end].parse().unwrap_or(u32::MAX);
    let color = if stop - end > 1 { Color::Black } else { Color::White };
    let line = (start > 0).then(|| line_name(&word[..start]));
    Some((stop, Token::Number { number, color, line }))
}
