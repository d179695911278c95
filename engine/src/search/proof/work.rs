//! The state of a running proof search.

use super::length::Length;
use super::probe::effort;
use super::question::{Budget, Effort, Goal};
use super::state::{Ancestors, Child, Numbers, State};
use super::table::{Condition, Entry, KeyPart, Table};
use crate::board::Position;
use crate::types::{Color, Move};

/// What a solver keeps from question to question.
pub(super) struct Memory {
    pub(super) table: Table,
    /// The children of all open positions, a range for each.
    pub(super) children: Vec<Child>,
    /// Moves that are being looked at.
    pub(super) moves: Vec<Move>,
    /// Moves that have to be looked at for what they threaten.
    pub(super) unsure: Vec<Move>,
    /// Keys of the positions from the root to the one on the board, without it.
    pub(super) path: Vec<u64>,
}

/// A search for a proof: the position on the board, and the way to it.
pub(super) struct Work<'a, const N: usize> {
    pub(super) position: Position<N>,
    pub(super) goal: Goal,
    pub(super) attacker: Color,
    /// Keys of positions that have stood on the board twice: the third time is a draw.
    pub(super) taboo: Vec<u64>,
    /// What makes the same stones another question.
    pub(super) salt: u64,
    pub(super) memory: &'a mut Memory,
    /// Positions that may be opened.
    pub(super) node_limit: Option<u64>,
    pub(super) budget: &'a Budget,
    pub(super) hear: &'a mut dyn FnMut(&Effort),
    pub(super) effort: Effort,
    /// Set when the search breaks off: numbers on the way out mean nothing.
    pub(super) aborted: bool,
}

/// The clock and the flag are looked at once in so many positions.
const POLL_INTERVAL: u64 = 64;
/// Progress is told once in so many positions.
const TELL_INTERVAL: u64 = 1024;

impl<const N: usize> Work<'_, N> {
    /// The key of the position for the table. Where the game knows a limit of reversible plies,
    /// their number is part of the position.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let key = self.position.key() ^ self.salt;
        if self.position.rules().reversible_plies == 0 {
            return key;
        }
        key ^ mix(self.position.reversible_plies() as u64 + 1)
    }

    /// Counts a position that is opened, and looks whether the search has to end.
    #[inline]
    pub(super) fn count(&mut self) {
        self.effort.nodes += 1;
        let nodes = self.effort.nodes;
        if self.node_limit.is_some_and(|limit| nodes >= limit) {
            self.aborted = true;
        }
        if nodes.is_multiple_of(POLL_INTERVAL) && self.budget.is_stopped() {
            self.aborted = true;
        }
        if nodes.is_multiple_of(TELL_INTERVAL) {
            (self.hear)(&self.effort);
        }
    }

    /// Whether the position on the board ends the game by what has been on it before.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        let limit = self.position.rules().reversible_plies as usize;
        limit > 0 && self.position.reversible_plies() >= limit
            || !self.taboo.is_empty() && self.taboo.contains(&self.position.key())
    }

    /// The place on the way where the position on the board has been before. The way back takes
    /// four plies at least, two of each player.
    #[inline]
    pub(super) fn repeats(&self) -> Option<Ancestors> {
        let (key, length) = (self.position.key(), self.memory.path.len());
        let reversible = self.position.reversible_plies().min(length);
        (4..=reversible)
            .step_by(2)
            .map(|distance| length - distance)
            .find_map(|place| (self.memory.path[place] == key).then(|| Ancestors::at(place)))
    }

    /// What the table knows of the position on the board if the attacker has so many moves left;
    /// these numbers if it knows nothing.
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
            && let Some(place) = self.find(condition.ancestor)
        {
            return State::lost(condition.lost, Ancestors::at(place));
        }
        let alike = entry.length == left || entry.length.is_long() && left.is_long();
        State::unknown(if alike { entry.numbers } else { numbers })
    }

    /// What the table has about the position on the board.
    pub(super) fn entry(&self) -> Option<Entry> {
        self.memory.table.probe(self.key())
    }

    /// Notes how much was spent on the position on the board without an answer.
    pub(super) fn note_effort(&mut self) {
        let mut entry = self.entry().unwrap_or(Entry::EMPTY);
        entry.effort = entry.effort.max(effort(self.effort.nodes));
        self.memory.table.store(self.key(), &entry);
    }

    fn find(&self, ancestor: KeyPart) -> Option<usize> {
        self.memory.path.iter().position(|&key| KeyPart::of(key) == ancestor)
    }

    /// Notes what was found out about the position on the board.
    pub(super) fn remember(&mut self, left: Length, state: &State, mv: Option<Move>, nodes: u64) {
        let key = self.key();
        let mut entry = self.memory.table.probe(key).unwrap_or(Entry::EMPTY);
        entry.effort = entry.effort.max(effort(nodes));
        if state.is_proven() {
            if state.won < entry.won {
                (entry.won, entry.mv) = (state.won, mv);
            }
        } else if state.is_disproven() {
            match state.ancestors.only() {
                _ if state.ancestors.is_empty() => entry.lost = entry.lost.max(state.lost),
                Some(place) => {
                    let ancestor = KeyPart::of(self.memory.path[place]);
                    entry.condition = Some(Condition { ancestor, lost: state.lost });
                }
                // It rests on several positions: too much to remember.
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

/// The finalizer of SplitMix64: numbers to keys.
pub(super) const fn mix(number: u64) -> u64 {
    let bits = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
