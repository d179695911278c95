//! The training learns a correction of the terms, and interruptions do not change it.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::dataset::Dataset;
use crate::fit::{Spread, loss};
use crate::random::Random;
use crate::records::{GameRecord, Ply, Sample, Sampler, Sampling};
use std::collections::HashSet;
use std::convert::Infallible;
use stonefall_engine::board::Position;
use stonefall_engine::eval::net::active_inputs;
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
    threads: 2,
};

/// A value that the terms do not know: corners of the side to move have a large bonus.
fn truth(position: &Position<4>) -> i32 {
    let own = position.owned(position.to_move());
    let corners = [(0, 0), (3, 0), (0, 3), (3, 3)].map(|(file, rank)| Square::new(file, rank));
    let count = corners.into_iter().filter(|&corner| own.has(corner)).count();
    evaluate(position).0 + 120 * count as i32
}

/// Positions of random games with the true values as scores.
fn positions(count: usize, seed: u64) -> NetSamples {
    let mut random = Random::new(seed);
    let mut samples = NetSamples::default();
    while samples.len() < count {
        let komi = HalfKomi::new(random.below(9) as i32 - 4).unwrap();
        let mut game = Game::start(4, Rules::standard(4).with_komi(komi)).unwrap();
        while game.outcome().is_none() && samples.len() < count {
            if game.ply() > 3 {
                samples.push(&game, truth(game.position().unwrap()), 0.5);
            }
            game.play(*random.choose(&game.moves()).unwrap()).unwrap();
        }
    }
    samples
}

/// Buckets in memory.
struct InMemory {
    buckets: Vec<Dataset<NetSamples>>,
    lengths: Vec<usize>,
}

impl InMemory {
    fn new(buckets: Vec<Dataset<NetSamples>>) -> Self {
        let lengths = buckets.iter().map(|bucket| bucket.training.len()).collect();
        Self { buckets, lengths }
    }
}

impl Buckets for InMemory {
    type Error = Infallible;

    fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    fn load(&self, bucket: usize, set: BucketSet) -> Result<NetSamples, Infallible> {
        let Dataset { training, holdout } = &self.buckets[bucket];
        Ok(if set == BucketSet::Training { training } else { holdout }.clone())
    }
}

fn buckets() -> InMemory {
    InMemory::new(vec![Dataset { training: positions(4000, 1), holdout: positions(500, 2) }])
}

fn run(
    training: &mut Training,
    buckets: &InMemory,
    plan: &TrainPlan,
    on_step: impl FnMut(&Training) -> bool,
) {
    let Ok(()) = train(training, buckets, plan, &Stopper::default(), on_step);
}

/// Loss of the true values.
fn entropy(samples: &NetSamples) -> f64 {
    let losses = (0..samples.len()).map(|index| {
        let chance = SPREAD.chance(samples.data(index).score);
        f64::from(loss(chance, chance))
    });
    losses.sum::<f64>() / samples.len() as f64
}

#[test]
fn the_network_learns_a_correction_of_the_terms() {
    let buckets = buckets();
    let mut training = Training::new(NetModel::new(4, PLAN.seed));
    run(&mut training, &buckets, &PLAN, |_| true);
    let holdout = |epoch: usize| training.epochs[epoch].holdout.target;
    // The smallest possible loss.
    let least = entropy(&buckets.buckets[0].holdout);
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
    let Ok(before) = losses(&again, &buckets, &PLAN, &Stopper::default());
    let before = before.unwrap().target;
    assert!((before - holdout(PLAN.epochs)).abs() < 0.002, "{before} {:?}", training.epochs);

    // Training continues from there with other games and smaller steps.
    let holdout = buckets.buckets[0].holdout.clone();
    let others = InMemory::new(vec![Dataset { training: positions(4000, 7), holdout }]);
    let mut further = Training::new(again);
    run(&mut further, &others, &TrainPlan { epochs: 2, rate: 0.001, ..PLAN }, |_| true);
    assert!(further.epochs[2].holdout.target < before, "{before} {:?}", further.epochs);
    assert_ne!(
        PLAN.fingerprint(1, &NetModel::of(&network, 4)),
        PLAN.fingerprint(1, &NetModel::zero(4))
    );
}

