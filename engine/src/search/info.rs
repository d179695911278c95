//! What a search tells while it runs and when it is done.

use crate::eval::{Score, Value, Wdl};
use crate::types::Move;
use std::time::Duration;

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// Whether a score of this kind shows that an estimate was wrong.
    #[inline(always)]
    pub(super) fn refutes(self, estimate: Score, score: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > estimate,
            Self::Upper => score < estimate,
        }
    }
}

/// One line of analysis. Scores are from the view of the side to move in the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Finished iterations.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Rank of the line, 1 for the best.
    pub line: usize,
    /// Number of lines that the search reports.
    pub lines: usize,
    /// What the line leads to.
    pub value: Value,
    /// Whether `value` is a bound.
    pub bound: Bound,
    /// The chances.
    pub wdl: Wdl,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The moves of the line: at least one; to the end of the game if `value` is a proven result.
    pub pv: Vec<Move>,
}

impl Info {
    /// Positions visited in a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchResult {
    /// The move to play; `None` only if the game is over.
    pub best: Option<Move>,
    /// The last state of every line, the best first. `lines[0].pv[0]` is `best`. Empty only if the
    /// game is over.
    pub lines: Vec<Info>,
    /// A road that the other side could force if the side to move passed, if one was found.
    pub threat: Option<Threat>,
    /// Positions visited, all threads together.
    pub nodes: u64,
}

/// A forced road that has to be met. Road threats of a single move are not among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Moves that the road takes.
    pub moves: u32,
    /// How it is built against the longest defence, if the side to move passes.
    pub line: Vec<Move>,
}

/// Hears of a running search. `()` listens to nothing.
pub trait Reporter: Send {
    /// A line has a new state.
    fn info(&mut self, info: &Info);

    /// The search has ended; nothing follows.
    fn done(&mut self, result: &SearchResult);
}

impl Reporter for () {
    fn info(&mut self, _: &Info) {}

    fn done(&mut self, _: &SearchResult) {}
}
