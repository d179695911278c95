//! Converts values to chances of win, draw and loss.

use crate::curve::Spread;
use crate::dataset::{Label, Samples};

impl Spread {
    /// The spread of the search scores of positions, from at most a million of them.
    pub fn of_scores(samples: &impl Samples) -> Self {
        let labels = samples.labels();
        let step = labels.len() / 1_000_000 + 1;
        let labels = || labels.iter().step_by(step);
        Self::fitted(|| labels().map(|label| (label.score(), label.result())))
    }

    /// The spread that fits pairs of value and result best.
    pub fn fitted<I: Iterator<Item = (f32, f32)>>(valued: impl Fn() -> I) -> Self {
        // As a function of the logarithm of the spread, the loss has one minimum.
        let sum = |exponent: f64| -> f64 {
            let spread = Self(exponent.exp() as f32);
            valued().map(|(value, target)| f64::from(loss(spread.chance(value), target))).sum()
        };
        Self(lowest(sum, 20f64.ln(), 4000f64.ln()).exp() as f32)
    }
}

/// Target chance of a position: its result and its search score.
#[inline]
pub(crate) fn target(label: Label, result_share: f32, score_spread: Spread) -> f32 {
    result_share * label.result() + (1.0 - result_share) * score_spread.chance(label.score())
}

/// Cross-entropy of a chance and its target, in nats.
#[inline]
pub(crate) fn loss(chance: f32, target: f32) -> f32 {
    const TINY: f32 = 1e-7;
    let chance = chance.clamp(TINY, 1.0 - TINY);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// The minimum of a function with one minimum, by golden-section search.
fn lowest(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    for _ in 0..40 {
        let width = GOLDEN * (high - low);
        if function(high - width) < function(low + width) {
            high = low + width;
        } else {
            low = high - width;
        }
    }
    f64::midpoint(low, high)
}

/// Chances of win, draw and loss for a value: two logistic curves, shifted apart by the draws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The scale of both curves.
    pub spread: Spread,
    /// Shift of each curve in inner units.
    pub draw: f32,
}

impl Chances {
    /// The curves with the largest likelihood of pairs of value and result.
    pub fn fitted<I: Iterator<Item = (f32, f32)>>(valued: impl Fn() -> I) -> Self {
        let surprise = |chances: Self| {
            valued().map(|(value, result)| f64::from(chances.surprise(value, result))).sum::<f64>()
        };
        let mut chances = Self { spread: Spread::fitted(&valued), draw: 10.0 };
        // Spread and draw depend weakly on each other, so a few rounds converge.
        for _ in 0..3 {
            let with_draw = |draw: f64| surprise(Self { draw: draw.exp() as f32, ..chances });
            chances.draw = lowest(with_draw, 0f64, 300f64.ln()).exp() as f32;
            let with_spread =
                |spread: f64| surprise(Self { spread: Spread(spread.exp() as f32), ..chances });
            chances.spread = Spread(lowest(with_spread, 20f64.ln(), 4000f64.ln()).exp() as f32);
        }
        chances
    }

    /// Chances of win and loss.
    #[must_use]
    pub fn of(self, value: f32) -> [f32; 2] {
        [self.spread.chance(value - self.draw), self.spread.chance(-value - self.draw)]
    }

    fn surprise(self, value: f32, result: f32) -> f32 {
        let [win, loss] = self.of(value);
        let chance = if result > 0.75 {
            win
        } else if result < 0.25 {
            loss
        } else {
            1.0 - win - loss
        };
        -chance.max(1e-7).ln()
    }
}

/// Positions of similar chance, with their results.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bucket {
    /// Number of positions.
    pub count: usize,
    /// Mean predicted chance.
    pub expected: f64,
    /// Mean result.
    pub found: f64,
}

impl Bucket {
    /// Ten buckets of equal width for chances from 0 to 1.
    pub fn all(spread: Spread, valued: impl Iterator<Item = (f32, f32)>) -> [Self; 10] {
        let mut buckets = [Self::default(); 10];
        for (value, result) in valued {
            let chance = spread.chance(value);
            let bucket = &mut buckets[((chance * 10.0) as usize).min(9)];
            bucket.count += 1;
            bucket.expected += f64::from(chance);
            bucket.found += f64::from(result);
        }
        for bucket in &mut buckets {
            bucket.expected /= bucket.count.max(1) as f64;
            bucket.found /= bucket.count.max(1) as f64;
        }
        buckets
    }
}
