//! Depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", 2002), with thresholds a little above the second-best child's numbers (Pawlewicz and Lew,
//! "Improving depth-first PN-search: 1 + ε trick", 2007).
//!
//! The children of all positions on the path stay in memory. The search therefore makes progress even if
//! the table replaces their entries.

use super::state::{Ancestors, Candidate, Child, ChildSum, Length, Numbers, Side, State};
use super::table::{Condition, KeyPart, ProofEntry, ProofTable, log_nodes};
use super::{Budget, Goal, ProofProgress};
use crate::board::Position;
use crate::types::{Color, Move};

/// Memory that the solver keeps from question to question.
pub(super) struct SolverMemory {
    pub(super) table: ProofTable,
    /// Stack of the children of all positions on the path.
    pub(super) children: Vec<Child>,
    /// Stack of generated moves.
    pub(super) moves: Vec<Move>,
    /// Stack of generated moves that may be tak.
    pub(super) unsure: Vec<Move>,
    /// Stack of the attacker's candidates.
    pub(super) ranked: Vec<Candidate>,
    /// Keys of the positions from the root to the current one, without the current one.
    pub(super) path: Vec<u64>,
    /// The moves of the path, with the last one.
    pub(super) line: Vec<Move>,
}

/// A proof search at its current position.
pub(super) struct ProofSearch<'a, const N: usize> {
    pub(super) position: Position<N>,
    pub(super) goal: Goal,
    pub(super) attacker: Color,
    /// Keys of positions that occurred twice in the game: a third occurrence is a draw.
    pub(super) taboo: Vec<u64>,
    /// Hash of everything besides the position that the result depends on.
    pub(super) salt: u64,
    pub(super) memory: &'a mut SolverMemory,
    /// Maximum number of positions.
    pub(super) node_limit: Option<u64>,
    pub(super) budget: &'a Budget,
    pub(super) report: &'a mut dyn FnMut(&ProofProgress),
    pub(super) progress: ProofProgress,
    /// Whether the search was interrupted. Proof numbers are then meaningless.
    pub(super) aborted: bool,
}

/// Positions between checks of the clock and the stop flag.
const POLL_INTERVAL: u64 = 64;
/// Positions between progress reports.
const REPORT_INTERVAL: u64 = 1024;

