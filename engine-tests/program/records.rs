//! Game records: written and read back, cut, damaged, concatenated, sampled.

use crate::common::{each_size, random, random_game, same_cases};
use proptest::prelude::*;
use rand::RngExt;
use stonefall_engine::board::{History, Outcome, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::{parse_tps, read_move};
use stonefall_engine::types::{Color, HalfKomi, Opening, Rules, sized};
use stonefall_learn::dataset::{Sample, SamplePlan};
use stonefall_learn::records::{Damage, GameRecord, Origin, Ply, Reader, Stats, ptn};

/// A random game with random scores; a ply in ten has none.
fn game<const N: usize>(seed: u64, plies: usize) -> GameRecord {
    let mut random = random(seed);
    let mut rules = Rules::standard(N);
    rules.half_komi = HalfKomi::new(random.random_range(-20..=20)).unwrap();
    rules.opening = Opening::ALL[random.random_range(0..3)];
    let mut game = GameRecord::new(N, rules);
    game.nodes = random.random_range(0..10_000);
    let (shard, game_number) = (random.random_range(0..9), random.random_range(0..9));
    game.origin = Origin { seed, shard, game: game_number, plan: 7 };
    let mut scores = crate::common::random(seed + 1);
    let mut last = Position::<N>::start(rules);
    let mut history = History::new();
    random_game::<N>(&mut random, rules, plies, |position, _, mv| {
        let score = match scores.random_range(0..10) {
            0 => None,
            1 => Some(Value::Win { plies: scores.random_range(1..200) }),
            2 => Some(Value::Loss { plies: scores.random_range(1..200) }),
            _ => Some(Value::CentiFlats(scores.random_range(-30_000..=30_000))),
        };
        game.plies.push(Ply { mv, score });
        history.push(position.key());
        last = position.clone();
        last.play(mv, &mut ());
    });
    game.outcome = last.outcome_with(&history);
    game
}

fn any_game(seed: u64) -> GameRecord {
    let (size, plies) = (3 + seed as usize % 6, seed as usize % 90);
    sized!(size, N => game::<N>(seed, plies)).unwrap()
}

fn read(bytes: &[u8]) -> (Vec<GameRecord>, Vec<Damage>) {
    let mut reader = Reader::new(bytes);
    let games = reader.by_ref().map(Result::unwrap).collect();
    (games, reader.damage().to_vec())
}

fn file(games: &[GameRecord]) -> Vec<u8> {
    games.iter().flat_map(GameRecord::to_bytes).collect()
}

/// The bytes of the example in `docs/selfplay-format.md`; they never change.
#[test]
fn the_documented_example() {
    let mut game = GameRecord::new(5, Rules::standard(5).with_komi(HalfKomi::new(4).unwrap()));
    game.nodes = 5000;
    game.origin = Origin { seed: 1, shard: 2, game: 3, plan: 0x0102_0304 };
    let mut position = Position::<5>::start(game.rules);
    let scores = [None, None, Some(Value::CentiFlats(-25)), Some(Value::Win { plies: 3 })];
    for (text, score) in ["a1", "e5", "Cc3", "a1>"].into_iter().zip(scores) {
        let mv = read_move(text, &position).unwrap();
        game.plies.push(Ply { mv, score });
        position.play(mv, &mut ());
    }
    let hex: Vec<_> = game.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let documented = include_str!("../../docs/selfplay-format.md");
    let example: Vec<_> = documented
        .lines()
        .filter_map(|line| line.strip_prefix("    | "))
        .flat_map(|line| line.split(" | ").next().unwrap().split_whitespace())
        .collect();
    assert_eq!(hex, example);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..same_cases() })]

    #[test]
    fn games_are_read_back(seeds in prop::collection::vec(0u64..1_000_000, 0..5)) {
        let games: Vec<_> = seeds.into_iter().map(any_game).collect();
        prop_assert_eq!(read(&file(&games)), (games, vec![]));
    }

    #[test]
    fn an_incomplete_end_is_reported(seed in 0u64..1000, cut in 1usize..1_000_000) {
        let (first, second) = (any_game(seed), any_game(seed + 1));
        let whole = first.to_bytes().len();
        let mut bytes = file(&[first.clone(), second.clone()]);
        let left = 1 + cut % (bytes.len() - whole - 1);
        bytes.truncate(whole + left);
        let torn = vec![Damage { at: whole as u64, bytes: left as u64 }];
        prop_assert_eq!(read(&bytes), (vec![first.clone()], torn.clone()));
        // A record after it is still found.
        bytes.extend(second.to_bytes());
        prop_assert_eq!(read(&bytes), (vec![first, second], torn));
    }

    #[test]
    fn a_changed_byte_loses_one_game(seed in 0u64..1000, at in 0usize..1_000_000, bit in 0..8) {
        let games = [any_game(seed), any_game(seed + 1), any_game(seed + 2)];
        let (first, second) = (games[0].to_bytes().len(), games[1].to_bytes().len());
        let mut bytes = file(&games);
        bytes[first + at % second] ^= 1u8 << bit;
        let [kept, _, last] = games;
        let damage = Damage { at: first as u64, bytes: second as u64 };
        prop_assert_eq!(read(&bytes), (vec![kept, last], vec![damage]));
    }

    #[test]
    fn no_bytes_cause_a_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..300), seed in 0u64..100) {
        let mut reader = Reader::new(&bytes[..]);
        let errors = reader.by_ref().filter(Result::is_err).count();
        prop_assert!(errors <= 1 && reader.next().is_none());
        // A magic and a valid checksum, so that the reader checks the fields.
        let mut record = any_game(seed).to_bytes();
        let end = record.len() - 4;
        for (at, byte) in bytes.drain(..).enumerate().take(20) {
            record[8 + (at * 7 + usize::from(byte)) % (end - 8)] = byte;
        }
        let checksum = crc32fast::hash(&record[..end]).to_le_bytes();
        record[end..].copy_from_slice(&checksum);
        if let Some(Ok(game)) = Reader::new(&record[..]).next() {
            prop_assert_eq!(read(&game.to_bytes()).0, vec![game.clone()]);
            let _ = Stats::default().add(&game);
            let _ = ptn(&game);
        }
    }
}

