//! Games in PTN files.
//!
//! A file has games, a game has items: tags, move numbers, moves, comments, results. Each item keeps its text and
//! the space before it. Writing returns every unchanged item byte for byte: unknown tags, odd spacing, line ends of
//! every kind and text that is not PTN. Reading never fails. [`PtnGame::problems`] lists unreadable text, and
//! [`PtnGame::replay`] stops before it with an error.
//!
//! [`PtnGame::tree`] finds the main line and the variations in the items, in PTN Ninja's form (`{3w1}` after an
//! empty line and before a move number) and in the old form (`1.3.`).
//!
//! ```
//! use stonefall_engine::notation::ptn_file::{PtnGame, PtnFile};
//!
//! let text = "[Size \"5\"]\r\n[Mood \"good\"]\r\n\r\n1. a1 e5 {quiet} 2. c3' c2 R-0\r\n\r\n{2w1}\r\n2. Cc3\r\n";
//! let file = PtnFile::read(text);
//! assert_eq!(file.to_string(), text);
//!
//! let game = &file.games[0];
//! let end = game.replay::<5>(PtnGame::MAIN_LINE, None)?;
//! assert_eq!(end.moves.len(), 4);
//! let variation = game.tree().find("2w1").unwrap_or_default();
//! let other = game.replay::<5>(variation, None)?;
//! assert_eq!(other.moves.last().map(|mv| mv.to_string()), Some("Cc3".into()));
//! # Ok::<(), stonefall_engine::notation::ptn_file::GameError>(())
//! ```

mod builder;
mod edit;
mod evaluation;
mod lexer;
mod problem;
mod replay;
mod result;
mod scan;
mod setup;
mod tags;
mod token;
mod tree;
mod write;

pub use evaluation::{Evaluation, Label, LabelKind};
pub use problem::{GameError, Location};
pub use replay::Replay;
pub use result::{GameResult, Reason};
pub use setup::Setup;
pub use tags::{TagKind, is_valid_tag, tag_kind};
pub use token::{Fault, Item, MoveNumber, Tag, Token};
pub use tree::{Line, Played, Tree};
pub use write::Writer;

pub(super) use problem::excerpt;
pub use tree::place_name;

use std::fmt;

/// A text with zero or more games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PtnFile {
    /// The games, in order.
    pub games: Vec<PtnGame>,
    /// The space behind the last game.
    pub tail: Box<str>,
}

impl PtnFile {
    /// Reads a text. A tag behind a move, a move number or a result begins another game.
    pub fn read(text: &str) -> Self {
        let (items, tail) = lexer::read(text);
        let mut games = Vec::new();
        let mut game = PtnGame::default();
        let mut has_body = false;
        for item in items {
            if has_body && matches!(item.token(), Token::Tag(_)) {
                games.push(std::mem::take(&mut game));
                has_body = false;
            }
            has_body |= item.token().is_body();
            game.items.push(item);
        }
        if !game.items.is_empty() {
            games.push(game);
        }
        Self { games, tail }
    }
}

/// The original text with all changes.
impl fmt::Display for PtnFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for game in &self.games {
            write!(out, "{game}")?;
        }
        out.write_str(&self.tail)
    }
}

/// One game of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PtnGame {
    items: Vec<Item>,
}

impl PtnGame {
    /// Index of the main line in a game's [`Tree`].
    pub const MAIN_LINE: usize = 0;

    /// Reads a text as one game: the first of its games, or an empty one.
    pub fn read(text: &str) -> Self {
        PtnFile::read(text).games.into_iter().next().unwrap_or_default()
    }

    /// Items of the game, in order.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Value of the last tag with this name, in any case, that is not empty.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find_tag(name).map(|(tag, _)| &*tag.value)
    }

    pub(super) fn find_tag(&self, name: &str) -> Option<(&Tag, Location)> {
        self.tags()
            .filter(|(tag, _)| !tag.value.is_empty() && tag.name.eq_ignore_ascii_case(name))
            .last()
    }

    /// All tags with their places, in order.
    pub fn tags(&self) -> impl Iterator<Item = (&Tag, Location)> {
        self.items.iter().filter_map(|item| match item.token() {
            Token::Tag(tag) => Some((&**tag, item.location())),
            _ => None,
        })
    }

    /// Text that is not PTN, and tags whose values PTN Ninja ignores, in order. Writing the game keeps all of
    /// it.
    pub fn problems(&self) -> Vec<GameError> {
        let problems = self.items().iter().filter_map(|item| match item.token() {
            Token::Tag(tag) if !is_valid_tag(&tag.name, &tag.value) => {
                Some(GameError::of_tag(item.location(), &tag.name, &tag.value))
            }
            Token::Unknown(fault) => Some(item.unreadable(*fault)),
            _ => None,
        });
        problems.collect()
    }

    /// Result behind the last move of the main line, or of the tag.
    pub fn result(&self) -> Option<GameResult> {
        let tree = self.tree();
        let main = &tree.lines[Self::MAIN_LINE];
        main.plies
            .last()
            .and_then(|played| played.result)
            .or(main.result)
            .or_else(|| self.tag("Result").and_then(GameResult::read))
    }
}

impl fmt::Display for PtnGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.iter().try_for_each(|item| write!(out, "{}{}", item.space(), item.text()))
    }
}
