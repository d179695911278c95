//! Adds games to a database.

use super::explore::{Ratings, ResultCount, SUMMARIZED};
use super::file::DEFAULT_PLIES;
use super::game::{self, DAY, NewGame};
use super::players::PlayerNames;
use super::read::{FileGame, FileGames, Source};
use super::{DatabaseError, file};
use crate::arguments::threads;
use crate::hash::Hash;
use crate::keys::Visit;
use crate::workers;
use clap::Args;
use fxhash::FxHashMap;
use rusqlite::{Connection, Transaction, params};
use serde::Serialize;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{ByColor, Rules};
use stonefall_engine::{Color, Move};

/// Games per transaction. A killed import loses at most these.
const BATCH: usize = 1 << 16;
/// Moves per transaction.
const BATCH_MOVES: usize = 64 << 20;
/// Games per job of a thread.
const CHUNK: usize = 256;
/// Illegal games that a summary names.
const NAMED: usize = 20;

/// Settings of an import.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct ImportSettings {
    #[arg(long, value_name = "N", help = format!("Positions to index per game, for a new database [default: {DEFAULT_PLIES}]"), value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: Option<u16>,
    /// A player who is a bot; names that end with "bot" and some others are known
    #[arg(long = "bot", value_name = "NAME")]
    bots: Vec<String>,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// An illegal game.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct IllegalGame {
    /// Its number in the file, and the players.
    #[serde(rename = "game")]
    pub name: String,
    /// The rule that it breaks.
    pub reason: String,
}

/// Counts of an import, so far.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, Default)]
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
    pub skipped: Vec<IllegalGame>,
}

/// A database that is open for an import.
pub struct Importer {
    connection: Connection,
    plies: usize,
    threads: usize,
    names: PlayerNames,
}

impl Importer {
    /// Opens a database, or creates it.
    ///
    /// # Errors
    /// If the file is something else, has another number of plies, or cannot be written.
    pub fn open(path: &Path, settings: ImportSettings) -> Result<Self, DatabaseError> {
        let (connection, plies) = file::create(path, settings.plies.map(Into::into))?;
        let names = PlayerNames::new(settings.bots);
        names.mark_bots(&connection)?;
        Ok(Self { connection, plies, threads: threads(settings.threads), names })
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
        let mut source = Source::open(path)?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = (source.kind(), file);
        let mut games = source.games();
        let mut equal = FxHashMap::default();
        let mut share = 0.0;
        loop {
            let (batch, end) = read_batch(&mut games);
            let until = batch.last().map_or(share, |last| last.share);
            let progress = &mut |summary: &Summary, part: f64| {
                on_progress(summary, share + (until - share) * part);
            };
            let mut new = self.replay(batch, stopper, summary, progress);
            new.iter_mut().for_each(|game| tell_apart(game, &mut equal));
            // An unfinished transaction may have created players.
            self.names.clear();
            self.write(&name, new, summary)?;
            share = until;
            on_progress(summary, share);
            if let Some(end) = end {
                self.compact(summary.added)?;
                return end;
            }
            if stopper.is_stopped() {
                return Ok(());
            }
        }
    }

