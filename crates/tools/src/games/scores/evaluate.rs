//! Searches the positions that many games visited.

use super::lines::Lines;
use super::table::{self, Key, KnownScore, ScoreRow, Searched};
use super::walk::{Opening, Walk};
use crate::effort::{Effort, HASH_MIB};
use crate::games::{Database, DatabaseError, open, schema};
use crate::keys::{Images, distinct};
use crate::score::Score;
use crate::workers::{self, Ended};
use fxhash::FxHashMap;
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;
use std::time::Duration;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::{Game, HalfKomi, Limits, Search, Settings};

/// Positions that are found before their searches begin.
const CHUNK: usize = 64;

/// Which positions to search, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// Board size; all if `None`.
    pub size: Option<usize>,
    /// Komi; all if `None`.
    pub half_komi: Option<HalfKomi>,
    /// Least number of games that visited a position.
    pub visits: u64,
    /// Maximum number of positions; the most visited ones count.
    pub positions: usize,
    /// Effort for each position.
    pub effort: Effort,
    /// Number of threads.
    pub threads: usize,
}

/// State of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Positions that this run searched.
    pub searched: usize,
    /// Positions that had a score of this effort before.
    pub known: usize,
    /// Games that visited the last one of them.
    pub games: u64,
}

/// A database that is open for scores.
pub struct Evaluator {
    database: Database,
    writer: Connection,
}

impl Evaluator {
    /// Opens an existing database.
    ///
    /// # Errors
    /// If the file is not a database of this version, or cannot be written.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let database = Database::open(path)?;
        let mut writer = open::to_write(path)?;
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        schema::complete(&transaction)?;
        transaction.commit()?;
        Ok(Self { database, writer })
    }

    /// Searches positions, most visited first, until all have a score of this effort. Calls `on_progress` after every
    /// position. The stopper ends the searches in progress; only their results are lost.
    ///
    /// # Errors
    /// If the file cannot be written, or is damaged.
    pub fn run(
        &mut self,
        evaluation: &Evaluation,
        stopper: &Stopper,
        mut on_progress: impl FnMut(&Progress),
    ) -> Result<(Progress, Ended), DatabaseError> {
        // An error ends the work as well.
        let stopper = stopper.child();
        let Evaluation { size, half_komi, visits, positions, .. } = *evaluation;
        let mut walk = Walk::new(&self.database, size, half_komi, visits)?;
        let mut run = Run::new(&mut self.writer);
        let mut left = positions;
        while left > 0 && !stopper.is_stopped() {
            let chunk = walk.chunk(CHUNK.min(left))?;
            if chunk.is_empty() {
                break;
            }
            left -= chunk.len();
            let tasks = run.unknown(chunk, evaluation.effort)?;
            on_progress(&run.progress);
            run.search(&tasks, evaluation, &stopper, &mut on_progress)?;
        }
        if stopper.is_stopped() {
            return Ok((run.progress, Ended::Interrupted));
        }
        run.write(&[])?;
        Ok((run.progress, Ended::Complete))
    }

    /// Writes the scores of parts, and passes them backward. `size` and `half_komi` are those of the evaluation. Writes
    /// all scores or none. A score of this effort that the database has stays.
    ///
    /// # Errors
    /// If the database has not all of these positions, cannot be written or is damaged.
    pub fn merge(
        &mut self,
        size: Option<usize>,
        half_komi: Option<HalfKomi>,
        rows: Vec<ScoreRow>,
    ) -> Result<Progress, DatabaseError> {
        let (count, games) = (rows.len(), rows.iter().map(ScoreRow::games).min());
        let Some(least) = games else { return Ok(Progress::default()) };
        let mut found: FxHashMap<_, _> = rows.into_iter().map(|row| (row.key(), row)).collect();
        let mut run = Run::new(&mut self.writer);
        let mut new = Vec::new();
        // A database that has more games since finds these positions, too, but in another order.
        let mut walk = Walk::new(&self.database, size, half_komi, least)?;
        while let Some(opening) = walk.next()? {
            run.lines.add(&opening);
            let known = table::search(run.writer, opening.key)?;
            let known = known.map(|row| row.searched()).transpose()?;
            let row = found.remove(&opening.key);
            let search = row.as_ref().map(ScoreRow::searched).transpose()?;
            let is_new = |search: &Searched| known.is_none_or(|it| !it.covers(search.effort));
            if let Some(search) = search.filter(is_new) {
                run.learn(&opening, search)?;
                new.extend(row);
            } else if let Some(known) = known {
                run.learn(&opening, known)?;
            }
        }
        if !found.is_empty() {
            return Err(DatabaseError::OtherGames {
                what: "positions",
                of: count,
                missing: found.len(),
            });
        }
        run.write(&new)?;
        let (searched, known) = (new.len(), count - new.len());
        Ok(Progress { searched, known, games: least })
    }
}

