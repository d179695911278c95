//! SQLite files of games: databases of this program, and PlayTak's file without importing it.

use super::read::{Games, RawGame, ReadGame, is_sqlite};
use super::record::NewGame;
use super::stored::StoredGame;
use super::{DatabaseError, Skipped, schema};
use std::io;
use std::path::Path;
use stonefall_engine::types::ByColor;

/// A kind of SQLite file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SqliteFile {
    /// A game database.
    Database,
    /// Another file, perhaps PlayTak's.
    Foreign,
}

impl SqliteFile {
    /// The kind of a file by its first bytes; `None` for other files.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn detect(path: &Path) -> io::Result<Option<Self>> {
        Ok(if schema::is_ours(path) {
            Some(Self::Database)
        } else {
            is_sqlite(path)?.then_some(Self::Foreign)
        })
    }
}

/// The games of PlayTak's file. Games without moves are left out.
pub struct PlayTakFile(Games);

impl PlayTakFile {
    /// Opens the file.
    ///
    /// # Errors
    /// If it does not have PlayTak's table.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self(Games::open(path)?))
    }

    /// Share of the file that has been read, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.0.share()
    }
}

impl Iterator for PlayTakFile {
    /// A game, or an illegal one. An error ends the file.
    type Item = Result<Result<StoredGame, Skipped>, DatabaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let none_is_known = |_| false;
        loop {
            let raw: RawGame = match self.0.next().transpose()? {
                Ok(raw) => raw,
                Err(error) => return Some(Err(error)),
            };
            match raw.read(0, &none_is_known) {
                ReadGame::New(game) => return Some(Ok(Ok(stored(*game)))),
                ReadGame::Illegal(name, reason) => return Some(Ok(Err(Skipped { name, reason }))),
                ReadGame::Known | ReadGame::Empty => {}
            }
        }
    }
}

/// The game, with PlayTak's number.
fn stored(game: NewGame) -> StoredGame {
    let NewGame { header, size, rules, start, result, moves, .. } = game;
    StoredGame {
        id: header.number,
        kind: "playtak".to_owned(),
        source: String::new(),
        number: header.number,
        names: ByColor(header.names.0.map(|name| Some(name).filter(|name| !name.is_empty()))),
        ratings: header.ratings,
        date: header.date,
        clock: header.clock,
        is_unrated: header.is_unrated,
        is_tournament: header.is_tournament,
        event: header.event,
        size,
        rules,
        start,
        result,
        moves,
    }
}
