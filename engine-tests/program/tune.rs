//! Tuning: threads and interruptions do not change the games, shards are combined, and values reach the
//! search. Every build plays the games; the sides have different values only with the feature `tune`.

use crate::program::{complaint, path, stonefall, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use stonefall::tools::Ended;
use stonefall::tools::resume::{ResumeError, Start};
use stonefall::tools::tune::{
    Schedule, Screening, TuneAim, TuneEvent, TuneFile, TunePlan, TuneState, pool, read, run,
};
use stonefall_engine::search::{ADJUSTABLE, TUNABLES};
use stonefall_engine::stopper::Stopper;

const PAIRS: u32 = 10;

fn tuning(shard: u32) -> TunePlan {
    let schedule = Schedule { batch: 4, r_end: 0.5, ..Schedule::standard(PAIRS) };
    TunePlan { nodes: 400, shard, ..TunePlan::standard("test", &[5, 4], TuneAim::Tune(schedule)) }
}

fn test_of_values(shard: u32) -> TunePlan {
    let values = BTreeMap::from([("lmr_base".to_owned(), 2000)]);
    TunePlan { nodes: 40, shard, ..TunePlan::standard("test", &[4], TuneAim::Versus(values)) }
}

fn screening(shard: u32) -> TunePlan {
    let values = [("lmr_base", 2000), ("rfp_base", 1)];
    let values = values.map(|(name, value)| (name.to_owned(), value));
    TunePlan {
        nodes: 40,
        shard,
        ..TunePlan::standard("test", &[4], TuneAim::Screen(values.into()))
    }
}

/// Resumes a file and plays at most a number of batches.
fn play(path: &Path, plan: &TunePlan, threads: usize, mut batches: u32) -> (Ended, TuneState) {
    let (mut file, mut state) = TuneFile::open(path, Start::Resume, plan).unwrap();
    let stopper = Stopper::default();
    let ended = run(plan, &mut state, PAIRS, threads, &stopper, |event| {
        if let TuneEvent::Batch(results, state) = event {
            file.add(results, state)?;
            batches -= 1;
            if batches == 0 {
                stopper.stop();
            }
        }
        Ok::<_, ResumeError>(())
    });
    (ended.unwrap(), state)
}

#[test]
fn threads_and_interruptions_do_not_change_a_shard() {
    let (whole, broken) = (path("whole.tune"), path("broken.tune"));
    let (ended, state) = play(&whole, &tuning(0), 1, 100);
    assert_eq!((ended, state.pairs()), (Ended::Complete, PAIRS));
    assert_eq!(read(&whole).unwrap().state, state);
    let tuner = state.tuner.unwrap();
    assert_eq!((tuner.pairs(), tuner.batch()), (PAIRS, 0));
    // Sides with equal values play the same game twice, so the balance is 0.
    let is_moved =
        tuner.values().iter().any(|tuned| tuned.value != f64::from(tuned.parameter.start));
    assert_eq!(is_moved, ADJUSTABLE);

    let whole = fs::read_to_string(&whole).unwrap();
    assert_eq!(whole.lines().count(), 4);
    let (ended, state) = play(&broken, &tuning(0), 3, 2);
    assert_eq!((ended, state.pairs()), (Ended::Interrupted, 8));
    let text = fs::read_to_string(&broken).unwrap();
    assert!(whole.starts_with(&text));
    // Cut within the second batch and within the header.
    for torn in [text.len() - 1, text.len() - 9, 20, 0] {
        fs::write(&broken, &text[..torn]).unwrap();
        assert_eq!(play(&broken, &tuning(0), 2, 100).0, Ended::Complete);
        assert_eq!(fs::read_to_string(&broken).unwrap(), whole);
    }
}

#[test]
fn other_plans_and_other_files_are_refused() {
    let path = path("refused.tune");
    play(&path, &tuning(0), 2, 1);
    let text = fs::read_to_string(&path).unwrap();
    let refused = |plan: &TunePlan| {
        TuneFile::open(&path, Start::Resume, plan).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refused(&tuning(1)).ends_with(": expected shard 1, found 0"));
    assert!(refused(&test_of_values(0)).contains("expected nodes 40, found 400; "));
    assert!(refused(&TunePlan { nodes: 401, ..tuning(0) }).ends_with("nodes 401, found 400"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    let wrong_batch = text.replace("\"pair\":0", "\"pair\":4");
    let short_batch = text.replace("results\":\"", "results\":\"ww ");
    for (content, line) in [("1. a1 e5\n", 1), (&*wrong_batch, 2), (&*short_batch, 2)] {
        fs::write(&path, content).unwrap();
        assert!(refused(&tuning(0)).contains(&format!("line {line}: expected")), "{content}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content, "the file stays unchanged");
    }
}

#[test]
fn shards_are_combined() {
    let parts = ["one.tune", "other.tune"].map(path);
    let states = [0, 1].map(|shard| play(&parts[shard as usize], &tuning(shard), 2, 100).1);
    let pooled = pool(&parts).unwrap();
    assert_eq!((pooled.shards, pooled.score.games()), (2, 4 * PAIRS));
    let moved = states.each_ref().map(|state| state.tuner.as_ref().unwrap().values());
    let [one, other] = moved;
    for ((value, one), other) in pooled.values.iter().zip(one).zip(other) {
        assert!((value.value - (one.value + other.value) / 2.0).abs() < 1e-9);
        let error = (one.value - other.value).abs() / 2.0;
        assert!((value.spread.unwrap() - error).abs() < 1e-9);
        assert!((value.luck - one.luck.hypot(other.luck) / 2.0).abs() < 1e-9);
    }

    let tests = ["test.tune", "more.tune"].map(path);
    let [one, other] =
        [0, 1].map(|shard| play(&tests[shard as usize], &test_of_values(shard), 2, 100).1);
    let pooled = pool(&tests).unwrap();
    let mut pairs = one.score.pairs;
    pairs += other.score.pairs;
    assert_eq!(pooled.score.pairs, pairs);
    assert_eq!(pooled.values, []);

    let screens = ["screen.tune", "more-screen.tune"].map(path);
    let [one, other] =
        [0, 1].map(|shard| play(&screens[shard as usize], &screening(shard), 2, 100).1);
    let (one, other) = (one.screen.unwrap(), other.screen.unwrap());
    let mut both = one.clone();
    both.add(&other);
    assert_eq!(pool(&screens).unwrap().screen, Some(both.clone()));
    let mean = |of: &Screening| of.effects().map(|effect| effect.elo).collect::<Vec<_>>();
    for (both, (one, other)) in mean(&both).iter().zip(mean(&one).iter().zip(mean(&other))) {
        assert!((both - (one + other) / 2.0).abs() < 1e-9);
    }

    let refused = |paths: &[&PathBuf]| {
        pool(&paths.iter().map(|&path| path.clone()).collect::<Vec<_>>()).unwrap_err()
    };
    assert!(refused(&[&parts[0], &parts[0]]).contains("expected a shard other than that of"));
    assert!(refused(&[&parts[0], &tests[1]]).contains("expected the plan of"));
    assert_eq!(refused(&[]), "expected shards with games, found none");
}

#[cfg(feature = "tune")]
#[test]
fn values_reach_the_searches_of_their_thread() {
    use stonefall_engine::board::{History, Position};
    use stonefall_engine::search::{Limits, Settings, SizedSearch, Tuning};
    use stonefall_engine::types::Rules;

    let nodes = |tuning: &Tuning| {
        tuning.install();
        let root = Position::<5>::start(Rules::standard(5));
        let mut search = SizedSearch::new(1);
        search.run(&root, &History::new(), Limits::depth(5), Settings::default(), &mut ()).nodes
    };
    let defaults = Tuning::default();
    let mut others = Tuning::default();
    assert!(others.set("lmr_base", 2000) && others.set("lmp_base", 1) && !others.set("x", 1));
    let expected = nodes(&defaults);
    assert_ne!(nodes(&others), expected);
    let elsewhere = std::thread::spawn(move || nodes(&Tuning::default()));
    assert_eq!(elsewhere.join().unwrap(), expected);
    assert_eq!(nodes(&defaults), expected);
}

#[test]
fn the_command_tunes_and_tests() {
    let list = text(&stonefall(&["tune", "--list"]));
    for tunable in TUNABLES {
        assert!(list.contains(tunable.name), "{list}");
    }
    let part = path("command.tune");
    let file = part.to_str().unwrap();
    let source = path("tunables.rs");
    fs::copy("engine/src/search/tunables.rs", &source).unwrap();
    let command = |words: &[&str]| {
        let size = ["tune", "--size", "3,4", "--nodes", "30", "--games", "12", "--out", file];
        stonefall(&[&size[..], words].concat())
    };
    let words = ["--only", "rfp_base,lmr_base", "--batch", "2", "--r-end", "0.9"];
    if !ADJUSTABLE {
        assert!(complaint(&command(&words), 1).contains("--features tune"));
        return;
    }
    let first = text(&command(&words));
    assert!(first.contains("12 games on 3x3 and 4x4, komi 2, 30 positions per move"), "{first}");
    assert!(first.contains("rfp_base") && first.contains("Luck") && !first.contains("rfp_depth"));
    // A complete shard can still write its values.
    let write = ["--write", source.to_str().unwrap()];
    let second = text(&command(&[&words[..], &write].concat()));
    assert!(second.starts_with(&first) && second.contains("wrote "), "{second}");
    let values = read(&part).unwrap().state.tuner.unwrap();
    let written = fs::read_to_string(&source).unwrap();
    for moved in values.values() {
        let row = format!("{} = {} in ", moved.parameter.name, moved.value.round());
        assert!(written.contains(&row), "{row}");
    }
    let pooled = text(&stonefall(&["tune", "--pool", file]));
    assert!(pooled.contains("1 shards") && pooled.contains("lmr_base"), "{pooled}");

    assert!(complaint(&command(&["--seed", "2"]), 1).contains("--restart replaces it"));
    let versus =
        ["tune", "--size", "4", "--nodes", "30", "--games", "8", "--versus", "lmr_base=900"];
    let told = text(&stonefall(&versus));
    assert!(told.contains("lmr_base=900 against the defaults: +"), "{told}");
    assert!(told.contains("Elo ") && told.contains("pairs with 0, 1/2"), "{told}");
    let screen = ["tune", "--size", "4", "--nodes", "30", "--games", "8", "--screen"];
    let told = text(&stonefall(&[&screen[..], &["lmr_base=900,rfp_base=5"]].concat()));
    assert!(told.contains("8 games on 4x4") && told.contains("± "), "{told}");
    assert!(told.contains("lmr_base") && told.contains("rfp_base"), "{told}");
    for (value, reason) in
        [("x=1", "--list"), ("lmr_base", "NAME=VALUE"), ("lmr_base=9999", "to 2048")]
    {
        assert!(complaint(&stonefall(&["tune", "--versus", value]), 2).contains(reason));
    }
}
