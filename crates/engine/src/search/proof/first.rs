//! The first moves that win.

use super::attack::Danger;
use super::search::ProofSearch;
use super::state::{Ancestors, Length, Numbers, State, Tak};
use crate::types::Move;

/// The first moves that win.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstMoves {
    /// The moves, each with the maximum number of the attacker's moves until the win.
    pub winning: Vec<(Move, u32)>,
    /// Whether all other moves are disproved.
    pub complete: bool,
}

impl FirstMoves {
    /// The only move that wins, if all others are disproved.
    pub fn only(&self) -> Option<Move> {
        match self.winning[..] {
            [(mv, _)] if self.complete => Some(mv),
            _ => None,
        }
    }

    /// Sorts the moves, the quickest win first.
    fn sort(&mut self) {
        self.winning.sort_by_key(|&(_, moves)| moves);
    }
}

impl<const N: usize> ProofSearch<'_, N> {
    /// Searches every first move for a win within `length`.
    pub(super) fn first_moves(&mut self, length: Length) -> FirstMoves {
        let mut first = FirstMoves { winning: Vec::new(), complete: true };
        if self.position.outcome().is_some() || length == Length::ZERO {
            return first;
        }
        self.memory.path.push(self.position.key());
        for mv in self.position.moves() {
            let undo = self.position.play(mv, &mut ());
            let state = match self.position.outcome() {
                Some(outcome) if self.goal.is_reached(outcome, self.attacker) => {
                    State::won(Length::ZERO)
                }
                Some(_) => State::lost(Length::NEVER, Ancestors::NONE),
                None => self.after_first(length.shorter()),
            };
            self.position.undo(mv, &undo);
            if state.is_proven() {
                first.winning.push((mv, state.won.longer().moves()));
            } else if !state.is_disproven() {
                first.complete = false;
            }
        }
        self.memory.path.pop();
        first.sort();
        first
    }

    /// State after a first move that does not end the game.
    fn after_first(&mut self, left: Length) -> State {
        let lost = State::lost(Length::NEVER, Ancestors::NONE);
        if left == Length::ZERO {
            return lost;
        }
        match self.attacked(left, Tak::Unchecked, Danger::Any, 0) {
            None => lost,
            Some(state) if state.is_final() => state,
            Some(_) => self.defend(left, Numbers::ENDLESS),
        }
    }
}