    /// Replays a batch on all threads, and counts the games that cannot be added.
    fn replay(
        &self,
        batch: Vec<FileGame>,
        stopper: &Stopper,
        summary: &mut Summary,
        on_progress: &mut dyn FnMut(&Summary, f64),
    ) -> Vec<NewGame> {
        let plies = self.plies;
        let chunks: Vec<_> = batch.chunks(CHUNK).collect();
        let job = |(): &mut (), chunk: usize| {
            let games = chunks.get(chunk).filter(|_| !stopper.is_stopped())?;
            Some(games.iter().map(|game| game.visits(plies)).collect::<Vec<_>>())
        };
        // None for games that an interruption leaves out.
        let mut found = vec![None; batch.len()];
        let mut done = 0;
        let on_read = |chunk: usize, read: Vec<_>| {
            let places = found.iter_mut().skip(chunk * CHUNK);
            places.zip(read).for_each(|(place, visits)| *place = Some(visits));
            done += 1;
            on_progress(summary, f64::from(done) / chunks.len() as f64);
            Ok::<_, Infallible>(())
        };
        let Ok(()) = workers::run(0..chunks.len(), self.threads, stopper, || (), job, on_read);
        let read = batch.into_iter().zip(found);
        read.filter_map(|(game, visits)| summary.count(game, visits?)).collect()
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
        let transaction = Transaction::new_unchecked(&self.connection, file::IMMEDIATE)?;
        let source = game::source(&transaction, source)?;
        let mut variants = FxHashMap::<(usize, Rules), i64>::default();
        let mut visits = Vec::new();
        let mut choices = BTreeMap::<_, ResultCount>::new();
        let (mut added, mut known) = (0, 0);
        for new in games {
            let game = &new.game;
            let [white, black] = Color::ALL.map(|color| game.names[color].as_deref());
            let ids = ByColor::new(
                self.names.id(&transaction, white)?,
                self.names.id(&transaction, black)?,
            );
            let variant = game::variant(&transaction, &mut variants, (game.size, game.rules))?;
            let Some(id) = new.insert(&transaction, (source, variant), ids)? else {
                known += 1;
                continue;
            };
            added += 1;
            for visit in &new.visits {
                let mv = visit.mv.map_or(0, Move::bits);
                visits.push((visit.key, id, mv));
                if visit.occupied <= SUMMARIZED {
                    let count = choices.entry((visit.key, mv)).or_default();
                    count.add(Some(game.result), game.ratings[visit.mover]);
                }
            }
        }
        // In the order of the table, so that each of its pages is written once.
        visits.sort_unstable();
        let mut insert = transaction.prepare("INSERT INTO visits VALUES (?1, ?2, ?3)")?;
        for visit in visits {
            insert.execute(visit)?;
        }
        drop(insert);
        add_choices(&transaction, choices)?;
        transaction.commit()?;
        summary.added += added;
        summary.known += known;
        Ok(())
    }

    /// Writes the file anew if most games are new: pages that grew between others are half empty.
    fn compact(&self, added: u64) -> Result<(), DatabaseError> {
        let count = "SELECT count(*) FROM games";
        let count: u64 = self.connection.query_row(count, [], |row| row.get(0))?;
        if 2 * added > count {
            // Without it the file is only larger. Another program may use it, or the disk may be full.
            let _ = self.connection.execute_batch("VACUUM");
        }
        Ok(())
    }
}

/// A game without a date or a time of day may equal another one of its file.
fn tell_apart(new: &mut NewGame, equal: &mut FxHashMap<i64, u64>) {
    if new.game.date.is_none_or(|date| date % DAY == 0) {
        let earlier = equal.entry(new.fingerprint).or_default();
        if *earlier > 0 {
            let hash = Hash::new().number(new.fingerprint as u64).number(*earlier);
            new.fingerprint = hash.stored();
        }
        *earlier += 1;
    }
}

/// Adds games to the summaries of positions.
fn add_choices(
    connection: &Connection,
    choices: BTreeMap<(i64, u16), ResultCount>,
) -> Result<(), DatabaseError> {
    let sql = "INSERT INTO choices VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
         ON CONFLICT DO UPDATE SET games = games + excluded.games, white = white + excluded.white, \
         black = black + excluded.black, draws = draws + excluded.draws, \
         rating_sum = rating_sum + excluded.rating_sum, rated = rated + excluded.rated";
    let mut statement = connection.prepare(sql)?;
    for ((position, mv), count) in choices {
        let ResultCount { games, white, draws, black, ratings: Ratings { sum, count } } = count;
        statement.execute(params![position, mv, games, white, black, draws, sum, count])?;
    }
    Ok(())
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

    /// Counts a game; returns it if it is legal.
    fn count(&mut self, read: FileGame, visits: Result<Vec<Visit>, String>) -> Option<NewGame> {
        let FileGame { name, game, origin, .. } = read;
        match game.and_then(|game| Ok((game, visits?))) {
            Ok((game, _)) if game.moves.is_empty() => self.empty += 1,
            Ok((game, visits)) => {
                return Some(NewGame { fingerprint: game.fingerprint(origin), game, visits });
            }
            Err(reason) => {
                self.illegal += 1;
                if self.skipped.len() < NAMED {
                    self.skipped.push(IllegalGame { name, reason });
                }
            }
        }
        None
    }
}

/// The next games of a file, and how it ended if it did.
fn read_batch(games: &mut FileGames<'_>) -> (Vec<FileGame>, Option<Result<(), DatabaseError>>) {
    let mut batch = Vec::new();
    let mut moves = 0;
    while batch.len() < BATCH && moves < BATCH_MOVES {
        match games.next() {
            Some(Ok(read)) => {
                moves += read.game.as_ref().map_or(0, |game| game.moves.len());
                batch.push(read);
            }
            Some(Err(error)) => return (batch, Some(Err(error))),
            None => return (batch, Some(Ok(()))),
        }
    }
    (batch, None)
}
