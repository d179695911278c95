//! One game.

use super::{Plan, opening};
use crate::board::{History, Position};
use crate::eval::Value;
use crate::search::{Limits, Search, Settings};
use crate::tools::random::Random;
use crate::tools::records::{Game, Origin, Ply};
use crate::types::Move;
use std::sync::atomic::{AtomicBool, Ordering};

/// The transposition table of each search, in MiB. The games depend on it.
pub const HASH_MIB: usize = 8;

/// Openings that are looked at before the least unbalanced of them is taken.
const ATTEMPTS: usize = 50;

/// Plays one game after the other with one search.
pub(super) struct Player<'a, const N: usize> {
    plan: &'a Plan,
    fingerprint: u32,
    halt: &'a AtomicBool,
    search: Search<N>,
}

/// A game was broken off.
pub(super) struct Halted;

impl<'a, const N: usize> Player<'a, N> {
    pub(super) fn new(plan: &'a Plan, fingerprint: u32, halt: &'a AtomicBool) -> Self {
        Self { plan, fingerprint, halt, search: Search::new(HASH_MIB) }
    }

    /// Plays the game of this number.
    pub(super) fn game(&mut self, number: u32) -> Result<Game, Halted> {
        let Plan { seed, shard, .. } = *self.plan;
        let mut random = Random::of(&[seed, shard.into(), number.into()]);
        let rules = self.plan.rules(self.half_komi(&mut random));
        let mut game = Game {
            nodes: self.plan.nodes,
            origin: Origin { seed, shard, game: number, plan: self.fingerprint },
            ..Game::new(N, rules)
        };
        let mut position = Position::start(rules);
        let mut history = History::new();
        for mv in self.opening(&position, &mut random)? {
            game.plies.push(Ply { mv, score: None });
            history.push(position.key());
            position.play(mv, &mut ());
        }

        self.search.clear();
        let last_stray = game.plies.len() + self.plan.stray_plies;
        while game.plies.len() < Game::MAX_PLIES {
            game.outcome = position.outcome_with(&history);
            if game.outcome.is_some() {
                break;
            }
            let may_stray = game.plies.len() < last_stray;
            let stray = if may_stray && random.chance(self.plan.stray_per_mille) {
                stray(&position, &mut random)
            } else {
                None
            };
            let ply = match stray {
                Some(mv) => Ply { mv, score: None },
                None => self.think(&position, &history)?,
            };
            history.push(position.key());
            position.play(ply.mv, &mut ());
            game.plies.push(ply);
        }
        Ok(game)
    }

    fn half_komi(&self, random: &mut Random) -> i32 {
        let (usual, drawn) = (random.chance(500), random.within(&self.plan.half_komi));
        self.plan.usual_half_komi.filter(|_| usual).unwrap_or(drawn)
    }

    /// An opening that neither side has won, as balanced as the plan wants it if there is one.
    fn opening(&mut self, start: &Position<N>, random: &mut Random) -> Result<Vec<Move>, Halted> {
        let mut least: Option<(i32, Vec<Move>)> = None;
        for _ in 0..ATTEMPTS {
            let moves = opening::draw(self.plan, start, random);
            let mut position = start.clone();
            let mut history = History::new();
            for &mv in &moves {
                history.push(position.key());
                position.play(mv, &mut ());
            }
            self.search.clear();
            let score = match self.think(&position, &history)?.score {
                Some(Value::CentiFlats(flats)) => flats.abs(),
                _ => i32::MAX,
            };
            if score <= self.plan.opening.max_score {
                return Ok(moves);
            }
            if least.as_ref().is_none_or(|&(least, _)| score < least) {
                least = Some((score, moves));
            }
        }
        Ok(least.map_or_else(Vec::new, |(_, moves)| moves))
    }

    /// Searches a position of a game that is not over.
    fn think(&mut self, position: &Position<N>, history: &History) -> Result<Ply, Halted> {
        if self.halt.load(Ordering::Relaxed) {
            return Err(Halted);
        }
        let limits = Limits::nodes(self.plan.nodes.into());
        let result = self.search.run(position, history, limits, Settings::default(), &mut ());
        // There is a move, or the game would be over.
        let mv = result.best.ok_or(Halted)?;
        Ok(Ply { mv, score: result.lines.first().map(|line| line.value) })
    }
}

/// A move by lot that neither passes over a win in one nor allows one.
fn stray<const N: usize>(position: &Position<N>, random: &mut Random) -> Option<Move> {
    if position.winning_move().is_some() {
        return None;
    }
    let mv = opening::by_lot(position, random)?;
    let mut after = position.clone();
    after.play(mv, &mut ());
    let lost = match after.outcome() {
        Some(outcome) => outcome.winner() == Some(after.to_move()),
        None => after.winning_move().is_some(),
    };
    (!lost).then_some(mv)
}
