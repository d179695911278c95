//! Elo from pairs of games.
//!
//! Two games with the same opening and exchanged colors are one observation, so that the advantage of
//! the opening cancels out. The formulas are those of fastchess and fishtest: Michel Van den Bergh,
//! *Comments on normalized Elo* (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use serde::Serialize;
use std::ops::AddAssign;

/// Standard deviations from the mean that bound 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// Elo per unit of normalized score: 800 / ln 10.
pub(super) const ELO_PER_NATURAL: f64 = 347.435_585_522_601_45;

/// Scores of a pair of games for the first player, as a share of its two points.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Numbers of pairs by the first player's points: 0, 1/2, 1, 1 1/2 and 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// Counts a pair by its half points; more than 4 count as 4.
    pub const fn count(&mut self, half_points: usize) {
        self.0[if half_points > 4 { 4 } else { half_points }] += 1;
    }

    /// Number of pairs.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Mean share of the points, and its variance per pair.
    fn mean_and_variance(&self) -> (f64, f64) {
        let total = f64::from(self.total());
        let shares = self.0.map(|count| f64::from(count) / total);
        let mean = shares.iter().zip(SCORES).map(|(share, score)| share * score).sum::<f64>();
        let squares =
            shares.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2));
        (mean, squares.sum())
    }

    /// Estimated difference in strength; `None` without a pair.
    pub fn strength(&self) -> Option<Strength> {
        if self.total() == 0 {
            return None;
        }
        let (score, variance) = self.mean_and_variance();
        let deviation = (variance / f64::from(self.total())).sqrt();
        // Equal results do not show the size of the variance.
        let deviation = if variance == 0.0 { f64::INFINITY } else { deviation };
        let bound = |times: f64| if times == 0.0 { score } else { score + times * deviation };
        let bounds = [-DEVIATIONS, 0.0, DEVIATIONS].map(bound);
        let normal = |score: f64| match variance {
            0.0 if score == 0.5 => 0.0,
            0.0 => (score - 0.5) * f64::INFINITY,
            _ => (score - 0.5) / (2.0 * variance).sqrt() * ELO_PER_NATURAL,
        };
        Some(Strength {
            score,
            elo: Estimate::new(bounds.map(logistic)),
            normalized: Estimate::new(bounds.map(normal)),
            superiority: match variance {
                0.0 => one_sided(score, self.total()),
                _ => below((score - 0.5) / deviation),
            },
        })
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// Difference in strength from the first player's view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Share of the points.
    pub score: f64,
    /// Logistic Elo: 400 for ten points to one.
    pub elo: Estimate,
    /// Normalized Elo, in deviations of a game's result; it decides how many games a test needs.
    pub normalized: Estimate,
    /// Probability that the first player is stronger.
    pub superiority: f64,
}

/// A number with an error. Infinite values are `null` in JSON.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The best estimate; infinite if every game was won or lost.
    pub value: f64,
    /// Half the width of the 95 % interval; infinite if the interval is unbounded.
    pub error: f64,
}

impl Estimate {
    fn new([low, value, high]: [f64; 3]) -> Self {
        let error = (high - low) / 2.0;
        Self { value, error: if error.is_nan() { f64::INFINITY } else { error } }
    }
}

/// Probability of superiority if all pairs ended alike: that of a fair coin, thrown once per pair.
fn one_sided(score: f64, pairs: u32) -> f64 {
    let chance = 0.5f64.powi(pairs as i32);
    if score > 0.5 {
        1.0 - chance
    } else if score < 0.5 {
        chance
    } else {
        0.5
    }
}

/// Logistic Elo difference for a share of the points.
fn logistic(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Without the 0, equal results would give negative zero.
        0.0 - 400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Probability of a value below this many standard deviations above the mean. Abramowitz and Stegun,
/// *Handbook of Mathematical Functions*, 26.2.17: seven digits.
fn below(deviations: f64) -> f64 {
    let x = deviations.abs();
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let above = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if deviations < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Test data of fastchess (app/tests/elo_test.cpp, commit 74deac2): pairs from 0 to 2 points, the
    /// middle as win and loss plus two draws; normalized Elo and error, Elo and error, likelihood of
    /// superiority in percent.
    #[test]
    fn agrees_with_fastchess() {
        for (pairs, expected) in [
            ([34, 54, 31 + 32, 64, 75], [57.94, 28.28, 55.58, 27.65, 100.0]),
            ([332, 433, 457 + 41, 333, 334], [-9.17, 10.96, -8.64, 10.33, 5.05]),
            ([7895, 8757, 5485 + 200, 568, 9999], [-19.01, 2.65, -21.04, 2.95, 0.0]),
        ] {
            let found = Pairs(pairs).strength().unwrap();
            let found = [
                found.normalized.value,
                found.normalized.error,
                found.elo.value,
                found.elo.error,
                100.0 * found.superiority,
            ];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 0.006, "{found} {expected}");
            }
        }
    }

    /// Elo and error that OpenBench printed in pull requests of PlentyChess (213, 233, 217), Eleanor
    /// (87) and Quanticade (158) on GitHub. OpenBench gives the larger side of the interval, fastchess
    /// its half; they differ far from even scores.
    #[test]
    fn agrees_with_openbench() {
        for (pairs, elo, error) in [
            ([44, 241, 590, 413, 71], 28.96, 8.30),
            ([59, 1365, 2872, 1515, 89], 6.18, 3.40),
            ([25, 318, 815, 464, 54], 21.17, 6.69),
            ([74, 450, 987, 580, 85], 12.14, 6.38),
            ([374, 7478, 16137, 7776, 389], 1.77, 1.43),
        ] {
            let found = Pairs(pairs).strength().unwrap().elo;
            assert!((found.value - elo).abs() < 0.006, "{found:?} {elo}");
            assert!((found.error - error).abs() < 0.06, "{found:?} {error}");
        }
    }

    #[test]
    fn one_sided_results_have_no_number() {
        let won = Pairs([0, 0, 0, 0, 7]).strength().unwrap();
        assert_eq!((won.score, won.elo.value), (1.0, f64::INFINITY));
        assert_eq!(won.superiority, 1.0 - 1.0 / 128.0);
        // Pairs without variance have no error bar.
        assert_eq!(Pairs([0, 0, 0, 0, 1]).strength().unwrap().superiority, 0.5);
        let alike = Pairs([0, 0, 0, 2, 0]).strength().unwrap();
        assert!((alike.elo.value - 190.8).abs() < 0.1 && alike.elo.error.is_infinite());
        assert_eq!(alike.superiority, 0.75);
        assert_eq!(won.elo.error, f64::INFINITY);
        let even = Pairs([0, 0, 9, 0, 0]).strength().unwrap();
        assert_eq!((even.elo.value, even.normalized.value, even.superiority), (0.0, 0.0, 0.5));
        assert_eq!(Pairs::default().strength(), None);
    }
}
