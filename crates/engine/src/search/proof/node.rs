//! Depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", 2002), with thresholds a little above the second-best child's numbers (Pawlewicz and Lew,
//! "Improving depth-first PN-search: 1 + ε trick", 2007).
//!
//! The children of all positions on the path stay in memory. The search therefore makes progress even if
//! the table replaces their entries.

use super::search::ProofSearch;
use super::state::{Ancestors, Length, Numbers, State};
use super::sum::ChildSum;
use crate::types::Move;

impl<const N: usize> ProofSearch<'_, N> {
    /// Searches the current position until its numbers reach a threshold. The attacker is to move, has
    /// `length` moves left and cannot reach the goal at once.
    pub(super) fn attack(&mut self, length: Length, limit: Numbers) -> State {
        if length <= Length::ONE {
            return State::lost(Length::ONE, Ancestors::NONE);
        }
        let (nodes, left, start) =
            (self.progress.nodes, length.shorter(), self.memory.children.len());
        self.count();
        self.memory.path.push(self.position.key());
        self.attacks(left);
        let (state, best) = loop {
            let sum = ChildSum::of_attack(&self.memory.children[start..]);
            let Some(index) = sum.open(limit, self.aborted) else {
                break (sum.attack_state(&self.memory.children[start..]), sum.best);
            };
            let child = self.memory.children[start + index];
            let undo = self.position.play(child.mv, &mut ());
            self.memory.line.push(child.mv);
            let state = self.defend(left, sum.attack_limit(limit, &child.state));
            self.memory.line.pop();
            self.position.undo(child.mv, &undo);
            self.memory.children[start + index].state = state;
        };
        let mv = best.map(|index| self.memory.children[start + index].mv);
        self.close(start, length, state, mv, nodes)
    }

    /// Searches the current position until its numbers reach a threshold. The defender is to move and cannot
    /// win at once; the attacker has `left` moves left.
    pub(super) fn defend(&mut self, left: Length, limit: Numbers) -> State {
        let (nodes, start) = (self.progress.nodes, self.memory.children.len());
        self.count();
        self.memory.path.push(self.position.key());
        if self.defenses(left, usize::MAX).is_err() {
            let state = State::lost(Length::NEVER, Ancestors::NONE);
            return self.close(start, left, state, None, nodes);
        }
        self.sort_defenses(start);
        let (state, best) = loop {
            let sum = ChildSum::of_defense(&self.memory.children[start..]);
            let Some(index) = sum.open(limit, self.aborted) else {
                break (sum.defense_state(&self.memory.children[start..]), sum.best);
            };
            let child = self.memory.children[start + index];
            let undo = self.position.play(child.mv, &mut ());
            self.memory.line.push(child.mv);
            let state = self.attack(left, sum.defense_limit(limit, &child.state));
            self.memory.line.pop();
            self.position.undo(child.mv, &undo);
            self.memory.children[start + index].state = state;
        };
        let mv = best.map(|index| self.memory.children[start + index].mv);
        self.close(start, left, state, mv, nodes)
    }

    /// Leaves a position: stores its state and returns it for the parent.
    fn close(
        &mut self,
        start: usize,
        length: Length,
        mut state: State,
        mv: Option<Move>,
        nodes: u64,
    ) -> State {
        self.memory.children.truncate(start);
        self.memory.path.pop();
        // A repetition of this position itself no longer matters.
        state.ancestors = state.ancestors.without(Ancestors::at(self.memory.path.len()));
        if !self.aborted || state.is_final() {
            self.store(length, &state, mv, self.progress.nodes - nodes);
        }
        state
    }
}
