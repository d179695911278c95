//! The attacker's candidate moves.

use super::question::Goal;
use super::search::ProofSearch;
use super::state::{Ancestors, Child, Length, Numbers, State};
use super::sum::ChildSum;
use crate::cpu::versions;
use crate::types::Move;

/// Whether a move of the attacker is known to be tak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tak {
    Certain,
    Unchecked,
}

/// Maximum number of defenses that the initial proof number of a new position counts. These limits save a
/// third of the time for roads and four fifths for wins on flats, compared with counting all; the number of
/// positions stays about equal.
const MAX_COUNTED_FOR_ROAD: usize = 3;
const MAX_COUNTED_FOR_WIN: usize = 8;

/// Moves of the attacker after which the defender may be able to win at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Danger {
    /// Any move.
    Any,
    /// A spread. The defender cannot win now, and a stone placed by the attacker does not help.
    BySpread,
    None,
}

impl<const N: usize> ProofSearch<'_, N> {
    versions! {
        /// Appends to the children the attacker's moves that do not lose or draw at once and, for [`Goal::Road`],
        /// are tak. No move may reach the goal at once; the attacker has `left` moves left after this one. If a
        /// child is proven, it is the last one.
        pub(super) fn attacks(&mut self, left: Length) -> ()
            = attacks_body as [attacks_basic, attacks_v3];
    }

    #[inline(always)]
    fn attacks_body(&mut self, left: Length) {
        let (start, unsure) = (self.memory.moves.len(), self.memory.unsure.len());
        match self.goal {
            Goal::Road => {
                self.position.generate_threats(&mut self.memory.moves, &mut self.memory.unsure);
            }
            Goal::Win => self.position.generate(&mut self.memory.moves),
        }
        let danger = self.danger();
        let mut proven = false;
        for index in start..self.memory.moves.len() {
            let mv = self.memory.moves[index];
            proven = proven || self.attack_with(mv, left, Tak::Certain, danger);
        }
        for index in unsure..self.memory.unsure.len() {
            let mv = self.memory.unsure[index];
            proven = proven || self.attack_with(mv, left, Tak::Unchecked, danger);
        }
        self.memory.moves.truncate(start);
        self.memory.unsure.truncate(unsure);
    }

    /// Tests whether the defender could win if the attacker passed.
    fn danger(&mut self) -> Danger {
        if self.goal == Goal::Win {
            return Danger::Any;
        }
        if self.threat().is_some() { Danger::Any } else { Danger::BySpread }
    }

    /// Appends one of the attacker's moves to the children. Returns whether it wins.
    fn attack_with(&mut self, mv: Move, left: Length, tak: Tak, danger: Danger) -> bool {
        let danger =
            if mv.is_placement() && danger == Danger::BySpread { Danger::None } else { danger };
        let undo = self.position.play(mv, &mut ());
        // A placement that is tak does not end the game.
        let over =
            (!mv.is_placement() || self.goal == Goal::Win) && self.position.outcome().is_some();
        let state = if over { None } else { self.attacked(left, tak, danger) };
        self.position.undo(mv, &undo);
        let Some(state) = state else { return false };
        self.memory.children.push(Child { mv, state });
        state.is_proven()
    }

    versions! {
        /// State after a move of the attacker that does not end the game. `None` for a useless move: one that is
        /// not tak although the goal requires it, draws, or lets the defender win at once.
        pub(super) fn attacked(&mut self, left: Length, tak: Tak, danger: Danger) -> Option<State>
            = attacked_body as [attacked_basic, attacked_v3];
    }

    #[inline(always)]
    fn attacked_body(&mut self, left: Length, tak: Tak, danger: Danger) -> Option<State> {
        if self.is_drawn() {
            return None;
        }
        if tak == Tak::Unchecked && self.goal == Goal::Road {
            self.threat()?;
        }
        if let Some(ancestor) = self.repeats() {
            return Some(State::lost(Length::NEVER, ancestor));
        }
        if danger != Danger::None && self.winning_move().is_some() {
            return None;
        }
        let state = self.recall(left, Numbers::UNKNOWN);
        if state.is_final() || state.numbers != Numbers::UNKNOWN {
            return Some(state);
        }
        // A new position: the fewer defenses, the lower the proof number.
        self.count();
        let children = self.memory.children.len();
        let most = match self.goal {
            Goal::Road => MAX_COUNTED_FOR_ROAD,
            Goal::Win => MAX_COUNTED_FOR_WIN,
        };
        let refuted = self.defenses(left, most).is_err();
        let state = if refuted {
            State::lost(Length::NEVER, Ancestors::NONE)
        } else {
            let children = &self.memory.children[children..];
            ChildSum::of_defense(children).defense_state(children)
        };
        self.memory.children.truncate(children);
        Some(state)
    }

    /// The road that the opponent of the side to move would complete if the side to move passed.
    #[inline]
    fn threat(&mut self) -> Option<Move> {
        self.position.look_after_pass(|passed| passed.winning_road())
    }
}
