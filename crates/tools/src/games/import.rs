//! Adds games to a database.

use super::append::{self, LARGE, NewSegment};
use super::names::Names;
use super::read::{Games, RawGame, ReadGame};
use super::record::NewGame;
use super::rows;
use super::{DatabaseError, open, schema};
use crate::workers;
use fxhash::{FxHashMap, FxHashSet};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::Path;
use stonefall_engine::Color;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{ByColor, Rules};

/// Games per transaction. A killed import loses at most these; a new segment of this size is never absorbed.
const BATCH: usize = LARGE;
/// Bytes of text per transaction.
const BATCH_BYTES: usize = 64 << 20;
/// Games per job of a thread.
const CHUNK: usize = 256;
/// Illegal games that a summary names.
const NAMED: usize = 20;

/// Settings of an import.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Plies whose positions are indexed; `None` for those of the database, or the default.
    pub plies: Option<usize>,
    /// Number of threads that replay games.
    pub threads: usize,
    /// Names of bots.
    pub bots: Vec<String>,
}

/// An illegal game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// Its number in the file, and the players.
    pub name: String,
    /// The rule that it breaks.
    pub reason: String,
}

/// Counts of an import, so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Games added.
    pub added: u64,
    /// Games that the database had.
    pub known: u64,
    /// Games without moves.
    pub empty: u64,
    /// Illegal games.
    pub illegal: u64,
    /// The first illegal games.
    pub skipped: Vec<Skipped>,
}

/// A database that is open for an import.
pub struct Importer {
    connection: Connection,
    plies: usize,
    threads: usize,
    names: Names,
    variants: FxHashMap<(usize, Rules), i64>,
    /// Fingerprints of all games up to `last_game`.
    known: FxHashSet<i64>,
    last_game: i64,
}

impl Importer {
    /// Opens a database, or creates it.
    ///
    /// # Errors
    /// If the file is something else, has another number of plies, or cannot be written.
    pub fn open(path: &Path, settings: Settings) -> Result<Self, DatabaseError> {
        let mut connection = open::to_write(path)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if schema::is_empty(&transaction)? {
            schema::create(&transaction, settings.plies.unwrap_or(schema::DEFAULT_PLIES))?;
        }
        let plies = schema::check(&transaction)?;
        schema::complete(&transaction)?;
        if let Some(found) = settings.plies.filter(|&found| found != plies) {
            return Err(DatabaseError::Plies { expected: plies, found });
        }
        let names = Names::new(settings.bots);
        names.mark_bots(&transaction)?;
        transaction.commit()?;
        Ok(Self {
            connection,
            plies,
            threads: settings.threads,
            names,
            variants: FxHashMap::default(),
            known: FxHashSet::default(),
            last_game: 0,
        })
    }

    /// Adds the games of a file, until the stopper ends it. Passes the summary and the share of the file that is done.
    ///
    /// # Errors
    /// If a file cannot be read or written. The games before the error are in the database.
    pub fn add(
        &mut self,
        path: &Path,
        stopper: &Stopper,
        summary: &mut Summary,
        on_progress: &mut dyn FnMut(&Summary, f64),
    ) -> Result<(), DatabaseError> {
        let mut games = Games::open(path)?;
        self.refresh()?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = (games.kind(), file);
        let mut share = 0.0;
        loop {
            let (batch, end) = read_batch(&mut games);
            let shares = (share, games.share());
            let progress = &mut |summary: &Summary, part: f64| {
                on_progress(summary, shares.0 + (shares.1 - shares.0) * part);
            };
            let new = self.replay(&batch, stopper, summary, progress);
            drop(batch);
            if let Err(error) = self.write(&source, new, summary) {
                self.abandon();
                return Err(error);
            }
            share = shares.1;
            on_progress(summary, share);
            match end {
                Some(end) => return end,
                None if stopper.is_stopped() => return Ok(()),
                None => {}
            }
        }
    }

