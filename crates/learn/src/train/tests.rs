//! The training learns values, and interruptions do not change it.
#![allow(clippy::unwrap_used)]

use super::epochs::losses;
use super::*;
use crate::curve::Spread;
use crate::curve::loss;
use crate::dataset::{Dataset, Gatherer, Sample, SamplePlan};
use crate::random::Random;
use crate::records::{GameRecord, Ply};
use crate::samples::{Label, NetSamples, SampleData};
use std::collections::BTreeMap;
use stonefall_engine::board::{Position, Symmetry};
use stonefall_engine::eval::net::{Network, Weights, active_inputs};
use stonefall_engine::eval::{Value, evaluate};
use stonefall_engine::game::Game;
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
};

/// A value that the start of a training does not know: corners of the side to move have a large bonus.
fn truth(position: &Position<4>, start: &Network) -> i32 {
    let own = position.owned(position.to_move());
    let corners = [(0, 0), (3, 0), (0, 3), (3, 3)].map(|(file, rank)| Square::new(file, rank));
    let count = corners.into_iter().filter(|&corner| own.has(corner)).count();
    evaluate(position, start).0 + 120 * count as i32
}

/// Positions of random games with the true values as scores.
fn positions(count: usize, seed: u64) -> NetSamples {
    let mut random = Random::new(seed);
    let mut samples = NetSamples::default();
    let start = Network::new(4, &Weights::plain(4)).unwrap();
    while samples.len() < count {
        let komi = HalfKomi::new(random.below(9) as i32 - 4).unwrap();
        let mut game = Game::start(4, Rules::standard(4).with_komi(komi)).unwrap();
        while game.outcome().is_none() && samples.len() < count {
            if game.ply() > 3 {
                let label = Label::new(truth(game.position().unwrap(), &start), 1);
                samples.push(NetSamples::pack(&game), label);
            }
            game.play(*random.choose(&game.moves()).unwrap()).unwrap();
        }
    }
    samples
}

fn dataset() -> Dataset {
    Dataset { training: positions(4000, 1), holdout: positions(500, 2) }
}

fn run(
    training: &mut TrainState,
    dataset: &Dataset,
    plan: &TrainPlan,
    on_step: impl FnMut(&TrainState) -> bool,
) {
    train(training, dataset, plan, &Stopper::default(), on_step);
}

/// Loss of the true values.
fn entropy(samples: &NetSamples) -> f64 {
    let losses = (0..samples.len()).map(|index| {
        let chance = SPREAD.chance(samples.data(index).label.score());
        f64::from(loss(chance, chance))
    });
    losses.sum::<f64>() / samples.len() as f64
}

#[test]
fn the_network_learns_values() {
    let dataset = dataset();
    let mut training = TrainState::new(NetModel::new(4, PLAN.seed));
    run(&mut training, &dataset, &PLAN, |_| true);
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
    let before = losses(&again, &dataset.holdout, &PLAN, &Stopper::default()).unwrap().target;
    assert!((before - holdout(PLAN.epochs)).abs() < 0.002, "{before} {:?}", training.epochs);

    // Training continues from there with other games and smaller steps.
    let others = Dataset { training: positions(4000, 7), holdout: dataset.holdout.clone() };
    let mut further = TrainState::new(again);
    run(&mut further, &others, &TrainPlan { epochs: 2, rate: 0.001, ..PLAN }, |_| true);
    assert!(further.epochs[2].holdout.target < before, "{before} {:?}", further.epochs);
    let key = |model: &NetModel| PLAN.fingerprint(&dataset, model);
    assert_ne!(key(&NetModel::of(&network, 4)), key(&NetModel::zero(4)));
}

