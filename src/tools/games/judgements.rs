//! The table of judged games. A game has one row per engine and limit, so that nobody judges it twice.

use super::judgement::{self, Judgement};
use super::stored::StoredGame;
use super::{Database, DatabaseError, open, schema};
use fxhash::FxHashSet;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use std::path::Path;

/// The engine that judged games. Only judgements of one judge are comparable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judge {
    /// Version and networks of the engine.
    pub engine: String,
    /// Positions of each search.
    pub nodes: u64,
}

impl Database {
    /// Identifiers of the games that a judge has judged.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn judged(&self, judge: &Judge) -> Result<FxHashSet<i64>, DatabaseError> {
        if !self.has_judgements()? {
            return Ok(FxHashSet::default());
        }
        let sql = "SELECT game FROM judgements WHERE engine = ?1 AND nodes = ?2";
        let mut statement = self.connection.prepare(sql)?;
        let ids = statement.query_map(params![judge.engine, judge.nodes], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The judgement of each position of a game, from the first to the last; `None` if the judge has not judged it.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn judgements(
        &self,
        game: &StoredGame,
        judge: &Judge,
    ) -> Result<Option<Vec<Judgement>>, DatabaseError> {
        if !self.has_judgements()? {
            return Ok(None);
        }
        let sql = "SELECT positions FROM judgements WHERE game = ?1 AND engine = ?2 AND nodes = ?3";
        let mut statement = self.connection.prepare(sql)?;
        let read = |row: &rusqlite::Row<'_>| row.get::<_, Vec<u8>>(0);
        let key = params![game.id, judge.engine, judge.nodes];
        let Some(bytes) = statement.query_row(key, read).optional()? else { return Ok(None) };
        let judgements = judgement::decode(&bytes, game.moves.len() + 1);
        judgements.map(Some).ok_or(DatabaseError::Damaged("judgements of a game"))
    }

    fn has_judgements(&self) -> Result<bool, DatabaseError> {
        schema::has_table(&self.connection, "judgements")
    }
}

/// A database that is open for writing judgements.
pub struct JudgementWriter {
    connection: Connection,
}

impl JudgementWriter {
    /// Opens an existing database.
    ///
    /// # Errors
    /// If the file is not a database of this version, or cannot be written.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        open::to_read(path)?;
        let mut connection = open::to_write(path)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        schema::check(&transaction)?;
        schema::complete(&transaction)?;
        transaction.commit()?;
        Ok(Self { connection })
    }

    /// Writes the judgements of a game's positions. A killed program loses only games that are not written yet.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(
        &self,
        game: i64,
        judge: &Judge,
        judgements: &[Judgement],
    ) -> Result<(), DatabaseError> {
        let sql = "INSERT OR REPLACE INTO judgements VALUES (?1, ?2, ?3, ?4)";
        let mut statement = self.connection.prepare(sql)?;
        let bytes = judgement::encode(judgements);
        statement.execute(params![game, judge.engine, judge.nodes, bytes])?;
        Ok(())
    }
}
