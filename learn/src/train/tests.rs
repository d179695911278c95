//! The training learns a correction of the terms, and interruptions do not change it.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::dataset::{Dataset, SampleSet};
use crate::fit::{Spread, loss};
use crate::random::Random;
use stonefall_engine::board::Position;
use stonefall_engine::eval::evaluate;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{HalfKomi, Rules, Square};

const SPREAD: Spread = Spread(200.0);
const PLAN: TrainPlan = TrainPlan {
    epochs: 6,
    batch: 64,
    rate: 0.004,
    decay: 0.01,
    result_share: 0.0,
    seed: 3,
    spread: SPREAD,
    score_spread: SPREAD,
    threads: 2,
};

/// A value that the terms do not know: corners of the side to move have a large bonus.
fn truth(position: &Position<4>) -> f32 {
    let own = position.owned(position.to_move());
    let corners = [(0, 0), (3, 0), (0, 3), (3, 3)].map(|(file, rank)| Square::new(file, rank));
    let count = corners.into_iter().filter(|&corner| own.has(corner)).count();
    evaluate(position).0 as f32 + 120.0 * count as f32
}

/// Positions of random games with the true values as scores.
fn positions(count: usize, seed: u64) -> NetSamples {
    let mut random = Random::new(seed);
    let mut samples = NetSamples::default();
    let mut moves = Vec::new();
    while samples.len() < count {
        let komi = HalfKomi::new(random.below(9) as i32 - 4).unwrap();
        let mut position = Position::<4>::start(Rules::standard(4).with_komi(komi));
        while position.outcome().is_none() && samples.len() < count {
            if position.ply() > 3 {
                samples.push(&position, truth(&position), 0.5);
            }
            moves.clear();
            position.generate(&mut moves);
            position.play(*random.choose(&moves).unwrap(), &mut ());
        }
    }
    samples
}

fn dataset() -> Dataset<NetSamples> {
    Dataset { training: positions(4000, 1), holdout: positions(500, 2) }
}

/// Loss of the true values.
fn entropy(samples: &NetSamples) -> f64 {
    let losses = (0..samples.len()).map(|index| {
        let chance = SPREAD.chance(samples.get(index).1.score);
        f64::from(loss(chance, chance))
    });
    losses.sum::<f64>() / samples.len() as f64
}

#[test]
fn the_network_learns_a_correction_of_the_terms() {
    let dataset = dataset();
    let mut training = Training::new(NetModel::new(4, PLAN.seed));
    train(&mut training, &dataset, &PLAN, &Stopper::default(), |_| true);
    let holdout = |epoch: usize| training.epochs[epoch].holdout.target;
    // The smallest possible loss.
    let least = entropy(&dataset.holdout);
    assert!(
        holdout(PLAN.epochs) - least < 0.35 * (holdout(0) - least),
        "{:?} {least}",
        training.epochs
    );

    // The integers give the values of the model, and so does a model made from them.
    let network = training.model.network().unwrap();
    assert_eq!(network.size(), 4);
    let again = NetModel::of(&network, 4);
    assert_eq!(again.network().unwrap(), network);
    let before = losses(&again, &dataset, &PLAN).target;
    assert!((before - holdout(PLAN.epochs)).abs() < 0.002, "{before} {:?}", training.epochs);

    // Training continues from there with other games and smaller steps.
    let others = Dataset { training: positions(4000, 7), holdout: dataset.holdout };
    let mut further = Training::new(again);
    train(
        &mut further,
        &others,
        &TrainPlan { epochs: 2, rate: 0.001, ..PLAN },
        &Stopper::default(),
        |_| true,
    );
    assert!(further.epochs[2].holdout.target < before, "{before} {:?}", further.epochs);
    assert_ne!(
        PLAN.fingerprint(&others, &NetModel::of(&network, 4)),
        PLAN.fingerprint(&others, &NetModel::zero(4))
    );
}

#[test]
fn interruptions_and_threads_do_not_change_the_training() {
    let dataset = dataset();
    let plan = TrainPlan { epochs: 3, ..PLAN };
    let mut whole = Training::new(NetModel::new(4, plan.seed));
    train(&mut whole, &dataset, &plan, &Stopper::default(), |_| true);

    let mut stopped = Training::new(NetModel::new(4, plan.seed));
    train(&mut stopped, &dataset, &plan, &Stopper::default(), |training| training.done() < 1);
    // A stopper ends the next epoch at once.
    let stopper = Stopper::default();
    stopper.stop();
    let mut further = stopped.clone();
    train(&mut further, &dataset, &plan, &stopper, |_| true);
    assert_eq!(further.done(), 1);
    assert_eq!(stopped.done(), 1);
    let start = NetModel::new(4, plan.seed);
    let key = plan.fingerprint(&dataset, &start);
    let alone = TrainPlan { threads: 1, ..plan };
    assert_eq!(alone.fingerprint(&dataset, &start), key);
    assert_ne!(TrainPlan { seed: 4, ..plan }.fingerprint(&dataset, &start), key);
    let mut resumed = Training::read(&stopped.to_bytes(key), 4, key).unwrap();
    train(&mut resumed, &dataset, &alone, &Stopper::default(), |_| true);
    assert_eq!(resumed, whole);
}