    /// Replays a batch on all threads.
    fn replay(
        &self,
        batch: &[RawGame],
        stopper: &Stopper,
        summary: &mut Summary,
        on_progress: &mut dyn FnMut(&Summary, f64),
    ) -> Vec<NewGame> {
        let (plies, known) = (self.plies, &self.known);
        let is_known = |fingerprint| known.contains(&fingerprint);
        let chunks: Vec<_> = batch.chunks(CHUNK).collect();
        let job = |(): &mut (), chunk: usize| {
            let games = chunks.get(chunk).filter(|_| !stopper.is_stopped())?;
            Some(games.iter().map(|game| game.read(plies, &is_known)).collect::<Vec<_>>())
        };
        let mut found: Vec<Vec<ReadGame>> = Vec::new();
        found.resize_with(chunks.len(), Vec::new);
        let mut done = 0;
        workers::run(
            0..chunks.len(),
            self.threads,
            || (),
            job,
            |chunk, games| {
                found[chunk] = games;
                done += 1;
                on_progress(summary, f64::from(done) / chunks.len() as f64);
            },
        );
        found.into_iter().flatten().filter_map(|game| summary.count(game)).collect()
    }

    /// Writes games in one transaction.
    fn write(
        &mut self,
        source: &(&'static str, String),
        games: Vec<NewGame>,
        summary: &mut Summary,
    ) -> Result<(), DatabaseError> {
        if games.is_empty() {
            return Ok(());
        }
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        // Another program may have added games since the last batch.
        read_known(&transaction, &mut self.known, &mut self.last_game)?;
        let source = rows::source(&transaction, source)?;
        let mut insert = rows::prepare(&transaction)?;
        let first_game = self.last_game + 1;
        let mut added = 0;
        let mut new = NewSegment::default();
        for game in games {
            if !self.known.insert(game.fingerprint) {
                summary.known += 1;
                continue;
            }
            let ids = ByColor::new(
                self.names.id(&transaction, &game.header.names[Color::White])?,
                self.names.id(&transaction, &game.header.names[Color::Black])?,
            );
            let variant = rows::variant(&transaction, &mut self.variants, &game)?;
            rows::insert(&mut insert, first_game + added, (source, variant), ids, &game)?;
            new.facts.push(&game.facts(ids));
            new.visited.push(game.visited);
            added += 1;
        }
        drop(insert);
        if added > 0 {
            append::append(&transaction, first_game, new, (self.plies, self.threads))?;
        }
        transaction.commit()?;
        self.last_game += added;
        summary.added += added as u64;
        Ok(())
    }

    /// Forgets what a failed transaction wrote.
    fn abandon(&mut self) {
        self.names.clear();
        self.variants.clear();
        self.known.clear();
        self.last_game = 0;
    }

    /// Reads the fingerprints of games that the database got since the last batch.
    fn refresh(&mut self) -> Result<(), DatabaseError> {
        read_known(&self.connection, &mut self.known, &mut self.last_game)
    }
}

impl Summary {
    /// Adds the summary of another file.
    pub fn join(&mut self, other: Self) {
        self.added += other.added;
        self.known += other.known;
        self.empty += other.empty;
        self.illegal += other.illegal;
        self.skipped.extend(other.skipped);
    }

    /// Counts a game; returns it if it is new.
    fn count(&mut self, game: ReadGame) -> Option<NewGame> {
        match game {
            ReadGame::New(game) => return Some(*game),
            ReadGame::Known => self.known += 1,
            ReadGame::Empty => self.empty += 1,
            ReadGame::Illegal(name, reason) => {
                self.illegal += 1;
                if self.skipped.len() < NAMED {
                    self.skipped.push(Skipped { name, reason });
                }
            }
        }
        None
    }
}

/// The next games of a file, and how it ended if it did.
fn read_batch(games: &mut Games) -> (Vec<RawGame>, Option<Result<(), DatabaseError>>) {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while batch.len() < BATCH && bytes < BATCH_BYTES {
        match games.next() {
            Ok(Some(game)) => {
                bytes += game.bytes();
                batch.push(game);
            }
            Ok(None) => return (batch, Some(Ok(()))),
            Err(error) => return (batch, Some(Err(error))),
        }
    }
    (batch, None)
}

fn read_known(
    connection: &Connection,
    known: &mut FxHashSet<i64>,
    last_game: &mut i64,
) -> Result<(), DatabaseError> {
    let sql = "SELECT id, fingerprint FROM games WHERE id > ?1 ORDER BY id";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([*last_game])?;
    while let Some(row) = rows.next()? {
        *last_game = row.get(0)?;
        known.insert(row.get(1)?);
    }
    Ok(())
}
