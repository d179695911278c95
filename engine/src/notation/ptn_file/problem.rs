//! What can be wrong with a game, and where.

use super::{Fault, Item, PtnGame, Token, is_valid_tag, tag_kind};
use crate::notation::{PlyError, TpsError};
use crate::types::{Color, RulesError};
use std::fmt;
use thiserror::Error;

/// A place in a text: line and column, counted from 1. Zero for what was not read from a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Location {
    /// The line. CR, LF and CRLF end one.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl Location {
    pub(super) const START: Self = Self { line: 1, column: 1 };

    /// Moves on behind a text. (Items never end between CR and LF: only space holds either.)
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

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}, column {}", self.line, self.column)
    }
}

/// Why a game cannot be played to a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {problem}")]
pub struct GameError {
    /// Where.
    pub location: Location,
    /// What.
    pub problem: Problem,
}

/// What can be wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// Text that is not understood.
    #[error("{fault} ({text})")]
    Unreadable {
        /// The beginning of the text.
        text: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A tag with a value that it cannot have.
    #[error("expected the tag {name} to be {expected}, found {found:?}")]
    TagValue {
        /// The tag.
        name: &'static str,
        /// What it can be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// Neither a size nor a position.
    #[error("expected a tag [Size \"3\"] to [Size \"8\"], or a tag TPS; found neither")]
    NoSize,
    /// A size, and a position of another.
    #[error("expected a TPS of size {size}, found one of size {found}")]
    SizeOfTps {
        /// The tag `Size`.
        size: usize,
        /// The size of the position.
        found: usize,
    },
    /// A game of another size than was asked for.
    #[error("expected a {expected}x{expected} game, found {found}x{found}")]
    Size {
        /// What was asked for.
        expected: usize,
        /// What the game says.
        found: usize,
    },
    /// A position that cannot be read or set up.
    #[error("TPS: {0}")]
    Tps(TpsError),
    /// Rules that no game can be played by.
    #[error(transparent)]
    Rules(RulesError),
    /// A move that cannot be played.
    #[error("move {text} ({number}. of {}): {error}", .color.name())]
    Move {
        /// The move.
        text: String,
        /// Number of the move.
        number: u32,
        /// Whose move.
        color: Color,
        /// Why not.
        error: PlyError,
    },
    /// A move behind the end of the game.
    #[error("expected no move after the end of the game, found {text} ({number}. of {})", .color.name())]
    GameOver {
        /// The move.
        text: String,
        /// Number of the move.
        number: u32,
        /// Whose move.
        color: Color,
    },
    /// A variation that leaves the line it belongs to behind its end.
    #[error("expected variation {name} to leave its line by ply {plies}, found ply {found}")]
    Variation {
        /// Name of the variation.
        name: String,
        /// The latest ply that it can replace, counted from 1.
        plies: usize,
        /// The ply that it replaces.
        found: usize,
    },
    /// A line that the game does not have.
    #[error("expected a line from 0 to {last}, found {found}")]
    Line {
        /// The last one there is.
        last: usize,
        /// What was asked for.
        found: usize,
    },
    /// Fewer plies than were asked for.
    #[error("expected a ply from 0 to {plies}, found {found}")]
    Ply {
        /// Length of the line.
        plies: usize,
        /// What was asked for.
        found: usize,
    },
}

impl Problem {
    pub(super) const fn at(self, location: Location) -> GameError {
        GameError { location, problem: self }
    }

    pub(super) fn unreadable(item: &Item, fault: Fault) -> Self {
        Self::Unreadable { text: excerpt(item.text()), fault }
    }
}

/// As much of a game's text as is shown in a message.
pub(in crate::notation) fn excerpt(text: &str) -> String {
    crate::notation::excerpt(text, 24)
}

impl PtnGame {
    /// What was not understood, in order: tags that PTN Ninja would pass over because of their
    /// values, and text that is no PTN. None of it is lost when the game is written.
    #[must_use]
    pub fn problems(&self) -> Vec<GameError> {
        let of_item = |item: &Item| match item.token() {
            Token::Tag(tag) if !is_valid_tag(&tag.name, &tag.value) => {
                let (name, kind) = tag_kind(&tag.name)?;
                let (expected, found) = (kind.expected(), excerpt(&tag.value));
                Some(Problem::TagValue { name, expected, found })
            }
            Token::Unknown(fault) => Some(Problem::unreadable(item, *fault)),
            _ => None,
        };
        self.items().iter().filter_map(|item| Some(of_item(item)?.at(item.location()))).collect()
    }
}
