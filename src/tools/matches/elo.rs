//! Elo from pairs of games.
//!
//! Two games with the same opening and colours exchanged are one observation, so that what an opening
//! gives away to one side cancels out. The formulas are those of fastchess and fishtest: Michel Van
//! den Bergh, *Comments on normalized Elo* (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use std::ops::{Add, AddAssign};

/// Standard deviations on either side of the mean that 95 % of a normal distribution lie within.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// Elo in one unit of normalised score: 800 / ln 10.
pub(super) const ELO_PER_NATURAL: f64 = 347.435_585_522_601_45;

/// What a pair of games can give the first player, as a share of its two points.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Pairs of games, counted by what the first player made of them: 0, 1/2, 1, 1 1/2 or 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// Counts a pair by its half points, 0 to 4; more count as 4.
    pub const fn count(&mut self, half_points: usize) {
        self.0[if half_points > 4 { 4 } else { half_points }] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The same pairs from the other player's view.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }

    /// Mean share of the points, and the variance of a pair's share.
    fn mean_and_variance(&self) -> (f64, f64) {
        let total = f64::from(self.total());
        let shares = self.0.map(|count| f64::from(count) / total);
        let mean = shares.iter().zip(SCORES).map(|(share, score)| share * score).sum::<f64>();
        let squares =
            shares.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2));
        (mean, squares.sum())
    }

    /// What the pairs say of the difference in strength; `None` without a pair.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        if self.total() == 0 {
            return None;
        }
        let (score, variance) = self.mean_and_variance();
        let deviation = (variance / f64::from(self.total())).sqrt();
        // Results that are all alike say nothing of how much they would vary.
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

impl Add for Pairs {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// A difference in strength, from the first player's view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Share of the points.
    pub score: f64,
    /// In logistic Elo: 400 for ten points to one.
    pub elo: Estimate,
    /// In normalised Elo, which counts in deviations of a game's result and so says how many games
    /// are needed to see the difference.
    pub normalized: Estimate,
    /// The probability that the first player is the stronger one.
    pub superiority: f64,
}

/// A number that is known with some error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The best guess. Infinite if every game was won or lost.
    pub value: f64,
    /// Half the width of the interval that it lies in with 95 % probability; infinite if that is
    /// open.
    pub error: f64,
}

impl Estimate {
    fn new([low, value, high]: [f64; 3]) -> Self {
        let error = (high - low) / 2.0;
        Self { value, error: if error.is_nan() { f64::INFINITY } else { error } }
    }
}

/// The probability of being stronger where all pairs ended alike: what a fair coin leaves, thrown once for each pair.
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

/// The logistic Elo difference that gives this share of the points.
fn logistic(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Without the sum, even results would be negative zero.
        0.0 - 400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The probability of a value below this many standard deviations from the mean. Abramowitz and
/// Stegun, *Handbook of Mathematical Functions*, 26.2.17: right to seven digits.
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
    /// middle being one win and one loss plus two draws; nElo and its error, Elo and its error, the
    /// likelihood of superiority in per cent.
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

    /// Elo and error as OpenBench printed them in pull requests of PlentyChess (213, 233, 217),
    /// Eleanor (87) and Quanticade (158) on GitHub. OpenBench gives the larger side of the interval
    /// where fastchess gives its half: far from even they differ.
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
        // One pair won 2-0 says hardly anything, and two pairs of 1 1/2 have no error bar.
        assert_eq!(Pairs([0, 0, 0, 0, 1]).strength().unwrap().superiority, 0.5);
        let alike = Pairs([0, 0, 0, 2, 0]).strength().unwrap();
        assert!((alike.elo.value - 190.8).abs() < 0.1 && alike.elo.error.is_infinite());
        assert_eq!(alike.superiority, 0.75);
        assert_eq!(won.elo.error, f64::INFINITY);
        let even = Pairs([0, 0, 9, 0, 0]).strength().unwrap();
        assert_eq!((even.elo.value, even.normalized.value, even.superiority), (0.0, 0.0, 0.5));
        assert_eq!(Pairs::default().strength(), None);
    }

    #[test]
    fn views_are_opposite() {
        let pairs = Pairs([3, 9, 20, 14, 6]);
        let (mine, yours) = (pairs.strength().unwrap(), pairs.reversed().strength().unwrap());
        assert!((mine.elo.value + yours.elo.value).abs() < 1e-9);
        assert!((mine.superiority + yours.superiority - 1.0).abs() < 1e-6);
    }
}
