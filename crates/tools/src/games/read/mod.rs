//! Reads games from files: PlayTak's table, PTN, self-play records.

mod playtak;
mod ptn;
mod selfplay;

pub use playtak::PlayTakFile;

use super::game::NewGame;
use super::{DatabaseError, IllegalGame, SqliteFile};
use std::fs::File;
use std::io::{Read, Seek};
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
    Legal(Box<NewGame>),
    /// A game without moves.
    Empty,
    Illegal(IllegalGame),
}

impl Games {
    /// Opens a file; its first bytes tell what it is.
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        if SqliteFile::detect(path)?.is_some() {
            return Ok(Self::PlayTak(playtak::Table::open(path)?));
        }
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut head = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head)?;
        file.rewind()?;
        Ok(if head == MAGIC {
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

    /// Replays the game.
    pub(super) fn read(&self, plies: usize) -> ReadGame {
        let (name, read) = match self {
            Self::PlayTak(row) => (row.name(), row.read(plies)),
            Self::Ptn(text) => text.read(plies),
            Self::Record(record) => (record.name(), record.read(plies)),
        };
        match read {
            Ok(Some(game)) => ReadGame::Legal(Box::new(game)),
            Ok(None) => ReadGame::Empty,
            Err(reason) => ReadGame::Illegal(IllegalGame { name, reason }),
        }
    }
}
