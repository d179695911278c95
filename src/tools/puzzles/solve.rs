//! Solves puzzles by the search.

use super::{BookPuzzle, SIZE};
use std::time::Duration;
use stonefall_engine::board::History;
use stonefall_engine::eval::Value;
use stonefall_engine::search::{Limits, Settings, SizedSearch};
use stonefall_engine::types::Move;

/// Limit of positions, far above the needs of every puzzle.
const NODES: u64 = 5_000_000;
/// Limit of iterations.
const DEPTH: u32 = 12;

/// Result of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The best move.
    pub best: Option<Move>,
    /// The value of the position.
    pub value: Option<Value>,
    /// The principal variation.
    pub line: Vec<Move>,
    /// Visited positions.
    pub nodes: u64,
    /// Duration.
    pub time: Duration,
}

impl Solution {
    /// Whether the search found the key move and proved the win in the puzzle's number of plies.
    pub fn solves(&self, puzzle: &BookPuzzle) -> bool {
        self.best == Some(puzzle.key) && self.value == Some(Value::Win { plies: puzzle.plies })
    }
}

/// Searches a puzzle on one thread with an empty table until it is solved.
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