impl<const N: usize> ProofSearch<'_, N> {
    /// Key of the current position in the table. With a limit of reversible plies, their number is part
    /// of the key.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let key = self.position.key() ^ self.salt;
        if self.position.rules().reversible_plies == 0 {
            return key;
        }
        key ^ mix(self.position.reversible_plies() as u64 + 1)
    }

    /// Counts a searched position and checks the limits.
    #[inline]
    pub(super) fn count(&mut self) {
        self.progress.nodes += 1;
        let nodes = self.progress.nodes;
        if self.node_limit.is_some_and(|limit| nodes >= limit) {
            self.aborted = true;
        }
        if nodes.is_multiple_of(POLL_INTERVAL) && self.budget.is_stopped() {
            self.aborted = true;
        }
        if nodes.is_multiple_of(REPORT_INTERVAL) {
            (self.report)(&self.progress);
        }
    }

    /// Whether the game's history makes the current position a draw.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        let limit = self.position.rules().reversible_plies as usize;
        limit > 0 && self.position.reversible_plies() >= limit
            || !self.taboo.is_empty() && self.taboo.contains(&self.position.key())
    }

    /// The earlier occurrence of the current position on the path. A cycle has at least four plies, two of
    /// each player.
    #[inline]
    pub(super) fn repeats(&self) -> Option<Ancestors> {
        let (key, length) = (self.position.key(), self.memory.path.len());
        let reversible = self.position.reversible_plies().min(length);
        (4..=reversible)
            .step_by(2)
            .map(|distance| length - distance)
            .find_map(|index| (self.memory.path[index] == key).then(|| Ancestors::at(index)))
    }

    /// A move that reaches the goal at once.
    #[inline]
    pub(super) fn winning_move(&self) -> Option<Move> {
        match self.goal {
            Goal::Road => self.position.winning_road(),
            Goal::Win => self.position.winning_move(),
        }
    }

    /// The table's state of the current position when the attacker has `left` moves left; `numbers` if the
    /// table knows nothing.
    #[inline]
    pub(super) fn recall(&self, left: Length, numbers: Numbers) -> State {
        let Some(entry) = self.memory.table.probe(self.key()) else {
            return State::unknown(numbers);
        };
        if entry.won <= left {
            return State::won(entry.won);
        }
        if entry.lost >= left {
            return State::lost(entry.lost, Ancestors::NONE);
        }
        if let Some(condition) = entry.condition.filter(|condition| condition.lost >= left)
            && let Some(index) = self.find(condition.ancestor)
        {
            return State::lost(condition.lost, Ancestors::at(index));
        }
        let alike = entry.length == left || entry.length.is_long() && left.is_long();
        State::unknown(if alike { entry.numbers } else { numbers })
    }

    /// The table's entry of the current position.
    pub(super) fn entry(&self) -> Option<ProofEntry> {
        self.memory.table.probe(self.key())
    }

    /// Stores the number of positions searched without a result for the current position.
    pub(super) fn store_nodes(&mut self) {
        let mut entry = self.entry().unwrap_or(ProofEntry::EMPTY);
        entry.log_nodes = entry.log_nodes.max(log_nodes(self.progress.nodes));
        self.memory.table.store(self.key(), &entry);
    }

    fn find(&self, ancestor: KeyPart) -> Option<usize> {
        self.memory.path.iter().position(|&key| KeyPart::of(key) == ancestor)
    }

    /// Stores the state of the current position.
    pub(super) fn store(&mut self, left: Length, state: &State, mv: Option<Move>, nodes: u64) {
        let key = self.key();
        let mut entry = self.memory.table.probe(key).unwrap_or(ProofEntry::EMPTY);
        entry.log_nodes = entry.log_nodes.max(log_nodes(nodes));
        if state.is_proven() {
            if state.won < entry.won {
                (entry.won, entry.mv) = (state.won, mv);
            }
        } else if state.is_disproven() {
            match state.ancestors.only() {
                _ if state.ancestors.is_empty() => entry.lost = entry.lost.max(state.lost),
                Some(index) => {
                    let ancestor = KeyPart::of(self.memory.path[index]);
                    entry.condition = Some(Condition { ancestor, lost: state.lost });
                }
                // An entry has space for one ancestor.
                None => return,
            }
        } else {
            (entry.numbers, entry.length, entry.condition) = (state.numbers, left, None);
            if entry.won == Length::NEVER {
                entry.mv = mv;
            }
        }
        self.memory.table.store(key, &entry);
    }
}

/// The finalizer of SplitMix64: hashes a number.
pub(super) const fn mix(number: u64) -> u64 {
    let bits = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl<const N: usize> ProofSearch<'_, N> {
    /// Searches the current position until its numbers reach a threshold. The attacker has `length` moves left, and
    /// the side to move cannot reach its goal at once.
    pub(super) fn expand(&mut self, side: Side, length: Length, limit: Numbers) -> State {
        if side == Side::Attacker && length <= Length::ONE {
            return State::lost(Length::ONE, Ancestors::NONE);
        }
        let (nodes, start) = (self.progress.nodes, self.memory.children.len());
        self.count();
        self.memory.path.push(self.position.key());
        let mut left = length;
        if side == Side::Attacker {
            left = length.shorter();
            self.attacks(left);
        } else if self.defenses(left, usize::MAX).is_err() {
            let state = State::lost(Length::NEVER, Ancestors::NONE);
            return self.close(start, length, state, None, nodes);
        } else {
            self.sort_defenses(start);
        }
        let (state, best) = loop {
            let children = &self.memory.children[start..];
            let sum = ChildSum::new(side, children);
            let Some(index) = sum.open(limit).filter(|_| !self.aborted) else {
                break (sum.state(children), sum.best);
            };
            let child = children[index];
            let limit = sum.child_limit(limit, &child.state);
            let undo = self.position.play(child.mv, &mut ());
            self.memory.line.push(child.mv);
            let state = self.expand(side.other(), left, limit);
            self.memory.line.pop();
            self.position.undo(child.mv, &undo);
            self.memory.children[start + index].state = state;
        };
        let mv = best.map(|index| self.memory.children[start + index].mv);
        self.close(start, length, state, mv, nodes)
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
