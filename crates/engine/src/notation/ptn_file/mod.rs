//! Games in PTN files: a tree of moves with tags, comments, marks and variations.
//!
//! Reading never fails and keeps everything: text that is not PTN is listed in [`PtnGame::problems`], and written where
//! it was. `to_string` writes a game in PTN Ninja's form: one move of both players per line, the shortest spelling of
//! moves, and each variation behind an empty line and its name (`{3w1}`). Old files have names as numbers (`1.3.`). Comments of
//! chess programs (`;`, `%`) become comments; their glyphs and variations in parentheses stay as text without effect.
//!
//! ```
//! use stonefall_engine::game::Game;
//! use stonefall_engine::notation::ptn_file::PtnGame;
//!
//! let text = "[Size \"5\"]\n[Mood \"good\"]\n1. a1 e5 {quiet} 2. c3' c2 R-0\n\n{2w1}\n2. Cc3\n";
//! let mut game = PtnGame::read(text);
//! assert_eq!(Game::replay(&game, PtnGame::MAIN_LINE, None)?.played().count(), 4);
//! let variation = game.find("2w1").unwrap_or_default();
//! let other = Game::replay(&game, variation, None)?;
//! assert_eq!(other.last_move().map(|mv| mv.to_string()), Some("Cc3".into()));
//!
//! game.set_tag("Komi", "2");
//! game.main_mut().result = None;
//! assert_eq!(
//!     game.to_string(),
//!     "[Size \"5\"]\r\n[Mood \"good\"]\r\n[Komi \"2\"]\r\n\r\n1. a1 e5 {quiet}\r\n2. c3' c2\r\n\r\n{2w1}\r\n2. Cc3\r\n"
//! );
//! # Ok::<(), stonefall_engine::notation::ptn_file::GameError>(())
//! ```

mod evaluation;
mod lexer;
mod reader;
mod result;
mod setup;
mod writer;

pub use evaluation::{Evaluation, Label, LabelKind};
pub use result::{GameResult, Reason};
pub use setup::Setup;

use super::{Ply, Tps, excerpt, parse_tps};
use crate::types::{Color, Rules};
use std::fmt::{self, Display};
use thiserror::Error;

/// A game: tags, the main line and the variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PtnGame {
    tags: Vec<Tag>,
    /// The main line, then the variations in the order of the text.
    lines: Vec<Line>,
    /// Number and color before the first move in the text.
    first_number: Option<u32>,
    first_color: Option<Color>,
    /// Place of its first item.
    location: Location,
    /// Number of bytes before it.
    offset: usize,
}

/// A tag, `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name in its original spelling.
    pub name: String,
    /// The value.
    pub value: String,
    location: Location,
}

/// A line of moves: the main line, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The name of a variation, such as `3w1`, and `3w1/4b1` for a variation of it; empty for the main line.
    pub name: String,
    /// Index of the line that it leaves; `None` for the main line.
    pub parent: Option<usize>,
    /// Number of plies of the game before its first one.
    pub start: usize,
    /// Comments before its first move.
    pub notes: Vec<String>,
    /// Its own moves.
    pub moves: Vec<PtnMove>,
    /// The last result in it.
    pub result: Option<GameResult>,
    unread: Vec<Unread>,
    location: Location,
}

/// A move with its comments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PtnMove {
    /// The move with its marks.
    pub ply: Ply,
    /// Comments behind it.
    pub comments: Vec<String>,
    location: Location,
}

/// Text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Unread {
    /// Number of the line's own moves before it.
    moves: usize,
    /// The text; empty if the tree has it in another form.
    text: String,
    /// Whether moves behind it are uncertain. Brackets without a tag do not matter.
    breaks_line: bool,
    error: GameError,
}

impl Default for PtnGame {
    fn default() -> Self {
        Self {
            tags: Vec::new(),
            lines: vec![Line::default()],
            first_number: None,
            first_color: None,
            location: Location::START,
            offset: 0,
        }
    }
}

impl PtnGame {
    /// Index of the main line.
    pub const MAIN_LINE: usize = 0;

    /// A game without moves: tags for a board size, rules and a start position.
    pub fn new(size: usize, rules: &Rules, start: Option<&Tps>) -> Self {
        let mut game = Self::default();
        game.set_up(size, rules, start);
        game
    }

    /// Sets the tags for a board size, rules and a start position.
    pub fn set_up(&mut self, size: usize, rules: &Rules, start: Option<&Tps>) {
        self.set_tag("Size", &size.to_string());
        for (name, value) in rules.tags(size) {
            self.set_tag(name, &value);
        }
        if let Some(tps) = start {
            self.set_tag("TPS", &tps.to_string());
        }
    }

    /// Reads a text as one game: the first of its games, or an empty one.
    pub fn read(text: &str) -> Self {
        Self::read_all(text).next().unwrap_or_default()
    }

