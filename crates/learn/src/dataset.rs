//! Training set and hold-out set.

/// Positions to learn from, and positions of other games to measure the result.
#[derive(Clone, Debug, Default)]
pub struct Dataset<S> {
    /// The training set.
    pub training: S,
    /// The hold-out set.
    pub holdout: S,
}
