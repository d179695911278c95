//! Questions in the midst of another search: a few positions each, and nothing asked twice.

use super::length::Length;
use super::question::{Budget, Effort, Goal};
use super::solver::SizedSolver;
use super::state::Numbers;
use super::table::Entry;
use crate::board::{History, Position};
use crate::types::Move;

/// What a probe has found out about the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum Probe {
    /// It reaches the goal in at most so many of its moves, beginning with this one.
    Won { moves: u32, mv: Move },
    /// It does not, however long it takes. (Not by threats alone, if the goal is a road.)
    Lost,
    /// So many positions do not tell.
    Open,
}

impl<const N: usize> SizedSolver<N> {
    /// Asks whether the side to move, which cannot win at once, reaches the goal; opens about
    /// `nodes` positions for it, and none if as many have been opened before.
    ///
    /// What was found is in the table, for more to be built on it, but is not replayed. The
    /// answer holds if no position of the game has been on the board twice.
    pub(in crate::search) fn probe(
        &mut self,
        position: &Position<N>,
        goal: Goal,
        nodes: u64,
        budget: &Budget,
    ) -> Probe {
        let mut hear = |_: &Effort| {};
        self.nodes = 0;
        let mut work = self.work(position, &History::new(), goal, budget, &mut hear);
        let before = work.entry();
        match verdict(before.as_ref()) {
            Probe::Open => {}
            known => return known,
        }
        if before.is_some_and(|entry| entry.effort >= effort(nodes)) {
            return Probe::Open;
        }
        work.node_limit = Some(nodes);
        let state = work.attack(Length::LONGEST, Numbers::ENDLESS);
        if !state.is_final() {
            work.note_effort();
        }
        let after = work.entry();
        self.nodes = work.effort.nodes;
        verdict(after.as_ref())
    }
}

fn verdict(entry: Option<&Entry>) -> Probe {
    match entry {
        Some(&Entry { won, mv: Some(mv), .. }) if won != Length::NEVER => {
            Probe::Won { moves: won.moves(), mv }
        }
        Some(entry) if entry.lost == Length::NEVER => Probe::Lost,
        _ => Probe::Open,
    }
}

/// How a number of positions is kept in the table.
pub(super) const fn effort(nodes: u64) -> u8 {
    let nodes = if nodes == 0 { 1 } else { nodes };
    nodes.ilog2() as u8 + 1
}
