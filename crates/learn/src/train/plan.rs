//! Settings of a training.

use super::model::NetModel;
use crate::curve::Spread;
use crate::dataset::Dataset;
use crate::samples::{NetSamples, SampleData};
use crate::settings::{positive, rate, share};

/// Settings of a training.
#[derive(clap::Args, Clone, Copy, PartialEq, Debug)]
pub struct TrainPlan {
    /// Epochs: passes over all positions
    #[arg(long, value_name = "N", default_value = "30")]
    pub epochs: usize,
    /// Positions per batch
    #[arg(long, value_name = "N", default_value = "8192", value_parser = positive)]
    pub batch: usize,
    /// Learning rate of the first step; the last is a hundredth of it
    #[arg(long, value_name = "X", default_value = "0.002", value_parser = rate)]
    pub rate: f32,
    /// Weight decay per step, times the rate
    #[arg(long, value_name = "X", default_value = "0.01")]
    pub decay: f32,
    /// Share of the game result in the target, 0 to 1; the rest is the search score
    #[arg(long, value_name = "X", default_value = "0.1", value_parser = share)]
    pub result_share: f32,
    /// Seed of the start weights, the order and the images.
    #[arg(skip)]
    pub seed: u64,
    /// Converts values of the evaluation to chances.
    #[arg(skip)]
    pub spread: Spread,
    /// Converts search scores to chances.
    #[arg(skip)]
    pub score_spread: Spread,
}

/// The spread of the search scores of positions, from at most a million of them.
pub fn score_spread(samples: &NetSamples) -> Spread {
    let labels = samples.labels();
    let step = labels.len() / 1_000_000 + 1;
    Spread::fitted(|| labels.iter().step_by(step).map(|label| (label.score(), label.result())))
}

impl TrainPlan {
    /// Hash of these settings, the positions and the start weights. Equal hashes give equal networks.
    #[must_use]
    pub fn fingerprint(&self, dataset: &Dataset, start: &NetModel) -> u32 {
        let Dataset { training, holdout } = dataset;
        let hashes = [training.fingerprint(), holdout.fingerprint(), start.fingerprint()];
        crc32fast::hash(format!("{self:?} {hashes:?}").as_bytes())
    }

    /// Number of steps of an epoch over a number of positions.
    #[must_use]
    pub fn steps(&self, positions: usize) -> usize {
        positions.div_ceil(self.batch.max(1))
    }

    /// Target chance of a position: its result and its search score.
    pub(super) fn target(&self, SampleData { label, .. }: SampleData) -> f32 {
        let searched = self.score_spread.chance(label.score());
        self.result_share * label.result() + (1.0 - self.result_share) * searched
    }
}