    /// Reads the games of a text one by one. A tag behind a move, a move number or a result begins another game, and so
    /// does a repeated tag behind an empty line. Where the text ends within a tag, that tag counts.
    pub fn read_all(text: &str) -> impl Iterator<Item = Self> + '_ {
        reader::Reader::new(text)
    }

    /// Text that cannot be read, in order.
    pub fn problems(&self) -> Vec<GameError> {
        let unread = self.lines.iter().flat_map(|line| &line.unread);
        let mut problems: Vec<_> = unread.map(|unread| unread.error.clone()).collect();
        problems.sort_by_key(|problem| problem.location);
        problems
    }

    /// Number of bytes of the text before its first item.
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

/// Tags.
impl PtnGame {
    /// All tags, in order.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Value of the last tag with this name, in any case, that is not empty.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find_tag(name).map(|tag| &*tag.value)
    }

    fn find_tag(&self, name: &str) -> Option<&Tag> {
        let is_named = |tag: &&Tag| !tag.value.is_empty() && tag.name.eq_ignore_ascii_case(name);
        self.tags.iter().rfind(is_named)
    }

    /// Sets the last tag with this name, or adds one behind the others. Names have no space, quotes and brackets.
    pub fn set_tag(&mut self, name: &str, value: &str) -> &mut Self {
        let is_part =
            |&at: &char| !at.is_whitespace() && !lexer::is_quote(at) && !matches!(at, '[' | ']');
        let name: String = name.chars().filter(is_part).collect();
        let (value, location) = (value.to_owned(), Location::default());
        match self.tags.iter_mut().rfind(|tag| tag.name.eq_ignore_ascii_case(&name)) {
            Some(tag) => tag.value = value,
            None if name.is_empty() => {}
            None => self.tags.push(Tag { name, value, location }),
        }
        self
    }
}

/// Lines.
impl PtnGame {
    /// The main line, then the variations in the order of the text.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The main line.
    pub fn main(&self) -> &Line {
        &self.lines[Self::MAIN_LINE]
    }

    /// The main line, to change it.
    pub fn main_mut(&mut self) -> &mut Line {
        &mut self.lines[Self::MAIN_LINE]
    }

    /// A line, to change it.
    pub fn line_mut(&mut self, line: usize) -> Option<&mut Line> {
        self.lines.get_mut(line)
    }

