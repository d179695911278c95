//! The positions of a part. A part only reads the database, so that many machines can use one file.

use super::evaluate::{Evaluation, look};
use super::table::{self, Key, ScoreRow};
use super::walk::Walk;
use crate::effort::HASH_MIB;
use crate::games::{Database, DatabaseError, schema};
use crate::workers::{self, Ended, Jobs, Order};
use std::collections::BTreeMap;
use std::path::Path;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::{Game, Search};

/// Positions to search, with their numbers in the order of the whole evaluation.
pub struct Tasks {
    tasks: BTreeMap<u32, Task>,
    /// Number of positions of the whole evaluation.
    pub count: u32,
    /// Checksum of these positions and their numbers of games.
    pub checksum: u32,
}

struct Task {
    game: Game,
    key: Key,
    games: u64,
    /// A score of this effort that the database has.
    known: Option<ScoreRow>,
}

impl Tasks {
    /// Finds all positions of an evaluation, and keeps those whose numbers `is_own` selects. Passes the number of
    /// positions found so far. `None` if the stopper ended the work.
    ///
    /// # Errors
    /// If the file is not a database of this version, cannot be read, or is damaged.
    pub fn find(
        path: &Path,
        evaluation: &Evaluation,
        is_own: impl Fn(u32) -> bool,
        stopper: &Stopper,
        mut on_progress: impl FnMut(u32),
    ) -> Result<Option<Self>, DatabaseError> {
        let Evaluation { size, half_komi, visits, positions, effort, .. } = *evaluation;
        let database = Database::open(path)?;
        let has_scores = schema::has_table(&database.connection, "scores")?;
        let mut walk = Walk::new(&database, size, half_komi, visits)?;
        let mut checksum = crc32fast::Hasher::new();
        let (mut tasks, mut count) = (BTreeMap::new(), 0);
        while (count as usize) < positions
            && let Some(opening) = walk.next()?
        {
            if stopper.is_stopped() {
                return Ok(None);
            }
            let (key, games) = (opening.key, opening.games);
            checksum.update(&key.0.to_le_bytes());
            checksum.update(&key.1.to_le_bytes());
            checksum.update(&games.to_le_bytes());
            if is_own(count) {
                let found =
                    if has_scores { table::search(&database.connection, key)? } else { None };
                let known = match found {
                    Some(row) if row.searched()?.covers(effort) => Some(row),
                    _ => None,
                };
                tasks.insert(count, Task { game: opening.game, key, games, known });
            }
            count += 1;
            on_progress(count);
        }
        Ok(Some(Self { tasks, count, checksum: checksum.finalize() }))
    }

    /// Searches the positions of these numbers on all threads of the evaluation, and passes each result as soon as it
    /// is there. The stopper ends the searches in progress.
    ///
    /// # Errors
    /// Those of `on_row`.
    pub fn run<E>(
        &self,
        numbers: &[u32],
        evaluation: &Evaluation,
        stopper: &Stopper,
        on_row: impl FnMut(u32, ScoreRow) -> Result<(), E>,
    ) -> Result<Ended, E> {
        let job = |search: &mut Search, number: u32| {
            let Task { game, key, games, known } = self.tasks.get(&number)?;
            match known {
                Some(known) => Some(known.clone()),
                None => {
                    let found = look(search, game, evaluation.effort, stopper)?;
                    Some(ScoreRow::new(*key, *games, &found))
                }
            }
        };
        let jobs = Jobs { numbers, order: Order::Finished };
        let search = || Search::new(HASH_MIB);
        workers::run_listed(jobs, evaluation.threads, stopper, search, job, on_row)
    }
}
