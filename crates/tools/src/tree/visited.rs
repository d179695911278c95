//! The positions that many games visited, as positions of a tree.

use super::file::TreeFile;
use super::grow::{search_leaf, search_moves};
use super::growth::Growth;
use super::nodes::{Leaf, Tree};
use crate::effort::HASH_MIB;
use crate::resume::ResumeError;
use crate::workers::{self, Ended};
use std::collections::BTreeMap;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::{Game, Move, Search};

/// Work on a position.
enum Task {
    /// The tree gets this position.
    Position(Leaf),
    /// The position of the tree at this place gets more moves.
    Moves { place: usize, game: Game, moves: Vec<Move> },
}

/// Adds positions and the moves that lead to them, on the paths over which games came there, until the tree has enough
/// positions. Leaves out positions whose position before is neither in the tree nor among them. Calls `on_search` after
/// every search. The stopper ends the searches in progress; only their results are lost.
///
/// # Errors
/// If the file cannot be written.
pub fn add_visited(
    file: &mut TreeFile,
    mut positions: Vec<Game>,
    growth: &Growth,
    stopper: &Stopper,
    mut on_search: impl FnMut(&Tree),
) -> Result<Ended, ResumeError> {
    // An error ends the work as well.
    let stopper = stopper.child();
    positions.sort_by_key(Game::ply);
    // A position needs the moves of those of the ply before.
    for positions in positions.chunk_by(|one, next| one.ply() == next.ply()) {
        for tasks in [missing_moves, missing_positions] {
            let left = growth.positions.saturating_sub(file.tree.len());
            if left > 0 && !stopper.is_stopped() {
                let tasks: Vec<_> = tasks(&file.tree, positions).into_iter().take(left).collect();
                work(file, &tasks, growth, &stopper, &mut on_search)?;
            }
        }
    }
    file.sync()?;
    Ok(if stopper.is_stopped() { Ended::Interrupted } else { Ended::Complete })
}

fn missing_moves(tree: &Tree, positions: &[Game]) -> Vec<Task> {
    let mut missing = BTreeMap::<usize, Vec<Move>>::new();
    for (place, mv) in positions.iter().filter_map(|position| tree.missing_move(position)) {
        let moves = missing.entry(place).or_default();
        // Another path may lead over the same move.
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    let task = |(place, moves)| Task::Moves { place, game: tree.game(place), moves };
    missing.into_iter().map(task).collect()
}

fn missing_positions(tree: &Tree, positions: &[Game]) -> Vec<Task> {
    let leaves = positions.iter().filter_map(|position| tree.leaf(position));
    let leaves: BTreeMap<_, _> = leaves.map(|leaf| (leaf.key, leaf)).collect();
    leaves.into_values().map(Task::Position).collect()
}

/// Searches on all threads, and writes each result as soon as it is there.
fn work(
    file: &mut TreeFile,
    tasks: &[Task],
    growth: &Growth,
    stopper: &Stopper,
    on_search: &mut impl FnMut(&Tree),
) -> Result<(), ResumeError> {
    let job = |search: &mut Search, number: usize| match &tasks[number] {
        Task::Position(leaf) => search_leaf(search, leaf, growth, stopper),
        Task::Moves { game, moves, .. } => {
            search_moves(search, game, moves.clone(), moves.len(), growth, stopper)
        }
    };
    let new_search = || Search::new(HASH_MIB);
    let mut written = Ok(());
    workers::run(0..tasks.len(), growth.threads, new_search, job, |number, found| {
        if written.is_ok() {
            written = match &tasks[number] {
                Task::Position(leaf) => file.add(leaf.clone(), &found),
                Task::Moves { place, .. } => file.extend(*place, &found),
            };
            on_search(&file.tree);
        }
        if written.is_err() {
            stopper.stop();
        }
    });
    written
}
