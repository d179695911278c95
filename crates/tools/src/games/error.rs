//! Errors of game databases.

use rusqlite::ErrorCode;
use std::io;
use stonefall_engine::TextError;
use stonefall_engine::types::RulesError;
use stonefall_learn::records::RecordError;
use thiserror::Error;

/// A database or a file of games that cannot be used.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// SQLite refuses the file or a statement.
    #[error("{}", words(.0))]
    Sqlite(#[source] rusqlite::Error),
    /// A query took longer than its limit.
    #[error("expected an answer within the time limit, found none")]
    Late,
    /// A folder instead of a file.
    #[error("expected a file, found a folder")]
    Folder,
    /// Another kind of SQLite file.
    #[error("expected a game database, found another SQLite file")]
    NotGames,
    /// PlayTak's file, which is no database of this program.
    #[error(
        "expected a game database, found PlayTak's file (stonefall games add DATABASE FILE makes a database)"
    )]
    PlayTak,
    /// A database of another version of the program.
    #[error(
        "expected a game database of version {expected}, found version {found} (add its games to a new one)"
    )]
    Version {
        /// The version that this program writes.
        expected: i64,
        /// The version of the file.
        found: i64,
    },
    /// Another number of indexed plies.
    #[error("expected --plies {expected}, which this database has, found {found}")]
    Plies {
        /// Plies of the database.
        expected: usize,
        /// Requested plies.
        found: usize,
    },
    /// A part of the database that cannot be read.
    #[error("expected {0}, found damage in the database")]
    Damaged(&'static str),
    /// A file without PlayTak's table.
    #[error("expected PlayTak's table games, found {0}")]
    Table(String),
    /// Invalid self-play records.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// A game that the database does not have.
    #[error("expected a game of the database, found {0}")]
    NoGame(i64),
    /// A name that the database does not have.
    #[error("expected the name of a player of the database, found {0:?}")]
    NoPlayer(String),
    /// Rules that are not possible.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A position that the rules do not allow.
    #[error(transparent)]
    Position(#[from] TextError),
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::Late,
            _ => Self::Sqlite(error),
        }
    }
}

/// The message for the usual failures of SQLite, in plain words.
fn words(error: &rusqlite::Error) -> String {
    let expected = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "expected a file that no other program is changing, found it locked"
        }
        Some(ErrorCode::NotADatabase) => {
            "expected a game database, found another format (stonefall games add DATABASE FILE makes one)"
        }
        Some(ErrorCode::DatabaseCorrupt) => "expected an SQLite file, found a damaged one",
        Some(ErrorCode::DiskFull) => "expected space on the disk, found none",
        Some(ErrorCode::ReadOnly) => "expected a file that can be written, found a read-only one",
        Some(ErrorCode::CannotOpen) => "expected a file that can be opened, found none",
        Some(ErrorCode::TooBig) => "expected short fields, found one above the limit",
        _ => return error.to_string(),
    };
    expected.to_owned()
}