/// Work in progress.
struct Run<'a> {
    writer: &'a mut Connection,
    lines: Lines,
    /// Scores to write. Those of earlier runs wait for the first new one: until all are read, they lack the scores of
    /// positions that come later.
    changed: FxHashMap<Key, KnownScore>,
    progress: Progress,
}

impl<'a> Run<'a> {
    fn new(writer: &'a mut Connection) -> Self {
        let (lines, changed) = (Lines::default(), FxHashMap::default());
        Self { writer, lines, changed, progress: Progress::default() }
    }

    /// The positions without a score of this effort. The others give their scores to the positions before them.
    fn unknown(
        &mut self,
        chunk: Vec<Opening>,
        effort: Effort,
    ) -> Result<Vec<Opening>, DatabaseError> {
        let mut unknown = Vec::new();
        for opening in chunk {
            self.lines.add(&opening);
            let Some(row) = table::search(self.writer, opening.key)? else {
                unknown.push(opening);
                continue;
            };
            let search = row.searched()?;
            // A weaker search counts until the new one is done.
            self.learn(&opening, search)?;
            if search.covers(effort) {
                self.progress.known += 1;
                self.progress.games = opening.games;
            } else {
                unknown.push(opening);
            }
        }
        Ok(unknown)
    }

    /// Searches positions on all threads.
    fn search(
        &mut self,
        tasks: &[Opening],
        evaluation: &Evaluation,
        stopper: &Stopper,
        on_progress: &mut impl FnMut(&Progress),
    ) -> Result<(), DatabaseError> {
        let job = |search: &mut Search, number: usize| {
            look(search, &tasks[number].game, evaluation.effort, stopper)
        };
        let mut saved = Ok(());
        let new_search = || Search::new(HASH_MIB);
        workers::run(0..tasks.len(), evaluation.threads, new_search, job, |number, found| {
            if saved.is_ok() {
                saved = self.save(&tasks[number], found);
                self.progress.searched += 1;
                self.progress.games = tasks[number].games;
                on_progress(&self.progress);
            }
            if saved.is_err() {
                stopper.stop();
            }
        });
        saved
    }

    /// Passes a score to the positions before it.
    fn learn(&mut self, opening: &Opening, search: Searched) -> Result<(), DatabaseError> {
        let after = after(opening, search)?;
        self.changed.extend(self.lines.set(opening.key, search, after));
        Ok(())
    }

    /// Passes a new score to the positions before it, and writes all scores that changed. One transaction has them all,
    /// so that a killed program leaves no half-done change.
    fn save(&mut self, opening: &Opening, search: Searched) -> Result<(), DatabaseError> {
        self.learn(opening, search)?;
        self.write(&[ScoreRow::new(opening.key, opening.games, &search)])
    }

    /// Writes searches, and the scores that changed.
    fn write(&mut self, rows: &[ScoreRow]) -> Result<(), DatabaseError> {
        let transaction = self.writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for row in rows {
            table::write(&transaction, row)?;
        }
        for (key, line) in self.changed.drain() {
            table::write_line(&transaction, key, line)?;
        }
        Ok(transaction.commit()?)
    }
}

/// The position after the best move.
fn after(opening: &Opening, search: Searched) -> Result<Key, DatabaseError> {
    let damaged = DatabaseError::Damaged("a legal move");
    let mv = distinct(&opening.game).get(&search.mv).copied();
    let after = mv.and_then(|mv| opening.game.after(mv).ok()).ok_or(damaged)?;
    Ok((table::key(&after), opening.key.1))
}

/// Searches a position. `None` if the stopper ended the search.
pub(super) fn look(
    search: &mut Search,
    game: &Game,
    effort: Effort,
    stopper: &Stopper,
) -> Option<Searched> {
    // A score does not depend on earlier searches.
    search.clear();
    let limits = Limits { stopper: stopper.clone(), ..effort.limits(1) };
    let settings = Settings { overhead: Duration::ZERO, ..Settings::default() };
    let result = search.run(game, limits, settings, &mut ());
    if stopper.is_stopped() {
        return None;
    }
    let best = result.lines.first()?;
    let mv = Images::new(game).canonical(*best.pv.first()?);
    let line = KnownScore { score: Score::of(best.value), depth: best.depth };
    Some(Searched { effort, mv, line })
}
