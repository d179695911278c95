//! Measures many values with the same games: a factorial experiment.
//!
//! In each pair of games and for each value, a random side plays with the value and the other one with the
//! default. So every pair measures every value, and all of them need as many games as one `Versus`. Changing
//! many values at once loses nothing if their signs are independent: R. A. Fisher, *The Design of
//! Experiments*, 1935, chapter 6.

use super::points::PairPoints;
use stonefall_engine::search::TunableValues;
use stonefall_learn::random::Random;

/// Number of the random stream of the signs.
const SIGN_STREAM: u64 = 3;

/// Elo per game won more than lost in a pair, near an even score: such a game is a quarter of a point per game,
/// and the slope of the logistic curve there is 4 · 400 / ln 10.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Measurement of values.
#[derive(Clone, PartialEq, Debug)]
pub struct Screening {
    seed: u64,
    pairs: u32,
    values: Vec<(String, i32)>,
    /// Games won minus games lost by the side with the value, for each value.
    sums: Vec<i64>,
    /// Sum of the squared balances of the first side.
    squares: i64,
}

/// Gain of a value, averaged over the other values.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// Name of the parameter.
    pub name: String,
    /// The measured value.
    pub value: i32,
    /// Gain in Elo over the default.
    pub elo: f64,
    /// Standard deviation of the gain.
    pub deviation: f64,
}

impl Screening {
    /// A screening before the first game.
    #[must_use]
    pub fn new(values: &[(String, i32)], seed: u64) -> Self {
        let sums = vec![0; values.len()];
        Self { seed, pairs: 0, values: values.to_vec(), sums, squares: 0 }
    }

    /// The values of both sides in a pair.
    #[must_use]
    pub fn sides(&self, pair: u32) -> [TunableValues; 2] {
        let mut sides = [TunableValues::default(), TunableValues::default()];
        for ((name, value), is_first) in self.values.iter().zip(self.signs(pair)) {
            sides[usize::from(!is_first)].set(name, *value);
        }
        sides
    }

    /// Whether the first side of a pair has each value.
    fn signs(&self, pair: u32) -> impl Iterator<Item = bool> + use<> {
        let mut random = Random::of(&[self.seed, 0, pair.into(), SIGN_STREAM]);
        (0..self.values.len()).map(move |_| random.chance(500))
    }

    /// Adds the result of a pair.
    pub fn learn(&mut self, pair: u32, points: PairPoints) {
        let balance = i64::from(points.balance());
        for (index, is_first) in self.signs(pair).enumerate() {
            self.sums[index] += if is_first { balance } else { -balance };
        }
        self.squares += balance * balance;
        self.pairs += 1;
    }

    /// The gain of each value; empty before the first pair.
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

    #[test]
    fn each_effect_is_measured() {
        let names = ["a", "b", "c", "d"];
        let gains = [40.0, -20.0, 0.0, 10.0];
        let values = names.map(|name| (name.to_owned(), 1));
        let mut screen = Screening::new(&values, 5);
        let mut random = Random::new(9);
        for pair in 0..20_000 {
            let mut elo = 0.0;
            for (gain, is_first) in gains.iter().zip(screen.signs(pair)) {
                elo += if is_first { *gain } else { -gain };
            }
            let score = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
            let game = |random: &mut Random| {
                let chance = random.below(1_000_000) as f64 / 1e6;
                if chance < score { 2 } else { 0 }
            };
            screen.learn(pair, PairPoints([game(&mut random), game(&mut random)]));
        }
        for (effect, gain) in screen.effects().zip(gains) {
            assert!((effect.elo - gain).abs() < 3.0 * effect.deviation, "{effect:?}, {gain}");
            assert!((1.0..3.0).contains(&effect.deviation), "{effect:?}");
        }
    }

    #[test]
    fn one_side_has_each_value_and_the_other_has_not() {
        let tunable = &stonefall_engine::search::TUNABLES[0];
        let values = [(tunable.name.to_owned(), tunable.max)];
        let screen = Screening::new(&values, 1);
        let mut with = TunableValues::default();
        assert!(with.set(tunable.name, tunable.max));
        let first = (0..1000).filter(|&pair| {
            let sides = screen.sides(pair);
            let has = sides.each_ref().map(|side| *side == with);
            assert!(has[0] != has[1] && sides[usize::from(has[0])] == TunableValues::default());
            has[0]
        });
        assert!((450..550).contains(&first.count()));
    }
}
