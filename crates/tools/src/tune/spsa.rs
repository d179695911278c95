//! Simultaneous perturbation stochastic approximation (SPSA).
//!
//! All values move at once. In pair `k` every value has a random sign; one side plays with the values plus
//! these signs times `c`, the other one with the values minus them. The balance of the first side moves the
//! values in its direction. J. C. Spall, *Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization*, IEEE Transactions on Aerospace and Electronic Systems 34
//! (1998), 817-823. The gains and their end values are as in fishtest
//! (<https://github.com/official-stockfish/fishtest>, `spsa_handler.py`). docs/tuning.md explains
//! it.

use std::fmt;
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

/// Letters of a lost, a drawn and a won game, by half points.
const LETTERS: [char; 3] = ['l', 'd', 'w'];

/// The half points of the first side in the games of a pair, 0 to 2: with White, then with Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairPoints(pub [usize; 2]);

impl PairPoints {
    /// Half points of both games together, 0 to 4.
    pub const fn half_points(self) -> usize {
        self.0[0] + self.0[1]
    }

    /// Games won minus games lost, -2 to 2.
    pub const fn balance(self) -> i32 {
        self.half_points() as i32 - 2
    }

    /// Reads two letters.
    pub fn read(text: &str) -> Option<Self> {
        let points = text.chars().map(|it| LETTERS.iter().position(|&letter| letter == it));
        points.collect::<Option<Vec<_>>>()?.try_into().ok().map(Self)
    }
}

/// Two letters, such as `wl`.
impl fmt::Display for PairPoints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&points| write!(out, "{}", LETTERS[points]))
    }
}

/// The constants of SPSA, with the names in Spall's paper and in fishtest.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule {
    /// Number of pairs of games.
    pub pairs: u32,
    /// Pairs between two moves of the values.
    pub batch: u32,
    /// Step of a value at the end per game won more than lost, as a share of its `c_end`.
    pub r_end: f64,
    /// The parameters to tune.
    pub parameters: Vec<Parameter>,
}

/// A tuned parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The start value.
    pub start: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// Distance of both sides' values from the middle at the end.
    pub c_end: f64,
}

impl Parameter {
    /// A parameter with the default distance: a twentieth of its range, and at least 0.5, so that both sides get
    /// different integers.
    pub fn new(tunable: &Tunable) -> Self {
        let &Tunable { name, min, max, default, .. } = tunable;
        let c_end = (f64::from(max - min) / 20.0).max(0.5);
        Self { name: name.into(), start: default, min, max, c_end }
    }
}

/// State of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuner {
    schedule: Schedule,
    seed: u64,
    pairs: u32,
    values: Vec<f64>,
    /// Sums of the squared steps.
    squares: Vec<f64>,
}

