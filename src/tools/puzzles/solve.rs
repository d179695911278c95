//! The puzzles, given to the search as it plays.

use super::{BookPuzzle, SIZE};
use std::time::Duration;
use stonefall_engine::board::History;
use stonefall_engine::eval::Value;
use stonefall_engine::search::{Limits, Settings, SizedSearch};
use stonefall_engine::types::Move;

/// Positions after which a puzzle counts as not solved: far more than any of them takes.
const NODES: u64 = 5_000_000;
/// The same for iterations.
const DEPTH: u32 = 12;

/// What the search makes of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The move it would play.
    pub best: Option<Move>,
    /// What it says the position is worth.
    pub value: Option<Value>,
    /// The line it expects.
    pub line: Vec<Move>,
    /// Positions it visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Solution {
    /// Whether this is the puzzle's answer: the key move, with proof of the win in so many plies.
    #[must_use]
    pub fn solves(&self, puzzle: &BookPuzzle) -> bool {
        self.best == Some(puzzle.key) && self.value == Some(Value::Win { plies: puzzle.plies })
    }
}

/// Searches a puzzle on one thread until it is solved, with nothing learned before.
#[must_use]
pub fn solve(search: &mut SizedSearch<SIZE>, puzzle: &BookPuzzle) -> Solution {
    search.clear();
    let limits = Limits { depth: Some(DEPTH), ..Limits::nodes(NODES) };
    let start = limits.start;
    let settings = Settings::default();
    let result = search.run(&puzzle.position, &History::new(), limits, settings, &mut ());
    let time = start.elapsed();
    let line = result.lines.into_iter().next();
    Solution {
        best: result.best,
        value: line.as_ref().map(|line| line.value),
        line: line.map_or_else(Vec::new, |line| line.pv),
        nodes: result.nodes,
        time,
    }
}
