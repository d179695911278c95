//! Growth on several threads.

use super::file::TreeFile;
use super::growth::Growth;
use super::nodes::{Found, Leaf, Tree};
use crate::effort::HASH_MIB;
use crate::keys::distinct;
use crate::resume::ResumeError;
use crate::score::Score;
use crate::workers::{self, Ended};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::{Game, Limits, Move, Search, Settings};

/// The tree, shared by the threads.
struct Shared<'a> {
    file: Mutex<&'a mut TreeFile>,
    /// Signals that leaves became free.
    changed: Condvar,
}

impl<'a> Shared<'a> {
    fn lock(&self) -> MutexGuard<'_, &'a mut TreeFile> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next leaf. Waits while other threads work on the only ones. `None` if there will be none.
    fn take(&self, stopper: &Stopper) -> Option<Leaf> {
        let mut file = self.lock();
        while !stopper.is_stopped() {
            if let Some(leaf) = file.tree.take() {
                return Some(leaf);
            }
            if !file.tree.is_in_work() {
                break;
            }
            file = self.changed.wait(file).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Ends the work on a leaf.
    fn finish(
        &self,
        end: impl FnOnce(&mut TreeFile) -> Result<(), ResumeError>,
    ) -> Result<(), ResumeError> {
        let ended = end(&mut self.lock());
        self.changed.notify_all();
        ended
    }
}

/// Grows a tree until it has enough positions or nothing is left to search. Calls `on_position` after every position.
/// The stopper ends the searches in progress; their positions are lost.
///
/// # Errors
/// If the file cannot be written.
pub fn grow(
    file: &mut TreeFile,
    growth: &Growth,
    stopper: &Stopper,
    mut on_position: impl FnMut(&Tree),
) -> Result<Ended, ResumeError> {
    let left = growth.positions.saturating_sub(file.tree.len());
    // An error ends the work as well.
    let stopper = stopper.child();
    let shared = Shared { file: Mutex::new(file), changed: Condvar::new() };
    let mut result = Ok(());
    let job = |search: &mut Search, _| {
        let leaf = shared.take(&stopper)?;
        match search_leaf(search, &leaf, growth, &stopper) {
            Some(found) => Some((leaf, found)),
            None => {
                // Putting back writes nothing.
                let _ = shared.finish(|file| {
                    file.tree.put_back(&leaf);
                    Ok(())
                });
                None
            }
        }
    };
    let new_search = || Search::new(HASH_MIB);
    workers::run(0..left, growth.threads, new_search, job, |_, (leaf, found)| {
        if result.is_ok() {
            result = shared.finish(|file| {
                // Before the other threads wake up.
                file.add(leaf, &found).inspect_err(|_| stopper.stop())?;
                on_position(&file.tree);
                Ok(())
            });
        }
    });
    result?;
    file.sync()?;
    Ok(if stopper.is_stopped() { Ended::Interrupted } else { Ended::Complete })
}

/// Searches a leaf. `None` if the stopper ended the search.
pub(super) fn search_leaf(
    search: &mut Search,
    leaf: &Leaf,
    growth: &Growth,
    stopper: &Stopper,
) -> Option<Found> {
    let moves: Vec<_> = distinct(&leaf.game).into_values().collect();
    let lines = if leaf.before.is_none() { moves.len() } else { growth.width.min(moves.len()) };
    search_moves(search, &leaf.game, moves, lines, growth, stopper)
}

/// Searches the best `lines` of these moves. `None` if the stopper ended the search.
pub(super) fn search_moves(
    search: &mut Search,
    game: &Game,
    mut moves: Vec<Move>,
    lines: usize,
    growth: &Growth,
    stopper: &Stopper,
) -> Option<Found> {
    moves.sort_unstable();
    // Each line has the same share everywhere.
    let limits = growth.effort.limits(lines.div_ceil(growth.width));
    let limits = Limits { search_moves: moves, stopper: stopper.clone(), ..limits };
    let settings = Settings { multi_pv: lines, overhead: Duration::ZERO, ..Settings::default() };
    // A score does not depend on earlier searches.
    search.clear();
    let result = search.run(game, limits, settings, &mut ());
    if stopper.is_stopped() {
        return None;
    }
    let moves =
        result.lines.iter().filter_map(|line| Some((*line.pv.first()?, Score::of(line.value))));
    Some(Found { depth: result.lines.first()?.depth, moves: moves.collect() })
}
