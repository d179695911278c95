//! Growth on several threads.

use super::HASH_MIB;
use super::file::BookFile;
use super::score::BookScore;
use super::tree::{Leaf, Tree};
use crate::keys::distinct;
use crate::resume::ResumeError;
use crate::workers::{self, WorkEnd};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::{Game, Limits, Move, Search, Settings};

/// How far and how fast a book grows.
#[derive(Clone, Debug)]
pub struct Growth {
    /// Number of positions that the book shall have.
    pub positions: usize,
    /// Number of moves with a score for each position. The root has all moves.
    pub width: usize,
    /// Nodes or time for each position.
    pub limits: Limits,
    /// Number of threads.
    pub threads: usize,
}

/// The book, shared by the threads.
struct GrowthState<'a> {
    book: &'a mut BookFile,
    /// Positions that the book gets first, those with fewer plies before.
    wanted: VecDeque<Game>,
}

impl GrowthState<'_> {
    /// The next position to search. `None` if there is none, or none before the others in work end.
    fn take(&mut self) -> Option<Leaf> {
        let tree = &mut self.book.tree;
        while let Some(position) = self.wanted.front() {
            let leaf = tree.leaf(position);
            if leaf.is_none() && !tree.has(position) && tree.is_in_work() {
                // The position before this one may be in work.
                return None;
            }
            self.wanted.pop_front();
            if let Some(leaf) = leaf.filter(|leaf| tree.begin(leaf)) {
                return Some(leaf);
            }
        }
        tree.take()
    }
}

/// Grows a book until it has enough positions or nothing is left to search. First it gets the `wanted` positions and the
/// moves that lead to them, except for those whose position before is neither in the book nor among them. Calls
/// `on_position` after every position. The stopper ends the searches in progress; their positions are lost.
pub fn grow(
    book: &mut BookFile,
    mut wanted: Vec<Game>,
    growth: &Growth,
    stopper: &Stopper,
    mut on_position: impl FnMut(&Tree),
) -> Result<WorkEnd, ResumeError> {
    wanted.sort_by_key(Game::ply);
    let left = growth.positions.saturating_sub(book.tree.len());
    // An error ends the work as well.
    let stopper = stopper.child();
    let shared = Mutex::new(GrowthState { book, wanted: wanted.into() });
    // Signals that a position is no longer in work.
    let changed = Condvar::new();
    let job = |search: &mut Search, _| {
        let mut state = lock(&shared);
        let leaf = loop {
            if stopper.is_stopped() {
                return None;
            }
            match state.take() {
                Some(leaf) => break leaf,
                None if state.book.tree.is_in_work() => {
                    state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                None => return None,
            }
        };
        drop(state);
        let moves = search_leaf(search, &leaf, growth, &stopper);
        if moves.is_none() {
            lock(&shared).book.tree.put_back(&leaf);
            changed.notify_all();
        }
        Some((leaf, moves?))
    };
    let new_search = || Search::new(HASH_MIB);
    workers::run(0..left, growth.threads, &stopper, new_search, job, |_, (leaf, moves)| {
        let mut state = lock(&shared);
        let added = state.book.add(leaf, &moves);
        if added.is_ok() {
            on_position(&state.book.tree);
        }
        changed.notify_all();
        added
    })?;
    lock(&shared).book.finish()?;
    Ok(if stopper.is_stopped() { WorkEnd::Interrupted } else { WorkEnd::Complete })
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The best moves of a leaf with their scores. `None` if the stopper ended the search.
fn search_leaf(
    search: &mut Search,
    leaf: &Leaf,
    growth: &Growth,
    stopper: &Stopper,
) -> Option<Vec<(Move, BookScore)>> {
    let mut moves: Vec<_> = distinct(&leaf.game).into_values().collect();
    moves.sort_unstable();
    let lines = if leaf.is_root() { moves.len() } else { growth.width.min(moves.len()) };
    // Each line has the same share everywhere.
    let times = lines.div_ceil(growth.width) as u32;
    let limits = Limits {
        nodes: growth.limits.nodes.map(|nodes| nodes.saturating_mul(times.into())),
        movetime: growth.limits.movetime.map(|time| time.saturating_mul(times)),
        search_moves: moves,
        stopper: stopper.clone(),
        ..growth.limits.clone()
    };
    let settings = Settings { multi_pv: lines, overhead: Duration::ZERO, ..Settings::default() };
    // A score does not depend on earlier searches.
    search.clear();
    let result = search.run(&leaf.game, limits, settings, &mut ());
    let moves = result.lines.iter();
    let moves = moves.filter_map(|line| Some((*line.pv.first()?, BookScore::of(line.value))));
    (!stopper.is_stopped()).then(|| moves.collect())
}
