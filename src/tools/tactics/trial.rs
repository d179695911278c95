//! What a search makes of exercises.

use super::Exercise;
use crate::tools::workers;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Search;
use stonefall_engine::search::{Bound, Limits, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Move;

/// The table of each search, in MiB.
pub const TRIAL_MIB: usize = 8;

/// A search of an exercise by one thread that has learned nothing before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Positions that it was allowed.
    pub limit: u64,
    /// Positions that it visited. A search that has proved a win may end early.
    pub nodes: u64,
    /// The move it plays.
    pub best: Move,
    /// What it says of the position.
    pub value: Value,
    /// Whether it announces a win.
    pub announces: bool,
}

impl Trial {
    /// Whether the search plays the first move that is known to win.
    #[must_use]
    pub fn plays(&self, exercise: &Exercise) -> bool {
        self.best == exercise.mv
    }
}

/// Searches an exercise, anew for each limit. Nothing comes of one that cannot be set up, which none is that
/// was read from a table.
fn attempt(searcher: &mut Search, exercise: &Exercise, limits: &[u64]) -> Vec<Trial> {
    let Ok(board) = exercise.board() else { return Vec::new() };
    let mut trials = Vec::new();
    for &limit in limits {
        searcher.clear();
        let result = searcher.run(&board, Limits::nodes(limit), Settings::default(), &mut ());
        // There are both, since the game is not over.
        if let (Some(best), Some(line)) = (result.best, result.lines.first()) {
            let is_win = matches!(line.value, Value::Win { .. });
            let announces = is_win && line.bound != Bound::Upper;
            let value = line.value;
            trials.push(Trial { limit, nodes: result.nodes, best, value, announces });
        }
    }
    trials
}

/// Searches exercises with each of the limits, on a number of threads. Passes the index of each exercise
/// and its trials, one per limit, to `on_trials`. The stopper ends the work after the exercises in progress.
pub fn try_exercises(
    exercises: &[Exercise],
    limits: &[u64],
    threads: usize,
    stopper: &Stopper,
    mut on_trials: impl FnMut(usize, &[Trial]),
) {
    let attempt = |searcher: &mut Search, index: usize| {
        (!stopper.is_stopped()).then(|| attempt(searcher, &exercises[index], limits))
    };
    let search = || Search::new(TRIAL_MIB);
    workers::run(0..exercises.len(), threads, search, attempt, |index, trials| {
        on_trials(index, &trials);
    });
}
