//! An open database.

use super::explore::{Exploration, Query};
use super::facts::LENGTH;
use super::names::{self, Player};
use super::segment::{self, Segment};
use super::{DatabaseError, open, schema};
use fxhash::FxHashMap;
use rusqlite::{Connection, Transaction};
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

/// A database that answers queries. It keeps the facts of all games in memory after the first query that needs them,
/// and reads them again after a change of the file.
pub struct Database {
    pub(super) connection: Connection,
    pub(super) plies: usize,
    memory: RefCell<Memory>,
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
    facts: FxHashMap<i64, Arc<[u8]>>,
    /// The newest answers, without the engine's scores, the oldest one first.
    answers: Vec<(Query, Exploration)>,
}

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
        Ok(Self { connection, plies, memory: RefCell::default() })
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

    /// The facts of a segment's games.
    pub(super) fn facts(&self, segment: &Segment) -> Result<SegmentFacts, DatabaseError> {
        let mut memory = self.memory.borrow_mut();
        if let Some(facts) = memory.facts.get(&segment.first_game) {
            return Ok(SegmentFacts(Arc::clone(facts)));
        }
        let facts: Arc<[u8]> = segment::facts(&self.connection, segment)?.into();
        memory.facts.insert(segment.first_game, Arc::clone(&facts));
        Ok(SegmentFacts(facts))
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

/// The facts of a segment's games, in order.
pub(super) struct SegmentFacts(Arc<[u8]>);

impl SegmentFacts {
    /// The facts as bytes, for [`Facts::read`](super::facts::Facts::read).
    pub(super) fn all(&self) -> &[[u8; LENGTH]] {
        self.0.as_chunks().0
    }
}
