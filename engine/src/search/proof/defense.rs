//! The defender's moves that do not lose at once.

use super::length::Length;
use super::question::Goal;
use super::state::{Ancestors, Child, Numbers, State};
use super::work::Work;
use crate::board::{Outcome, Position};
use crate::types::Move;
use arrayvec::ArrayVec;

/// Threats that are looked at together.
const THREATS: usize = 4;

/// Moves of the attacker that have reached the goal at once.
type Wins = ArrayVec<Move, 4>;

/// The defender wins at once, or ends the game without the attacker's success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refuted;

impl<const N: usize> Work<'_, N> {
    /// Appends every move of the defender, who is to move, to the children that leaves the attacker
    /// without a move that reaches the goal at once; `left` moves are left to the attacker. There
    /// must be no move that wins for the defender at once. A child that refutes is the last, and so
    /// is the one that makes `most` of which it is open whether they are won.
    pub(super) fn defenses(&mut self, left: Length, most: usize) -> Result<(), Refuted> {
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

    /// Appends the moves that could stop the attacker's threats to the list of moves: all that change
    /// something of what each of them rests on. Any other one leaves a threat where it is. Where a
    /// game may end on flats, or there is no threat, those are all moves.
    fn candidates(&mut self) -> Result<(), Refuted> {
        let moves = &mut self.memory.moves;
        if self.goal == Goal::Win {
            self.position.generate(moves);
            return Ok(());
        }
        let (reserve, empty) =
            (self.position.reserve(self.position.to_move()), self.position.empty());
        if reserve.total() == 1 || empty.len() == 1 {
            // Any placement ends the game, and completes no road of the attacker.
            return Err(Refuted);
        }
        let undo = self.position.play_null();
        let foundations = self.position.road_threats::<THREATS>();
        self.position.undo_null(&undo);
        // A spread fills at most as many squares as the board is wide, less one.
        match foundations.split_first() {
            Some((first, others)) if empty.len() >= N => {
                let start = moves.len();
                if others.is_empty() {
                    self.position.generate_blocks(first.squares, first.mv, moves);
                }
                self.position.generate_spreads_touching(first.squares, moves);
                // A placement stands in the way of one threat only; spreads have to meet them all.
                if !others.is_empty() {
                    let meets_all = |mv: Move| {
                        let touched = Position::<N>::touched(mv);
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

    /// Whether the attacker reaches the goal at once; what did after another defense is tried first.
    #[inline]
    fn finish_again(&self, wins: &mut Wins) -> bool {
        if self.goal == Goal::Road && wins.iter().any(|&win| self.position.completes_road(win)) {
            return true;
        }
        let Some(win) = self.finish() else { return false };
        // Only as many as there is room for are remembered.
        let _ = wins.try_push(win);
        true
    }

    /// What is known after a move of the defender; nothing if the attacker has reached the goal or
    /// can do so at once.
    fn defended(
        &mut self,
        mv: Move,
        left: Length,
        wins: &mut Wins,
    ) -> Result<Option<State>, Refuted> {
        match self.goal {
            // A placement completes no road of the other player, and does not end the game here.
            Goal::Road if mv.is_placement() => {}
            Goal::Road => {
                if self.has_road(self.attacker) {
                    // The defender has none: no move wins at once.
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
        if self.finish_again(wins) {
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
