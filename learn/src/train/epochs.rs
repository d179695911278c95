//! Trains in batches with a falling rate.

use super::images::Images;
use super::model::NetModel;
use super::plan::TrainPlan;
use super::samples::NetSamples;
use super::step::{BatchPart, Merged, ShownSample};
use super::training::{Epoch, Losses, Training};
use crate::dataset::{Dataset, SampleSet};
use crate::fit::loss;
use crate::random::Random;
use std::thread;
use stonefall_engine::stopper::Stopper;

/// Parts of a batch. They are added in a fixed order, so the sum does not depend on the threads.
const PARTS: usize = 8;

/// Continues a training until all epochs are done. Calls `on_epoch` after every epoch and once before the first
/// one, with the losses of the terms alone; its `false` ends the training. The stopper ends it within an epoch, of
/// which nothing is worth keeping.
///
/// Equal plans, datasets and start weights give equal models on one machine, with or without interruptions.
pub fn train(
    training: &mut Training,
    dataset: &Dataset<NetSamples>,
    plan: &TrainPlan,
    stopper: &Stopper,
    mut on_epoch: impl FnMut(&Training) -> bool,
) {
    let layout = training.model.layout;
    let images = Images::new(layout.inputs);
    let part = || BatchPart { gradient: NetModel::zero(training.model.size()), loss: 0.0 };
    let mut parts: Vec<BatchPart> = (0..PARTS).map(|_| part()).collect();
    let batches = plan.epochs * dataset.training.len().div_ceil(plan.batch.max(1));
    if training.epochs.is_empty() {
        let holdout = holdout_losses(dataset, plan, |index| dataset.holdout.get(index).1.terms);
        training.epochs.push(Epoch { number: 0, training: holdout.target, holdout });
        if !on_epoch(training) {
            return;
        }
    }
    for number in training.done() + 1..=plan.epochs {
        let mut total = 0.0;
        for batch in
            order(plan.seed, number, dataset.training.len(), images.len()).chunks(plan.batch.max(1))
        {
            if stopper.is_stopped() {
                return;
            }
            add_gradients(&training.model, dataset, &images, plan, batch, &mut parts);
            total += parts.iter().map(|part| part.loss).sum::<f64>();
            let done = training.taken as f32 / batches.max(1) as f32;
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let gradient = sum(&mut parts);
            training.step(gradient, plan.rate * (0.01 + 0.99 * cosine), plan.decay);
            training.model.clip();
        }
        let holdout = losses(&training.model, dataset, plan);
        let loss = total / dataset.training.len().max(1) as f64;
        training.epochs.push(Epoch { number, training: loss, holdout });
        if !on_epoch(training) {
            return;
        }
    }
}

/// Losses of a model over the hold-out set.
#[must_use]
pub fn losses(model: &NetModel, dataset: &Dataset<NetSamples>, plan: &TrainPlan) -> Losses {
    let (merged, images) = (Merged::new(model), Images::new(model.layout.inputs));
    holdout_losses(dataset, plan, |index| merged.value(&dataset.holdout, &images, index))
}

/// Adds the gradients of all parts to the first one.
fn sum(parts: &mut [BatchPart]) -> &NetModel {
    let (first, others) = parts.split_at_mut(1);
    let gradient = &mut first[0].gradient;
    for other in others.iter() {
        let rows = other.gradient.rows.as_flattened();
        for (sum, slope) in gradient.rows.as_flattened_mut().iter_mut().zip(rows) {
            *sum += slope;
        }
    }
    gradient.distribute();
    gradient
}

/// The positions of an epoch in random order, each with a random image.
fn order(seed: u64, epoch: usize, positions: usize, images: usize) -> Vec<ShownSample> {
    let mut random = Random::of(&[seed, epoch as u64]);
    let mut order: Vec<ShownSample> =
        (0..positions as u32).map(|index| (index, random.below(images) as u8)).collect();
    random.shuffle(&mut order);
    order
}

/// Computes the gradient of a batch in parts.
fn add_gradients(
    model: &NetModel,
    dataset: &Dataset<NetSamples>,
    images: &Images,
    plan: &TrainPlan,
    batch: &[ShownSample],
    parts: &mut [BatchPart],
) {
    let merged = &Merged::new(model);
    let scale = 1.0 / batch.len() as f32;
    let share = batch.len().div_ceil(parts.len()).max(1);
    let work = |first: usize, parts: &mut [BatchPart]| {
        for (index, part) in parts.iter_mut().enumerate() {
            part.loss = 0.0;
            part.gradient.rows.as_flattened_mut().fill(0.0);
            let from = ((first + index) * share).min(batch.len());
            let shown = &batch[from..(from + share).min(batch.len())];
            merged.learn(&dataset.training, images, plan, shown, scale, part);
        }
    };
    let each = parts.len().div_ceil(plan.threads.clamp(1, parts.len()));
    thread::scope(|scope| {
        for (thread, parts) in parts.chunks_mut(each).enumerate() {
            let work = &work;
            scope.spawn(move || work(thread * each, parts));
        }
    });
}

/// Losses over the hold-out set with the given values.
fn holdout_losses(
    dataset: &Dataset<NetSamples>,
    plan: &TrainPlan,
    value: impl Fn(usize) -> f32,
) -> Losses {
    let samples = &dataset.holdout;
    let (mut target, mut result) = (0.0, 0.0);
    for index in 0..samples.len() {
        let (_, data) = samples.get(index);
        let chance = plan.spread.chance(value(index));
        target += f64::from(loss(chance, plan.target(data)));
        result += f64::from(loss(chance, data.result));
    }
    let count = samples.len().max(1) as f64;
    Losses { target: target / count, result: result / count }
}