/// As after a long training, which must not end without a network.
#[test]
fn a_neuron_with_too_large_sums_shrinks() {
    let model = NetModel::new(8, 1);
    let usual = model.network().unwrap().weights();
    for (weight, bias) in [(1.9, -1.9), (-1.9, 1.9)] {
        let mut model = model.clone();
        let layout = model.layout;
        model.rows[..layout.bias()].iter_mut().for_each(|row| row[3] = weight);
        model.rows[layout.bias()][3] = bias;
        let shrunk = model.network().unwrap().weights();
        let [least, most] = shrunk.extreme_sums(layout.inputs);
        assert!((32_000..=32_767).contains(&most[3].max(-least[3])), "{} {}", least[3], most[3]);
        for (shrunk, usual) in shrunk.rows.iter().zip(&usual.rows) {
            assert_eq!((&shrunk[..3], &shrunk[4..]), (&usual[..3], &usual[4..]));
        }
    }
}

#[test]
fn interruptions_do_not_change_the_training() {
    // The last batch is smaller.
    let dataset = Dataset { training: positions(1405, 1), holdout: positions(170, 51) };
    let plan = TrainPlan { epochs: 2, ..PLAN };
    let steps = plan.steps(dataset.training.len()) as u32;
    assert_eq!(steps, 22);
    let start = NetModel::new(4, plan.seed);
    let mut whole = TrainState::new(start.clone());
    run(&mut whole, &dataset, &plan, |_| true);
    assert_eq!((whole.steps(), whole.done()), (2 * steps, 2));

    let key = plan.fingerprint(&dataset, &start);
    let other = Dataset { training: positions(1405, 2), ..dataset.clone() };
    assert_ne!(plan.fingerprint(&other, &start), key);
    assert_ne!(TrainPlan { seed: 4, ..plan }.fingerprint(&dataset, &start), key);
    // The training stops after every few steps.
    let mut stopped = TrainState::new(start);
    let mut starts = 0;
    while stopped.done() < plan.epochs {
        let mut calls = 0;
        run(&mut stopped, &dataset, &plan, |_| {
            calls += 1;
            calls < 7
        });
        stopped = TrainState::read(&stopped.to_bytes(key), 4, key).unwrap();
        starts += 1;
    }
    assert!(starts > 5, "{starts}");
    assert_eq!(stopped, whole);

    // A stopper ends an epoch, and the calculation of the losses after it.
    let stopper = Stopper::default();
    let mut training = TrainState::new(NetModel::new(4, plan.seed));
    train(&mut training, &dataset, &plan, &stopper, |training| {
        if training.steps() == steps {
            stopper.stop();
        }
        true
    });
    assert_eq!((training.steps(), training.done()), (steps, 0));
    let unchanged = training.clone();
    train(&mut training, &dataset, &plan, &stopper, |_| true);
    assert_eq!(training, unchanged);
    run(&mut training, &dataset, &plan, |_| true);
    assert_eq!(training, whole);
}

#[test]
fn samples_equal_their_positions() {
    let mut random = Random::new(11);
    let (mut samples, mut expected) = (NetSamples::default(), Vec::new());
    while expected.len() < 2000 {
        let mut game = Game::start(8, Rules::standard(8)).unwrap();
        while game.outcome().is_none() {
            let score = random.below(60_001) as i32 - 30_000;
            let points = random.below(3) as u32;
            let label = Label::new(score, points);
            samples.push(NetSamples::pack(&game), label);
            let position: &Position<8> = game.position().unwrap();
            let mut inputs = Vec::new();
            let output = active_inputs(position, |input| inputs.push(input as u16)) as u8;
            let differences = game.summary().differences.map(|difference| difference as i16);
            expected.push((inputs, SampleData { differences, label, output }));
            game.play(*random.choose(&game.moves()).unwrap()).unwrap();
        }
    }
    assert_eq!(samples.len(), expected.len());
    let mut inputs = Vec::new();
    for (index, (expected, data)) in expected.iter().enumerate() {
        assert_eq!(samples.get(index, &mut inputs), *data);
        assert_eq!(inputs, *expected);
    }
}

