//! Trains in batches with a falling rate.

use super::model::{NetModel, add};
use super::plan::TrainPlan;
use super::step::{BatchPart, Evaluator, Images, ShownSample};
use super::training::{Epoch, Losses, TrainState};
use crate::curve::loss;
use crate::dataset::Dataset;
use crate::random::Random;
use crate::samples::NetSamples;
use rayon::prelude::*;
use std::ops::Range;
use stonefall_engine::stopper::Stopper;

/// Parts of a batch. They are added in a fixed order, so the sum does not depend on the threads.
const PARTS: usize = 8;

/// Continues a training until all epochs are done. Calls `on_step` after every step and every epoch, and once before
/// the first step, with the losses of the start; its `false` ends the training. The stopper also ends it. The
/// training can continue after any step.
///
/// An epoch takes the positions in random order. Equal plans, positions and start weights give equal models on one
/// machine, with or without interruptions.
pub fn train(
    training: &mut TrainState,
    dataset: &Dataset,
    plan: &TrainPlan,
    stopper: &Stopper,
    mut on_step: impl FnMut(&TrainState) -> bool,
) {
    let images = Images::new(training.model.layout.inputs);
    let part = || BatchPart { gradient: NetModel::zero(training.model.size()), loss: 0.0 };
    let mut parts: Vec<BatchPart> = (0..PARTS).map(|_| part()).collect();
    let (samples, holdout) = (&dataset.training, &dataset.holdout);
    let steps = plan.steps(samples.len());
    let all_steps = (plan.epochs as f32 * steps as f32).max(1.0);
    if training.epochs.is_empty() {
        let Some(holdout) = losses(&training.model, holdout, plan, stopper) else { return };
        training.epochs.push(Epoch { number: 0, training: holdout.target, holdout });
        if !on_step(training) {
            return;
        }
    }
    for number in training.done() + 1..=plan.epochs {
        // Steps of this epoch that were taken before an interruption.
        let taken = (training.taken as usize).saturating_sub(steps.saturating_mul(number - 1));
        let order = order(&[plan.seed, number as u64], samples.len(), &images);
        for batch in order.chunks(plan.batch.max(1)).skip(taken) {
            if stopper.is_stopped() {
                return;
            }
            add_gradients(&training.model, samples, &images, plan, batch, &mut parts);
            training.loss += parts.iter().map(|part| part.loss).sum::<f64>();
            let done = training.taken as f32 / all_steps;
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let gradient = sum(&mut parts);
            let rate = plan.rate * (0.01 + 0.99 * cosine);
            training.step(gradient, rate, plan.decay);
            training.model.clip();
            if !on_step(training) {
                return;
            }
        }
        let Some(holdout) = losses(&training.model, holdout, plan, stopper) else { return };
        let loss = std::mem::take(&mut training.loss) / samples.len().max(1) as f64;
        training.epochs.push(Epoch { number, training: loss, holdout });
        if !on_step(training) {
            return;
        }
    }
}

/// Losses of a model over the hold-out set; `None` if the stopper ended the calculation.
#[must_use]
pub(super) fn losses(
    model: &NetModel,
    holdout: &NetSamples,
    plan: &TrainPlan,
    stopper: &Stopper,
) -> Option<Losses> {
    let (merged, images) = (Evaluator::new(model), Images::new(model.layout.inputs));
    let mut parts = [(0.0, 0.0); PARTS];
    in_parts(holdout.len(), &mut parts, |range, (target, result)| {
        let mut inputs = Vec::new();
        for index in range.take_while(|_| !stopper.is_stopped()) {
            let chance = plan.spread.chance(merged.value(holdout, &images, index, &mut inputs));
            let data = holdout.data(index);
            *target += f64::from(loss(chance, plan.target(data)));
            *result += f64::from(loss(chance, data.label.result()));
        }
    });
    let count = holdout.len().max(1) as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| parts.iter().map(of).sum::<f64>() / count;
    let losses = Losses { target: mean(|part| part.0), result: mean(|part| part.1) };
    (!stopper.is_stopped()).then_some(losses)
}

/// Adds the gradients of all parts to the first one.
fn sum(parts: &mut [BatchPart]) -> &NetModel {
    let (first, others) = parts.split_at_mut(1);
    let gradient = &mut first[0].gradient;
    gradient.rows.par_iter_mut().enumerate().for_each(|(index, sum)| {
        others.iter().for_each(|other| add(sum, &other.gradient.rows[index]));
    });
    gradient.distribute();
    gradient
}

/// The positions in random order, each with a random image.
fn order(seed: &[u64], positions: usize, images: &Images) -> Vec<ShownSample> {
    let mut random = Random::of(seed);
    let mut order: Vec<ShownSample> =
        (0..positions as u32).map(|index| (index, random.below(images.len()) as u8)).collect();
    random.shuffle(&mut order);
    order
}

/// Computes the gradient of a batch in parts.
fn add_gradients(
    model: &NetModel,
    samples: &NetSamples,
    images: &Images,
    plan: &TrainPlan,
    batch: &[ShownSample],
    parts: &mut [BatchPart],
) {
    let merged = &Evaluator::new(model);
    let scale = 1.0 / batch.len() as f32;
    in_parts(batch.len(), parts, |range, part| {
        part.loss = 0.0;
        part.gradient.rows.as_flattened_mut().fill(0.0);
        merged.learn(samples, images, plan, &batch[range], scale, part);
    });
}

/// Divides a number of items among the parts.
fn in_parts<P: Send>(count: usize, parts: &mut [P], work: impl Fn(Range<usize>, &mut P) + Sync) {
    let share = count.div_ceil(parts.len()).max(1);
    parts.par_iter_mut().enumerate().for_each(|(index, part)| {
        let from = (index * share).min(count);
        work(from..(from + share).min(count), part);
    });
}
