//! The attacker's candidate moves.

use super::question::Goal;
use super::search::ProofSearch;
use super::state::{Ancestors, Child, LARGEST, Length, Numbers, Ranked, State, Tak};
use super::sum::ChildSum;
use crate::cpu::versions;
use crate::search::policy;
use crate::types::Move;

/// Maximum number of defenses that the initial proof number of a new position counts. Larger limits cost more time than
/// they save.
const MAX_COUNTED_FOR_ROAD: usize = 6;
const MAX_COUNTED_FOR_WIN: usize = 12;

/// A move whose score in the policy is lower than the best one has a proof number that is larger by one for each of
/// these steps.
const DOUBT_FOR_ROAD: i32 = 3 * policy::NAT;
const DOUBT_FOR_WIN: i32 = 3 * policy::NAT / 2;

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
        let first = self.memory.ranked.len();
        self.rank(start, unsure);
        let danger = self.danger();
        let step = match self.goal {
            Goal::Road => DOUBT_FOR_ROAD,
            Goal::Win => DOUBT_FOR_WIN,
        };
        for index in first..self.memory.ranked.len() {
            let Ranked { mv, tak, score } = self.memory.ranked[index];
            let doubt = (self.memory.ranked[first].score - score) / step;
            if self.attack_with(mv, left, tak, danger, doubt as u32) {
                break;
            }
        }
        self.memory.ranked.truncate(first);
    }

    /// Tests whether the defender could win if the attacker passed.
    fn danger(&mut self) -> Danger {
        if self.goal == Goal::Win {
            return Danger::Any;
        }
        if self.threat().is_some() { Danger::Any } else { Danger::BySpread }
    }

    /// Appends one of the attacker's moves to the children. Returns whether it wins.
    fn attack_with(
        &mut self,
        mv: Move,
        left: Length,
        tak: Tak,
        danger: Danger,
        doubt: u32,
    ) -> bool {
        let danger =
            if mv.is_placement() && danger == Danger::BySpread { Danger::None } else { danger };
        let undo = self.position.play(mv, &mut ());
        // A placement that is tak does not end the game.
        let over =
            (!mv.is_placement() || self.goal == Goal::Win) && self.position.outcome().is_some();
        let state = if over { None } else { self.attacked(left, tak, danger, doubt) };
        self.position.undo(mv, &undo);
        let Some(state) = state else { return false };
        self.memory.children.push(Child { mv, state });
        state.is_proven()
    }

    versions! {
        /// State after a move of the attacker that does not end the game. `None` for a useless move: one that is
        /// not tak although the goal requires it, draws, or lets the defender win at once.
        pub(super) fn attacked(&mut self, left: Length, tak: Tak, danger: Danger, doubt: u32) -> Option<State>
            = attacked_body as [attacked_basic, attacked_v3];
    }

    #[inline(always)]
    fn attacked_body(
        &mut self,
        left: Length,
        tak: Tak,
        danger: Danger,
        doubt: u32,
    ) -> Option<State> {
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
            let mut state = ChildSum::of_defense(children).defense_state(children);
            if !state.is_final() {
                state.numbers.proof = (state.numbers.proof + doubt).min(LARGEST);
            }
            state
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
