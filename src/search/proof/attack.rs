//! The attacker's moves that are worth a look.

use super::length::Length;
use super::question::Goal;
use super::state::{Ancestors, Child, Numbers, State};
use super::work::Work;
use crate::types::{Color, Move};

/// Whether a move of the attacker has to be looked at for what it threatens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Threat {
    Known,
    Wanted,
}

impl<const N: usize> Work<'_, N> {
    /// A move of the side to move that wins at once, in the way that the goal is about.
    #[inline]
    pub(super) fn finish(&self) -> Option<Move> {
        match self.goal {
            Goal::Road => self.position.winning_road(),
            Goal::Win => self.position.winning_move(),
        }
    }

    /// Appends the attacker's moves that do not lose or draw at once, and for [`Goal::Road`] are
    /// tak, to the children. There must be none that wins at once, and `left` moves are left to the
    /// attacker after this one. The last child is the only one that counts if it is proven.
    pub(super) fn attacks(&mut self, left: Length) {
        let (start, unsure) = (self.memory.moves.len(), self.memory.unsure.len());
        match self.goal {
            Goal::Road => {
                self.position.generate_threats(&mut self.memory.moves, &mut self.memory.unsure);
            }
            Goal::Win => self.position.generate(&mut self.memory.moves),
        }
        let mut proven = false;
        for index in start..self.memory.moves.len() {
            proven = proven || self.attack_with(self.memory.moves[index], left, Threat::Known);
        }
        for index in unsure..self.memory.unsure.len() {
            proven = proven || self.attack_with(self.memory.unsure[index], left, Threat::Wanted);
        }
        self.memory.moves.truncate(start);
        self.memory.unsure.truncate(unsure);
    }

    /// Looks at one of the attacker's moves, and says whether it wins.
    fn attack_with(&mut self, mv: Move, left: Length, threat: Threat) -> bool {
        let undo = self.position.play(mv, &mut ());
        // A placement that threatens something does not end the game.
        let over =
            (!mv.is_placement() || self.goal == Goal::Win) && self.position.outcome().is_some();
        let state = if over { None } else { self.attacked(left, threat) };
        self.position.undo(mv, &undo);
        let Some(state) = state else { return false };
        self.memory.children.push(Child { mv, state });
        state.is_proven()
    }

    /// What is known after a move of the attacker with which the game goes on; nothing if it is not
    /// worth a look: it threatens nothing although it has to, or lets the defender win at once.
    pub(super) fn attacked(&mut self, left: Length, threat: Threat) -> Option<State> {
        if self.is_drawn() {
            return None;
        }
        if threat == Threat::Wanted && self.goal == Goal::Road {
            self.threat()?;
        }
        if let Some(ancestor) = self.repeats() {
            return Some(State::lost(Length::NEVER, ancestor));
        }
        if self.finish().is_some() {
            return None;
        }
        let state = self.recall(left, Numbers::UNKNOWN);
        if state.is_final() || state.numbers != Numbers::UNKNOWN {
            return Some(state);
        }
        // Seen for the first time: is there any defence? With only the winning move left one is
        // enough.
        self.count();
        let children = self.memory.children.len();
        let refuted = self.defences(Length::ONE).is_err();
        let open = self.memory.children.len() > children;
        self.memory.children.truncate(children);
        Some(if refuted {
            State::lost(Length::NEVER, Ancestors::NONE)
        } else if !open {
            State::won(Length::ONE)
        } else if left == Length::ONE {
            State::lost(Length::ONE, Ancestors::NONE)
        } else {
            state
        })
    }

    /// The road that the attacker would complete if the defender, who is to move, passed.
    #[inline]
    pub(super) fn threat(&mut self) -> Option<Move> {
        let undo = self.position.play_null();
        let threat = self.position.winning_road();
        self.position.undo_null(&undo);
        threat
    }

    /// Whether a player's road is on the board.
    #[inline]
    pub(super) fn has_road(&self, color: Color) -> bool {
        crate::board::road::has_road::<N>(self.position.road_stones(color))
    }
}
