//! Which first moves win.

use super::attack::{Danger, Threat};
use super::length::Length;
use super::question::Goal;
use super::state::{Ancestors, Numbers, State};
use super::work::Work;
use crate::board::{Outcome, WinReason};
use crate::types::Move;

/// The first moves that win.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstMoves {
    /// The moves, and how many moves of the attacker the win takes at most.
    pub winning: Vec<(Move, u32)>,
    /// Whether every other move is proved not to.
    pub complete: bool,
}

impl FirstMoves {
    /// The only move that wins, if that is proved.
    #[must_use]
    pub fn only(&self) -> Option<Move> {
        match self.winning[..] {
            [(mv, _)] if self.complete => Some(mv),
            _ => None,
        }
    }
}

impl<const N: usize> Work<'_, N> {
    pub(super) fn first_moves(&mut self, length: Length) -> FirstMoves {
        let mut first = FirstMoves { winning: Vec::new(), complete: true };
        if self.position.outcome().is_some() || length == Length::ZERO {
            return first;
        }
        let mut moves = Vec::new();
        self.position.generate(&mut moves);
        self.memory.path.push(self.position.key());
        for mv in moves {
            let undo = self.position.play(mv, &mut ());
            let state = match self.position.outcome() {
                Some(outcome) if self.is_success(outcome) => State::won(Length::ZERO),
                Some(_) => State::lost(Length::NEVER, Ancestors::NONE),
                None => self.first(length.shorter()),
            };
            self.position.undo(mv, &undo);
            if state.is_proven() {
                first.winning.push((mv, state.won.longer().moves()));
            } else if !state.is_disproven() {
                first.complete = false;
            }
        }
        self.memory.path.pop();
        first.winning.sort_by_key(|&(_, moves)| moves);
        first
    }

    /// What is known after a first move with which the game goes on.
    fn first(&mut self, left: Length) -> State {
        let lost = State::lost(Length::NEVER, Ancestors::NONE);
        if left == Length::ZERO {
            return lost;
        }
        match self.attacked(left, Threat::Wanted, Danger::Any) {
            None => lost,
            Some(state) if state.is_final() => state,
            Some(_) => self.defend(left, Numbers::ENDLESS),
        }
    }

    fn is_success(&self, outcome: Outcome) -> bool {
        match self.goal {
            Goal::Road => outcome == Outcome::Win(self.attacker, WinReason::Road),
            Goal::Win => outcome.winner() == Some(self.attacker),
        }
    }
}
