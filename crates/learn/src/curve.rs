//! The logistic curve from values to chances.

/// Scale of the logistic curve: the value in inner units at which the chance is 73 %.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spread(pub f32);

impl Spread {
    /// The chance of a value; a draw counts half.
    #[must_use]
    #[inline]
    pub fn chance(self, value: f32) -> f32 {
        1.0 / (1.0 + (-value / self.0).exp())
    }

    /// The value with a chance between 0 and 1.
    #[must_use]
    pub fn value(self, chance: f32) -> f32 {
        self.0 * (chance / (1.0 - chance)).ln()
    }

    /// The spread that fits pairs of value and result best.
    pub(crate) fn fitted<I: Iterator<Item = (f32, f32)>>(valued: impl Fn() -> I) -> Self {
        // As a function of the logarithm of the spread, the loss has one minimum.
        let sum = |exponent: f64| -> f64 {
            let spread = Self(exponent.exp() as f32);
            valued().map(|(value, target)| f64::from(loss(spread.chance(value), target))).sum()
        };
        Self(lowest(sum, 20f64.ln(), 4000f64.ln()).exp() as f32)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_found() {
        let truth = Spread(170.0);
        let valued =
            || (-40..=40).map(|step| 10.0 * step as f32).map(|value| (value, truth.chance(value)));
        let found = Spread::fitted(valued);
        assert!((found.0 / truth.0 - 1.0).abs() < 0.01, "{found:?}");
    }
}
