//! Reads a text from left to right, and says what is wrong with it.

use std::fmt::Display;
use thiserror::Error;

/// A text that is not a move, a line or a position, or that the rules do not allow: expected and found text, and the place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct TextError(String);

impl TextError {
    /// An error with this message.
    pub fn new(message: impl Display) -> Self {
        Self(message.to_string())
    }
}

/// A place in a text.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    /// Number of bytes before it.
    pub(super) offset: usize,
}

impl<'a> Cursor<'a> {
    /// A byte of the rest.
    pub(super) fn byte(&self, index: usize) -> Option<u8> {
        self.text.as_bytes().get(self.offset + index).copied()
    }

    /// Passes the next byte if it has a meaning.
    pub(super) fn take<T>(&mut self, meaning: impl FnOnce(u8) -> Option<T>) -> Option<T> {
        let taken = meaning(self.byte(0)?)?;
        self.offset += 1;
        Some(taken)
    }

    /// Passes the ASCII characters that belong to a word.
    pub(super) fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> &'a str {
        let start = self.offset;
        while self.byte(0).is_some_and(&belongs) {
            self.offset += 1;
        }
        self.text.get(start..self.offset).unwrap_or_default()
    }

    /// A digit from 1 to 8. Other digits are errors; other characters are not.
    pub(super) fn digit(&mut self, expected: &str) -> Result<Option<usize>, TextError> {
        if matches!(self.byte(0), Some(b'0' | b'9')) {
            return Err(self.unexpected(expected));
        }
        Ok(self.take(|byte| byte.is_ascii_digit().then(|| usize::from(byte - b'0'))))
    }

    /// The column of the next character, from 1.
    pub(super) fn column(&self) -> usize {
        self.text.char_indices().take_while(|&(at, _)| at < self.offset).count() + 1
    }

    /// The error that the next character is not what was expected.
    pub(super) fn unexpected(&self, expected: &str) -> TextError {
        let found = self.text.get(self.offset..).and_then(|rest| rest.chars().next());
        let found = found.map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
        TextError(format!("expected {expected} in column {}, found {found}", self.column()))
    }
}
