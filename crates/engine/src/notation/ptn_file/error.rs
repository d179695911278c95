//! Errors in a game, with their places.

use crate::notation::excerpt;
use std::fmt::{self, Display};
use thiserror::Error;

/// A place in a text: line and column, from 1. Zero for what was not read from a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Location {
    /// The line. CR, LF and CRLF end one.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl Location {
    pub(super) const START: Self = Self { line: 1, column: 1 };

    /// Moves on to the end of a text. (Only space contains line ends, so that no item ends between CR and LF.)
    pub(super) fn pass(&mut self, text: &str) {
        let mut previous = '\0';
        for character in text.chars() {
            match character {
                '\n' if previous == '\r' => {}
                '\n' | '\r' => {
                    self.line = self.line.saturating_add(1);
                    self.column = 1;
                }
                '\u{feff}' => {}
                _ => self.column = self.column.saturating_add(1),
            }
            previous = character;
        }
    }
}

impl Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}, column {}", self.line, self.column)
    }
}

/// Reason why a game cannot be read or replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {message}")]
pub struct GameError {
    /// Place in the text.
    pub location: Location,
    /// Expected and found text.
    pub message: String,
}

impl GameError {
    pub(super) fn new(location: Location, message: impl Display) -> Self {
        Self { location, message: message.to_string() }
    }

    /// The error that a text cannot be read.
    pub(super) fn unreadable(location: Location, reason: impl Display, text: &str) -> Self {
        Self::new(location, format!("{reason} ({})", excerpt(text, 24)))
    }
}
