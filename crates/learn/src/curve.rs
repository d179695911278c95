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
}
