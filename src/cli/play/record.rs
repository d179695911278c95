//! The game as PTN, and its file.

use crate::cli::{Error, file};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use stonefall_engine::notation::Ply;
use stonefall_engine::notation::ptn_file::{GameResult, PtnGame};
use stonefall_engine::types::Color;
use stonefall_tools::date;

/// The written game.
pub(super) struct Record {
    /// Tags, and the continued game.
    ptn: PtnGame,
    /// Moves kept from it, and moves since.
    kept: usize,
    plies: Vec<Ply>,
    result: Option<GameResult>,
    /// File that receives every move.
    path: Option<PathBuf>,
    /// Whether some move is not in a file.
    is_unsaved: bool,
}

impl Record {
    /// A game whose first `kept` moves are on the board.
    pub(super) const fn new(ptn: PtnGame, kept: usize, path: Option<PathBuf>) -> Self {
        Self { ptn, kept, plies: Vec::new(), result: None, path, is_unsaved: false }
    }

    pub(super) fn tag(&mut self, name: &str, value: &str) {
        self.ptn.set_tag(name, value);
    }

    /// Adds date and time to a new game.
    pub(super) fn date(&mut self) {
        let (date, time) = date::tags(SystemTime::now());
        self.ptn.set_tag("Date", &date);
        self.ptn.set_tag("Time", &time);
    }

    /// Adds a move and saves it.
    pub(super) fn push(&mut self, ply: Ply) -> Result<(), Error> {
        self.plies.push(ply);
        self.save()
    }

    /// Removes the last moves.
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

    /// Whether more than one move is unsaved.
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

    /// Writes the game and all further moves to another file.
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
        let mut ptn = self.ptn.clone();
        match self.result {
            Some(result) => _ = ptn.set_tag("Result", &result.to_string()),
            // A continued game has no result.
            None if ptn.tag("Result").is_some() => _ = ptn.set_tag("Result", ""),
            None => {}
        }
        ptn.continue_with(self.kept, &self.plies, self.result);
        ptn.to_string()
    }
}

pub(super) const fn player_tag(color: Color) -> &'static str {
    match color {
        Color::White => "Player1",
        Color::Black => "Player2",
    }
}
