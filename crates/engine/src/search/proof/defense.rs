//! The defender's candidate moves: those that do not lose at once.

use super::question::Goal;
use super::search::ProofSearch;
use super::state::{Ancestors, Child, Length, Numbers, State};
use crate::board::{Outcome, road, touched};
use crate::cpu::versions;
use crate::types::Move;
use arrayvec::ArrayVec;

/// Maximum number of threats that a defense must meet together.
const MAX_THREATS: usize = 4;

/// Moves of the attacker that reached the goal after other defenses.
type Wins = ArrayVec<Move, 4>;

/// The defender can win at once or end the game without the attacker's success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refuted;

impl<const N: usize> ProofSearch<'_, N> {
    versions! {
        /// Appends to the children the defender's moves after which the attacker cannot reach the goal at once.
        /// The defender is to move and must not be able to win at once; the attacker has `left` moves left.
        /// Stops after a child that refutes the attack, and after `most` children that are not proven.
        pub(super) fn defenses(&mut self, left: Length, most: usize) -> Result<(), Refuted>
            = defenses_body as [defenses_basic, defenses_v3];
    }

    #[inline(always)]
    fn defenses_body(&mut self, left: Length, most: usize) -> Result<(), Refuted> {
        let start = self.memory.moves.len();
        let mut open = 0;
        self.candidates()?;
        let mut result = Ok(());
        let mut wins = Wins::new();
        for index in start..self.memory.moves.len() {
            let mv = self.memory.moves[index];
            let undo = self.position.play(mv, &mut ());
            let state = self.defended(mv, left, &mut wins);
            self.position.undo(mv, &undo);
            match state {
                Ok(None) => {}
                Ok(Some(state)) => {
                    self.memory.children.push(Child { mv, state });
                    open += usize::from(!state.is_proven());
                    if state.is_disproven() || open >= most {
                        break;
                    }
                }
                Err(refuted) => {
                    result = Err(refuted);
                    break;
                }
            }
        }
        self.memory.moves.truncate(start);
        result
    }

    /// Generates the moves that could stop the attacker's threats: those that touch the foundation of each.
    /// Any other move leaves a threat intact. Generates all moves if the game may end on flats or there is
    /// no threat.
    #[inline(always)]
    fn candidates(&mut self) -> Result<(), Refuted> {
        let moves = &mut self.memory.moves;
        if self.goal == Goal::Win {
            self.position.generate(moves);
            return Ok(());
        }
        let (reserve, empty) =
            (self.position.reserve(self.position.to_move()), self.position.empty());
        if reserve.total() == 1 || empty.len() == 1 {
            // A placement ends the game and completes no road of the attacker.
            return Err(Refuted);
        }
        let foundations =
            self.position.look_after_pass(|passed| passed.road_threats::<MAX_THREATS>());
        // A spread fills fewer squares than the board is wide.
        match foundations.split_first() {
            Some((first, others)) if empty.len() >= N => {
                let start = moves.len();
                if others.is_empty() {
                    self.position.generate_blocks(first.squares, first.mv, moves);
                }
                self.position.generate_spreads_touching(first.squares, moves);
                // A placement blocks only one threat; a spread must meet them all.
                if !others.is_empty() {
                    let meets_all = |mv: Move| {
                        let touched = touched(mv);
                        others.iter().all(|other| touched.meets(other.squares))
                    };
                    let mut kept = start;
                    for index in start..moves.len() {
                        if meets_all(moves[index]) {
                            moves[kept] = moves[index];
                            kept += 1;
                        }
                    }
                    moves.truncate(kept);
                }
            }
            _ => self.position.generate(moves),
        }
        Ok(())
    }

    /// Whether the attacker can reach the goal at once. Tries the moves that did after other defenses first.
    #[inline(always)]
    fn is_won_at_once(&self, wins: &mut Wins) -> bool {
        if self.goal == Goal::Road && wins.iter().any(|&win| self.position.completes_road(win)) {
            return true;
        }
        let Some(win) = self.winning_move() else { return false };
        // A full list ignores further moves.
        let _ = wins.try_push(win);
        true
    }

    /// State after a move of the defender; `None` if the attacker has reached the goal or can do so at once.
    #[inline(always)]
    fn defended(
        &mut self,
        mv: Move,
        left: Length,
        wins: &mut Wins,
    ) -> Result<Option<State>, Refuted> {
        match self.goal {
            // A placement completes no road of the attacker and does not end the game here.
            Goal::Road if mv.is_placement() => {}
            Goal::Road => {
                if road::has_road::<N>(self.position.road_stones(self.attacker)) {
                    // The defender has no road, because no move wins at once.
                    return Ok(None);
                }
                if self.position.flats_end() {
                    return Err(Refuted);
                }
            }
            Goal::Win => match self.position.outcome().map(Outcome::winner) {
                Some(winner) if winner == Some(self.attacker) => return Ok(None),
                Some(_) => return Err(Refuted),
                None => {}
            },
        }
        if self.is_drawn() {
            return Err(Refuted);
        }
        if self.is_won_at_once(wins) {
            return Ok(None);
        }
        if left == Length::ONE {
            return Ok(Some(State::lost(Length::ONE, Ancestors::NONE)));
        }
        if let Some(ancestor) = self.repeats() {
            return Ok(Some(State::lost(Length::NEVER, ancestor)));
        }
        Ok(Some(self.recall(left, Numbers::UNKNOWN)))
    }
}
