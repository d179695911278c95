//! One game between two sides with different values.

use super::plan::Plan;
use super::points::Points;
use crate::tools::random::Random;
use crate::tools::selfplay::{HASH_MIB, opening};
use std::sync::atomic::{AtomicBool, Ordering};
use stonefall_engine::board::{History, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::search::{Limits, Proofs, Search, SearchResult, Settings, Tuning};
use stonefall_engine::types::{Color, Move, sized};

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
    /// The colour of the first side.
    pub(super) first: Color,
    /// The values of both sides.
    pub(super) sides: &'a [Tuning; 2],
}

impl Fixture<'_> {
    /// Plays it. The searches begin with empty tables.
    pub(super) fn play(&self, halt: &AtomicBool) -> Result<Points, Halted> {
        let played = sized!(self.plan.size(self.pair), N => self.play_on::<N>(halt));
        // Sizes are checked before a plan is made.
        played.unwrap_or(Err(Halted))
    }

    fn play_on<const N: usize>(&self, halt: &AtomicBool) -> Result<Points, Halted> {
        let Plan { seed, shard, nodes, half_komi: [least, most], .. } = *self.plan;
        let mut random = Random::of(&[seed, shard.into(), self.pair.into(), OPENING_LOTS]);
        let rules = self.plan.rules(N, random.within(&(least..=most)));
        let mut position = Position::<N>::start(rules);
        let mut history = History::new();
        for mv in opened(&position, &mut random, halt)? {
            history.push(position.key());
            position.play(mv, &mut ());
        }
        let mut players = self.sides.each_ref().map(|tuning| Player::new(tuning, nodes));
        loop {
            if let Some(outcome) = position.outcome_with(&history) {
                return Ok(match outcome.winner() {
                    None => Points::Draw,
                    Some(winner) if winner == self.first => Points::Win,
                    Some(_) => Points::Loss,
                });
            }
            let player = &mut players[usize::from(position.to_move() != self.first)];
            let mv = player.think(&position, &history, halt)?.best.ok_or(Halted)?;
            history.push(position.key());
            position.play(mv, &mut ());
        }
    }
}

/// An opening by lot. The defaults judge whether it is balanced, so that it is the same whatever the
/// sides' values are.
fn opened<const N: usize>(
    start: &Position<N>,
    random: &mut Random,
    halt: &AtomicBool,
) -> Result<Vec<Move>, Halted> {
    let defaults = Tuning::default();
    opening::balanced(&Plan::opening(N), start, random, |position, history| {
        let judged = Player::new(&defaults, JUDGE_NODES).think(position, history, halt)?;
        let value = judged.lines.first().map(|line| line.value);
        Ok(value.unwrap_or(Value::CentiFlats(0)))
    })
}

/// A side.
struct Player<'a, const N: usize> {
    tuning: &'a Tuning,
    nodes: u32,
    search: Search<N>,
}

impl<'a, const N: usize> Player<'a, N> {
    fn new(tuning: &'a Tuning, nodes: u32) -> Self {
        Self { tuning, nodes, search: Search::new(HASH_MIB) }
    }

    fn think(
        &mut self,
        position: &Position<N>,
        history: &History,
        halt: &AtomicBool,
    ) -> Result<SearchResult, Halted> {
        if halt.load(Ordering::Relaxed) {
            return Err(Halted);
        }
        // Both sides think on this thread in turn.
        self.tuning.install();
        let limits = Limits::nodes(self.nodes.into());
        let settings = Settings { proofs: Proofs::Sparing, ..Settings::default() };
        Ok(self.search.run(position, history, limits, settings, &mut ()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn openings_do_not_repeat() {
        let mut seen = BTreeSet::new();
        for pair in 0..4000_u64 {
            let mut random = Random::of(&[1, 0, pair, OPENING_LOTS]);
            let start = Position::<5>::start(stonefall_engine::types::Rules::standard(5));
            seen.insert(opening::draw(&Plan::opening(5), &start, &mut random));
        }
        assert_eq!(seen.len(), 4000);
    }
}
