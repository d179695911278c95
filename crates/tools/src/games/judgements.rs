//! The table of judged games. A game has one row per engine and limit, so that nobody judges it twice.

use super::judgement::{self, Judgement};
use super::stored::{self, StoredGame};
use super::{Database, DatabaseError, open, schema};
use fxhash::{FxHashMap, FxHashSet};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
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

    /// The fingerprints of games. They are the same in every database that has these games.
    ///
    /// # Errors
    /// If the file cannot be read, or has not all of the games.
    pub fn fingerprints(&self, games: &[i64]) -> Result<Vec<i64>, DatabaseError> {
        let mut all = FxHashMap::default();
        each_fingerprint(&self.connection, |id, fingerprint| {
            all.insert(id, fingerprint);
        })?;
        let find = |id| all.get(id).copied().ok_or(DatabaseError::NoGame(*id));
        games.iter().map(find).collect()
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
        let bytes = judgement::encode(judgements);
        insert(&self.connection, "REPLACE", game, judge, &bytes)?;
        Ok(())
    }
}

impl JudgementWriter {
    /// Begins to write judgements of parts. The database then has all of them, or none.
    ///
    /// # Errors
    /// If the file cannot be read, or another program writes it.
    pub fn merge<'a>(&'a mut self, judge: &'a Judge) -> Result<JudgementMerge<'a>, DatabaseError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut games = FxHashMap::default();
        each_fingerprint(&transaction, |id, fingerprint| {
            games.insert(fingerprint, id);
        })?;
        Ok(JudgementMerge { transaction, games, judge, count: 0, new: 0, missing: 0 })
    }
}

/// Judgements on their way from parts into a database.
pub struct JudgementMerge<'a> {
    transaction: Transaction<'a>,
    /// Identifiers by fingerprint.
    games: FxHashMap<i64, i64>,
    judge: &'a Judge,
    count: usize,
    new: usize,
    missing: usize,
}

/// Bytes of a fingerprint.
const FINGERPRINT: usize = 8;

/// The judgements of a game in the file of a part: its fingerprint and the bytes of the table.
#[must_use]
pub fn judged_game(fingerprint: i64, judgements: &[Judgement]) -> Vec<u8> {
    [&fingerprint.to_le_bytes()[..], &judgement::encode(judgements)].concat()
}

impl JudgementMerge<'_> {
    /// Adds a [`judged_game`].
    ///
    /// # Errors
    /// If these bytes are others, or the database is damaged or cannot be written.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), DatabaseError> {
        let damaged = || DatabaseError::Damaged("judgements of a game");
        let (fingerprint, bytes) = bytes.split_first_chunk::<FINGERPRINT>().ok_or_else(damaged)?;
        self.count += 1;
        let Some(&id) = self.games.get(&i64::from_le_bytes(*fingerprint)) else {
            self.missing += 1;
            return Ok(());
        };
        let positions = stored::one(&self.transaction, id)?.moves.len() + 1;
        judgement::decode(bytes, positions).ok_or_else(damaged)?;
        self.new += insert(&self.transaction, "IGNORE", id, self.judge, bytes)?;
        Ok(())
    }

    /// Writes the judgements. Returns the number of new ones.
    ///
    /// # Errors
    /// If the database does not have all of these games, or cannot be written.
    pub fn finish(self) -> Result<usize, DatabaseError> {
        let Self { transaction, count: of, new, missing, .. } = self;
        if missing > 0 {
            return Err(DatabaseError::OtherGames { what: "games", of, missing });
        }
        transaction.commit()?;
        Ok(new)
    }
}

/// Writes the judgements of a game. Returns the number of written rows.
fn insert(
    connection: &Connection,
    on_conflict: &str,
    game: i64,
    judge: &Judge,
    positions: &[u8],
) -> Result<usize, DatabaseError> {
    let sql = format!("INSERT OR {on_conflict} INTO judgements VALUES (?1, ?2, ?3, ?4)");
    let mut statement = connection.prepare(&sql)?;
    Ok(statement.execute(params![game, judge.engine, judge.nodes, positions])?)
}

/// Passes on the identifier and the fingerprint of every game.
fn each_fingerprint(
    connection: &Connection,
    mut on_game: impl FnMut(i64, i64),
) -> Result<(), DatabaseError> {
    let mut statement = connection.prepare("SELECT id, fingerprint FROM games")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        on_game(row.get(0)?, row.get(1)?);
    }
    Ok(())
}
