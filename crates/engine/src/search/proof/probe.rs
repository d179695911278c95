//! Short questions within an alpha-beta search.

use super::question::{Budget, Goal};
use super::solver::SizedSolver;
use super::state::{Length, Numbers};
use super::table::{ProofEntry, log_nodes};
use crate::board::{History, Position};
use crate::types::Move;

/// Result of a probe for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum Probe {
    /// It reaches the goal with `mv`, within `moves` of its own moves.
    Won { moves: u32, mv: Move },
    /// It never reaches the goal. (For a road: not by threats.)
    Lost,
    /// Undecided.
    Open,
}

impl<const N: usize> SizedSolver<N> {
    /// Asks whether the side to move reaches the goal. It must not be able to win at once. Searches about
    /// `nodes` positions, or none if an earlier probe of this position searched as many.
    ///
    /// The result stays in the table without a replay. It holds if no position occurred twice in the game.
    pub(in crate::search) fn probe(
        &mut self,
        position: &Position<N>,
        goal: Goal,
        nodes: u64,
        budget: &Budget,
    ) -> Probe {
        let mut report = |_: &_| {};
        self.nodes = 0;
        let mut search = self.search(position, &History::new(), goal, budget, &mut report);
        let before = search.entry();
        match verdict(before.as_ref()) {
            Probe::Open => {}
            known => return known,
        }
        if before.is_some_and(|entry| entry.log_nodes >= log_nodes(nodes)) {
            return Probe::Open;
        }
        search.node_limit = Some(nodes);
        let state = search.attack(Length::LONGEST, Numbers::ENDLESS);
        if !state.is_final() {
            search.store_nodes();
        }
        let after = search.entry();
        self.nodes = search.progress.nodes;
        verdict(after.as_ref())
    }

    /// Whether an earlier question has shown that the side to move reaches the goal. Searches nothing.
    pub(in crate::search) fn knows_win(
        &mut self,
        position: &Position<N>,
        goal: Goal,
        budget: &Budget,
    ) -> bool {
        let mut report = |_: &_| {};
        let search = self.search(position, &History::new(), goal, budget, &mut report);
        matches!(verdict(search.entry().as_ref()), Probe::Won { .. })
    }
}

fn verdict(entry: Option<&ProofEntry>) -> Probe {
    match entry {
        Some(&ProofEntry { won, mv: Some(mv), .. }) if won != Length::NEVER => {
            Probe::Won { moves: won.moves(), mv }
        }
        Some(entry) if entry.lost == Length::NEVER => Probe::Lost,
        _ => Probe::Open,
    }
}
