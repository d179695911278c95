//! Tuning: threads and interruptions do not change the games, parts are merged, and values reach the search. Every
//! build plays the games; the sides have different values only with the feature `tune`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

// These tests use few of its functions.
#[allow(dead_code)]
#[path = "../program/program.rs"]
mod program;

use program::{complaint, folder, path, stonefall, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use stonefall_engine::search::{ADJUSTABLE, TUNABLES};
use stonefall_engine::stopper::Stopper;
use stonefall_tools::parts::{Head, Part, PartFile, pool as merge};
use stonefall_tools::resume::{ResumeError, Start};
use stonefall_tools::tune::{
    Schedule, TuneAim, TuneEvent, TunePlan, TuneResults, TuneRun, TuneState, pool,
};
use stonefall_tools::workers::Ended;

const PAIRS: u32 = 10;

fn tuning(series: u32) -> TunePlan {
    let schedule = Schedule { batch: 4, r_end: 0.5, ..Schedule::standard(PAIRS) };
    TunePlan { nodes: 400, series, ..TunePlan::standard(&[5, 4], TuneAim::Tune(schedule)) }
}

fn test_of_values() -> TunePlan {
    let values = BTreeMap::from([("lmr_base".to_owned(), 2000)]);
    TunePlan { nodes: 40, ..TunePlan::standard(&[4], TuneAim::Versus(values)) }
}

fn screening() -> TunePlan {
    let values = [("lmr_base", 2000), ("rfp_base", 1)];
    let values = values.map(|(name, value)| (name.to_owned(), value));
    TunePlan { nodes: 40, ..TunePlan::standard(&[4], TuneAim::Screen(values.into())) }
}

/// Resumes a part and plays at most a number of units.
fn play(
    folder: &Path,
    plan: &TunePlan,
    part: &str,
    threads: usize,
    mut units: u32,
) -> (Ended, TuneState) {
    let part: Part = part.parse().unwrap();
    let head = Head::new(part, plan.job(PAIRS, part), "a build".into());
    let (mut file, found) = PartFile::open(folder, Start::Resume, head).unwrap();
    let mut run = TuneRun::new(plan, file.head(), &found).unwrap();
    let stopper = Stopper::default();
    let ended = run.play(threads, &stopper, |event| {
        if let TuneEvent::Unit(number, text, _) = event
            && units > 0
        {
            file.append(number, text.as_bytes())?;
            units -= 1;
            if units == 0 {
                stopper.stop();
            }
        }
        Ok::<_, ResumeError>(())
    });
    (ended.unwrap(), run.state)
}

/// The merged results of a folder.
fn merged(folder: &Path) -> TuneResults {
    let merged = merge(&[folder.to_owned()]).unwrap();
    pool(&merged.head, &merged.texts().unwrap()).unwrap()
}

/// The units of a folder.
fn units(folder: &Path) -> Vec<(u32, String)> {
    let texts = merge(&[folder.to_owned()]).unwrap().texts().unwrap();
    texts.into_iter().map(|(number, _, text)| (number, text)).collect()
}

#[test]
fn threads_and_interruptions_do_not_change_a_tuning() {
    let (whole, broken) = (folder("tune-whole"), folder("tune-broken"));
    let (ended, state) = play(&whole, &tuning(0), "1/1", 1, 100);
    assert_eq!((ended, state.pairs()), (Ended::Complete, PAIRS));
    assert_eq!(
        merged(&whole).values,
        TuneResults::of_run(tuning(0), &state)
            .values
            .into_iter()
            .map(|tuned| { stonefall_tools::tune::Tuned { spread: None, ..tuned } })
            .collect::<Vec<_>>()
    );
    let tuner = state.tuner.unwrap();
    assert_eq!((tuner.pairs(), tuner.batch()), (PAIRS, 0));
    // Sides with equal values play the same game twice, so the balance is 0.
    let is_moved =
        tuner.values().iter().any(|tuned| tuned.value != f64::from(tuned.parameter.start));
    assert_eq!(is_moved, ADJUSTABLE);

    let whole = units(&whole);
    assert_eq!(whole.len(), 3);
    assert_eq!(play(&broken, &tuning(0), "1/1", 3, 2).0, Ended::Interrupted);
    let file = broken.join("1-of-1.part");
    let bytes = fs::read(&file).unwrap();
    assert_eq!(units(&broken), whole[..2]);
    // Cut within the second batch and within the head.
    for torn in [bytes.len() - 1, bytes.len() - 9, 20, 0] {
        fs::write(&file, &bytes[..torn]).unwrap();
        assert_eq!(play(&broken, &tuning(0), "1/1", 2, 100).0, Ended::Complete);
        assert_eq!(units(&broken), whole);
    }
}

#[test]
fn parts_of_tunings_are_averaged() {
    let parts = folder("tune-parts");
    let [one, other] = [0, 1].map(|series| {
        let part = format!("{}/2", series + 1);
        play(&parts, &tuning(series), &part, 2, 100).1.tuner.unwrap().values()
    });
    let pooled = merged(&parts);
    assert_eq!((pooled.tunings, pooled.score.games()), (2, 4 * PAIRS));
    for ((value, one), other) in pooled.values.iter().zip(one).zip(other) {
        assert!((value.value - (one.value + other.value) / 2.0).abs() < 1e-9);
        let error = (one.value - other.value).abs() / 2.0;
        assert!((value.spread.unwrap() - error).abs() < 1e-9);
        assert!((value.luck - one.luck.hypot(other.luck) / 2.0).abs() < 1e-9);
    }
}

#[test]
fn merged_tests_equal_one_test() {
    for (name, plan) in [("tune-versus", test_of_values()), ("tune-screen", screening())] {
        let (whole, parts) = (folder(name), folder(&format!("{name}-parts")));
        let (_, state) = play(&whole, &plan, "1/1", 2, 100);
        for part in ["2/3", "3/3", "1/3"] {
            play(&parts, &plan, part, 2, 100);
        }
        assert_eq!(units(&parts), units(&whole));
        assert_eq!(merged(&parts), TuneResults::of_run(plan, &state));
    }
}

#[test]
fn results_of_other_games_are_refused() {
    let folder = folder("tune-refused");
    play(&folder, &tuning(0), "1/1", 2, 2);
    let merged = merge(&[folder]).unwrap();
    let mut texts = merged.texts().unwrap();
    for (wrong, reason) in [("ww", "expected the results"), ("wx ww ww ww", "expected the results")]
    {
        texts[1].2 = wrong.to_owned();
        let error = pool(&merged.head, &texts).unwrap_err();
        assert!(error.starts_with("unit 1: ") && error.contains(reason), "{error}");
    }
    // The second batch without the first.
    texts[1].2 = texts[0].2.clone();
    texts.remove(0);
    assert_eq!(pool(&merged.head, &texts).unwrap_err(), "unit 1: expected batch 0 of the tuning");
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
    fs::copy("crates/engine/src/search/tunables.rs", &source).unwrap();
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
    // A complete tuning can still write its values.
    let write = ["--write", source.to_str().unwrap()];
    let second = text(&command(&[&words[..], &write].concat()));
    assert!(second.starts_with(&first) && second.contains("wrote "), "{second}");
    let values = merged(&part).values;
    let written = fs::read_to_string(&source).unwrap();
    for moved in values {
        let row = format!("{} = {} in ", moved.parameter.name, moved.value.round());
        assert!(written.contains(&row), "{row}");
    }
    let pooled = text(&stonefall(&["parts", "pool", file]));
    assert!(pooled.contains("1 tuning") && pooled.contains("lmr_base"), "{pooled}");

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
