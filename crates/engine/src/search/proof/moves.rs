//! The candidate moves: the attacker's, the defender's that do not lose at once, and their order.

use super::Goal;
use super::search::{ProofSearch, SolverMemory};
use super::state::{
    Ancestors, Candidate, Child, ChildSum, LARGEST, Length, Numbers, Side, State, Tak,
};
use crate::board::{Outcome, roads, touched};
use crate::cpu::versions;
use crate::search::policy;
use crate::search::policy::Policy;
use crate::types::Move;
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// Maximum number of defenses that the initial proof number of a new position counts. Larger limits cost more time than
/// they save.
const MAX_COUNTED_FOR_ROAD: usize = 6;
const MAX_COUNTED_FOR_WIN: usize = 32;

/// A move whose score in the policy is lower than the best one has a proof number that is larger by one for each of
/// these steps.
const DOUBT_FOR_ROAD: i32 = 3 * policy::NAT;
const DOUBT_FOR_WIN: i32 = policy::NAT;

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
    /// Appends to the children the attacker's moves that do not lose or draw at once and, for [`Goal::Road`],
    /// are tak. No move may reach the goal at once; the attacker has `left` moves left after this one. If a
    /// child is proven, it is the last one.
    #[inline(always)]
    pub(super) fn attacks(&mut self, left: Length) {
        versions!({
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
                let Candidate { mv, tak, score } = self.memory.ranked[index];
                let doubt = (self.memory.ranked[first].score - score) / step;
                if self.attack_with(mv, left, tak, danger, doubt as u32) {
                    break;
                }
            }
            self.memory.ranked.truncate(first);
        })
    }

    /// Tests whether the defender could win if the attacker passed.
    fn danger(&mut self) -> Danger {
        if self.is_open() {
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
        // A placement that is tak does not end the game.
        let may_end = !mv.is_placement() || self.is_open();
        let undo = self.position.play(mv, &mut ());
        let over = may_end && self.position.outcome().is_some();
        let state = if over { None } else { self.attacked(left, tak, danger, doubt) };
        self.position.undo(mv, &undo);
        let Some(state) = state else { return false };
        self.memory.children.push(Child { mv, state });
        state.is_proven()
    }

    /// State after a move of the attacker that does not end the game. `None` for a useless move: one that is
    /// not tak although the goal requires it, draws, or lets the defender win at once.
    #[inline(always)]
    pub(super) fn attacked(
        &mut self,
        left: Length,
        tak: Tak,
        danger: Danger,
        doubt: u32,
    ) -> Option<State> {
        versions!({
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
                let mut state = ChildSum::new(Side::Defender, children).state(children);
                if !state.is_final() {
                    state.numbers.proof = (state.numbers.proof + doubt).min(LARGEST);
                }
                state
            };
            self.memory.children.truncate(children);
            Some(state)
        })
    }

    /// Whether moves may have any effect: if flats count, and in the opening, which places flats of the opponent.
    #[inline]
    fn is_open(&self) -> bool {
        self.goal == Goal::Win || self.position.opening_plies() > 0
    }

    /// The road that the opponent of the side to move would complete if the side to move passed.
    #[inline]
    fn threat(&mut self) -> Option<Move> {
        self.position.look_after_pass(|passed| passed.winning_road())
    }
}

/// Maximum number of threats that a defense must meet together.
const MAX_THREATS: usize = 4;

/// Moves of the attacker that reached the goal after other defenses.
type Wins = ArrayVec<Move, 4>;

/// The defender can win at once or end the game without the attacker's success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refutation;

