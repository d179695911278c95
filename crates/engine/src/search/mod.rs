//! Alpha-beta search. It takes [`Limits`] and reports plain values; it knows no text.

mod clock;
mod frame;
mod history;
mod level;
mod node;
mod picker;
pub mod policy;
mod pool;
pub mod proof;
mod proofs;
mod prune;
mod root;
mod root_move;
mod shared;
mod table;
mod tunables;
mod worker;

use crate::eval::{Score, Value, Wdl};
use crate::machine::Instant;
use crate::ponder::{Deadline, Ponder};
use crate::stopper::Stopper;
use crate::types::{ByColor, Move};
use std::time::Duration;

pub use level::{Handicap, Level, Seed};

pub use pool::spawn;
pub use pool::{SizedSearch, Task};
pub use tunables::{ADJUSTABLE, TUNABLES, Tunable, TunableValues};

/// Limits of a search. Any combination is legal; the first one reached ends the search. Without limits, or
/// with `infinite`, it runs until stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Start of the search, and of the clocks unless it ponders.
    pub start: Instant,
    /// Maximum depth.
    pub depth: Option<u32>,
    /// Maximum number of positions of all threads.
    pub nodes: Option<u64>,
    /// Number of positions after which no iteration starts.
    pub soft_nodes: Option<u64>,
    /// Number of iterations that `soft_nodes` does not prevent.
    pub soft_depth: u32,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Time left on each player's clock.
    pub time: ByColor<Option<Duration>>,
    /// Increment of each player per move.
    pub increment: ByColor<Duration>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Ignore all of the above and search until stopped.
    pub infinite: bool,
    /// Look for a forced road first (see [`proof`]) and stop when the result is proved.
    pub until_solved: bool,
    /// The search ponders: it takes place in the opponent's time until the expected reply, and does not end before. The clocks
    /// start with the reply; depth and numbers of positions hold for the whole search.
    pub ponder: Option<Ponder>,
    /// Root moves to search; all legal ones if empty. Illegal ones are ignored.
    pub search_moves: Vec<Move>,
    /// Stops the search from elsewhere. If already stopped, the search still finds a move.
    pub stopper: Stopper,
}

impl Default for Limits {
    /// No limits, starting now.
    fn default() -> Self {
        Self {
            start: Instant::now(),
            depth: None,
            nodes: None,
            soft_nodes: None,
            soft_depth: 0,
            movetime: None,
            time: ByColor::default(),
            increment: ByColor::default(),
            moves_to_go: None,
            infinite: false,
            until_solved: false,
            ponder: None,
            search_moves: Vec::new(),
            stopper: Stopper::default(),
        }
    }
}

impl Limits {
    /// Limits the depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits the number of positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits the time.
    pub fn movetime(movetime: Duration) -> Self {
        Self { movetime: Some(movetime), ..Self::default() }
    }

    /// Whether the search takes place in the opponent's time now.
    pub fn is_pondering(&self) -> bool {
        self.ponder.as_ref().is_some_and(|ponder| ponder.hit_at().is_none())
    }

    /// The deadline this time after the start of the clocks.
    pub(super) fn deadline(&self, time: Duration) -> Option<Deadline> {
        match &self.ponder {
            Some(ponder) => Some(Deadline::AfterReply(ponder.clone(), time)),
            None => self.start.checked_add(time).map(Deadline::At),
        }
    }

    /// Whether only a stop ends the search.
    pub fn is_open_ended(&self) -> bool {
        self.infinite
            || self.depth.is_none()
                && self.nodes.is_none()
                && self.soft_nodes.is_none()
                && self.movetime.is_none()
                && self.time.0.iter().all(Option::is_none)
    }

    /// Whether the search is for a move of a game and not an analysis: it has a limit, and asks for no proof,
    /// several lines or particular moves.
    pub fn ask_for_a_move(&self, settings: &Settings) -> bool {
        !self.is_open_ended()
            && !self.until_solved
            && self.search_moves.is_empty()
            && settings.multi_pv <= 1
    }
}

/// Settings of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Number of threads.
    pub threads: usize,
    /// Number of lines.
    pub multi_pv: usize,
    /// Reserve per move for transmission between engine and clock.
    pub overhead: Duration,
    /// Weaker play for moves of a game, not for analysis.
    pub handicap: Option<Handicap>,
    /// Effort for proofs.
    pub proofs: Proofs,
}

/// Share of a search for proofs of forced wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proofs {
    /// None: the search sees only what is within its depth.
    None,
    /// A few positions for a forced road, for games with a few thousand positions per move; a position of a proof takes
    /// several times as long as another one.
    Sparing,
    /// Enough for nearly every win that the positions suffice to prove.
    #[default]
    Full,
}

impl Default for Settings {
    fn default() -> Self {
        let overhead = Duration::from_millis(10);
        Self { threads: 1, multi_pv: 1, overhead, handicap: None, proofs: Proofs::Full }
    }
}

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
    /// The kind of the score of a search with this window.
    #[inline(always)]
    fn of(score: Score, [alpha, beta]: [Score; 2]) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

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