/// A random game with random scores.
fn game(random: &mut Random) -> GameRecord {
    let komi = HalfKomi::new(random.below(3) as i32).unwrap();
    let rules = Rules::standard(4).with_komi(komi);
    let mut game = GameRecord::new(4, rules);
    let mut position = Position::<4>::start(rules);
    let mut moves = Vec::new();
    while position.outcome().is_none() && game.plies.len() < 60 {
        moves.clear();
        position.generate(&mut moves);
        let mv = *random.choose(&moves).unwrap();
        let score = match random.below(8) {
            0 => None,
            1 => Some(Value::Win { plies: 3 }),
            _ => Some(Value::CentiFlats(random.below(400) as i32 - 200)),
        };
        game.plies.push(Ply { mv, score });
        position.play(mv, &mut ());
    }
    game.outcome = position.outcome();
    game
}

/// The image of a game.
fn image(game: &GameRecord, symmetry: Symmetry) -> GameRecord {
    let plies = game.plies.iter().map(|&ply| Ply { mv: symmetry.mv(ply.mv, 4), ..ply });
    GameRecord { plies: plies.collect(), ..game.clone() }
}

fn gathered(games: &[GameRecord], sampling: SamplePlan) -> Dataset {
    let mut gatherer = Gatherer::new(sampling, 7);
    games.chunks(50).for_each(|games| gatherer.add(games).unwrap());
    gatherer.finish()
}

#[test]
fn equal_positions_and_images_are_one_sample_with_the_mean_label() {
    let mut random = Random::new(21);
    let mut games: Vec<_> = (0..120).map(|_| game(&mut random)).collect();
    // Every other game is an image of the one before it, with other scores.
    for index in (1..games.len()).step_by(2) {
        games[index] = image(&games[index - 1], Symmetry::ALL[index % 8]);
        for ply in &mut games[index].plies {
            ply.score = Some(Value::CentiFlats(random.below(400) as i32 - 200));
        }
    }
    let sampling = SamplePlan { skip_plies: 1, seed: 9, ..SamplePlan::default() };
    let found = gathered(&games, sampling);

    // The slow twin: all labels of each position, by its set.
    type Labels = BTreeMap<(u64, i32), (bool, Vec<(i32, u32)>)>;
    let mut expected = Labels::new();
    let mut order = Vec::new();
    for (number, game) in (1..).zip(&games) {
        let is_holdout = number % 7 == 0;
        let add = |sample: Sample<'_>| {
            let position: &Position<4> = sample.game.position().unwrap();
            let is_forced = position.winning_move().is_some()
                || !position.threats(&position.roads()).is_empty();
            if let (Value::CentiFlats(score), false) = (sample.score, is_forced) {
                let images = Symmetry::ALL.map(|it| sample.game.image(it).unwrap().key());
                let key = (images.into_iter().min().unwrap(), game.rules.half_komi.half_flats());
                let (held, labels) = expected.entry(key).or_insert_with(|| {
                    order.push(key);
                    (is_holdout, Vec::new())
                });
                if *held == is_holdout {
                    labels.push((score, sample.points()));
                }
            }
        };
        sampling.sample(number, game, add).unwrap();
    }
    assert!(expected.values().any(|(_, labels)| labels.len() > 1));
    for (set, is_holdout) in [(&found.training, false), (&found.holdout, true)] {
        let wanted = order.iter().map(|key| &expected[key]).filter(|it| it.0 == is_holdout);
        let wanted: Vec<_> = wanted.collect();
        assert!(set.len() == wanted.len() && set.len() > 20);
        for (index, (_, labels)) in wanted.iter().enumerate() {
            let count = labels.len() as f64;
            let score = f64::from(labels.iter().map(|it| it.0).sum::<i32>()) / count;
            let result = f64::from(labels.iter().map(|it| it.1).sum::<u32>()) / 2.0 / count;
            let data = set.data(index);
            assert!((f64::from(data.label.score()) - score).abs() < 1e-3, "{index}");
            assert!((f64::from(data.label.result()) - result).abs() < 1e-6, "{index}");
        }
    }
    let few = gathered(&games, SamplePlan { per_game: Some(2), ..sampling });
    assert!(few.training.len() + few.holdout.len() <= 240);
}
