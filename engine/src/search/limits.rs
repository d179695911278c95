//! What ends a search.

use super::Handicap;
use crate::machine::Instant;
use crate::stopper::Stopper;
use crate::types::{ByColor, Move};
use std::time::Duration;

/// Bounds on a search; any mix is legal and the first one reached ends it. With none of them (or
/// with `infinite`) it goes on until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the search was asked for: clocks run from here.
    pub start: Instant,
    /// Iterations to finish.
    pub depth: Option<u32>,
    /// Positions to visit, all threads together.
    pub nodes: Option<u64>,
    /// Positions after which no further iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Time left on each player's clock.
    pub time: ByColor<Option<Duration>>,
    /// Time each player gains with every move.
    pub increment: ByColor<Duration>,
    /// Moves until the clock is filled up again.
    pub moves_to_go: Option<u32>,
    /// Ignore all of the above and search until stopped.
    pub infinite: bool,
    /// The result is what is wanted: a forced road is looked for first (see [`super::proof`]), and
    /// the search is over if there is one.
    pub until_solved: bool,
    /// Moves to look at in the root; all legal ones if empty. Illegal ones are passed over.
    pub search_moves: Vec<Move>,
    /// Ends the search from elsewhere. One that is stopped already leaves it a moment, to find a move.
    pub stopper: Stopper,
}

impl Default for Limits {
    /// No limit, starting now.
    fn default() -> Self {
        Self {
            start: Instant::now(),
            depth: None,
            nodes: None,
            soft_nodes: None,
            movetime: None,
            time: ByColor::default(),
            increment: ByColor::default(),
            moves_to_go: None,
            infinite: false,
            until_solved: false,
            search_moves: Vec::new(),
            stopper: Stopper::default(),
        }
    }
}

impl Limits {
    /// Iterations up to this depth.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So much time.
    #[must_use]
    pub fn movetime(movetime: Duration) -> Self {
        Self { movetime: Some(movetime), ..Self::default() }
    }

    /// Whether nothing but a stop ends the search.
    #[must_use]
    pub fn is_open_ended(&self) -> bool {
        self.infinite
            || self.depth.is_none()
                && self.nodes.is_none()
                && self.soft_nodes.is_none()
                && self.movetime.is_none()
                && self.time.0.iter().all(Option::is_none)
    }

    /// Whether a move of a game is wanted, and not the truth about a position: there is a limit, and
    /// neither a proof, nor several lines, nor the merit of particular moves is asked for.
    #[must_use]
    pub fn ask_for_a_move(&self, settings: &Settings) -> bool {
        !self.is_open_ended()
            && !self.until_solved
            && self.search_moves.is_empty()
            && settings.multi_pv <= 1
    }
}

/// How a search is run, beside its limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Number of threads.
    pub threads: usize,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Time kept back on every move for what happens between the engine and the clock.
    pub overhead: Duration,
    /// Play below full strength, where a move of a game is asked for and no analysis.
    pub handicap: Option<Handicap>,
    /// How much is spent on proofs.
    pub proofs: Proofs,
}

/// How much of a search is spent on proving forced wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proofs {
    /// Nothing: it sees what lies within its depth.
    None,
    /// A little, for games with a few thousand positions a move: a position of a proof takes several
    /// times as long as another.
    Sparing,
    /// As much as is needed for nearly all that can be proved in so many positions.
    #[default]
    Full,
}

impl Default for Settings {
    fn default() -> Self {
        let overhead = Duration::from_millis(10);
        Self { threads: 1, multi_pv: 1, overhead, handicap: None, proofs: Proofs::Full }
    }
}
