//! Searches of puzzles.

use super::{Kind, Puzzle};
use crate::workers;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Search;
use stonefall_engine::search::{Bound, Limits, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Move;

/// Size of each search's table in MiB.
pub const TRIAL_MIB: usize = 8;

/// A search of a puzzle by one thread with an empty table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Limit of positions.
    pub limit: u64,
    /// Visited positions. A search that has proved a win may end early.
    pub nodes: u64,
    /// The best move.
    pub best: Move,
    /// The value of the position.
    pub value: Value,
    /// Whether the search announces a win.
    pub announces: bool,
}

impl Trial {
    /// Whether the search plays the first move of the solution.
    pub fn plays(&self, puzzle: &Puzzle) -> bool {
        Some(self.best) == puzzle.key()
    }

    /// Whether the search solves the puzzle: it plays the first move of a road, or announces a win on flats.
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        match puzzle.aim.kind {
            Kind::Road => self.plays(puzzle),
            Kind::Flats => self.announces,
        }
    }
}

/// Searches a puzzle once for each limit; empty if its game is over.
fn attempt(search: &mut Search, puzzle: &Puzzle, limits: &[u64]) -> Vec<Trial> {
    let Ok(game) = puzzle.game() else { return Vec::new() };
    let trial = |&limit: &u64| {
        search.clear();
        let result = search.run(&game, Limits::nodes(limit), Settings::default(), &mut ());
        let (nodes, best, line) = (result.nodes, result.best?, result.lines.first()?);
        let is_win = matches!(line.value, Value::Win { .. });
        let announces = is_win && line.bound != Bound::Upper;
        Some(Trial { limit, nodes, best, value: line.value, announces })
    };
    limits.iter().filter_map(trial).collect()
}

/// Searches puzzles with each of the limits, on a number of threads. Passes the index of each puzzle and its
/// trials, one per limit, to `on_trials`. The stopper ends the work after the puzzles in progress.
pub fn try_puzzles(
    puzzles: &[Puzzle],
    limits: &[u64],
    threads: usize,
    stopper: &Stopper,
    mut on_trials: impl FnMut(usize, &[Trial]),
) {
    let attempt = |search: &mut Search, index: usize| {
        (!stopper.is_stopped()).then(|| attempt(search, &puzzles[index], limits))
    };
    let search = || Search::new(TRIAL_MIB);
    workers::run(0..puzzles.len(), threads, search, attempt, |index, trials| {
        on_trials(index, &trials);
    });
}