#[test]
fn other_files_are_refused() {
    let error = |bytes: &[u8]| match Reader::new(bytes).next_game() {
        Err(error) => error.to_string(),
        Ok(game) => panic!("{game:?}"),
    };
    assert!(error(b"[Size \"5\"]\n").contains("TAKG"));
    let patched = |at: usize, byte: u8| {
        let mut bytes = GameRecord::new(5, Rules::standard(5)).to_bytes();
        bytes[at] = byte;
        let end = bytes.len() - 4;
        let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&checksum);
        error(&bytes)
    };
    assert_eq!(patched(8, 2), "byte 0: expected a record of version 1, found version 2");
    assert_eq!(patched(9, 9), "byte 0: expected a board size from 3 to 8, found 9");
    assert_eq!(patched(18, 8), "byte 0: expected the result to be 0 to 7, found 8");
    assert_eq!(patched(46, 1), "byte 0: expected a record of 56 bytes by its counts, found 52");
}

#[test]
fn games_may_start_from_any_position() {
    let text = "x3,12,2S/x2,22S,11,1/x,1C,21112,x2/x,21,12C,2221S,x/1,x4 2 17";
    let mut game = GameRecord::new(5, Rules::standard(5));
    game.start = Some(parse_tps(text).unwrap());
    let mv = game.beginning().unwrap().read_move("a5").unwrap();
    game.plies.push(Ply { mv, score: Some(Value::CentiFlats(150)) });
    assert_eq!(read(&game.to_bytes()).0, [game.clone()]);
    let text = ptn(&game).unwrap();
    assert!(text.contains("[TPS \"x3,12,2S/") && text.contains("17. -- a5 {-1.50} *"), "{text}");

    let mut stats = Stats::default();
    stats.add(&game).unwrap();
    stats.add(&game).unwrap();
    let tally = &stats.sizes[&5];
    assert_eq!((tally.games, tally.repeated_games, tally.repeated_positions), (2, 1, 1));
    assert_eq!((tally.score_sum, tally.unfinished), (-300, 2));
}

