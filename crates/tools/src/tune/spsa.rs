//! Simultaneous perturbation stochastic approximation (SPSA).
//!
//! All values move at once. In pair `k` every value has a random sign; one side plays with the values plus
//! these signs times `c`, the other one with the values minus them. The balance of the first side moves the
//! values in its direction. J. C. Spall, *Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization*, IEEE Transactions on Aerospace and Electronic Systems 34
//! (1998), 817-823. The gains and their end values are as in fishtest
//! (<https://github.com/official-stockfish/fishtest>, `spsa_handler.py`). docs/tuning.md explains
//! it.

use super::plan::TunePlan;
use stonefall_engine::search::{Tunable, TunableValues};
use stonefall_learn::random::Random;

/// Decay exponent of the steps: Spall's alpha.
const ALPHA: f64 = 0.602;
/// Decay exponent of the distance between the sides: Spall's gamma.
const GAMMA: f64 = 0.101;
/// Damping of the first steps, as a share of all pairs: Spall's A.
const STABILITY: f64 = 0.1;

/// Number of the random stream of the signs.
const SIGN_STREAM: u64 = 2;

/// The half points of the first side in the games of a pair, 0 to 2: with White, then with Black.
pub(super) type PairPoints = [usize; 2];

/// Distance of both sides' values from the middle at the end: a twentieth of the range, and at least 0.5, so that both
/// sides get different integers. (`c_end` in fishtest.)
pub fn distance(tunable: &Tunable) -> f64 {
    (f64::from(tunable.max - tunable.min) / 20.0).max(0.5)
}

/// State of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuner {
    parameters: Vec<&'static Tunable>,
    /// Number of pairs at the end.
    all: u32,
    /// Pairs between two moves of the values.
    batch: u32,
    /// Step of a value at the end per game won more than lost, as a share of its distance.
    r_end: f64,
    seed: u64,
    /// Number of pairs so far.
    pairs: u32,
    values: Vec<f64>,
    /// Sum of the squared steps, as shares of the distances.
    squares: f64,
}

/// A tuned value.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedValue {
    /// The parameter.
    pub parameter: &'static Tunable,
    /// The value.
    pub value: f64,
    /// Standard deviation of the value if it had no influence on the games.
    pub luck: f64,
    /// Distance of the sides' values from it in the next pair.
    pub spread: f64,
}

/// Random numbers of one value in one pair.
struct Perturbation {
    /// 1 or -1: direction of the first side's value.
    sign: f64,
    /// From 0 to 1: added before rounding down. Both sides have the same number, so that rounding adds no
    /// difference.
    rounding: f64,
}

impl Tuner {
    /// A tuning before the first of this number of pairs.
    pub fn new(plan: &TunePlan, pairs: u32) -> Self {
        let &TunePlan { batch, r_end, seed, .. } = plan;
        Self { batch, r_end, seed, ..Self::of(plan.parameters(), pairs) }
    }

    fn of(parameters: Vec<&'static Tunable>, all: u32) -> Self {
        let values = parameters.iter().map(|parameter| f64::from(parameter.default)).collect();
        Self { parameters, all, batch: 1, r_end: 0.002, seed: 1, pairs: 0, values, squares: 0.0 }
    }

    /// Number of pairs so far.
    pub fn pairs(&self) -> u32 {
        self.pairs
    }

    /// Pairs until the next move of the values; 0 at the end.
    pub fn batch(&self) -> u32 {
        self.batch.max(1).min(self.all.saturating_sub(self.pairs))
    }

    /// The state of every parameter.
    pub fn values(&self) -> Vec<TunedValue> {
        let spread = self.spread(self.pairs.min(self.all.saturating_sub(1)));
        let tuned = |(&parameter, &value): (&&'static Tunable, &f64)| TunedValue {
            parameter,
            value,
            luck: distance(parameter) * self.squares.sqrt(),
            spread: distance(parameter) * spread,
        };
        self.parameters.iter().zip(&self.values).map(tuned).collect()
    }

    /// The unrounded values of both sides in a pair, with their random numbers.
    fn perturbed(&self, pair: u32) -> impl Iterator<Item = ([f64; 2], Perturbation)> {
        let spread = self.spread(pair);
        let values = self.parameters.iter().zip(&self.values);
        values.zip(self.perturbations(pair)).map(move |((parameter, value), random)| {
            let (min, max) = (f64::from(parameter.min), f64::from(parameter.max));
            let step = random.sign * distance(parameter) * spread;
            ([value + step, value - step].map(|value| value.clamp(min, max)), random)
        })
    }

    /// The integers of both sides in a pair. Each value is rounded up or down at random, so that its mean is
    /// exact.
    pub fn sides(&self, pair: u32) -> [TunableValues; 2] {
        let mut sides = [TunableValues::default(), TunableValues::default()];
        for (parameter, (values, random)) in self.parameters.iter().zip(self.perturbed(pair)) {
            for (side, value) in sides.iter_mut().zip(values) {
                side.set(parameter.name, (value + random.rounding).floor() as i32);
            }
        }
        sides
    }

    /// Moves the values by the results of the next pairs, which had the same values.
    pub fn learn(&mut self, results: &[PairPoints]) {
        for (pair, points) in (self.pairs..).zip(results) {
            // Games won minus games lost.
            let balance = points.iter().sum::<usize>() as f64 - 2.0;
            let step = self.gain(pair) * balance;
            self.squares += step * step;
            for (index, random) in self.perturbations(pair).enumerate() {
                self.values[index] += step * distance(self.parameters[index]) * random.sign;
            }
        }
        for (value, parameter) in self.values.iter_mut().zip(&self.parameters) {
            *value = value.clamp(parameter.min.into(), parameter.max.into());
        }
        self.pairs += results.len() as u32;
    }

