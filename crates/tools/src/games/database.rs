//! An open database.

use super::explore::{Exploration, Query};
use super::names::{self, Player};
use super::segment::{self, Segment};
use super::{DatabaseError, open, schema};
use fxhash::FxHashMap;
use rusqlite::{Connection, Transaction};
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stonefall_index::{Column, Columns};

/// A database that answers queries. It keeps the facts of all games in memory after the first query that needs them,
/// and reads them again after a change of the file.
pub struct Database {
    pub(super) connection: Connection,
    pub(super) plies: usize,
    memory: RefCell<Memory>,
    /// When queries end with an error.
    end: Cell<Option<Instant>>,
}

/// A server moves it between threads.
const _: fn() = || {
    const fn is_send<T: Send>() {}
    is_send::<Database>();
};

#[derive(Default)]
struct Memory {
    /// SQLite's number of the last change of the file by somebody else.
    version: Option<i64>,
    segments: Arc<[Segment]>,
    facts: FxHashMap<i64, Arc<Columns>>,
    /// The newest answers, the oldest one first.
    answers: Vec<(Query, Exploration)>,
}

/// Instructions of SQLite between two looks at the clock: some microseconds.
const INSTRUCTIONS: i32 = 1000;
/// The most answers in memory, of about 15 KB each.
const MOST_ANSWERS: usize = 256;

impl Database {
    /// Opens a database for reading.
    ///
    /// # Errors
    /// If the file is not a database of this version, or cannot be read.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let connection = open::to_read(path)?;
        let plies = schema::check(&connection)?;
        Ok(Self { connection, plies, memory: RefCell::default(), end: Cell::default() })
    }

    /// Ends all later queries at this time with an error, also one that waits for another program.
    ///
    /// # Errors
    /// If SQLite refuses.
    pub fn end_at(&self, end: Instant) -> Result<(), DatabaseError> {
        self.end.set(Some(end));
        let left = end.saturating_duration_since(Instant::now());
        self.connection.busy_timeout(open::PATIENCE.min(left))?;
        let is_late = move || Instant::now() >= end;
        Ok(self.connection.progress_handler(INSTRUCTIONS, Some(is_late))?)
    }

    /// # Errors
    /// If the time of the queries is over.
    pub(super) fn check_time(&self) -> Result<(), DatabaseError> {
        match self.end.get() {
            Some(end) if Instant::now() >= end => Err(DatabaseError::Late),
            _ => Ok(()),
        }
    }

    /// Number of plies whose positions are indexed.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// All players, by name.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn players(&self) -> Result<Vec<Player>, DatabaseError> {
        names::all(&self.connection)
    }

    /// Number of games.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> Result<usize, DatabaseError> {
        let (_snapshot, segments) = self.segments()?;
        Ok(segments.iter().map(|segment| segment.games).sum())
    }

    /// Removes a person's name from a database, also from its free pages.
    ///
    /// # Errors
    /// If the database has no such name, or the file cannot be written.
    pub fn forget(path: &Path, name: &str) -> Result<(), DatabaseError> {
        open::to_read(path)?;
        let connection = open::to_write(path)?;
        schema::check(&connection)?;
        names::forget(&connection, name)
    }

    /// A snapshot of the file, which lasts as long as the transaction, and its segments.
    pub(super) fn segments(&self) -> Result<(Transaction<'_>, Arc<[Segment]>), DatabaseError> {
        let snapshot = self.connection.unchecked_transaction()?;
        let version = snapshot.pragma_query_value(None, "data_version", |row| row.get(0))?;
        let mut memory = self.memory.borrow_mut();
        if memory.version != Some(version) {
            let segments = segment::all(&snapshot)?.into();
            *memory = Memory { version: Some(version), segments, ..Memory::default() };
        }
        Ok((snapshot, Arc::clone(&memory.segments)))
    }

    /// The facts of a segment's games: at least the columns that are needed.
    pub(super) fn facts(
        &self,
        segment: &Segment,
        is_needed: impl Fn(Column) -> bool,
    ) -> Result<Arc<Columns>, DatabaseError> {
        let mut memory = self.memory.borrow_mut();
        let facts = memory.facts.entry(segment.first_game).or_default();
        let is_missing = |&column: &Column| is_needed(column) && facts.bytes(column).is_empty();
        let missing: Vec<_> = Column::ALL.into_iter().filter(is_missing).collect();
        if !missing.is_empty() {
            segment::read_facts(&self.connection, segment, &missing, Arc::make_mut(facts))?;
        }
        Ok(Arc::clone(facts))
    }

    /// The kept answer to a query, if the file has not changed since.
    pub(super) fn known(&self, query: &Query) -> Result<Option<Exploration>, DatabaseError> {
        self.segments()?;
        let memory = self.memory.borrow();
        let found = memory.answers.iter().find(|(asked, _)| asked == query);
        Ok(found.map(|(_, answer)| answer.clone()))
    }

    /// Keeps an answer in memory, if necessary instead of the oldest one.
    pub(super) fn keep(&self, query: Query, answer: &Exploration) {
        let answers = &mut self.memory.borrow_mut().answers;
        if answers.len() == MOST_ANSWERS {
            answers.remove(0);
        }
        answers.push((query, answer.clone()));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::games::{Filter, Importer, Settings};
    use std::time::Duration;
    use stonefall_engine::{Game, Rules};

    /// A query that counts forever must end, and so must one that is between two statements.
    #[test]
    fn queries_end_at_their_time() {
        let path = std::env::temp_dir().join(format!("stonefall-end-{}.db", std::process::id()));
        let settings = Settings { plies: None, threads: 1, bots: Vec::new() };
        Importer::open(&path, settings).unwrap();
        let database = Database::open(&path).unwrap();
        let forever = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) \
             SELECT count(*) FROM numbers";
        database.end_at(Instant::now() + Duration::from_millis(20)).unwrap();
        let found = database.connection.query_row(forever, [], |_| Ok(()));
        assert!(matches!(found.map_err(DatabaseError::from), Err(DatabaseError::Late)));
        assert!(matches!(database.check_time(), Err(DatabaseError::Late)));
        // The next query has a time of its own.
        database.end_at(Instant::now() + Duration::from_secs(600)).unwrap();
        let start = Game::start(5, Rules::standard(5)).unwrap();
        assert_eq!(database.explore(&start, &Filter::default(), 1).unwrap().total.games, 0);
        drop(database);
        std::fs::remove_file(path).unwrap();
    }
}