#[test]
fn illegal_moves_are_named() {
    let mut game = game::<5>(3, 10);
    game.plies[4] = game.plies[0];
    let error = game.follow(|_, _| ()).err().map(|error| error.to_string()).unwrap();
    assert!(error.starts_with("ply 5, ") && error.ends_with("is not empty"), "{error}");

    let mut game = finished::<5>().remove(0);
    let end = game.plies.len();
    game.plies.push(game.plies[0]);
    let error = game.follow(|_, _| ()).err().map(|error| error.to_string()).unwrap();
    assert!(error.starts_with(&format!("ply {}, ", end + 1)), "{error}");
    assert!(error.ends_with("the game is over"), "{error}");
    let plan = SamplePlan::default();
    assert!(plan.sample(1, &game, |_| panic!("a sample of an illegal game")).is_err());
}

/// Complete games.
fn finished<const N: usize>() -> Vec<GameRecord> {
    (0..60).map(|seed| game::<N>(seed, 400)).filter(|game| game.outcome.is_some()).collect()
}

fn samples(games: &[GameRecord], plan: SamplePlan) -> Vec<(String, u32, usize)> {
    let mut all = Vec::new();
    for (number, game) in (1..).zip(games) {
        let add = |sample: Sample<'_>| {
            assert!(sample.game.outcome().is_none());
            let ply = sample.game.history().len();
            all.push((sample.game.tps().to_string(), sample.points(), ply));
        };
        plan.sample(number, game, add).unwrap();
    }
    all
}

#[test]
fn every_searched_position_is_a_sample() {
    each_size!(N => {
        let games = finished::<N>();
        let mut expected = Vec::new();
        for game in &games {
            game.follow(|before, ply| {
                let mover = before.to_move();
                let points = match game.outcome.and_then(Outcome::winner) {
                    None => 1,
                    Some(winner) => 2 * u32::from(winner == mover),
                };
                if ply.score.is_some() {
                    expected.push((before.tps().to_string(), points, before.history().len()));
                }
            })
            .unwrap();
        }
        assert!(!expected.is_empty());
        assert_eq!(samples(&games, SamplePlan::default()), expected);
    });
}

#[test]
fn filters_skip_positions() {
    let games = finished::<5>();
    let all = samples(&games, SamplePlan::default());
    let late = samples(&games, SamplePlan { skip_plies: 9, ..SamplePlan::default() });
    let kept: Vec<_> = all.iter().filter(|sample| sample.2 >= 9).cloned().collect();
    assert_eq!(late, kept);

    let few = samples(&games, SamplePlan { per_game: Some(3), seed: 5, ..SamplePlan::default() });
    assert_eq!(few.len(), games.len() * 3);
    let other = samples(&games, SamplePlan { per_game: Some(3), seed: 6, ..SamplePlan::default() });
    assert_ne!(few, other);
}

#[test]
fn proofs_are_compared_with_results() {
    let mut game = finished::<5>()
        .into_iter()
        .find(|game| game.outcome.and_then(Outcome::winner) == Some(Color::White))
        .unwrap();
    for ply in &mut game.plies {
        ply.score = None;
    }
    let contradicted = |game: &GameRecord| {
        let mut stats = Stats::default();
        stats.add(game).unwrap();
        stats.sizes[&5].contradicted
    };
    game.plies[0].score = Some(Value::Win { plies: 9 });
    assert_eq!(contradicted(&game), 0);
    game.plies[1].score = Some(Value::Win { plies: 9 });
    assert_eq!(contradicted(&game), 1);
    game.plies[0].score = Some(Value::CentiFlats(1));
    assert_eq!(contradicted(&game), 1);
}