/// A tuned value.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedValue {
    /// The parameter.
    pub parameter: Parameter,
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
    /// A tuning before the first game.
    pub fn new(schedule: &Schedule, seed: u64) -> Self {
        let values: Vec<_> =
            schedule.parameters.iter().map(|parameter| f64::from(parameter.start)).collect();
        let squares = vec![0.0; values.len()];
        Self { schedule: schedule.clone(), seed, pairs: 0, values, squares }
    }

    /// Number of pairs so far.
    pub fn pairs(&self) -> u32 {
        self.pairs
    }

    /// Pairs until the next move of the values; 0 at the end.
    pub fn batch(&self) -> u32 {
        self.schedule.batch.max(1).min(self.schedule.pairs.saturating_sub(self.pairs))
    }

    /// The state of every parameter.
    pub fn values(&self) -> Vec<TunedValue> {
        let spread = self.spread(self.pairs.min(self.schedule.pairs.saturating_sub(1)));
        let values = self.schedule.parameters.iter().zip(&self.values).zip(&self.squares);
        let tuned = values.map(|((parameter, &value), squares)| TunedValue {
            parameter: parameter.clone(),
            value,
            luck: squares.sqrt(),
            spread: parameter.c_end * spread,
        });
        tuned.collect()
    }

    /// The unrounded values of both sides in a pair, with their random numbers.
    fn perturbed(&self, pair: u32) -> impl Iterator<Item = ([f64; 2], Perturbation)> {
        let spread = self.spread(pair);
        let values = self.schedule.parameters.iter().zip(&self.values);
        values.zip(self.perturbations(pair)).map(move |((parameter, value), random)| {
            let (min, max) = (f64::from(parameter.min), f64::from(parameter.max));
            let side = |sign: f64| (value + sign * parameter.c_end * spread).clamp(min, max);
            ([side(random.sign), side(-random.sign)], random)
        })
    }

    /// The integers of both sides in a pair. Each value is rounded up or down at random, so that its mean is
    /// exact.
    pub fn sides(&self, pair: u32) -> [TunableValues; 2] {
        let mut sides = [TunableValues::default(), TunableValues::default()];
        for (parameter, (values, random)) in
            self.schedule.parameters.iter().zip(self.perturbed(pair))
        {
            for (side, value) in sides.iter_mut().zip(values) {
                side.set(&parameter.name, (value + random.rounding).floor() as i32);
            }
        }
        sides
    }

    /// Moves the values by the results of the next pairs, which had the same values.
    pub fn learn(&mut self, results: &[PairPoints]) {
        for (pair, points) in (self.pairs..).zip(results) {
            let step = self.gain(pair) * f64::from(points.balance());
            for (index, random) in self.perturbations(pair).enumerate() {
                let step = step * self.schedule.parameters[index].c_end;
                self.values[index] += step * random.sign;
                self.squares[index] += step * step;
            }
        }
        for (value, parameter) in self.values.iter_mut().zip(&self.schedule.parameters) {
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
        (f64::from(self.schedule.pairs) / (f64::from(pair) + 1.0)).powf(GAMMA)
    }

    /// `a / c` of a pair as a share of `c` at the end.
    fn gain(&self, pair: u32) -> f64 {
        let (all, number) = (f64::from(self.schedule.pairs), f64::from(pair) + 1.0);
        let damping = STABILITY * all;
        let falling = ((damping + all) / (damping + number)).powf(ALPHA);
        self.schedule.r_end * falling / self.spread(pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_back() {
        for pair in [[0, 0], [0, 1], [1, 2], [2, 0], [2, 2]].map(PairPoints) {
            assert_eq!(PairPoints::read(&pair.to_string()), Some(pair));
        }
        assert_eq!(PairPoints::read("wl").map(PairPoints::balance), Some(0));
        assert_eq!(PairPoints::read("wd").map(PairPoints::balance), Some(1));
        for wrong in ["", "w", "wx", "wld"] {
            assert_eq!(PairPoints::read(wrong), None);
        }
    }

    fn parameter(name: &str, start: i32, c_end: f64) -> Parameter {
        Parameter { name: name.into(), start, min: 0, max: 200, c_end }
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
        let (tops, noise) = ([120.0, 60.0], "no influence");
        let parameters = vec![
            parameter("one", 60, 10.0),
            parameter("other", 120, 10.0),
            parameter(noise, 100, 10.0),
        ];
        let schedule = Schedule { pairs: 10_000, batch: 16, r_end: 0.004, parameters };
        // Each start is about 60 Elo below its maximum, and the sides differ by about 40 there.
        let strength = |values: &[f64]| {
            -values
                .iter()
                .zip(tops)
                .map(|(value, top)| ((value - top) / 200.0).powi(2))
                .sum::<f64>()
        };
        let mut tuner = Tuner::new(&schedule, 7);
        let mut random = Random::new(3);
        while tuner.batch() > 0 {
            let mut results = Vec::new();
            for pair in tuner.pairs()..tuner.pairs() + tuner.batch() {
                let (ours, theirs): (Vec<_>, Vec<_>) =
                    tuner.perturbed(pair).map(|([ours, theirs], _)| (ours, theirs)).unzip();
                let advantage = strength(&ours) - strength(&theirs);
                results.push(PairPoints([(); 2].map(|()| game(&mut random, advantage))));
            }
            tuner.learn(&results);
        }
        assert_eq!((tuner.pairs(), tuner.batch()), (10_000, 0));
        let moved = tuner.values();
        for (moved, top) in moved.iter().zip(tops) {
            let start = f64::from(moved.parameter.start);
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
        let schedule = Schedule {
            pairs: 5000,
            batch: 1,
            r_end: 0.002,
            parameters: vec![parameter("x", 100, 8.0)],
        };
        let tuner = Tuner::new(&schedule, 1);
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
        let name = stonefall_engine::search::TUNABLES[0].name;
        let parameters = vec![Parameter { c_end: 0.25, ..parameter(name, 40, 0.0) }];
        let tuner = Tuner::new(&Schedule { pairs: 2000, batch: 1, r_end: 0.002, parameters }, 1);
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
