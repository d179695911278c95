//! Reports of a search.

use crate::eval::{Score, Value, Wdl};
use crate::types::Move;
use std::time::Duration;

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Exact score.
    Exact,
    /// Lower bound.
    Lower,
    /// Upper bound.
    Upper,
}

impl Bound {
    /// Whether a score of this kind refutes an estimate.
    #[inline(always)]
    pub(super) fn refutes(self, estimate: Score, score: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > estimate,
            Self::Upper => score < estimate,
        }
    }
}

/// One line of analysis. Scores are from the view of the side to move at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Finished iterations.
    pub depth: u32,
    /// Maximum ply.
    pub seldepth: u32,
    /// Rank of the line, 1 for the best.
    pub line: usize,
    /// Number of reported lines.
    pub lines: usize,
    /// Value of the line.
    pub value: Value,
    /// Whether `value` is a bound.
    pub bound: Bound,
    /// Winning chances.
    pub wdl: Wdl,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Fill of the transposition table, in thousandths.
    pub hashfull: u32,
    /// Moves of the line, at least one; to the end of the game if `value` is a proven result.
    pub pv: Vec<Move>,
}

impl Info {
    /// The line of a move that was not searched.
    pub(crate) fn unexplored(mv: Move) -> Self {
        Self {
            depth: 1,
            seldepth: 1,
            line: 1,
            lines: 1,
            value: Value::CentiFlats(0),
            bound: Bound::Exact,
            wdl: Wdl { win: 0, draw: 1000, loss: 0 },
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            pv: vec![mv],
        }
    }

    /// Positions per second.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchResult {
    /// Best move; `None` only if the game is over.
    pub best: Option<Move>,
    /// Final state of every line, best first. `lines[0].pv[0]` is `best`. Empty only if the game is over.
    pub lines: Vec<Info>,
    /// A road that the opponent could force if the side to move passed.
    pub threat: Option<Threat>,
    /// Positions visited by all threads.
    pub nodes: u64,
}

impl SearchResult {
    /// The opponent's expected reply to the best move; `None` if it would end the game.
    pub fn reply(&self) -> Option<Move> {
        let line = self.lines.first()?;
        match line.value {
            Value::Win { plies } | Value::Loss { plies } if plies <= 2 => None,
            _ => line.pv.get(1).copied(),
        }
    }
}

/// A forced road of two or more moves that the side to move must answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Number of moves of the road.
    pub moves: u32,
    /// Its line against the longest defense, after a pass of the side to move.
    pub line: Vec<Move>,
}

/// Receiver of reports. `()` ignores them.
pub trait Reporter: Send {
    /// Receives a new state of a line.
    fn info(&mut self, info: &Info);

    /// Receives the result; nothing follows.
    fn done(&mut self, result: &SearchResult);
}

impl Reporter for () {
    fn info(&mut self, _: &Info) {}

    fn done(&mut self, _: &SearchResult) {}
}
