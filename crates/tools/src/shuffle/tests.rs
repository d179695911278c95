//! Shuffled games equal those that are scattered in memory, and other folders are refused.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use crate::resume::Start;
use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use stonefall_engine::board::Position;
use stonefall_engine::eval::Value;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Rules;
use stonefall_learn::Dataset;
use stonefall_learn::fit::Spread;
use stonefall_learn::random::Random;
use stonefall_learn::records::{GameRecord, Ply};
use stonefall_learn::train::{
    BucketSet, Buckets, NetModel, NetSamples, ScoreCounts, TrainPlan, Training, gather, marked,
    train,
};

/// Random games with random scores.
fn games(count: usize) -> Vec<GameRecord> {
    let mut random = Random::new(5);
    let mut game = || {
        let rules = Rules::standard(4);
        let mut game = GameRecord::new(4, rules);
        let mut position = Position::<4>::start(rules);
        let mut moves = Vec::new();
        while position.outcome().is_none() && game.plies.len() < 60 {
            moves.clear();
            position.generate(&mut moves);
            let mv = *random.choose(&moves).unwrap();
            let score = Value::CentiFlats(random.below(400) as i32 - 200);
            game.plies.push(Ply { mv, score: Some(score) });
            position.play(mv, &mut ());
        }
        game.outcome = position.outcome();
        game
    };
    (0..count).map(|_| game()).collect()
}

