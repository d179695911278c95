//! The fit finds the model that made the samples.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::curve::Spread;
use crate::dataset::{Label, Samples};
use crate::random::Random;
use stonefall_engine::eval::Term;
use stonefall_engine::eval::weights::table;
use stonefall_engine::game::Game;
use stonefall_engine::types::Rules;

const SPREAD: Spread = Spread(200.0);
const PLAN: FitPlan = FitPlan {
    epochs: 20,
    batch: 256,
    rate: 8.0,
    pull: 1e-6,
    result_share: 1.0,
    seed: 1,
    spread: SPREAD,
    score_spread: SPREAD,
};

/// Positions of random games; a model gives the scores and the chances of the random results.
fn drawn_by(model: &TermModel, positions: usize) -> TermSamples {
    let mut random = Random::new(7);
    let mut samples = TermSamples::default();
    while samples.len() < positions {
        let mut game = Game::start(5, Rules::standard(5)).unwrap();
        while game.outcome().is_none() && samples.len() < positions {
            if game.ply() > 4 {
                samples.push(TermSamples::pack(&game), Label::default());
                let index = samples.len() - 1;
                let value = model.value(samples.get(index));
                let is_won =
                    (random.below(1 << 20) as f32) < SPREAD.chance(value) * (1 << 20) as f32;
                samples.labels_mut()[index] = Label::new(value as i32, 2 * u32::from(is_won));
            }
            game.play(*random.choose(&game.moves()).unwrap()).unwrap();
        }
    }
    samples
}

/// A model other than the one in use.
fn other() -> TermModel {
    let mut table = *table(5);
    for (index, entry) in table.iter_mut().enumerate() {
        *entry = entry.map(|weight| weight / 2 + (index as i16 * 37 % 41) - 20);
    }
    TermModel::new(&table)
}

#[test]
fn values_equal_the_evaluation() {
    let samples = drawn_by(&TermModel::new(table(5)), 500);
    let model = TermModel::new(table(5));
    for (index, sample) in samples.iter().enumerate() {
        // The evaluation rounds towards zero.
        assert!((model.value(sample) - sample.label.score()).abs() <= 1.0, "position {index}");
    }
    assert_eq!(model.table(), *table(5));
}

#[test]
fn a_fit_approaches_the_true_model() {
    let truth = other();
    let samples = drawn_by(&truth, 20_000);
    let start = TermModel::new(table(5));
    let mut losses = Vec::new();
    let fitted = train(&start, &samples, &PLAN, |_, loss| {
        losses.push(loss);
        true
    });
    assert_eq!(losses.len(), PLAN.epochs);
    let loss = |model| PLAN.loss(model, &samples);
    // The fit gains most of the possible gain, and more than noise gives.
    let (before, after, best) = (loss(&start), loss(&fitted), loss(&truth));
    assert!(before - best > 0.02, "{before} {best}");
    assert!(after < best + 0.1 * (before - best), "{before} {after} {best}");
    assert!((losses[PLAN.epochs - 1] - after).abs() < 0.01);
}

#[test]
fn unseen_terms_keep_their_weights() {
    let samples = drawn_by(&other(), 2_000);
    let start = TermModel::new(table(5));
    let fitted = train(&start, &samples, &PLAN, |_, _| true).table();
    let mut unseen = 0;
    for (term, occurrences) in Term::all().zip(samples.occurrences()) {
        if occurrences == 0 {
            assert_eq!(fitted[term.index()], table(5)[term.index()], "{}", term.name());
            unseen += 1;
        }
    }
    // At least the squares of larger boards.
    assert!(unseen >= 12, "{unseen}");
}

#[test]
fn a_fit_is_repeatable_and_can_be_stopped() {
    let samples = drawn_by(&other(), 1_000);
    let start = TermModel::new(table(5));
    let again = || train(&start, &samples, &PLAN, |_, _| true);
    assert_eq!(again(), again());
    let mut epochs = 0;
    let stopped = train(&start, &samples, &PLAN, |number, _| {
        epochs = number;
        number < 3
    });
    assert_eq!(epochs, 3);
    assert_ne!(stopped, again());
}

#[test]
fn the_spread_is_found() {
    let truth = other();
    let samples = drawn_by(&truth, 20_000);
    let found = Spread::fitted(|| truth.values(&samples));
    assert!((found.0 / SPREAD.0 - 1.0).abs() < 0.1, "{found:?}");
    for bucket in Bucket::all(found, truth.values(&samples)) {
        if bucket.count > 500 {
            assert!((bucket.expected - bucket.found).abs() < 0.06, "{bucket:?}");
        }
    }
}

#[test]
fn chances_include_draws() {
    // A spread of 200 and a shift of 40: a tenth of the even positions are drawn.
    let results = |value: f32, wins, draws| {
        (0..1000).map(move |index| match index {
            _ if index < wins => (value, 1.0),
            _ if index < wins + draws => (value, 0.5),
            _ => (value, 0.0),
        })
    };
    let games: Vec<(f32, f32)> = results(0.0, 450, 100).chain(results(400.0, 858, 42)).collect();
    let chances = Chances::fitted(|| games.iter().copied());
    let [win, loss] = chances.of(0.0);
    assert!((win - loss).abs() < 1e-6);
    assert!((1.0 - win - loss - 0.1).abs() < 0.005, "{chances:?}");
}
