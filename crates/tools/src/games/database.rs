//! An open database.

use super::players::{self, Player};
use super::{DatabaseError, DatabaseGame, file, game};
use rusqlite::{Connection, OptionalExtension, Transaction};
use std::path::Path;
use std::time::Instant;

/// A database that answers queries.
pub struct Database {
    pub(super) connection: Connection,
    plies: usize,
}

/// Instructions of SQLite between two looks at the clock: some microseconds.
const INSTRUCTIONS: i32 = 1000;

impl Database {
    /// Opens a database for reading.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let (connection, plies) = file::to_read(path)?;
        Ok(Self { connection, plies })
    }

    /// Ends all later queries at this time with an error, also one that waits for another program.
    pub fn end_at(&self, end: Instant) -> Result<(), DatabaseError> {
        let left = end.saturating_duration_since(Instant::now());
        self.connection.busy_timeout(file::PATIENCE.min(left))?;
        let is_late = move || Instant::now() >= end;
        Ok(self.connection.progress_handler(INSTRUCTIONS, Some(is_late))?)
    }

    /// Number of plies whose positions are indexed.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// All players, by name.
    pub fn players(&self) -> Result<Vec<Player>, DatabaseError> {
        players::all(&self.connection)
    }

    /// Number of games.
    pub fn count(&self) -> Result<usize, DatabaseError> {
        let count = "SELECT count(*) FROM games";
        Ok(self.connection.query_row(count, [], |row| row.get(0))?)
    }

    /// A game.
    pub fn game(&self, id: i64) -> Result<DatabaseGame, DatabaseError> {
        game::read(&self.connection, id)
    }

    /// The game with a number of PlayTak.
    pub fn playtak_game(&self, number: i64) -> Result<DatabaseGame, DatabaseError> {
        let sql = "SELECT id FROM games WHERE number = ?1 \
             AND source IN (SELECT id FROM sources WHERE kind = 'playtak') LIMIT 1";
        let id = self.connection.query_row(sql, [number], |row| row.get(0)).optional()?;
        self.game(id.ok_or(DatabaseError::NoGame(number))?)
    }

    /// Removes a person's name from a database, also from its free pages.
    ///
    /// # Errors
    /// If the database has no such name, or the file cannot be written.
    pub fn forget(path: &Path, name: &str) -> Result<(), DatabaseError> {
        players::forget(&file::to_write(path)?, name)
    }

    /// A snapshot of the file, which lasts as long as the transaction.
    pub(super) fn snapshot(&self) -> Result<Transaction<'_>, DatabaseError> {
        Ok(self.connection.unchecked_transaction()?)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::games::{Filter, ImportSettings, Importer};
    use std::time::Duration;
    use stonefall_engine::{Game, Rules};

    /// A query that counts forever must end.
    #[test]
    fn queries_end_at_their_time() {
        let path = std::env::temp_dir().join(format!("stonefall-end-{}.db", std::process::id()));
        Importer::open(&path, ImportSettings::default()).unwrap();
        let database = Database::open(&path).unwrap();
        let forever = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) \
             SELECT count(*) FROM numbers";
        database.end_at(Instant::now() + Duration::from_millis(20)).unwrap();
        let found = database.connection.query_row(forever, [], |_| Ok(()));
        assert!(matches!(found.map_err(DatabaseError::from), Err(DatabaseError::Late)));
        // The next query has a time of its own.
        database.end_at(Instant::now() + Duration::from_secs(600)).unwrap();
        let start = Game::start(5, Rules::standard(5)).unwrap();
        assert_eq!(database.explore(&start, &Filter::default(), 1).unwrap().total.games, 0);
        drop(database);
        std::fs::remove_file(path).unwrap();
    }
}