    fn perturbations(&self, pair: u32) -> impl Iterator<Item = Perturbation> + use<> {
        const PARTS: u32 = 1 << 30;
        let mut random = Random::of(&[self.seed, 0, pair.into(), SIGN_STREAM]);
        (0..self.values.len()).map(move |_| Perturbation {
            sign: if random.chance(500) { 1.0 } else { -1.0 },
            rounding: random.below(PARTS as usize) as f64 / f64::from(PARTS),
        })
    }

    /// `c` of a pair as a share of its end value.
    fn spread(&self, pair: u32) -> f64 {
        (f64::from(self.all) / (f64::from(pair) + 1.0)).powf(GAMMA)
    }

    /// `a / c` of a pair as a share of `c` at the end.
    fn gain(&self, pair: u32) -> f64 {
        let (all, number) = (f64::from(self.all), f64::from(pair) + 1.0);
        let damping = STABILITY * all;
        let falling = ((damping + all) / (damping + number)).powf(ALPHA);
        self.r_end * falling / self.spread(pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from 0 to `max`, whose sides have a distance of a twentieth of it.
    fn parameter(name: &'static str, default: i32, max: i32) -> &'static Tunable {
        Box::leak(Box::new(Tunable { name, meaning: "", min: 0, max, default }))
    }

    /// A game whose result depends on the advantage of the first side.
    fn game(random: &mut Random, advantage: f64) -> usize {
        let chance = random.below(1_000_000) as f64 / 1e6;
        let win = 0.45 + advantage;
        if chance < win {
            2
        } else if chance < win + 0.1 {
            1
        } else {
            0
        }
    }

    #[test]
    fn it_finds_the_maximum_in_noise() {
        let tops = [120.0, 60.0];
        let parameters = [("one", 60), ("other", 120), ("no influence", 100)]
            .map(|(name, start)| parameter(name, start, 200));
        // Each start is about 60 Elo below its maximum, and the sides differ by about 40 there.
        let strength = |values: &[f64]| {
            let below = values.iter().zip(tops).map(|(value, top)| ((value - top) / 200.0).powi(2));
            -below.sum::<f64>()
        };
        let tuner = Tuner::of(parameters.to_vec(), 10_000);
        let mut tuner = Tuner { batch: 16, r_end: 0.004, seed: 7, ..tuner };
        let mut random = Random::new(3);
        while tuner.batch() > 0 {
            let mut results = Vec::new();
            for pair in tuner.pairs()..tuner.pairs() + tuner.batch() {
                let (ours, theirs): (Vec<_>, Vec<_>) =
                    tuner.perturbed(pair).map(|([ours, theirs], _)| (ours, theirs)).unzip();
                let advantage = strength(&ours) - strength(&theirs);
                results.push([(); 2].map(|()| game(&mut random, advantage)));
            }
            tuner.learn(&results);
        }
        assert_eq!((tuner.pairs(), tuner.batch()), (10_000, 0));
        let moved = tuner.values();
        for (moved, top) in moved.iter().zip(tops) {
            let start = f64::from(moved.parameter.default);
            assert!((moved.value - top).abs() < 0.5 * (start - top).abs(), "{moved:?}");
            assert!((moved.value - start).abs() > 2.0 * moved.luck, "{moved:?}");
        }
        assert!((moved[2].value - 100.0).abs() < 3.0 * moved[2].luck, "{:?}", moved[2]);
    }

    /// From fishtest (spsa_handler.py): `a = r_end * c_end ** 2 * (A + n) ** alpha`, `c = c_end *
    /// n ** gamma`, of iteration k: `c / k ** gamma` and `R = a / (A + k) ** alpha / c_k ** 2`; the
    /// step is `R * c_k * result`.
    #[test]
    fn gains_are_those_of_fishtest() {
        let tuner = Tuner::of(vec![parameter("x", 80, 160)], 5000);
        for pair in [0_u32, 1, 99, 4999] {
            let (n, k, damping) = (5000.0_f64, f64::from(pair + 1), 500.0);
            let c = 8.0 * n.powf(0.101) / k.powf(0.101);
            let a = 0.002 * 8.0 * 8.0 * (damping + n).powf(0.602) / (damping + k).powf(0.602);
            let [plus, minus] =
                tuner.perturbed(pair).next().map(|(sides, _)| sides).unwrap_or_default();
            assert!(((plus - minus).abs() - 2.0 * c).abs() < 1e-9);
            let step = a / (c * c) * c;
            assert!((tuner.gain(pair) * 8.0 - step).abs() < 1e-12);
        }
        assert!((tuner.gain(4999) - 0.002).abs() < 1e-12);
    }

    #[test]
    fn integers_have_the_exact_mean() {
        let tuner = Tuner::of(vec![parameter("x", 4, 8)], 2000);
        let (mut drawn, mut meant) = (0.0, 0.0);
        for pair in 0..2000 {
            for ([value, _], random) in tuner.perturbed(pair) {
                meant += value;
                drawn += (value + random.rounding).floor();
                assert!((0.0..1.0).contains(&random.rounding) && random.sign.abs() == 1.0);
            }
        }
        assert!((drawn - meant).abs() / 2000.0 < 0.03, "{drawn} {meant}");
    }
}
