//! Splits a text into items, in time linear in its length.

use super::{Fault, GameResult, Item, Location, MoveNumber, Tag, Token, tree};
use crate::notation::ptn::ply_prefix;
use crate::notation::{Marks, parse_ply};

/// Items of a text, and the space behind the last one.
pub(super) fn read(text: &str) -> (Vec<Item>, Box<str>) {
    let mut items = Vec::new();
    let mut rest = text;
    let mut location = Location::START;
    loop {
        let (space, after) = split_space(rest);
        if after.is_empty() {
            return (items, space.into());
        }
        location.pass(space);
        let (length, token) = token(after);
        let (text, after) = after.split_at(length);
        items.push(Item { space: space.into(), text: text.into(), token, location });
        location.pass(text);
        rest = after;
    }
}

/// Space and byte order marks; the latter occur where files were joined.
const fn is_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

fn split_space(text: &str) -> (&str, &str) {
    text.split_at(text.len() - text.trim_start_matches(is_space).len())
}

impl Item {
    /// A new item with the token of its text.
    pub fn new(space: &str, text: &str) -> Self {
        let (length, token) = self::token(text);
        let token = if length < text.len() { Token::Unknown(Fault::Tag) } else { token };
        Self { space: space.into(), text: text.into(), token, location: Location::default() }
    }
}

/// Length and token of the first item of a text without leading space.
fn token(text: &str) -> (usize, Token) {
    match text.as_bytes().first() {
        None => (0, Token::Comment),
        Some(b'{') => match text.find('}') {
            Some(end) => (end + 1, Token::Comment),
            None => (text.len(), Token::Unknown(Fault::Comment)),
        },
        Some(b'[') => tag(text).unwrap_or_else(|| {
            let end = text.find([']', '\r', '\n']).unwrap_or(text.len());
            (end + usize::from(text[end..].starts_with(']')), Token::Unknown(Fault::Tag))
        }),
        Some(_) => word(text),
    }
}

/// Whether a character ends a word.
fn is_end(character: char) -> bool {
    is_space(character) || character == '{' || character == '['
}

/// A tag on one line. A quote ends the value, except `\"` before anything other than `]`.
fn tag(text: &str) -> Option<(usize, Token)> {
    let is_blank = |at: char| at == ' ' || at == '\t';
    let is_delimiter = |at: char| at.is_whitespace() || matches!(at, '"' | '[' | ']');
    let inside = text.strip_prefix('[')?.trim_start_matches(is_blank);
    let (name, after) = inside.split_at(inside.find(is_delimiter)?);
    let quoted = after.trim_start_matches(is_blank).strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    let mut escaped = false;
    for (at, character) in quoted.char_indices() {
        if character == '\r' || character == '\n' {
            return None;
        }
        if character == '"' {
            let behind = quoted[at + 1..].trim_start_matches(is_blank);
            if let Some(rest) = behind.strip_prefix(']') {
                let value = quoted[..at].replace("\\\"", "\"").into();
                let tag = Box::new(Tag { name: name.into(), value });
                return Some((text.len() - rest.len(), Token::Tag(tag)));
            }
            if !escaped {
                return None;
            }
        }
        escaped = character == '\\';
    }
    None
}

/// The first token of a word, which may have several without space between them. Searches for the end of the word
/// only for tokens that extend to it; otherwise a long word of many tokens would take quadratic time.
fn word(text: &str) -> (usize, Token) {
    if let Some((length, number)) = move_number(text) {
        return (length, Token::Number(number));
    }
    if let Some((length, result)) = result(text) {
        return (length, Token::Result(result));
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
    let fault = parse_ply(&text[..length]).map_or_else(Fault::Move, |_| Fault::Tag);
    (length, Token::Unknown(fault))
}

/// A result; the longest is `1/2-1/2`.
fn result(text: &str) -> Option<(usize, GameResult)> {
    let end = text.char_indices().take(8).find(|&(_, at)| is_end(at));
    let length = end.map_or(text.len(), |(at, _)| at);
    let word = text.get(..length).filter(|word| word.len() < 8)?;
    Some((length, GameResult::read(word)?))
}

/// `3.`, `3...`, or with a variation `1.3.`, `1/2/3.`.
fn move_number(word: &str) -> Option<(usize, MoveNumber)> {
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
    let line = (start > 0).then(|| tree::line_name(&word[..start]).into());
    Some((stop, MoveNumber { number, black: stop - end > 1, line }))
}
