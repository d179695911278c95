//! One game between two sides with different values.

use super::plan::TunePlan;
use crate::selfplay::opening;
use crate::selfplay::think::Thinker;
use stonefall_engine::game::Game;
use stonefall_engine::search::TunableValues;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;
use stonefall_learn::random::Random;

/// Positions that a search visits to judge an opening.
const JUDGE_NODES: u32 = 1000;

/// Number of the random stream of a pair's opening.
const OPENING_STREAM: u64 = 1;

/// A game of a pair.
#[derive(Clone, Copy)]
pub(super) struct PairGame<'a> {
    pub(super) plan: &'a TunePlan,
    /// Number of the pair.
    pub(super) pair: u32,
    /// The color of the first side.
    pub(super) first: Color,
    /// The values of both sides.
    pub(super) sides: &'a [TunableValues; 2],
}

impl PairGame<'_> {
    /// Plays the game from empty tables. Returns the half points of the first side; `None` if it is stopped.
    pub(super) fn play(&self, stopper: &Stopper) -> Option<usize> {
        let size = self.plan.size(self.pair);
        let TunePlan { seed, nodes, half_komi, .. } = self.plan;
        let mut random = Random::of(&[*seed, 0, self.pair.into(), OPENING_STREAM]);
        let rules = self.plan.rules(size, random.within(half_komi));
        let start = Game::start(size, rules).ok()?;
        let mut game = balanced_opening(&start, &mut random, stopper)?;
        let mut thinkers = [(); 2].map(|()| Thinker::new(*nodes, false, stopper));
        loop {
            if let Some(outcome) = game.outcome_with_history() {
                return Some(match outcome.winner() {
                    None => 1,
                    Some(winner) if winner == self.first => 2,
                    Some(_) => 0,
                });
            }
            let side = usize::from(game.to_move() != self.first);
            // Both sides think on this thread in turn.
            self.sides[side].install();
            game.play(thinkers[side].think(&game)?.mv).ok()?;
        }
    }
}

/// A random opening. Searches with the default values judge it, so that it does not depend on the sides.
fn balanced_opening(start: &Game, random: &mut Random, stopper: &Stopper) -> Option<Game> {
    TunableValues::default().install();
    opening::balanced(&TunePlan::opening(start.size()), start, random, |game| {
        Some(Thinker::new(JUDGE_NODES, false, stopper).think(game)?.value)
    })
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
            let mut random = Random::of(&[1, 0, pair, OPENING_STREAM]);
            let start = Game::start(5, Rules::standard(5)).unwrap();
            let drawn = opening::draw(&TunePlan::opening(5), &start, &mut random);
            seen.insert(drawn.played().collect::<Vec<_>>());
        }
        assert_eq!(seen.len(), 4000);
    }
}
