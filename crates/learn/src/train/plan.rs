//! Settings of a training.

use super::model::NetModel;
use super::samples::SampleData;
use crate::fit::Spread;

/// Settings of a training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainPlan {
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions per batch.
    pub batch: usize,
    /// Learning rate of the first step; the last is a hundredth of it.
    pub rate: f32,
    /// Weight decay per step, times the rate.
    pub decay: f32,
    /// Share of the game's result in the target; the rest is the search score.
    pub result_share: f32,
    /// Seed of the start weights, the order and the images.
    pub seed: u64,
    /// Converts values of the evaluation to chances.
    pub spread: Spread,
    /// Converts search scores to chances.
    pub score_spread: Spread,
    /// Number of threads. The network does not depend on it.
    pub threads: usize,
}

impl TrainPlan {
    /// Hash of these settings, the positions (by their own hash) and the start weights. Equal hashes give equal
    /// networks.
    #[must_use]
    pub fn fingerprint(&self, positions: u32, start: &NetModel) -> u32 {
        let settings = Self { threads: 1, ..*self };
        let start = start.fingerprint();
        crc32fast::hash(format!("{settings:?} {positions} {start}").as_bytes())
    }

    /// Number of steps of an epoch over buckets of these lengths.
    #[must_use]
    pub fn steps(&self, lengths: &[usize]) -> u32 {
        lengths.iter().map(|&length| self.batches(length) as u32).sum()
    }

    /// Number of batches of a bucket.
    pub(super) fn batches(&self, length: usize) -> usize {
        length.div_ceil(self.batch.max(1))
    }

    /// Target chance of a position.
    pub(super) fn target(&self, data: SampleData) -> f32 {
        let by_score = self.score_spread.chance(data.score);
        self.result_share * data.result + (1.0 - self.result_share) * by_score
    }
}
