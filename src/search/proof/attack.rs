//! The attacker's moves that are worth a look.

use super::length::Length;
use super::question::Goal;
use super::state::{Ancestors, Child, Numbers, State};
use super::work::Work;
use crate::types::{Color, Move, MoveKind, Piece};

impl<const N: usize> Work<'_, N> {
    /// A move of the attacker, who is to move, that reaches the goal at once.
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
        let start = self.memory.moves.len();
        self.position.generate(&mut self.memory.moves);
        for index in start..self.memory.moves.len() {
            let mv = self.memory.moves[index];
            // A wall is part of no road, and opens no way for one.
            if self.goal == Goal::Road && mv.kind() == MoveKind::Place(Piece::Wall) {
                continue;
            }
            let undo = self.position.play(mv, &mut ());
            let state = self.attacked(left);
            self.position.undo(mv, &undo);
            if let Some(state) = state {
                self.memory.children.push(Child { mv, state });
                if state.is_proven() {
                    break;
                }
            }
        }
        self.memory.moves.truncate(start);
    }

    /// What is known after a move of the attacker; nothing if it is not worth a look: it ends the
    /// game, threatens nothing, or lets the defender win at once.
    pub(super) fn attacked(&mut self, left: Length) -> Option<State> {
        if self.position.outcome().is_some() || self.is_drawn() {
            return None;
        }
        if let Some(ancestor) = self.repeats() {
            return Some(State::lost(Length::NEVER, ancestor));
        }
        match self.goal {
            Goal::Road => {
                self.threat()?;
                if self.position.winning_road().is_some() {
                    return None;
                }
            }
            Goal::Win => {
                if self.position.winning_move().is_some() {
                    return None;
                }
            }
        }
        let state = self.recall(left, Numbers::UNKNOWN);
        if state.is_final() || left > Length::ONE {
            return Some(state);
        }
        // The attacker has only the winning move left: one defence is enough.
        self.count();
        let children = self.memory.children.len();
        let refuted = self.defences(left).is_err() || self.memory.children.len() > children;
        self.memory.children.truncate(children);
        Some(if refuted {
            State::lost(Length::ONE, Ancestors::NONE)
        } else {
            State::won(Length::ONE)
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
