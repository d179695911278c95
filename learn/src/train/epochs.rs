//! The training: batch after batch, the steps ever smaller.

use super::images::Images;
use super::model::Model;
use super::samples::{Known, Samples};
use super::step::{Merged, Part, Shown};
use super::training::Training;
use crate::fit::{Spread, loss};
use crate::lesson::{Gather, Lesson};
use crate::random::Random;
use std::thread;

/// How to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Times that every position is looked at.
    pub epochs: usize,
    /// Positions in a batch.
    pub batch: usize,
    /// The first step of a number; the last is a hundredth of it.
    pub rate: f32,
    /// What all numbers lose with each step, times the rate.
    pub decay: f32,
    /// How much of the target is the game's result; the rest is the search's score.
    pub result_share: f32,
    /// Seed of the start, the order and the images.
    pub seed: u64,
    /// What a value of the evaluation stands for.
    pub spread: Spread,
    /// What a score of the search stands for.
    pub score_spread: Spread,
    /// Threads to train on. The network does not depend on it.
    pub threads: usize,
}

impl Plan {
    /// A number that stands for these settings, what is learned from and what it begins with: the same for the same network.
    #[must_use]
    pub fn fingerprint(&self, lesson: &Lesson<Samples>, start: &Model) -> u32 {
        let settings = Self { threads: 1, ..*self };
        let data = [&lesson.learned, &lesson.held].map(Samples::fingerprint);
        let start = start.fingerprint();
        crc32fast::hash(format!("{settings:?} {data:?} {start}").as_bytes())
    }

    /// What a position should have been valued at, as a chance.
    pub(super) fn target(&self, known: Known) -> f32 {
        let by_score = self.score_spread.chance(known.score);
        self.result_share * known.result + (1.0 - self.result_share) * by_score
    }
}

/// Mean losses over positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Against what is learned: results and scores.
    pub target: f64,
    /// Against results alone.
    pub result: f64,
}

/// How far a training is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Epochs done.
    pub number: usize,
    /// Mean loss over the positions learned from, while they were looked at.
    pub learned: f64,
    /// Losses over what was held back; those of the terms alone for epoch 0.
    pub held: Losses,
}

/// Parts of a batch that are added up in their order, whatever thread does them.
const PARTS: usize = 8;

/// Goes on with a training until all epochs are done. `tell` hears of every epoch, and of an epoch 0 before the first; it
/// ends the training by returning false.
///
/// The same plan, lesson and start give the same model on the same machine, broken off and gone on with or not.
pub fn train(
    training: &mut Training,
    lesson: &Lesson<Samples>,
    plan: &Plan,
    mut tell: impl FnMut(&Training) -> bool,
) {
    let layout = training.model.layout;
    let images = Images::new(layout.inputs);
    let part = || Part { slopes: Model::zero(training.model.size()), loss: 0.0 };
    let mut parts: Vec<Part> = (0..PARTS).map(|_| part()).collect();
    let batches = plan.epochs * lesson.learned.len().div_ceil(plan.batch.max(1));
    if training.epochs.is_empty() {
        let held = held(&lesson.held, plan, |index| lesson.held.get(index).1.terms);
        training.epochs.push(Epoch { number: 0, learned: held.target, held });
        if !tell(training) {
            return;
        }
    }
    for number in training.done() + 1..=plan.epochs {
        let mut total = 0.0;
        for batch in
            order(plan.seed, number, lesson.learned.len(), images.len()).chunks(plan.batch.max(1))
        {
            batch_slopes(&training.model, lesson, &images, plan, batch, &mut parts);
            total += parts.iter().map(|part| part.loss).sum::<f64>();
            let done = training.taken as f32 / batches.max(1) as f32;
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let slopes = added_up(&mut parts);
            training.step(slopes, plan.rate * (0.01 + 0.99 * cosine), plan.decay);
            training.model.clip();
        }
        let held = losses(&training.model, lesson, plan);
        let learned = total / lesson.learned.len().max(1) as f64;
        training.epochs.push(Epoch { number, learned, held });
        if !tell(training) {
            return;
        }
    }
}

/// The losses of a model over what was held back.
#[must_use]
pub fn losses(model: &Model, lesson: &Lesson<Samples>, plan: &Plan) -> Losses {
    let (merged, images) = (Merged::new(model), Images::new(model.layout.inputs));
    held(&lesson.held, plan, |index| merged.value(&lesson.held, &images, index))
}

/// The slopes of all parts, in the first of them.
fn added_up(parts: &mut [Part]) -> &Model {
    let (first, others) = parts.split_at_mut(1);
    let slopes = &mut first[0].slopes;
    for other in others.iter() {
        let rows = other.slopes.rows.as_flattened();
        for (sum, slope) in slopes.rows.as_flattened_mut().iter_mut().zip(rows) {
            *sum += slope;
        }
    }
    slopes.distribute();
    slopes
}

/// The order in which an epoch looks at the positions, each as an image drawn at random.
fn order(seed: u64, epoch: usize, positions: usize, images: usize) -> Vec<Shown> {
    let mut random = Random::of(&[seed, epoch as u64]);
    let mut order: Vec<Shown> =
        (0..positions as u32).map(|index| (index, random.below(images) as u8)).collect();
    random.shuffle(&mut order);
    order
}

/// The slopes of a batch, in parts.
fn batch_slopes(
    model: &Model,
    lesson: &Lesson<Samples>,
    images: &Images,
    plan: &Plan,
    batch: &[Shown],
    parts: &mut [Part],
) {
    let merged = &Merged::new(model);
    let scale = 1.0 / batch.len() as f32;
    let share = batch.len().div_ceil(parts.len()).max(1);
    let work = |first: usize, parts: &mut [Part]| {
        for (index, part) in parts.iter_mut().enumerate() {
            part.loss = 0.0;
            part.slopes.rows.as_flattened_mut().fill(0.0);
            let from = ((first + index) * share).min(batch.len());
            let shown = &batch[from..(from + share).min(batch.len())];
            merged.learn(&lesson.learned, images, plan, shown, scale, part);
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

fn held(samples: &Samples, plan: &Plan, value: impl Fn(usize) -> f32) -> Losses {
    let (mut target, mut result) = (0.0, 0.0);
    for index in 0..samples.len() {
        let (_, known) = samples.get(index);
        let chance = plan.spread.chance(value(index));
        target += f64::from(loss(chance, plan.target(known)));
        result += f64::from(loss(chance, known.result));
    }
    let count = samples.len().max(1) as f64;
    Losses { target: target / count, result: result / count }
}
