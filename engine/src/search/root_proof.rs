//! Queries to the solver at the root: results, and the positions that each attempt may search.

use super::shared::Shared;
use super::{Proofs, Threat};
use crate::eval::Score;
use crate::types::Move;

/// A proved and replayed win at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proven {
    pub(super) score: Score,
    /// The line to the end of the game.
    pub(super) line: Vec<Move>,
}

impl Proven {
    /// Whether the win begins with this move.
    pub(super) fn begins_with(&self, mv: Move) -> bool {
        self.line.first() == Some(&mv)
    }
}

/// Results of the queries at the root.
#[derive(Clone, Default, Debug)]
pub(super) struct RootProofs {
    /// A win of the side to move.
    pub(super) proven: Option<Proven>,
    /// A road that the opponent could force if the side to move passed.
    pub(super) threat: Option<Threat>,
    pub(super) road: Attempts,
    pub(super) passing: Attempts,
    pub(super) flats: Attempts,
}

/// Attempts at one query.
#[derive(Clone, Default, Debug)]
pub(super) struct Attempts {
    /// Positions allowed in the last attempt.
    allowed: u64,
    /// Whether the answer is final.
    pub(super) settled: bool,
}

/// Positions allowed for a query.
pub(super) struct NodeBudget {
    /// First attempt without a limit of positions.
    first: u64,
    /// First attempt: per mille of the limit of positions.
    first_mille: u64,
    /// Second and last attempt: per mille of the limit.
    second_mille: u64,
    /// Later attempts without a limit: one Nth of the positions visited so far.
    later_part: u64,
}

/// A road: a few hundred positions nearly always suffice.
pub(super) const ROAD: NodeBudget =
    NodeBudget { first: 60, first_mille: 50, second_mille: 400, later_part: 512 };
/// A road of the opponent.
pub(super) const PASSING: NodeBudget =
    NodeBudget { first: 30, first_mille: 25, second_mille: 25, later_part: 1024 };
/// Any win, which needs more positions and more time per position.
pub(super) const FLATS: NodeBudget =
    NodeBudget { first: 12, first_mille: 20, second_mille: 500, later_part: 1024 };

/// A road in `go solved`: as much as the time allows, or half of a limit of positions.
pub(super) const SOLUTION: NodeBudget =
    NodeBudget { first: u64::MAX, first_mille: 500, second_mille: 500, later_part: u64::MAX };

/// The second attempt starts after this part of a limit of positions.
const SECOND_TIME: u64 = 32;
/// [`Proofs::Sparing`] gives a query this part of the limit.
const SPARING: u64 = 100;

impl Attempts {
    /// Positions for the next attempt, if it is due: at least twice those of the previous one.
    pub(super) fn next(
        &mut self,
        shared: &Shared,
        visited: u64,
        budget: &NodeBudget,
    ) -> Option<u64> {
        let first = self.allowed == 0;
        let allowed = match shared.limits.nodes {
            Some(limit) if shared.settings.proofs == Proofs::Sparing => limit / SPARING,
            Some(limit) if first => limit.saturating_mul(budget.first_mille) / 1000,
            Some(limit) if visited >= limit / SECOND_TIME => {
                limit.saturating_mul(budget.second_mille) / 1000
            }
            Some(_) => 0,
            None if first => budget.first,
            None => visited / budget.later_part,
        };
        if self.settled || allowed < self.allowed.saturating_mul(2).max(1) {
            return None;
        }
        self.allowed = allowed;
        Some(allowed)
    }
}