#[test]
fn interruptions_and_threads_do_not_change_the_training() {
    let part = |count, seed| Dataset {
        training: positions(count, seed),
        holdout: positions(count / 8, seed + 50),
    };
    // The second bucket ends with a smaller batch, and the third is empty.
    let buckets = InMemory::new(vec![part(640, 1), part(701, 2), part(0, 3), part(64, 4)]);
    let plan = TrainPlan { epochs: 2, ..PLAN };
    let steps = plan.steps(buckets.lengths());
    assert_eq!(steps, 10 + 11 + 1);
    let start = NetModel::new(4, plan.seed);
    let mut whole = Training::new(start.clone());
    run(&mut whole, &buckets, &plan, |_| true);
    assert_eq!((whole.steps(), whole.done()), (2 * steps, 2));

    let key = plan.fingerprint(1, &start);
    let alone = TrainPlan { threads: 1, ..plan };
    assert_eq!(alone.fingerprint(1, &start), key);
    assert_ne!(alone.fingerprint(2, &start), key);
    assert_ne!(TrainPlan { seed: 4, ..plan }.fingerprint(1, &start), key);
    // The training stops after every few steps, in the middle of buckets and between them.
    let mut stopped = Training::new(start);
    let mut starts = 0;
    while stopped.done() < plan.epochs {
        let mut calls = 0;
        run(&mut stopped, &buckets, &alone, |_| {
            calls += 1;
            calls < 7
        });
        stopped = Training::read(&stopped.to_bytes(key), 4, key).unwrap();
        starts += 1;
    }
    assert!(starts > 5, "{starts}");
    assert_eq!(stopped, whole);

    // A stopper ends an epoch, and the calculation of the losses after it.
    let stopper = Stopper::default();
    let mut training = Training::new(NetModel::new(4, plan.seed));
    let Ok(()) = train(&mut training, &buckets, &plan, &stopper, |training| {
        if training.steps() == steps {
            stopper.stop();
        }
        true
    });
    assert_eq!((training.steps(), training.done()), (steps, 0));
    let unchanged = training.clone();
    let Ok(()) = train(&mut training, &buckets, &plan, &stopper, |_| true);
    assert_eq!(training, unchanged);
    run(&mut training, &buckets, &plan, |_| true);
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
            let result = random.below(3) as f32 / 2.0;
            samples.push(&game, score, result);
            let position: &Position<8> = game.position().unwrap();
            let mut inputs = Vec::new();
            let output = active_inputs(position, |input| inputs.push(input as u16)) as u8;
            let terms = evaluate(position).0 as f32;
            let data = samples::SampleData { terms, score: score as f32, result, output };
            expected.push((inputs, data));
            game.play(*random.choose(&game.moves()).unwrap()).unwrap();
        }
    }
    let again = NetSamples::read(samples.bytes().to_vec(), 8).unwrap();
    assert_eq!(again, samples);
    assert_eq!(again.len(), expected.len());
    let mut inputs = Vec::new();
    for (index, (expected, data)) in expected.iter().enumerate() {
        assert_eq!(samples.get(index, &mut inputs), *data);
        assert_eq!(inputs, *expected);
    }

    // Damaged bytes are refused: cut off, too short a sample, an impossible result, an input of a larger board.
    let bytes = samples.bytes();
    assert!(NetSamples::read(bytes[..bytes.len() - 1].to_vec(), 8).is_none());
    assert!(NetSamples::read(vec![8, 0, 0], 8).is_none());
    assert!(NetSamples::read(vec![8, 0, 0, 0, 0, 0, 0, 0], 8).is_none());
    assert!(NetSamples::read(vec![9, 0, 0, 0, 0, 0, 0, 0, 3 << 3], 8).is_none());
    assert!(NetSamples::read(bytes.to_vec(), 3).is_none());
    // No change of a byte makes the training panic.
    for _ in 0..2000 {
        let mut changed = bytes[..4000.min(bytes.len())].to_vec();
        let at = random.below(changed.len());
        changed[at] ^= 1 << random.below(8);
        if let Some(samples) = NetSamples::read(changed, 8) {
            for index in 0..samples.len() {
                samples.get(index, &mut inputs);
            }
        }
    }
}

