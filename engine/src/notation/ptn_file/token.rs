//! What a game's text is made of.

use super::{GameResult, Location, lexer};
use crate::notation::{Marks, MoveError, Ply};
use crate::types::Color;
use thiserror::Error;

/// A tag, `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name, as it is written.
    pub name: Box<str>,
    /// The value, with `\"` read as `"`.
    pub value: Box<str>,
}

/// A move number, `3.` or `3...`, in old files with the variation it belongs to, `1.3.`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// Whether more than one dot says that Black's move follows.
    pub black: bool,
    /// The variation before the number, in the spelling of [`Line::name`](super::Line::name).
    pub line: Option<Box<str>>,
}

impl MoveNumber {
    /// Whose move follows, as far as the number says.
    pub(super) const fn color(&self) -> Color {
        if self.black { Color::Black } else { Color::White }
    }
}

/// Text that is not understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// A comment without an end.
    #[error("expected a comment to end with }}, found the end of the text")]
    Comment,
    /// Something in brackets that is no tag.
    #[error("expected a tag such as [Size \"6\"]")]
    Tag,
    /// A variation whose first number is before that of the game.
    #[error("expected a variation to begin within the game")]
    Number,
    /// Anything else.
    #[error("{0}")]
    Move(MoveError),
}

/// What an item is.
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
    /// Marks that stand apart from their move.
    Marks(Marks),
    /// Text that is not understood.
    Unknown(Fault),
}

impl Token {
    /// Whether this can only stand behind the tags.
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
    /// A new item; its text is read for what it is.
    #[must_use]
    pub fn new(space: &str, text: &str) -> Self {
        let (length, token) = lexer::token(text);
        let token = if length < text.len() { Token::Unknown(Fault::Tag) } else { token };
        Self { space: space.into(), text: text.into(), token, location: Location::default() }
    }

    /// The space before it.
    #[must_use]
    pub const fn space(&self) -> &str {
        &self.space
    }

    /// Its text.
    #[must_use]
    pub const fn text(&self) -> &str {
        &self.text
    }

    /// What it is.
    #[must_use]
    pub const fn token(&self) -> &Token {
        &self.token
    }

    /// Where it stands in the text it was read from.
    #[must_use]
    pub const fn location(&self) -> Location {
        self.location
    }

    /// The inside of a comment.
    #[must_use]
    pub fn comment(&self) -> Option<&str> {
        match self.token {
            Token::Comment => self.text.strip_prefix('{')?.strip_suffix('}'),
            _ => None,
        }
    }

    /// Whether an empty line goes before it.
    #[must_use]
    pub(crate) fn follows_empty_line(&self) -> bool {
        let feeds = self.space.bytes().filter(|&byte| byte == b'\n').count();
        let returns = self.space.bytes().filter(|&byte| byte == b'\r').count();
        feeds.max(returns) >= 2
    }
}
