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

/// Defenses that are counted where a position is seen for the first time: beyond, it is hopeful no more.
/// Roads take a third less time with so few, and wins on flats a fifth of the time, than if all were
/// counted; both take about as many positions.
const ENOUGH_FOR_ROAD: usize = 3;
const ENOUGH_FOR_WIN: usize = 8;

/// Whether the defender may be able to win at once after a move of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Danger {
    /// After any move.
    Any,
    /// Only after a spread: as it is he cannot, and a stone more of the attacker's is no help.
    BySpread,
    None,
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
        let danger = self.danger();
        let mut proven = false;
        for index in start..self.memory.moves.len() {
            let mv = self.memory.moves[index];
            proven = proven || self.attack_with(mv, left, Threat::Known, danger);
        }
        for index in unsure..self.memory.unsure.len() {
            let mv = self.memory.unsure[index];
            proven = proven || self.attack_with(mv, left, Threat::Wanted, danger);
        }
        self.memory.moves.truncate(start);
        self.memory.unsure.truncate(unsure);
    }

    /// What the defender could do if the attacker passed.
    fn danger(&mut self) -> Danger {
        if self.goal == Goal::Win {
            return Danger::Any;
        }
        let undo = self.position.play_null();
        let road = self.position.winning_road();
        self.position.undo_null(&undo);
        if road.is_some() { Danger::Any } else { Danger::BySpread }
    }

    /// Looks at one of the attacker's moves, and says whether it wins.
    fn attack_with(&mut self, mv: Move, left: Length, threat: Threat, danger: Danger) -> bool {
        let danger =
            if mv.is_placement() && danger == Danger::BySpread { Danger::None } else { danger };
        let undo = self.position.play(mv, &mut ());
        // A placement that threatens something does not end the game.
        let over =
            (!mv.is_placement() || self.goal == Goal::Win) && self.position.outcome().is_some();
        let state = if over { None } else { self.attacked(left, threat, danger) };
        self.position.undo(mv, &undo);
        let Some(state) = state else { return false };
        self.memory.children.push(Child { mv, state });
        state.is_proven()
    }

    /// What is known after a move of the attacker with which the game goes on; nothing if it is not
    /// worth a look: it threatens nothing although it has to, or lets the defender win at once.
    pub(super) fn attacked(
        &mut self,
        left: Length,
        threat: Threat,
        danger: Danger,
    ) -> Option<State> {
        if self.is_drawn() {
            return None;
        }
        if threat == Threat::Wanted && self.goal == Goal::Road {
            self.threat()?;
        }
        if let Some(ancestor) = self.repeats() {
            return Some(State::lost(Length::NEVER, ancestor));
        }
        if danger != Danger::None && self.finish().is_some() {
            return None;
        }
        let state = self.recall(left, Numbers::UNKNOWN);
        if state.is_final() || state.numbers != Numbers::UNKNOWN {
            return Some(state);
        }
        // Seen for the first time: how many defenses are there? The fewer, the sooner this is won.
        self.count();
        let children = self.memory.children.len();
        let enough = match self.goal {
            Goal::Road => ENOUGH_FOR_ROAD,
            Goal::Win => ENOUGH_FOR_WIN,
        };
        let refuted = self.defenses(left, enough).is_err();
        let state = if refuted {
            State::lost(Length::NEVER, Ancestors::NONE)
        } else {
            self.defense_state(children)
        };
        self.memory.children.truncate(children);
        Some(state)
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
