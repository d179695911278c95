//! The game as PTN, and its file.

use crate::cli::{Error, file};
use crate::tools::date;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use stonefall_engine::notation::Ply;
use stonefall_engine::notation::ptn_file::{GameResult, PtnGame};
use stonefall_engine::types::Color;

/// What is written down of a game.
pub(super) struct Record {
    /// The tags, and the game that is gone on with.
    game: PtnGame,
    /// Moves of it that stand, and those played since.
    kept: usize,
    plies: Vec<Ply>,
    result: Option<GameResult>,
    /// The file that every move is written to.
    path: Option<PathBuf>,
    /// Whether something is not in a file.
    is_unsaved: bool,
}

impl Record {
    /// A game, of which the first `kept` moves are on the board.
    pub(super) const fn new(game: PtnGame, kept: usize, path: Option<PathBuf>) -> Self {
        Self { game, kept, plies: Vec::new(), result: None, path, is_unsaved: false }
    }

    /// Names a player, unless the game does.
    pub(super) fn name(&mut self, color: Color, name: &str) {
        self.game.set_tag(player_tag(color), name);
    }

    pub(super) fn tag(&mut self, name: &str, value: &str) {
        self.game.set_tag(name, value);
    }

    /// Date and time, for a game that begins now.
    pub(super) fn date(&mut self) {
        let (date, time) = date::tags(SystemTime::now());
        self.game.set_tag("Date", &date);
        self.game.set_tag("Time", &time);
    }

    /// Notes a move; it is in the file when this returns.
    pub(super) fn push(&mut self, ply: Ply) -> Result<(), Error> {
        self.plies.push(ply);
        self.save()
    }

    /// Takes back the last moves.
    pub(super) fn pop(&mut self, count: usize) -> Result<(), Error> {
        let own = count.min(self.plies.len());
        self.plies.truncate(self.plies.len() - own);
        self.kept -= (count - own).min(self.kept);
        self.result = None;
        self.save()
    }

    pub(super) fn end(&mut self, result: GameResult) -> Result<(), Error> {
        self.result = Some(result);
        self.save()
    }

    /// Whether there is something that no file has, and that somebody would miss: more than one move.
    pub(super) const fn is_unsaved(&self) -> bool {
        self.is_unsaved && (self.plies.len() > 1 || self.result.is_some())
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Writes the game to its file, if it has one.
    pub(super) fn save(&mut self) -> Result<(), Error> {
        self.is_unsaved = true;
        if let Some(path) = &self.path {
            file::replace(path, self.text())?;
            self.is_unsaved = false;
        }
        Ok(())
    }

    /// Writes the game to another file, and every move from now on.
    pub(super) fn save_as(&mut self, path: PathBuf) -> Result<(), Error> {
        let before = self.path.replace(path);
        let saved = self.save();
        if saved.is_err() {
            self.path = before;
        }
        saved
    }

    /// The game as PTN.
    pub(super) fn text(&self) -> String {
        let mut game = self.game.clone();
        match self.result {
            Some(result) => game.set_tag("Result", &result.to_string()),
            // The game goes on: what it said of its end is over.
            None if game.tag("Result").is_some() => game.set_tag("Result", ""),
            None => {}
        }
        game.continued(self.kept, &self.plies, self.result)
    }
}

pub(super) const fn player_tag(color: Color) -> &'static str {
    match color {
        Color::White => "Player1",
        Color::Black => "Player2",
    }
}