impl<const N: usize> ProofSearch<'_, N> {
    /// Appends to the children the defender's moves after which the attacker cannot reach the goal at once.
    /// The defender is to move and must not be able to win at once; the attacker has `left` moves left.
    /// Stops after a child that refutes the attack, and after `most` children that are not proven.
    #[inline(always)]
    pub(super) fn defenses(&mut self, left: Length, most: usize) -> Result<(), Refutation> {
        versions!({
            let start = self.memory.moves.len();
            let mut open = 0;
            self.candidates()?;
            let mut result = Ok(());
            let mut wins = Wins::new();
            let is_open = self.is_open();
            for index in start..self.memory.moves.len() {
                let mv = self.memory.moves[index];
                let undo = self.position.play(mv, &mut ());
                let may_end = is_open || !mv.is_placement();
                let state = self.defended(may_end, left, &mut wins);
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
        })
    }

    /// Generates the moves that could stop the attacker's threats: those that touch the foundation of each.
    /// Any other move leaves a threat intact. Generates all moves if the game may end on flats or there is
    /// no threat.
    #[inline(always)]
    fn candidates(&mut self) -> Result<(), Refutation> {
        let moves = &mut self.memory.moves;
        if self.goal == Goal::Win || self.position.opening_plies() > 0 {
            self.position.generate(moves);
            return Ok(());
        }
        let (reserve, empty) =
            (self.position.reserve(self.position.to_move()), self.position.empty());
        if reserve.total() == 1 || empty.len() == 1 {
            // A placement ends the game and completes no road of the attacker.
            return Err(Refutation);
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

    /// State after a move of the defender; `None` if the attacker has reached the goal or can do so at once. A placement
    /// after the opening neither completes a road of the attacker nor ends the game here.
    #[inline(always)]
    fn defended(
        &mut self,
        may_end: bool,
        left: Length,
        wins: &mut Wins,
    ) -> Result<Option<State>, Refutation> {
        match self.goal {
            Goal::Road if !may_end => {}
            Goal::Road => {
                if roads::has_road::<N>(self.position.road_stones(self.attacker)) {
                    // The defender has no road, because no move wins at once.
                    return Ok(None);
                }
                if self.position.flats_end() {
                    return Err(Refutation);
                }
            }
            Goal::Win => match self.position.outcome().map(Outcome::winner) {
                Some(winner) if winner == Some(self.attacker) => return Ok(None),
                Some(_) => return Err(Refutation),
                None => {}
            },
        }
        if self.is_drawn() {
            return Err(Refutation);
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
        Ok(Some(self.recall(left, self.first_numbers())))
    }

    /// Numbers of a new position with the attacker to move. A proof of any win grows with the plies that are left before
    /// the flat count at the latest, and with the flats that the attacker would then lack if both players only placed flats.
    #[inline(always)]
    fn first_numbers(&self) -> Numbers {
        if self.goal == Goal::Road {
            return Numbers::UNKNOWN;
        }
        let [attacker, defender] = [self.attacker, self.attacker.opponent()]
            .map(|color| self.position.reserve(color).total());
        let plies =
            self.position.empty().len().min((2 * attacker).saturating_sub(1)).min(2 * defender);
        let lead = self.position.half_flats_ahead(self.attacker) + 2 * (plies % 2) as i32;
        let lacking = (2 - lead).max(0) as u32 / 2;
        Numbers { proof: 1 + lacking + (3 * plies * plies / 32) as u32, ..Numbers::UNKNOWN }
    }

    /// Takes the generated moves from these indexes on, and appends them to the ranked ones in their order.
    pub(super) fn rank(&mut self, certain: usize, unsure: usize) {
        let memory = &mut *self.memory;
        let first_unsure = memory.moves.len();
        memory.moves.extend(memory.unsure.drain(unsure..));
        let scores = self.scores(&self.memory.moves[certain..]);
        rank(self.memory, certain, first_unsure, &scores);
    }

    /// Sorts the defenses from this index on.
    pub(super) fn sort_defenses(&mut self, start: usize) {
        let defenses = &self.memory.children[start..];
        let moves: Vec<_> = defenses.iter().map(|child| child.mv).collect();
        let scores = self.scores(&moves);
        sort(&mut self.memory.children[start..], &scores);
    }

    #[inline(never)]
    fn scores(&self, moves: &[Move]) -> Vec<i32> {
        let mut last = self.memory.line.iter().rev().copied();
        let tak = self.position.tak_squares(&self.position.roads());
        let policy = Policy::new(&self.position, [last.next(), last.next()], tak);
        moves.iter().map(|&mv| policy.score(&self.position, mv)).collect()
    }
}

// These are no methods, so that the program has their code once instead of once for each size.

fn rank(memory: &mut SolverMemory, start: usize, first_unsure: usize, scores: &[i32]) {
    let first = memory.ranked.len();
    let tak = |index| if index < first_unsure { Tak::Certain } else { Tak::Unchecked };
    let moves = memory.moves.drain(start..).enumerate();
    memory.ranked.extend(moves.zip(scores).map(|((index, mv), &score)| Candidate {
        score,
        mv,
        tak: tak(start + index),
    }));
    memory.ranked[first..].sort_unstable_by_key(|ranked| (Reverse(ranked.score), ranked.mv.bits()));
}

fn sort(children: &mut [Child], scores: &[i32]) {
    let mut sorted: Vec<_> = scores.iter().zip(children.iter().copied()).collect();
    sorted.sort_by_key(|&(score, _)| Reverse(score));
    for (child, (_, next)) in children.iter_mut().zip(sorted) {
        *child = next;
    }
}
