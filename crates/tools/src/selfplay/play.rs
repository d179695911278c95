//! Plays games.

use super::opening;
use super::plan::{SHARD, SelfplayPlan};
use super::think::{Thinker, Thought};
use std::collections::VecDeque;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Move, Opening};
use stonefall_learn::random::Random;
use stonefall_learn::records::{GameRecord, Ply};

/// Plays one game after another with one search.
pub struct SelfPlayer<'a> {
    plan: &'a SelfplayPlan,
    fingerprint: u32,
    thinker: Thinker,
}

impl<'a> SelfPlayer<'a> {
    /// A player of this plan. The fingerprint is that of the plan and the engine; the stopper ends a game within a search.
    pub fn new(plan: &'a SelfplayPlan, fingerprint: u32, stopper: &Stopper) -> Self {
        Self { plan, fingerprint, thinker: Thinker::new(plan.effort, stopper) }
    }

    /// Plays the game of a number; returns `None` if it is stopped.
    pub fn game(&mut self, number: usize) -> Option<GameRecord> {
        let size = self.plan.board.size();
        let seed = self.plan.seed;
        let mut random = Random::of(&[seed, SHARD.into(), number as u64]);
        let half_komi = self.half_komi(&mut random);
        // Plans are checked before games are made.
        let opening = self.way_to_open(&mut random);
        let rules = self.plan.rules(half_komi, opening).ok()?;
        let mut game = GameRecord {
            nodes: self.plan.effort.nodes,
            origin: self.plan.key(self.fingerprint, number).origin,
            ..GameRecord::new(size, rules)
        };
        let start = Game::start(size, rules).ok()?;
        let mut board = self.opening(&start, &mut random)?;
        game.plies.extend(board.played().map(|mv| Ply { mv, score: None }));

        self.thinker.forget();
        let last_stray = game.plies.len() + usize::from(self.plan.random_plies);
        let mut proof = Proof::default();
        while game.plies.len() < GameRecord::MAX_PLIES {
            game.outcome = board.outcome_with_history();
            if game.outcome.is_some() {
                break;
            }
            let may_stray = game.plies.len() < last_stray && !proof.found;
            let stray = if may_stray && random.chance(self.plan.random_moves) {
                stray(&board, &mut random)
            } else {
                None
            };
            let ply = match stray {
                Some(mv) => Ply { mv, score: None },
                None => proof.play(self.thinker.think(&board)?),
            };
            board.play(ply.mv).ok()?;
            game.plies.push(ply);
        }
        Some(game)
    }

    fn half_komi(&self, random: &mut Random) -> i32 {
        let (usual, drawn) = (random.chance(500), random.within(&self.plan.half_komi));
        self.plan.usual_half_komi.filter(|_| usual).unwrap_or(drawn)
    }

    fn way_to_open(&self, random: &mut Random) -> Opening {
        match self.plan.openings[..] {
            [] => Opening::Swap,
            [only] => only,
            _ => random.choose(&self.plan.openings).copied().unwrap_or_default(),
        }
    }

    fn opening(&mut self, start: &Game, random: &mut Random) -> Option<Game> {
        opening::balanced(&self.plan.opening(), start, random, |board| {
            self.thinker.forget();
            Some(self.thinker.think(board)?.value)
        })
    }
}

/// The rest of a proven line.
#[derive(Default)]
struct Proof {
    /// Moves of the winner and the loser in turn, starting with the side to move. Empty if the loser
    /// left the line.
    line: VecDeque<Move>,
    /// Whether a win was proven in the game.
    found: bool,
}

impl Proof {
    /// The ply to play after a search. A proven win is carried out even if this search is too short to
    /// find it again.
    fn play(&mut self, thought: Thought) -> Ply {
        let Thought { mv, value, rest } = thought;
        if let Value::Win { .. } | Value::Loss { .. } = value {
            self.found = true;
            self.line = rest;
            return Ply { mv, score: Some(value) };
        }
        let plies = self.line.len() as u32;
        match self.line.pop_front() {
            Some(proved) if plies % 2 == 1 => Ply { mv: proved, score: Some(Value::Win { plies }) },
            proved => {
                if proved != Some(mv) {
                    self.line.clear();
                }
                Ply { mv, score: Some(value) }
            }
        }
    }
}

/// A random move that neither misses a win in one nor allows one.
fn stray(board: &Game, random: &mut Random) -> Option<Move> {
    if board.winning_move().is_some() {
        return None;
    }
    let mv = opening::at_random(board, random)?;
    let after = board.after(mv).ok()?;
    let lost = match after.outcome() {
        Some(outcome) => outcome.winner() == Some(after.to_move()),
        None => after.winning_move().is_some(),
    };
    (!lost).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::notation::parse_line;

    fn thought(line: &str, value: Value) -> Thought {
        let mut rest = VecDeque::from(parse_line(line).unwrap_or_default());
        let mv = rest.pop_front().unwrap_or_else(|| unreachable!("{line}"));
        Thought { mv, value, rest }
    }

    #[test]
    fn a_win_that_was_proved_is_carried_out() {
        let (even, win) = (Value::CentiFlats(0), |plies| Some(Value::Win { plies }));
        let mut proof = Proof::default();
        let mut play = |line, value| {
            let ply = proof.play(thought(line, value));
            (ply.mv.to_string(), ply.score)
        };
        assert_eq!(play("a1", even), ("a1".into(), Some(even)));
        let lost = Value::Loss { plies: 4 };
        assert_eq!(play("b1 c1 d1 e1", lost), ("b1".into(), Some(lost)));
        // The winner no longer finds the win; the loser does not see it and plays the line.
        assert_eq!(play("a2 b2", even), ("c1".into(), win(3)));
        assert_eq!(play("d1", even), ("d1".into(), Some(even)));
        assert_eq!(play("a3", even), ("e1".into(), win(1)));

        assert_eq!(play("b1 c1 d1 e1", lost).0, "b1");
        assert_eq!(play("a2 b2", even), ("c1".into(), win(3)));
        // The loser leaves the line.
        assert_eq!(play("d2", even), ("d2".into(), Some(even)));
        assert_eq!(play("a3", even), ("a3".into(), Some(even)));
        assert!(proof.found);
    }
}
