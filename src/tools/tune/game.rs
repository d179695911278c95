//! One game between two sides with different values.

use super::plan::Plan;
use super::points::Points;
use crate::tools::selfplay::{HASH_MIB, opening};
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Limits, Proofs, SearchResult, Settings, Tuning};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;
use stonefall_learn::random::Random;

/// Positions that are visited to see whether an opening is balanced.
const JUDGE_NODES: u32 = 1000;

/// What the lots of a pair's opening are drawn for.
const OPENING_LOTS: u64 = 1;

/// A game was broken off.
pub(super) struct Halted;

/// A game to be played.
#[derive(Clone, Copy)]
pub(super) struct Fixture<'a> {
    pub(super) plan: &'a Plan,
    /// The pair.
    pub(super) pair: u32,
    /// The color of the first side.
    pub(super) first: Color,
    /// The values of both sides.
    pub(super) sides: &'a [Tuning; 2],
}

impl Fixture<'_> {
    /// Plays it. The searches begin with empty tables.
    pub(super) fn play(&self, stopper: &Stopper) -> Result<Points, Halted> {
        let size = self.plan.size(self.pair);
        let Plan { seed, shard, nodes, half_komi: [least, most], .. } = *self.plan;
        let mut random = Random::of(&[seed, shard.into(), self.pair.into(), OPENING_LOTS]);
        let rules = self.plan.rules(size, random.within(&(least..=most)));
        // Sizes are checked before a plan is made.
        let start = Game::start(size, rules).map_err(|_| Halted)?;
        let mut board = opened(&start, &mut random, stopper)?;
        let mut players = self.sides.each_ref().map(|tuning| Player::new(tuning, nodes));
        loop {
            if let Some(outcome) = board.outcome_with_history() {
                return Ok(match outcome.winner() {
                    None => Points::Draw,
                    Some(winner) if winner == self.first => Points::Win,
                    Some(_) => Points::Loss,
                });
            }
            let player = &mut players[usize::from(board.to_move() != self.first)];
            let mv = player.think(&board, stopper)?.best.ok_or(Halted)?;
            board.play(mv).map_err(|_| Halted)?;
        }
    }
}

/// An opening at random. The defaults judge whether it is balanced, so that it is the same whatever the
/// sides' values are.
fn opened(start: &Game, random: &mut Random, stopper: &Stopper) -> Result<Game, Halted> {
    let defaults = Tuning::default();
    opening::balanced(&Plan::opening(start.size()), start, random, |board| {
        let judged = Player::new(&defaults, JUDGE_NODES).think(board, stopper)?;
        let value = judged.lines.first().map(|line| line.value);
        Ok(value.unwrap_or(Value::CentiFlats(0)))
    })
}

/// A side.
struct Player<'a> {
    tuning: &'a Tuning,
    nodes: u32,
    searcher: Search,
}

impl<'a> Player<'a> {
    fn new(tuning: &'a Tuning, nodes: u32) -> Self {
        Self { tuning, nodes, searcher: Search::new(HASH_MIB) }
    }

    fn think(&mut self, board: &Game, stopper: &Stopper) -> Result<SearchResult, Halted> {
        if stopper.is_stopped() {
            return Err(Halted);
        }
        // Both sides think on this thread in turn.
        self.tuning.install();
        let limits = Limits::nodes(self.nodes.into());
        let settings = Settings { proofs: Proofs::Sparing, ..Settings::default() };
        Ok(self.searcher.run(board, limits, settings, &mut ()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::collections::BTreeSet;
    use stonefall_engine::types::Rules;

    #[test]
    fn openings_do_not_repeat() {
        let mut seen = BTreeSet::new();
        for pair in 0..4000_u64 {
            let mut random = Random::of(&[1, 0, pair, OPENING_LOTS]);
            let start = Game::start(5, Rules::standard(5)).unwrap();
            let drawn = opening::draw(&Plan::opening(5), &start, &mut random);
            seen.insert(drawn.played().collect::<Vec<_>>());
        }
        assert_eq!(seen.len(), 4000);
    }
}
