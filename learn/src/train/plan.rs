//! Settings of a training.

use super::model::NetModel;
use super::samples::{NetSamples, SampleData};
use crate::dataset::Dataset;
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
    /// Hash of these settings, the dataset and the start weights. Equal hashes give equal networks.
    #[must_use]
    pub fn fingerprint(&self, dataset: &Dataset<NetSamples>, start: &NetModel) -> u32 {
        let settings = Self { threads: 1, ..*self };
        // Files have the hash of this text, so the old name of the type stays in it.
        let settings = format!("{settings:?}").replacen("TrainPlan", "Plan", 1);
        let data = [&dataset.training, &dataset.holdout].map(NetSamples::fingerprint);
        let start = start.fingerprint();
        crc32fast::hash(format!("{settings} {data:?} {start}").as_bytes())
    }

    /// Target chance of a position.
    pub(super) fn target(&self, data: SampleData) -> f32 {
        let by_score = self.score_spread.chance(data.score);
        self.result_share * data.result + (1.0 - self.result_share) * by_score
    }
}
