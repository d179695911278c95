//! The fit itself: small steps against the gradient, batch by batch.

use super::Model;
use super::calibrate::{Spread, loss};
use super::samples::{Sample, Samples};
use crate::lesson::Gather;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Times that every position is looked at.
    pub epochs: usize,
    /// Positions in a batch.
    pub batch: usize,
    /// First step of a weight, in inner units; steps shrink to a hundredth of it.
    pub rate: f32,
    /// Pull towards the weights that the fit starts from, for terms that hardly ever count: the loss
    /// of a weight that is 100 units off.
    pub pull: f32,
    /// How much of the target is the game's result; the rest is the search's score.
    pub result_share: f32,
    /// Seed of the order in which positions are looked at.
    pub seed: u64,
    /// What a value of the evaluation stands for.
    pub spread: Spread,
    /// What a score of the search stands for.
    pub score_spread: Spread,
}

impl Plan {
    /// What a position should have been valued at, as a chance.
    #[inline]
    fn target(&self, sample: Sample<'_>) -> f32 {
        let by_score = self.score_spread.chance(sample.score);
        self.result_share * sample.result + (1.0 - self.result_share) * by_score
    }

    /// The mean loss of a model over positions, the pull apart.
    #[must_use]
    pub fn loss(&self, model: &Model, samples: &Samples) -> f64 {
        let sum: f64 = samples
            .iter()
            .map(|sample| {
                f64::from(loss(self.spread.chance(model.value(sample)), self.target(sample)))
            })
            .sum();
        sum / samples.len().max(1) as f64
    }
}

/// How far a fit is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Epochs done.
    pub number: usize,
    /// Mean loss over the positions learned from, while they were looked at.
    pub loss: f64,
}

/// Fits a model to positions, starting from the one given. `tell` hears of every epoch and ends the
/// fit by returning false.
///
/// The same plan, samples and start give the same weights.
pub fn train(
    start: &Model,
    samples: &Samples,
    plan: &Plan,
    mut tell: impl FnMut(Epoch) -> bool,
) -> Model {
    let mut model = start.clone();
    let mut steps = Steps::default();
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(plan.seed);
    for number in 1..=plan.epochs {
        order.shuffle(&mut random);
        // From the full rate down to a hundredth, by the same factor each epoch.
        let done = (number - 1) as f32 / plan.epochs.max(2) as f32;
        let rate = plan.rate * 0.01f32.powf(done);
        let mut total = 0.0;
        for batch in order.chunks(plan.batch.max(1)) {
            let mut gradient = Model::ZERO;
            for &index in batch {
                let sample = samples.get(index as usize);
                let chance = plan.spread.chance(model.value(sample));
                let target = plan.target(sample);
                total += f64::from(loss(chance, target));
                gradient.add(sample, (chance - target) / batch.len() as f32);
            }
            let weights = model.iter().zip(start.iter());
            for (slope, (weight, origin)) in gradient.iter_mut().zip(weights) {
                *slope += 2.0 * plan.pull * plan.spread.0 * (weight - origin) / 10_000.0;
            }
            steps.take(&mut model, &gradient, rate);
        }
        let epoch = Epoch { number, loss: total / samples.len().max(1) as f64 };
        if !tell(epoch) {
            break;
        }
    }
    model
}

/// Steps of a size of their own for each weight. (Adam: Kingma and Ba, 2014.)
#[derive(Clone, Debug)]
struct Steps {
    mean: Model,
    square: Model,
    mean_left: f32,
    square_left: f32,
}

impl Default for Steps {
    fn default() -> Self {
        Self { mean: Model::ZERO, square: Model::ZERO, mean_left: 1.0, square_left: 1.0 }
    }
}

impl Steps {
    const MEAN_DECAY: f32 = 0.9;
    const SQUARE_DECAY: f32 = 0.999;

    fn take(&mut self, model: &mut Model, gradient: &Model, rate: f32) {
        self.mean_left *= Self::MEAN_DECAY;
        self.square_left *= Self::SQUARE_DECAY;
        let moments = self.mean.iter_mut().zip(self.square.iter_mut());
        for ((weight, slope), (mean, square)) in model.iter_mut().zip(gradient.iter()).zip(moments)
        {
            *mean += (1.0 - Self::MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - Self::SQUARE_DECAY) * (slope * slope - *square);
            let mean = *mean / (1.0 - self.mean_left);
            let square = *square / (1.0 - self.square_left);
            *weight -= rate * mean / (square.sqrt() + 1e-8);
        }
    }
}
