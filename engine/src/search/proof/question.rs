//! What can be asked, and what is answered.

use super::tree::Proof;
use crate::machine::{self, Instant};
use crate::stopper::Stopper;
use std::time::Duration;

/// What counts as success of the attacker, and which moves are tried for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A road by force (tinue): every move of the attacker completes a road or threatens to. A game
    /// that ends on flats is no success, whoever has more of them.
    Road,
    /// A win, on flats too, by any moves.
    Win,
}

/// A question about the side to move, the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is to be proved.
    pub goal: Goal,
    /// The most moves of the attacker that it may take; any number if absent. (Sixty are the
    /// limit of the search.)
    pub moves: Option<u32>,
    /// Whether the proof has to be the shortest one.
    pub shortest: bool,
}

impl Question {
    /// Is there a road by force, however long?
    #[must_use]
    pub const fn road() -> Self {
        Self { goal: Goal::Road, moves: None, shortest: false }
    }

    /// What is the shortest road by force of at most so many moves?
    #[must_use]
    pub const fn road_within(moves: u32) -> Self {
        Self { goal: Goal::Road, moves: Some(moves), shortest: true }
    }

    /// Is there a win of any kind?
    #[must_use]
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

/// What the search may use. Any mix is legal, and the first limit reached ends it; without any it
/// ends when the answer is known.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Positions to open, for one question.
    pub nodes: Option<u64>,
    /// When to end.
    pub deadline: Option<Instant>,
    /// Ends the search from elsewhere.
    pub stopper: Stopper,
}

impl Budget {
    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So much time from now.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..Self::default() }
    }

    /// Whether the search has to end; some other work may be done meanwhile.
    pub(super) fn is_stopped(&self) -> bool {
        machine::pause();
        self.stopper.is_stopped() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Positions opened.
    pub nodes: u64,
    /// The number of the attacker's moves that is being looked at; absent if any number is.
    pub moves: Option<u32>,
    /// A proof of so many moves has been found; a shorter one is being looked for.
    pub found: Option<u32>,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The attacker wins. The proof has been replayed by the plain rules.
    Proven(Proof),
    /// The attacker does not win: in so many moves, or at all if there is no number. (For
    /// [`Goal::Road`]: not by threats alone.)
    Disproven(Option<u32>),
    /// The budget has been used up.
    Open {
        /// Moves in which the attacker is known not to win; perhaps none.
        not_within: u32,
    },
}

impl Answer {
    /// The proof, if there is one.
    #[must_use]
    pub const fn proof(&self) -> Option<&Proof> {
        match self {
            Self::Proven(proof) => Some(proof),
            Self::Disproven(_) | Self::Open { .. } => None,
        }
    }
}
