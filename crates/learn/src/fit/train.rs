//! A fit: gradient descent in batches, and its measurements.

use super::calibrate::{Bucket, Chances, loss, target};
use super::terms::{TermModel, TermSample, TermSamples};
use crate::adam::AdamRow;
use crate::curve::Spread;
use crate::dataset::{Dataset, Samples};
use crate::random::{Passes, epochs};
use crate::settings::{positive, rate, share};
use stonefall_engine::eval::weights::{Scale, Table, table};
use stonefall_engine::eval::{FLAT_AT, FLATS, KOMI, Term, WALL_AT};

/// Settings of a fit.
#[derive(clap::Args, Clone, Copy, PartialEq, Debug)]
pub struct FitPlan {
    /// Epochs: passes over all positions
    #[arg(long, value_name = "N", default_value = "60")]
    pub epochs: usize,
    /// Positions per batch
    #[arg(long, value_name = "N", default_value = "4096", value_parser = positive)]
    pub batch: usize,
    /// First step of a weight in inner units; the last one is a hundredth of it
    #[arg(long, value_name = "X", default_value = "4", value_parser = rate)]
    pub rate: f32,
    /// Pull of a weight toward its present value: the loss of a weight that is 100 units away
    #[arg(long, value_name = "X", default_value = "0.00001")]
    pub pull: f32,
    /// Share of the game result in the target, 0 to 1; the rest is the search score
    #[arg(long, value_name = "X", default_value = "0.7", value_parser = share)]
    pub result_share: f32,
    /// Seed of the order of positions.
    #[arg(skip)]
    pub seed: u64,
    /// Converts values of the evaluation to chances.
    #[arg(skip)]
    pub spread: Spread,
    /// Converts search scores to chances.
    #[arg(skip)]
    pub score_spread: Spread,
}

impl FitPlan {
    fn target(&self, sample: TermSample<'_>) -> f32 {
        target(sample.label, self.result_share, self.score_spread)
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

/// Fits a model to positions, from a start model on. Calls `on_epoch` with the number of every epoch and its mean loss;
/// its `false` ends the fit. Equal arguments give equal weights.
pub fn train(
    start: &TermModel,
    samples: &TermSamples,
    plan: &FitPlan,
    on_epoch: impl FnMut(usize, f64) -> bool,
) -> TermModel {
    let mut model = start.clone();
    let (mut mean, mut square, mut taken) = (TermModel::ZERO, TermModel::ZERO, 0);
    let step = |batch: &[usize], done: f32| {
        let rate = plan.rate * 0.01f32.powf(done);
        let (mut gradient, mut total) = (TermModel::ZERO, 0.0);
        for &index in batch {
            let sample = samples.get(index);
            let chance = plan.spread.chance(model.value(sample));
            let target = plan.target(sample);
            total += f64::from(loss(chance, target));
            gradient.add(sample, (chance - target) / batch.len() as f32);
        }
        let weights = model.numbers().iter().zip(start.numbers());
        for (slope, (weight, origin)) in gradient.numbers_mut().iter_mut().zip(weights) {
            *slope += 2.0 * plan.pull * plan.spread.0 * (weight - origin) / 10_000.0;
        }
        let [numbers, mean, square] =
            [&mut model, &mut mean, &mut square].map(TermModel::numbers_mut);
        AdamRow { numbers, mean, square, taken: &mut taken }.step(gradient.numbers(), rate, 0.0);
        total
    };
    let &FitPlan { epochs: count, batch, seed, .. } = plan;
    epochs(samples.len(), Passes { epochs: count, batch, seed }, step, on_epoch);
    model
}

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitResult {
    /// The new weights.
    pub table: Table,
    /// Scale of the new weights.
    pub scale: Scale,
    /// Spread of the weights in use on these games.
    pub spread_before: Spread,
    /// Mean loss on the training set, of the weights in use and of the new ones.
    pub training_loss: [f64; 2],
    /// Mean loss on the hold-out set, of the weights in use and of the new ones.
    pub holdout_loss: [f64; 2],
    /// Mean results in the hold-out set by predicted chance.
    pub buckets: [Bucket; 10],
}

/// Fits the weights of a board size. `on_epoch` is as for [`train`].
pub fn fit(
    size: usize,
    dataset: &Dataset<TermSamples>,
    plan: &FitPlan,
    on_epoch: impl FnMut(usize, f64) -> bool,
) -> FitResult {
    let Dataset { training, holdout } = dataset;
    let start = TermModel::new(table(size));
    let mut table = train(&start, training, plan, on_epoch).table();
    // Komi has so little effect early in a game that noise decides the sign; but it always helps its owner.
    for weight in &mut table[KOMI.index()] {
        *weight = (*weight).max(1);
    }
    let model = TermModel::new(&table);
    let spread_before = Spread::fitted(|| start.values(training));
    // The old weights are measured with the spread that fits them best.
    let before = FitPlan { spread: spread_before, ..*plan };
    let losses = |samples| [before.loss(&start, samples), plan.loss(&model, samples)];
    let chances = Chances::fitted(|| model.values(training));
    FitResult {
        table,
        scale: Scale {
            flat: (flat(&table, &training.occurrences()).round() as i32).max(1),
            spread: (chances.spread.0.round() as i32).max(1),
            draw: (chances.draw.round() as i32).max(1),
        },
        spread_before,
        training_loss: losses(training),
        holdout_loss: losses(holdout),
        buckets: Bucket::all(chances.spread, model.values(holdout)),
    }
}

/// Value of one flat on an average square in the middlegame, in inner units.
fn flat(table: &Table, occurrences: &[usize; Term::COUNT]) -> f64 {
    let middle = |term: Term| f64::from(table[term.index()][1]);
    let (mut sum, mut count) = (0.0, 0.0);
    for term in Term::all().filter(|term| (FLAT_AT..WALL_AT).contains(term)) {
        let weight = occurrences[term.index()] as f64;
        sum += weight * middle(term);
        count += weight;
    }
    middle(FLATS) + sum / count.max(1.0)
}