#[test]
fn counts_of_scores_fit_the_spread_of_single_positions() {
    let mut samples = positions(500, 5);
    let start = Game::start(4, Rules::standard(4)).unwrap();
    for (score, result) in [(150, 1.0), (150, 1.0), (-300, 0.0), (20, 0.0), (-30_000, 0.0)] {
        samples.push(&start, score, result);
    }
    let mut counts = ScoreCounts::default();
    counts.add(&samples);
    let single = Spread::fitted(|| {
        (0..samples.len()).map(|index| samples.data(index)).map(|data| (data.score, data.result))
    });
    assert!((counts.spread().0 - single.0).abs() < 0.01, "{:?} {single:?}", counts.spread());
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

/// The buckets of games by the two passes.
fn scattered(scatter: &Scatter, games: &[GameRecord], buckets: usize) -> Vec<Dataset<NetSamples>> {
    let mut files = vec![Vec::new(); buckets];
    for (number, game) in (1..).zip(games) {
        let mut bytes = Vec::new();
        scatter.add(number, game, &mut bytes).unwrap();
        marked(&bytes, buckets).for_each(|(bucket, sample)| files[bucket].extend(sample));
    }
    files.iter().map(|file| gather(&file[..]).unwrap()).collect()
}

/// Every sample of a set, sorted.
fn sorted(
    buckets: &[Dataset<NetSamples>],
    set: fn(&Dataset<NetSamples>) -> &NetSamples,
) -> Vec<Vec<u8>> {
    let samples = buckets.iter().map(set).flat_map(|samples| {
        let mut rest = samples.bytes();
        std::iter::from_fn(move || {
            let (sample, left) = rest.split_at(samples::length(rest)?);
            rest = left;
            Some(sample.to_vec())
        })
    });
    let mut samples: Vec<_> = samples.collect();
    samples.sort_unstable();
    samples
}

#[test]
fn buckets_hold_the_samples_of_one_list() {
    let mut random = Random::new(21);
    let games: Vec<_> = (0..120).map(|_| game(&mut random)).collect();
    let sampling = Sampling { skip_plies: 1, seed: 9, ..Sampling::default() };
    let scatter = Scatter { sampling, hold: 7 };

    // The slow twin: all positions in one list, and a set of those taken before.
    let mut sampler = Sampler::new(sampling);
    let mut seen = HashSet::new();
    let mut expected = Dataset::<NetSamples>::default();
    for (number, game) in (1..).zip(&games) {
        let set = if number % 7 == 0 { &mut expected.holdout } else { &mut expected.training };
        let add = |sample: Sample<'_>| {
            let position: &Position<4> = sample.game.position().unwrap();
            let is_forced = position.winning_move().is_some()
                || !position.threats(&position.roads()).is_empty();
            if let (Value::CentiFlats(score), false) = (sample.score, is_forced)
                && seen.insert((position.key(), game.rules.half_komi))
            {
                set.push(sample.game, score, sample.points() as f32);
            }
        };
        sampler.sample(game, add).unwrap();
    }
    let expected = [expected];
    let many = scattered(&scatter, &games, 5);
    assert!(many.iter().all(|bucket| bucket.training.len() > 20 && bucket.holdout.len() > 1));
    for buckets in [&scattered(&scatter, &games, 1), &many] {
        // No assert_eq!, which would print thousands of samples.
        assert!(sorted(buckets, |set| &set.training) == sorted(&expected, |set| &set.training));
        assert!(sorted(buckets, |set| &set.holdout) == sorted(&expected, |set| &set.holdout));
    }
    // One bucket is in the order of the games.
    assert!(scattered(&scatter, &games, 1)[0].training == expected[0].training);

    // The number of a game decides which of its positions are taken.
    let few = Scatter { sampling: Sampling { per_game: Some(2), ..sampling }, hold: 7 };
    let mut bytes = Vec::new();
    few.add(3, &games[0], &mut bytes).unwrap();
    assert!(marked(&bytes, 1).count() <= 2);
    let mut again = Vec::new();
    few.add(3, &games[0], &mut again).unwrap();
    assert_eq!(again, bytes);
    // Incomplete files are refused.
    let mut bytes = Vec::new();
    scatter.add(1, &games[0], &mut bytes).unwrap();
    assert!(gather(&bytes[..bytes.len() - 1]).is_err());
    assert!(gather(&bytes[..5]).is_err());
    assert!(gather(&[0; 20][..]).is_err());
}
