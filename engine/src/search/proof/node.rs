//! The search itself: depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR
//! trees and its applications", 2002), with thresholds a little beyond the second best child's
//! numbers (Pawlewicz and Lew, "Improving depth-first PN-search: 1 + ε trick", 2007).
//!
//! A node's children are kept while it is open, so what was found out about them is not lost when
//! the table has to forget it, and every turn of the loop gets somewhere.

use super::length::Length;
use super::state::{Ancestors, Child, INFINITE, LARGEST, Numbers, State};
use super::work::Work;
use crate::types::Move;

/// How far a child may go beyond the second best before that gets its turn: one part in so many.
const EPSILON: u32 = 4;

impl<const N: usize> Work<'_, N> {
    /// Searches the position on the board, the attacker to move with `length` moves left and none
    /// that wins at once, until the numbers reach a limit.
    pub(super) fn attack(&mut self, length: Length, limit: Numbers) -> State {
        if length <= Length::ONE {
            return State::lost(Length::ONE, Ancestors::NONE);
        }
        let (nodes, left, start) =
            (self.effort.nodes, length.shorter(), self.memory.children.len());
        self.count();
        self.memory.path.push(self.position.key());
        self.attacks(left);
        let (state, best) = loop {
            let sum = Sum::of_attack(&self.memory.children[start..]);
            let Some(index) = sum.open(limit, self.aborted) else {
                break (sum.attack_state(&self.memory.children[start..]), sum.best);
            };
            let child = self.memory.children[start + index];
            let undo = self.position.play(child.mv, &mut ());
            let state = self.defend(left, sum.attack_limit(limit, &child.state));
            self.position.undo(child.mv, &undo);
            self.memory.children[start + index].state = state;
        };
        let mv = best.map(|index| self.memory.children[start + index].mv);
        self.close(start, length, state, mv, nodes)
    }

    /// Searches the position on the board, the defender to move without a win at once and the
    /// attacker with `left` moves left, until the numbers reach a limit.
    pub(super) fn defend(&mut self, left: Length, limit: Numbers) -> State {
        let (nodes, start) = (self.effort.nodes, self.memory.children.len());
        self.count();
        self.memory.path.push(self.position.key());
        if self.defenses(left, usize::MAX).is_err() {
            let state = State::lost(Length::NEVER, Ancestors::NONE);
            return self.close(start, left, state, None, nodes);
        }
        let (state, best) = loop {
            let sum = Sum::of_defense(&self.memory.children[start..]);
            let Some(index) = sum.open(limit, self.aborted) else {
                break (sum.defense_state(&self.memory.children[start..]), sum.best);
            };
            let child = self.memory.children[start + index];
            let undo = self.position.play(child.mv, &mut ());
            let state = self.attack(left, sum.defense_limit(limit, &child.state));
            self.position.undo(child.mv, &undo);
            self.memory.children[start + index].state = state;
        };
        let mv = best.map(|index| self.memory.children[start + index].mv);
        self.close(start, left, state, mv, nodes)
    }

    /// What the defenses from `start` on say about the position before them.
    pub(super) fn defense_state(&self, start: usize) -> State {
        let children = &self.memory.children[start..];
        Sum::of_defense(children).defense_state(children)
    }

    /// Leaves a position: what was found out goes to the table and to the parent.
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
        // Whether this position itself may come again no longer matters.
        state.ancestors = state.ancestors.without(Ancestors::at(self.memory.path.len()));
        if !self.aborted || state.is_final() {
            self.remember(length, &state, mv, self.effort.nodes - nodes);
        }
        state
    }
}

/// The numbers of a node, made of its children's.
struct Sum {
    numbers: Numbers,
    /// The child to go on with, if there is one.
    best: Option<usize>,
    /// The deciding number of the second best.
    second: u32,
}

impl Sum {
    /// One won child is enough, and all have to be lost.
    fn of_attack(children: &[Child]) -> Self {
        Self::new(
            children,
            |numbers| (numbers.proof, numbers.disproof),
            |one, all| Numbers { proof: one, disproof: all },
        )
    }

    /// One lost child is enough, and all have to be won.
    fn of_defense(children: &[Child]) -> Self {
        Self::new(
            children,
            |numbers| (numbers.disproof, numbers.proof),
            |one, all| Numbers { proof: all, disproof: one },
        )
    }

    #[inline(always)]
    fn new(
        children: &[Child],
        parts: impl Fn(Numbers) -> (u32, u32),
        whole: impl Fn(u32, u32) -> Numbers,
    ) -> Self {
        let (mut least, mut second, mut sum) = (INFINITE, INFINITE, 0u64);
        let mut best: Option<(usize, u32)> = None;
        for (index, child) in children.iter().enumerate() {
            let (one, all) = parts(child.state.numbers);
            sum += u64::from(all);
            if one < least
                || one == least && best.is_none_or(|(_, before)| all > before && one < INFINITE)
            {
                second = least;
                least = one;
                best = Some((index, all));
            } else {
                second = second.min(one);
            }
        }
        let all = if least == 0 { INFINITE } else { sum.min(LARGEST.into()) as u32 };
        Self { numbers: whole(least, all), best: best.map(|(index, _)| index), second }
    }

    /// The child to search, unless the limits are reached.
    fn open(&self, limit: Numbers, aborted: bool) -> Option<usize> {
        if aborted || limit.are_reached_by(self.numbers) { None } else { self.best }
    }

    fn attack_limit(&self, limit: Numbers, child: &State) -> Numbers {
        Numbers {
            proof: limit.proof.min(beyond(self.second)),
            disproof: rest(limit.disproof, self.numbers.disproof, child.numbers.disproof),
        }
    }

    fn defense_limit(&self, limit: Numbers, child: &State) -> Numbers {
        Numbers {
            proof: rest(limit.proof, self.numbers.proof, child.numbers.proof),
            disproof: limit.disproof.min(beyond(self.second)),
        }
    }

    fn attack_state(&self, children: &[Child]) -> State {
        if self.numbers.proof == 0 {
            let won = children.iter().map(|child| child.state.won).min();
            return State::won(won.unwrap_or(Length::NEVER).longer());
        }
        if self.numbers.disproof == 0 {
            let lost = children.iter().map(|child| child.state.lost).min();
            let ancestors =
                children.iter().fold(Ancestors::NONE, |all, child| all.with(child.state.ancestors));
            return State::lost(lost.unwrap_or(Length::NEVER).longer(), ancestors);
        }
        State::unknown(self.numbers)
    }

    fn defense_state(&self, children: &[Child]) -> State {
        if self.numbers.proof == 0 {
            // A defense that loses at once has been left out.
            let won = children.iter().map(|child| child.state.won).max();
            return State::won(won.unwrap_or(Length::ONE));
        }
        if self.numbers.disproof == 0 {
            let refuting = children.iter().find(|child| child.state.is_disproven());
            return refuting.map_or(State::unknown(self.numbers), |child| child.state);
        }
        State::unknown(self.numbers)
    }
}

/// A limit a little beyond the second best number.
const fn beyond(second: u32) -> u32 {
    if second >= LARGEST { INFINITE } else { second + second / EPSILON + 1 }
}

/// What of a limit for the sum is left to a child.
const fn rest(limit: u32, sum: u32, child: u32) -> u32 {
    if limit >= INFINITE {
        return INFINITE;
    }
    limit.saturating_sub(sum).saturating_add(child)
}
