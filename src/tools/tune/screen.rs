//! Many values judged by the same games: a factorial experiment.
//!
//! For each pair and each value one side, drawn at random, plays with the value, and the other with the
//! default. So every pair says something about every value, and the games that one `Versus` takes
//! judge all of them. (R. A. Fisher, *The Design of Experiments*, 1935, chapter 6: nothing is lost by
//! changing many things at once, as long as their signs are drawn independently.)

use super::points::PairPoints;
use std::collections::BTreeMap;
use stonefall_engine::search::Tuning;
use stonefall_learn::random::Random;

/// What the signs are drawn for.
const SIGN_LOTS: u64 = 3;

/// Elo for each game that is won more than lost in a pair, near an even score. One such game is a quarter
/// of a point a game, and there the logistic curve has a slope of 4 · 400 / ln 10.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Values in the course of being judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Screen {
    seed: u64,
    shard: u32,
    pairs: u32,
    values: Vec<(String, i32)>,
    /// Games won less games lost by the side with the value, for each value.
    sums: Vec<i64>,
    /// The sum of the squares of what the first side won more than it lost.
    squares: i64,
}

/// What a value gains on average over the others.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// Name of the number.
    pub name: String,
    /// The value that was tried.
    pub value: i32,
    /// Elo gained with it instead of the default.
    pub elo: f64,
    /// The standard deviation of that.
    pub deviation: f64,
}

impl Screen {
    /// Values that nothing is known about yet.
    #[must_use]
    pub fn new(values: &BTreeMap<String, i32>, seed: u64, shard: u32) -> Self {
        let values: Vec<_> = values.iter().map(|(name, &value)| (name.clone(), value)).collect();
        let sums = vec![0; values.len()];
        Self { seed, shard, pairs: 0, values, sums, squares: 0 }
    }

    /// The values that both sides of a pair play with.
    #[must_use]
    pub fn sides(&self, pair: u32) -> [Tuning; 2] {
        let mut sides = [Tuning::default(), Tuning::default()];
        for ((name, value), is_first) in self.values.iter().zip(self.lots(pair)) {
            sides[usize::from(!is_first)].set(name, *value);
        }
        sides
    }

    /// Whether the first side of a pair has each value.
    fn lots(&self, pair: u32) -> impl Iterator<Item = bool> + use<> {
        let mut random = Random::of(&[self.seed, self.shard.into(), pair.into(), SIGN_LOTS]);
        (0..self.values.len()).map(move |_| random.chance(500))
    }

    /// Adds the results of the next pairs.
    pub fn learn(&mut self, results: &[PairPoints]) {
        for (pair, points) in (self.pairs..).zip(results) {
            let balance = i64::from(points.balance());
            for (index, is_first) in self.lots(pair).enumerate() {
                self.sums[index] += if is_first { balance } else { -balance };
            }
            self.squares += balance * balance;
        }
        self.pairs += results.len() as u32;
    }

    /// Adds what another part has found about the same values.
    pub fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.squares += other.squares;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
    }

    /// What each value gains, and how sure that is; nothing before the first pair.
    pub fn effects(&self) -> impl Iterator<Item = Effect> {
        let pairs = f64::from(self.pairs);
        let squares = self.squares as f64;
        let played = self.values.iter().zip(&self.sums).filter(move |_| pairs > 0.0);
        played.map(move |((name, value), &sum)| {
            let mean = sum as f64 / pairs;
            let variance = (squares / pairs - mean * mean).max(0.0) / pairs;
            let (name, value) = (name.clone(), *value);
            Effect { name, value, elo: ELO * mean, deviation: ELO * variance.sqrt() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tune::Points;

    #[test]
    fn each_effect_is_found_among_the_others() {
        let names = ["a", "b", "c", "d"];
        let gains = [40.0, -20.0, 0.0, 10.0];
        let values = BTreeMap::from(names.map(|name| (name.to_owned(), 1)));
        let mut screen = Screen::new(&values, 5, 0);
        let mut random = Random::new(9);
        for pair in 0..20_000 {
            let mut elo = 0.0;
            for (gain, is_first) in gains.iter().zip(screen.lots(pair)) {
                elo += if is_first { *gain } else { -gain };
            }
            let score = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
            let game = |random: &mut Random| {
                let lot = random.below(1_000_000) as f64 / 1e6;
                if lot < score { Points::Win } else { Points::Loss }
            };
            screen.learn(&[PairPoints([game(&mut random), game(&mut random)])]);
        }
        for (effect, gain) in screen.effects().zip(gains) {
            assert!((effect.elo - gain).abs() < 3.0 * effect.deviation, "{effect:?}, {gain}");
            assert!((1.0..3.0).contains(&effect.deviation), "{effect:?}");
        }
    }

    #[test]
    fn one_side_has_each_value_and_the_other_has_not() {
        let tunable = &stonefall_engine::search::TUNABLES[0];
        let values = BTreeMap::from([(tunable.name.to_owned(), tunable.max)]);
        let screen = Screen::new(&values, 1, 0);
        let mut with = Tuning::default();
        assert!(with.set(tunable.name, tunable.max));
        let first = (0..1000).filter(|&pair| {
            let sides = screen.sides(pair);
            let has = sides.each_ref().map(|side| *side == with);
            assert!(has[0] != has[1] && sides[usize::from(has[0])] == Tuning::default());
            has[0]
        });
        assert!((450..550).contains(&first.count()));
    }
}
