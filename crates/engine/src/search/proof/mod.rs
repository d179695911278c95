//! Proofs: whether a player can force a road (tinue), or any win, against every defense.
//!
//! [`SizedSolver`] answers a [`Question`] by depth-first proof-number search. The rules have replayed every
//! [`Proof`] that it returns: see [`Proof::check`]. `docs/solver.md` describes the method and its correctness.

mod answer;
mod moves;
mod search;
mod solver;
mod state;
mod table;

use crate::board::{Outcome, WinReason};
use crate::machine;
use crate::ponder::Deadline;
use crate::stopper::Stopper;
use crate::types::Color;
use std::time::Duration;

pub use answer::{Answer, Proof, ProofNode};
pub use solver::FirstMoves;
pub(in crate::search) use solver::Probe;

pub use solver::SizedSolver;

/// Size of the solver's table in MiB, used as needed: for the queries of a search.
pub(in crate::search) const QUERY_MIB: usize = 8;
/// For the root of `go solved`.
pub(in crate::search) const SOLUTION_MIB: usize = 64;
/// For the positions of whole games.
pub const GAME_MIB: usize = 32;

/// Goal of the attacker, which also selects the moves to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A forced road (tinue): every move of the attacker completes a road or threatens one. A game that ends on
    /// flats is a failure.
    Road,
    /// Any win with any moves.
    Win,
}

impl Goal {
    /// Whether the end of a game is the attacker's success.
    pub(super) fn is_reached(self, outcome: Outcome, attacker: Color) -> bool {
        match self {
            Self::Road => outcome == Outcome::Win(attacker, WinReason::Road),
            Self::Win => outcome.winner() == Some(attacker),
        }
    }
}

/// A question about the side to move, the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Goal of the proof.
    pub goal: Goal,
    /// Maximum number of the attacker's moves; any number if absent (the solver's limit is sixty).
    pub moves: Option<u32>,
    /// Whether the shortest proof is required.
    pub shortest: bool,
}

impl Question {
    /// Asks for a forced road of any length.
    pub const fn road() -> Self {
        Self { goal: Goal::Road, moves: None, shortest: false }
    }

    /// Asks for the shortest forced road within a number of moves.
    pub const fn road_within(moves: u32) -> Self {
        Self { goal: Goal::Road, moves: Some(moves), shortest: true }
    }

    /// Asks for any win.
    pub const fn win() -> Self {
        Self { goal: Goal::Win, moves: None, shortest: false }
    }

    /// The same question for the shortest proof.
    #[must_use]
    pub const fn shortest(mut self) -> Self {
        self.shortest = true;
        self
    }
}

/// Limits of a proof. Any combination is legal, and the first one reached ends the search.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Maximum number of positions.
    pub nodes: Option<u64>,
    /// Deadline.
    pub deadline: Option<Deadline>,
    /// Stops the search from elsewhere.
    pub stopper: Stopper,
}

impl Budget {
    /// Limits the number of positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits the time from now on.
    pub fn time(time: Duration) -> Self {
        Self { deadline: Deadline::after(time), ..Self::default() }
    }

    /// Whether the search must end; also offers the host a pause.
    pub(super) fn is_stopped(&self) -> bool {
        machine::pause();
        self.stopper.is_stopped() || self.deadline.as_ref().is_some_and(Deadline::has_passed)
    }
}

/// Progress of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofProgress {
    /// Positions searched.
    pub nodes: u64,
    /// Maximum number of moves in the current search; absent for any number.
    pub moves: Option<u32>,
    /// Length of the proof found so far; the search looks for a shorter one.
    pub found: Option<u32>,
}
