//! A complete fit with its measurements.

use super::calibrate::{Bucket, Chances, Spread};
use super::{FitEpoch, FitPlan, TermModel, TermSamples, train};
use crate::dataset::Dataset;
use stonefall_engine::eval::Term;
use stonefall_engine::eval::weights::{Scale, Table, table};

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
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

/// Fits the weights of a board size. Calls `on_epoch` after every epoch; its `false` ends the fit.
pub fn fit(
    size: usize,
    dataset: &Dataset<TermSamples>,
    plan: &FitPlan,
    on_epoch: impl FnMut(FitEpoch) -> bool,
) -> Fitted {
    let Dataset { training, holdout } = dataset;
    let start = TermModel::new(table(size));
    let mut table = train(&start, training, plan, on_epoch).table();
    // Komi has so little effect early in a game that noise decides the sign; but it always helps its owner.
    for weight in &mut table[Term::komi().index()] {
        *weight = (*weight).max(1);
    }
    let model = TermModel::new(&table);
    let spread_before = Spread::fitted(|| start.values(training));
    // The old weights are measured with the spread that fits them best.
    let before = FitPlan { spread: spread_before, ..*plan };
    let losses = |samples| [before.loss(&start, samples), plan.loss(&model, samples)];
    let chances = Chances::fitted(|| model.values(training));
    Fitted {
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
    for term in Term::flats_by_square() {
        let weight = occurrences[term.index()] as f64;
        sum += weight * middle(term);
        count += weight;
    }
    middle(Term::flats()) + sum / count.max(1.0)
}