/// Writes games to a file in an empty folder; returns its path, that of a scratch folder, and the settings.
fn files(name: &str, games: &[GameRecord]) -> (PathBuf, PathBuf, ShuffleSettings) {
    let folder = std::env::temp_dir().join(format!("stonefall-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let path = folder.join("games.takg");
    let bytes: Vec<u8> = games.iter().flat_map(GameRecord::to_bytes).collect();
    fs::write(&path, &bytes).unwrap();
    let games = vec![GamesFile::read(&path, |_| true).unwrap().unwrap()];
    assert_eq!(games, [GamesFile { bytes: bytes.len() as u64, crc32: crc32fast::hash(&bytes) }]);
    let terms = ShuffleSettings::own_terms();
    let settings = ShuffleSettings {
        size: 4,
        seed: 3,
        skip: 2,
        per_game: None,
        hold: 5,
        bucket: 1000,
        games,
        terms,
    };
    (path, folder.join("scratch"), settings)
}

fn opened(folder: &Path, settings: &ShuffleSettings, threads: usize) -> OpenedShuffle {
    open(folder, Start::Resume, settings.clone(), threads).unwrap()
}

fn shuffled(
    folder: &Path,
    settings: &ShuffleSettings,
    games: &[GameRecord],
    threads: usize,
) -> ShuffledGames {
    let OpenedShuffle::Empty(mut shuffling) = opened(folder, settings, threads) else {
        panic!("expected an empty folder");
    };
    games.iter().for_each(|game| shuffling.add(game.clone()).unwrap());
    shuffling.finish(&Stopper::default(), |_| ()).unwrap().unwrap()
}

/// The slow twin: all buckets in memory.
struct Twin(Vec<Dataset<NetSamples>>, Vec<usize>);

impl Twin {
    fn new(settings: &ShuffleSettings, games: &[GameRecord]) -> Self {
        let mut files = vec![Vec::new(); settings.buckets().unwrap()];
        for (number, game) in (1..).zip(games) {
            let mut bytes = Vec::new();
            settings.scatter().add(number, game, &mut bytes).unwrap();
            let count = files.len();
            marked(&bytes, count).for_each(|(bucket, sample)| files[bucket].extend(sample));
        }
        let buckets: Vec<_> = files.iter().map(|file| gather(&file[..]).unwrap()).collect();
        let lengths = buckets.iter().map(|bucket| bucket.training.len()).collect();
        Self(buckets, lengths)
    }
}

impl Buckets for Twin {
    type Error = Infallible;

    fn lengths(&self) -> &[usize] {
        &self.1
    }

    fn load(&self, bucket: usize, set: BucketSet) -> Result<NetSamples, Infallible> {
        let Dataset { training, holdout } = &self.0[bucket];
        Ok(if set == BucketSet::Training { training } else { holdout }.clone())
    }
}

/// A short training.
fn trained<B: Buckets>(buckets: &B, score_spread: Spread) -> Training
where
    B::Error: std::fmt::Debug,
{
    let plan = TrainPlan {
        epochs: 2,
        batch: 256,
        rate: 0.01,
        decay: 0.01,
        result_share: 0.3,
        seed: 3,
        spread: Spread(200.0),
        score_spread,
        threads: 2,
    };
    let mut training = Training::new(NetModel::new(4, 3));
    train(&mut training, buckets, &plan, &Stopper::default(), |_| true).unwrap();
    training
}

#[test]
fn disk_and_memory_give_the_same_network() {
    let games = games(150);
    let (_, folder, settings) = files("shuffle-same", &games);
    let twin = Twin::new(&settings, &games);
    assert!(twin.0.len() > 3, "{}", twin.0.len());
    let mut counts = ScoreCounts::default();
    twin.0.iter().for_each(|bucket| counts.add(&bucket.training));
    let expected = trained(&twin, counts.spread());

    for threads in [1, 3] {
        let shuffled = shuffled(&folder, &settings, &games, threads);
        assert_eq!(shuffled.score_spread(), counts.spread());
        assert_eq!(shuffled.positions()[0], twin.1.iter().sum::<usize>() as u64);
        assert!(shuffled.positions()[1] > 100);
        assert!(trained(&shuffled, counts.spread()) == expected);
        shuffled.remove().unwrap();
        assert!(!folder.exists());
    }
    fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}

#[test]
fn folders_are_used_again_or_refused() {
    let games = games(60);
    let (_, folder, settings) = files("shuffle-again", &games);
    let first = shuffled(&folder, &settings, &games, 2);
    let positions = first.positions();
    let error = open(&folder, Start::Resume, settings.clone(), 1).unwrap_err().to_string();
    if cfg!(unix) {
        assert!(error.contains("no other process writes"), "{error}");
    }
    drop(first);

    // The same settings use it, and a file of somebody else stays.
    let OpenedShuffle::Complete(again) = opened(&folder, &settings, 2) else {
        panic!("expected shuffled games");
    };
    assert_eq!(again.positions(), positions);
    drop(again);
    let other = ShuffleSettings { seed: 4, ..settings.clone() };
    let error = open(&folder, Start::Resume, other.clone(), 1).unwrap_err().to_string();
    assert!(error.contains("expected seed 4, found 3"), "{error}");
    assert!(error.contains(&folder.display().to_string()), "{error}");

    // A damaged bucket is found when it is read, and a missing one before.
    let bucket = folder.join("00000.bucket");
    let mut bytes = fs::read(&bucket).unwrap();
    bytes[10] ^= 1;
    fs::write(&bucket, &bytes).unwrap();
    let OpenedShuffle::Complete(damaged) = opened(&folder, &settings, 2) else {
        panic!("expected shuffled games");
    };
    let error = damaged.load(0, BucketSet::Training).unwrap_err().to_string();
    assert!(error.contains("00000.bucket: expected the positions"), "{error}");
    drop(damaged);
    fs::remove_file(&bucket).unwrap();
    let notes = folder.join("notes.txt");
    fs::write(&notes, "mine").unwrap();
    let again = shuffled(&folder, &settings, &games, 2);
    assert_eq!(again.positions(), positions);
    again.remove().unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(&notes).unwrap(), "mine");

    // An unfinished shuffle leaves nothing, and so does one that a stopper ends.
    let OpenedShuffle::Empty(mut shuffling) = opened(&folder, &settings, 1) else {
        panic!("expected an empty folder");
    };
    games.iter().for_each(|game| shuffling.add(game.clone()).unwrap());
    let stopper = Stopper::default();
    stopper.stop();
    assert!(shuffling.finish(&stopper, |_| ()).unwrap().is_none());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);

    // Other games, too many buckets, folders and files that are none.
    fs::write(folder.join("shuffle.json"), "[1]").unwrap();
    let error = open(&folder, Start::Resume, settings.clone(), 1).unwrap_err().to_string();
    assert!(error.contains("expected the list of shuffled games, found [1]"), "{error}");
    assert!(matches!(
        open(&folder, Start::Restart, settings.clone(), 1),
        Ok(OpenedShuffle::Empty(_))
    ));
    let huge = GamesFile { bytes: 1 << 40, crc32: 0 };
    let many = ShuffleSettings { bucket: 1, games: vec![huge], ..settings.clone() };
    let error = open(&folder, Start::Resume, many, 1).unwrap_err().to_string();
    assert!(error.contains("expected at least 8388608 positions in a bucket, found 1"), "{error}");
    assert!(open(&notes, Start::Resume, settings, 1).is_err());
    assert!(GamesFile::read(&folder, |_| true).is_err());
    assert!(GamesFile::read(&notes, |_| false).unwrap().is_none());
    fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}