    /// Index of the first line with a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let name = line_name(name);
        self.lines.iter().position(|line| line.name == name)
    }

    /// The result of the main line, or of the tag.
    pub fn result(&self) -> Option<GameResult> {
        self.main().result.or_else(|| self.tag("Result").and_then(GameResult::read))
    }

    /// Number and color of the first move.
    pub fn first(&self) -> (u32, Color) {
        let tps = self.tag("TPS").and_then(|text| parse_tps(text).ok());
        let number = self.first_number.or(tps.as_ref().map(|tps| tps.move_number));
        let color = tps.map(|tps| tps.to_move).or(self.first_color);
        (number.unwrap_or(1), color.unwrap_or(Color::White))
    }

    /// Number and color of the move after `plies` plies.
    pub fn number(&self, plies: usize) -> (u32, Color) {
        number_after(self.first(), plies)
    }

    /// Moves of a line from the start of the game: `plies` moves, or all.
    ///
    /// # Errors
    /// If the line does not exist or has fewer plies, its parent line ends before its start, or some of its text before the
    /// last of these moves cannot be read.
    pub fn path(&self, line: usize, plies: Option<usize>) -> Result<Vec<&PtnMove>, GameError> {
        let last = self.lines.len() - 1;
        let Some(asked) = self.lines.get(line) else {
            let message = format!("expected a line from 0 to {last}, found {line}");
            return Err(GameError::new(Location::default(), message));
        };
        let refuse = |message: String| GameError::new(asked.location, message);
        let length = asked.start + asked.moves.len();
        let wanted = plies.unwrap_or(length);
        let mut pieces = Vec::new();
        let (mut current, mut child, mut end) = (line, asked, wanted.min(length));
        let mut until = plies.unwrap_or(usize::MAX);
        let mut fault = None;
        loop {
            let own = &self.lines[current];
            let breaks = |unread: &&Unread| unread.breaks_line && own.start + unread.moves < until;
            fault = own.unread.iter().find(breaks).or(fault);
            if own.start < end {
                let moves = own.moves.get(..end - own.start).ok_or_else(|| {
                    let plies = own.start + own.moves.len();
                    let (name, found) = (&child.name, end + 1);
                    refuse(format!("expected variation {name} to leave its line by ply {plies}, found ply {found}"))
                })?;
                pieces.push(moves);
                end = own.start;
            }
            until = until.min(own.start);
            child = own;
            // Parents come before their variations.
            match own.parent.filter(|&parent| parent < current) {
                Some(parent) => current = parent,
                None => break,
            }
        }
        match fault {
            Some(unread) => Err(unread.error.clone()),
            None if wanted > length => {
                Err(refuse(format!("expected a ply from 0 to {length}, found {wanted}")))
            }
            None => Ok(pieces.into_iter().rev().flatten().collect()),
        }
    }

    /// Adds a variation with this name that replaces a ply of a line (`ply` counts from 0 at the start of the game), and
    /// returns its index.
    pub fn add_variation(&mut self, line: usize, ply: usize, name: String) -> usize {
        let parent = Some(line.min(self.lines.len() - 1));
        self.lines.push(Line { name, parent, start: ply, ..Line::default() });
        self.lines.len() - 1
    }

    /// A name in PTN Ninja's form for another variation that replaces a ply of a line: `3w1`, `3w2`.
    pub fn free_name(&self, line: usize, ply: usize) -> String {
        let place = self.place(line, ply);
        let siblings = self.lines.iter().filter_map(|line| line.name.strip_prefix(&*place));
        let last = siblings.filter_map(|count| count.parse::<u64>().ok()).max().unwrap_or(0);
        format!("{place}{}", last.saturating_add(1))
    }

    /// PTN Ninja's name of a ply's place in a line: `3w`, in a variation `2b1/3w`. The names of variations begin with it.
    pub fn place(&self, line: usize, ply: usize) -> String {
        let (number, color) = self.number(ply);
        let name = self.lines.get(line).map_or("", |line| &line.name);
        let slash = if name.is_empty() { "" } else { "/" };
        format!("{name}{slash}{number}{}", ['w', 'b'][color.index()])
    }

    /// Keeps the first `kept` moves of the main line, adds these, and sets the result. Variations of the removed moves
    /// disappear.
    pub fn continue_with(&mut self, kept: usize, plies: &[Ply], result: Option<GameResult>) {
        let main = self.main_mut();
        main.moves.truncate(kept);
        main.result = result;
        let kept = main.moves.len();
        main.unread.retain(|unread| unread.moves <= kept);
        for &ply in plies {
            main.push(ply);
        }
        // A variation replaces a kept move, or the first new one.
        let end = kept + usize::from(!plies.is_empty());
        let mut places = Vec::new();
        let mut lines: Vec<Line> = Vec::new();
        for mut line in std::mem::take(&mut self.lines) {
            let parent = line.parent.map(|parent| places.get(parent).copied().flatten());
            let stays = match parent {
                None => true,
                Some(None) => false,
                Some(Some(parent)) => parent != Self::MAIN_LINE || line.start < end,
            };
            places.push(stays.then_some(lines.len()));
            if stays {
                line.parent = parent.flatten();
                lines.push(line);
            }
        }
        self.lines = lines;
    }
}

impl Line {
    /// Whether it has no name, or one of PTN Ninja's form such as `3w1`.
    pub fn has_usual_name(&self) -> bool {
        let own = self.name.rsplit('/').next().unwrap_or_default();
        own.is_empty() || reader::is_usual_name(own)
    }

    /// Adds a move.
    pub fn push(&mut self, ply: Ply) -> &mut PtnMove {
        let location = Location::default();
        self.moves.push(PtnMove { ply, comments: Vec::new(), location });
        let last = self.moves.len() - 1;
        &mut self.moves[last]
    }
}

impl PtnMove {
    /// The error of this move, the ply with this index of the game.
    pub(crate) fn error(&self, reason: impl Display) -> GameError {
        GameError::new(self.location, reason)
    }
}

/// Number and color of the move after `plies` plies.
fn number_after(first: (u32, Color), plies: usize) -> (u32, Color) {
    let plies = plies + first.1.index();
    let number = u64::from(first.0) + plies as u64 / 2;
    (number.min(u64::from(u32::MAX)) as u32, Color::from_bit(plies as u64))
}

/// The name of a variation with `/` between its parts. Old files have dots.
fn line_name(text: &str) -> String {
    let parts = text.split(['.', '/']).map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("/")
}

/// A place in a text: line and column, from 1. Zero for what was not read from a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Location {
    /// The line. CR, LF and CRLF end one.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl Location {
    const START: Self = Self { line: 1, column: 1 };

    /// Moves on to the end of a text. (Only space contains line ends, so that no item ends between CR and LF.)
    fn pass(&mut self, text: &str) {
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
    fn new(location: Location, message: impl Display) -> Self {
        Self { location, message: message.to_string() }
    }

    /// The error that a text cannot be read.
    fn unreadable(location: Location, reason: impl Display, text: &str) -> Self {
        Self::new(location, format!("{reason} ({})", excerpt(text, 24)))
    }
}
