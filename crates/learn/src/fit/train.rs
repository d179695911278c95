//! Gradient descent in batches.

use super::TermModel;
use super::calibrate::{Spread, loss};
use super::samples::{TermSample, TermSamples};
use crate::adam::Means;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Settings of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitPlan {
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions per batch.
    pub batch: usize,
    /// First step of a weight in inner units; the last step is a hundredth of it.
    pub rate: f32,
    /// Pull toward the start weights, for rare terms: the loss of a weight that is 100 units away.
    pub pull: f32,
    /// Share of the game's result in the target; the rest is the search score.
    pub result_share: f32,
    /// Seed of the order of positions.
    pub seed: u64,
    /// Converts values of the evaluation to chances.
    pub spread: Spread,
    /// Converts search scores to chances.
    pub score_spread: Spread,
}

impl FitPlan {
    /// Target chance of a position.
    #[inline]
    fn target(&self, sample: TermSample<'_>) -> f32 {
        let by_score = self.score_spread.chance(sample.score);
        self.result_share * sample.result + (1.0 - self.result_share) * by_score
    }

    /// Mean loss of a model over positions, without the pull.
    #[must_use]
    pub fn loss(&self, model: &TermModel, samples: &TermSamples) -> f64 {
        let sum: f64 = samples
            .iter()
            .map(|sample| {
                f64::from(loss(self.spread.chance(model.value(sample)), self.target(sample)))
            })
            .sum();
        sum / samples.len().max(1) as f64
    }
}

/// Result of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitEpoch {
    /// Number of the epoch, from 1.
    pub number: usize,
    /// Mean loss over the training set during the epoch.
    pub loss: f64,
}

/// Fits a model to positions, from a start model on. Calls `on_epoch` after every epoch; its `false` ends
/// the fit. Equal arguments give equal weights.
pub fn train(
    start: &TermModel,
    samples: &TermSamples,
    plan: &FitPlan,
    mut on_epoch: impl FnMut(FitEpoch) -> bool,
) -> TermModel {
    let mut model = start.clone();
    let (mut mean, mut square, mut taken) = (TermModel::ZERO, TermModel::ZERO, 0);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(plan.seed);
    for number in 1..=plan.epochs {
        order.shuffle(&mut random);
        // The rate falls to a hundredth, by the same factor in every epoch.
        let done = (number - 1) as f32 / plan.epochs.max(2) as f32;
        let rate = plan.rate * 0.01f32.powf(done);
        let mut total = 0.0;
        for batch in order.chunks(plan.batch.max(1)) {
            let mut gradient = TermModel::ZERO;
            for &index in batch {
                let sample = samples.get(index as usize);
                let chance = plan.spread.chance(model.value(sample));
                let target = plan.target(sample);
                total += f64::from(loss(chance, target));
                gradient.add(sample, (chance - target) / batch.len() as f32);
            }
            let weights = model.numbers().iter().zip(start.numbers());
            for (slope, (weight, origin)) in gradient.numbers_mut().iter_mut().zip(weights) {
                *slope += 2.0 * plan.pull * plan.spread.0 * (weight - origin) / 10_000.0;
            }
            taken += 1;
            let means = Means { mean: mean.numbers_mut(), square: square.numbers_mut(), taken };
            means.step(model.numbers_mut(), gradient.numbers(), rate, 0.0);
        }
        let epoch = FitEpoch { number, loss: total / samples.len().max(1) as f64 };
        if !on_epoch(epoch) {
            break;
        }
    }
    model
}
