//! The training finds what the terms leave out, and a break changes nothing.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::fit::{Spread, loss};
use crate::lesson::{Gather, Lesson};
use crate::random::Random;
use stonefall_engine::board::Position;
use stonefall_engine::eval::evaluate;
use stonefall_engine::types::{HalfKomi, Rules, Square};

const SPREAD: Spread = Spread(200.0);
const PLAN: Plan = Plan {
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

/// What the terms do not know: a corner that belongs to the side to move is worth a lot.
fn truth(position: &Position<4>) -> f32 {
    let own = position.owned(position.to_move());
    let corners = [(0, 0), (3, 0), (0, 3), (3, 3)].map(|(file, rank)| Square::new(file, rank));
    let held = corners.into_iter().filter(|&corner| own.has(corner)).count();
    evaluate(position).0 as f32 + 120.0 * held as f32
}

/// Positions of random games, with the truth as scores.
fn positions(count: usize, seed: u64) -> Samples {
    let mut random = Random::new(seed);
    let mut samples = Samples::default();
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

fn lesson() -> Lesson<Samples> {
    Lesson { learned: positions(4000, 1), held: positions(500, 2) }
}

/// The loss of the scores themselves.
fn entropy(samples: &Samples) -> f64 {
    let losses = (0..samples.len()).map(|index| {
        let chance = SPREAD.chance(samples.get(index).1.score);
        f64::from(loss(chance, chance))
    });
    losses.sum::<f64>() / samples.len() as f64
}

#[test]
fn the_network_learns_what_the_terms_leave_out() {
    let lesson = lesson();
    let mut training = Training::new(Model::new(4, PLAN.seed));
    train(&mut training, &lesson, &PLAN, |_| true);
    let held = |epoch: usize| training.epochs[epoch].held.target;
    // What nobody can do better than: the loss of the truth itself.
    let floor = entropy(&lesson.held);
    assert!(held(PLAN.epochs) - floor < 0.35 * (held(0) - floor), "{:?} {floor}", training.epochs);

    // The integers say what the numbers with fractions said, and a model that begins with them says it too.
    let network = training.model.network().unwrap();
    assert_eq!(network.size(), 4);
    let again = Model::of(&network, 4);
    assert_eq!(again.network().unwrap(), network);
    let before = losses(&again, &lesson, &PLAN).target;
    assert!((before - held(PLAN.epochs)).abs() < 0.002, "{before} {:?}", training.epochs);

    // It goes on learning from there, with other games and smaller steps.
    let others = Lesson { learned: positions(4000, 7), held: lesson.held };
    let mut further = Training::new(again);
    train(&mut further, &others, &Plan { epochs: 2, rate: 0.001, ..PLAN }, |_| true);
    assert!(further.epochs[2].held.target < before, "{before} {:?}", further.epochs);
    assert_ne!(
        PLAN.fingerprint(&others, &Model::of(&network, 4)),
        PLAN.fingerprint(&others, &Model::zero(4))
    );
}

#[test]
fn a_break_and_the_number_of_threads_change_nothing() {
    let lesson = lesson();
    let plan = Plan { epochs: 3, ..PLAN };
    let mut whole = Training::new(Model::new(4, plan.seed));
    train(&mut whole, &lesson, &plan, |_| true);

    let mut broken = Training::new(Model::new(4, plan.seed));
    train(&mut broken, &lesson, &plan, |training| training.done() < 1);
    assert_eq!(broken.done(), 1);
    let start = Model::new(4, plan.seed);
    let key = plan.fingerprint(&lesson, &start);
    let alone = Plan { threads: 1, ..plan };
    assert_eq!(alone.fingerprint(&lesson, &start), key);
    assert_ne!(Plan { seed: 4, ..plan }.fingerprint(&lesson, &start), key);
    let mut resumed = Training::read(&broken.to_bytes(key), 4, key).unwrap();
    train(&mut resumed, &lesson, &alone, |_| true);
    assert_eq!(resumed, whole);
}
