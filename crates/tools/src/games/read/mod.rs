//! Reads games from files: PlayTak's table, PTN, self-play records.

mod date;
mod playtak;
mod ptn;
mod selfplay;
mod split;

use super::DatabaseError;
use super::record::NewGame;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use stonefall_learn::records::MAGIC;

/// The games of a file.
pub(super) enum Games {
    PlayTak(playtak::Table),
    Ptn(ptn::Texts),
    Records(selfplay::Records),
}

/// A game as its file has it.
pub(super) enum RawGame {
    PlayTak(Box<playtak::Row>),
    Ptn(ptn::Text),
    Record(selfplay::Record),
}

/// The result of reading a game.
#[derive(Debug)]
pub(super) enum ReadGame {
    /// A legal game.
    New(Box<NewGame>),
    /// A game that the database has.
    Known,
    /// A game without moves.
    Empty,
    /// An illegal game: its name and the reason.
    Illegal(String, String),
}

/// Seconds since 1970 of a date such as `2024.06.01`. Missing parts are the first month and day.
#[must_use]
pub fn read_date(text: &str) -> Option<i64> {
    date::seconds(text, None)
}

/// The first bytes of SQLite's files.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Whether a file is SQLite's.
pub(super) fn is_sqlite(path: &Path) -> io::Result<bool> {
    Ok(head(&mut File::open(path)?)? == SQLITE)
}

/// The first bytes of a file.
fn head(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.by_ref().take(SQLITE.len() as u64).read_to_end(&mut head)?;
    file.rewind()?;
    Ok(head)
}

impl Games {
    /// Opens a file; its first bytes tell what it is.
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let mut file = File::open(path)?;
        let head = head(&mut file)?;
        let length = file.metadata()?.len();
        Ok(if head == SQLITE {
            Self::PlayTak(playtak::Table::open(path)?)
        } else if head.starts_with(&MAGIC) {
            Self::Records(selfplay::Records::new(file, length))
        } else {
            Self::Ptn(ptn::Texts::new(file, length))
        })
    }

    /// The kind of source, as the database names it.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::PlayTak(_) => "playtak",
            Self::Ptn(_) => "ptn",
            Self::Records(_) => "self-play",
        }
    }

    /// Share of the file that has been read, from 0 to 1.
    pub(super) fn share(&self) -> f64 {
        match self {
            Self::PlayTak(table) => table.share(),
            Self::Ptn(texts) => texts.share(),
            Self::Records(records) => records.share(),
        }
    }

    /// The next game; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<RawGame>, DatabaseError> {
        Ok(match self {
            Self::PlayTak(table) => table.next()?.map(|row| RawGame::PlayTak(Box::new(row))),
            Self::Ptn(texts) => texts.next()?.map(RawGame::Ptn),
            Self::Records(records) => records.next()?.map(RawGame::Record),
        })
    }
}

impl RawGame {
    /// Length of its text in bytes.
    pub(super) const fn bytes(&self) -> usize {
        match self {
            Self::PlayTak(row) => row.bytes(),
            Self::Ptn(text) => text.bytes(),
            Self::Record(record) => record.bytes(),
        }
    }

    /// Replays the game, unless the database has it.
    pub(super) fn read(&self, plies: usize, is_known: &impl Fn(i64) -> bool) -> ReadGame {
        let (name, read) = match self {
            Self::PlayTak(row) => (row.name(), row.read(plies, is_known)),
            Self::Ptn(text) => return text.read(plies, is_known),
            Self::Record(record) => (record.name(), record.read(plies, is_known)),
        };
        read.unwrap_or_else(|reason| ReadGame::Illegal(name, reason))
    }
}
