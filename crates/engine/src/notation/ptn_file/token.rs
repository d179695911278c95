//! Items of a game's text.

use super::{GameError, GameResult, Location, excerpt};
use crate::notation::{Marks, MoveError, Ply};
use crate::types::Color;
use thiserror::Error;

/// A tag, `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name in its original spelling.
    pub name: Box<str>,
    /// The value, with `\"` read as `"`.
    pub value: Box<str>,
}

/// A move number, `3.` or `3...`, in old files with its variation, `1.3.`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// Whether it has more than one dot: Black's move follows.
    pub black: bool,
    /// The variation before the number, in the spelling of [`Line::name`](super::Line::name).
    pub line: Option<Box<str>>,
}

impl MoveNumber {
    /// Color of the following move.
    pub(super) const fn color(&self) -> Color {
        if self.black { Color::Black } else { Color::White }
    }
}

/// Reason why a text is unreadable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// A comment without an end.
    #[error("expected a comment to end with }}, found the end of the text")]
    Comment,
    /// Brackets without a tag.
    #[error("expected a tag such as [Size \"6\"]")]
    Tag,
    /// A variation whose first number is before the first number of the game.
    #[error("expected a variation to begin within the game")]
    Number,
    /// Any other text.
    #[error("{0}")]
    Move(MoveError),
}

/// Content of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A tag.
    Tag(Box<Tag>),
    /// A comment, or the name of a variation.
    Comment,
    /// A move number.
    Number(MoveNumber),
    /// A move with its marks.
    Ply(Ply),
    /// A result.
    Result(GameResult),
    /// A placeholder for a move, `--`.
    Placeholder,
    /// Marks separated from their move by space.
    Marks(Marks),
    /// Reason why a text is unreadable.
    Unknown(Fault),
}

impl Token {
    /// Whether it ends the tags.
    pub(super) const fn is_body(&self) -> bool {
        match self {
            Self::Number(_) | Self::Ply(_) | Self::Result(_) | Self::Placeholder => true,
            Self::Tag(_) | Self::Comment | Self::Marks(_) | Self::Unknown(_) => false,
        }
    }
}

/// A piece of a game's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub(super) space: Box<str>,
    pub(super) text: Box<str>,
    pub(super) token: Token,
    pub(super) location: Location,
}

impl Item {
    /// The space before it.
    pub const fn space(&self) -> &str {
        &self.space
    }

    /// Its text.
    pub const fn text(&self) -> &str {
        &self.text
    }

    /// Its content.
    pub const fn token(&self) -> &Token {
        &self.token
    }

    /// Its place in the original text.
    pub const fn location(&self) -> Location {
        self.location
    }

    /// The error that it cannot be read.
    pub(super) fn unreadable(&self, fault: Fault) -> GameError {
        GameError::new(self.location, format!("{fault} ({})", excerpt(&self.text)))
    }

    /// The inside of a comment.
    pub fn comment(&self) -> Option<&str> {
        match self.token {
            Token::Comment => self.text.strip_prefix('{')?.strip_suffix('}'),
            _ => None,
        }
    }

    /// Whether there is an empty line before it.
    pub(crate) fn follows_empty_line(&self) -> bool {
        let feeds = self.space.bytes().filter(|&byte| byte == b'\n').count();
        let returns = self.space.bytes().filter(|&byte| byte == b'\r').count();
        feeds.max(returns) >= 2
    }
}
