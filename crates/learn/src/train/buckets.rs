//! The positions of a training in buckets, of which one is in memory at a time.

use super::samples::NetSamples;

/// Positions in buckets, each a random part of all positions.
pub trait Buckets {
    /// Error of a bucket that cannot be loaded.
    type Error;

    /// Number of training positions of each bucket.
    fn lengths(&self) -> &[usize];

    /// Positions of a bucket, always in the same order.
    ///
    /// # Errors
    /// If they cannot be loaded.
    fn load(&self, bucket: usize, set: BucketSet) -> Result<NetSamples, Self::Error>;
}

/// Set of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BucketSet {
    /// Positions to learn from.
    Training,
    /// Positions of other games to measure the result.
    Holdout,
}
