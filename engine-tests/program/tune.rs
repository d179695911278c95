//! Tuning: threads and interruptions do not change the games, and values reach the search.

use crate::program::{complaint, path, stonefall, text};
use clap::{Args, Command, FromArgMatches};
use std::fs;
use std::path::Path;
use stonefall_engine::board::{History, Position};
use stonefall_engine::search::{Limits, Settings, SizedSearch, TUNABLES, TunableValues};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Rules;
use stonefall_tools::resume::{ResumeError, Start};
use stonefall_tools::tune::{TuneEvent, TunePlan, TuneRun};
use stonefall_tools::workers::WorkEnd;

const PAIRS: u32 = 10;

/// The settings of these arguments.
fn plan(words: &str) -> TunePlan {
    let command = TunePlan::augment_args(Command::new("tune").no_binary_name(true));
    TunePlan::from_arg_matches(&command.get_matches_from(words.split(' '))).unwrap()
}

const TUNING: &str = "--size 5,4 --nodes 400 --batch 4 --r-end 0.5";
const TEST: &str = "--size 4 --nodes 40 --versus lmr_base=2000";

/// Resumes a run and plays until its file has at most a number of new lines.
fn play(path: &Path, plan: &TunePlan, threads: usize, mut lines: u32) -> (WorkEnd, TuneRun) {
    let mut run = TuneRun::new(plan.clone(), PAIRS);
    let mut file = run.open(path, Start::Resume).unwrap();
    let stopper = Stopper::default();
    let ended = run.play(threads, &stopper, |event| {
        if let TuneEvent::Results(line, _) = event
            && lines > 0
        {
            file.append(line.as_bytes())?;
            lines -= 1;
            if lines == 0 {
                stopper.stop();
            }
        }
        Ok::<_, ResumeError>(())
    });
    (ended.unwrap(), run)
}

#[test]
fn threads_and_interruptions_do_not_change_a_run() {
    for (name, words) in [("tune", TUNING), ("versus", TEST)] {
        let plan = plan(words);
        let [whole, broken] = ["whole", "broken"].map(|part| path(&format!("{name}-{part}.tune")));
        let (ended, run) = play(&whole, &plan, 1, 100);
        assert_eq!((ended, run.done()), (WorkEnd::Complete, PAIRS));
        if let Some(tuner) = &run.tuner {
            assert_eq!((tuner.pairs(), tuner.batch()), (PAIRS, 0));
            // Sides with equal values would play the same game twice, with a balance of 0.
            let values = tuner.values();
            assert!(values.iter().any(|it| it.value != f64::from(it.parameter.default)));
        }
        let bytes = fs::read(&whole).unwrap();
        assert_eq!(play(&broken, &plan, 3, 2).0, WorkEnd::Interrupted);
        assert!(bytes.starts_with(&fs::read(&broken).unwrap()));
        // Cut within the second line of results and within the first line of the file.
        let torn = fs::read(&broken).unwrap().len();
        for torn in [torn - 1, torn - 4, 20, 0] {
            fs::write(&broken, &bytes[..torn]).unwrap();
            let (ended, resumed) = play(&broken, &plan, 2, 100);
            assert_eq!((ended, resumed), (WorkEnd::Complete, run.clone()));
            assert!(fs::read(&broken).unwrap() == bytes);
        }
    }
}

#[test]
fn files_of_other_runs_are_refused() {
    let path = path("tune-refused.tune");
    play(&path, &plan(TUNING), 2, 2);
    let text = fs::read_to_string(&path).unwrap();
    let refused = |words: &str| {
        TuneRun::new(plan(words), PAIRS).open(&path, Start::Resume).unwrap_err().problem.to_string()
    };
    assert_eq!(refused(&TUNING.replace("400", "401")), "expected nodes 401, found 400");
    let head = text.lines().next().unwrap();
    for (content, reason) in [
        (
            format!("{head}\n[[2,2]]\n"),
            "line 2: expected the results of its games, found other text",
        ),
        (
            format!("{head}\n[[2,3],[2,2],[2,2],[2,2]]\n"),
            "line 2: expected the results of its games",
        ),
        ("1. a1 b2\n".to_owned(), "line 1: expected settings of stonefall tune"),
        ("{}\n".to_owned(), "line 1: expected settings of stonefall tune"),
        ("text".to_owned(), "line 1: expected settings of stonefall tune"),
    ] {
        fs::write(&path, &content).unwrap();
        let found = refused(TUNING);
        assert!(found.starts_with(reason), "{found}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

#[test]
fn values_reach_the_searches_of_their_thread() {
    let nodes = |tuning: &TunableValues| {
        tuning.install();
        let root = Position::<5>::start(Rules::standard(5));
        let mut search = SizedSearch::new(1);
        search.run(&root, &History::new(), Limits::depth(5), Settings::default(), &mut ()).nodes
    };
    let defaults = TunableValues::default();
    let mut others = TunableValues::default();
    assert!(others.set("lmr_base", 2000) && others.set("lmp_base", 1) && !others.set("x", 1));
    let expected = nodes(&defaults);
    assert_ne!(nodes(&others), expected);
    let elsewhere = std::thread::spawn(move || nodes(&TunableValues::default()));
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
    let command = |words: &[&str]| {
        let size = ["tune", "--size", "3,4", "--nodes", "30", "--games", "12", "--out", file];
        stonefall(&[&size[..], words].concat())
    };
    let words = ["--only", "rfp_base,lmr_base", "--batch", "2", "--r-end", "0.9"];
    let first = text(&command(&words));
    assert!(first.contains("12 games on 3x3 and 4x4, komi 2, 30 positions per move"), "{first}");
    assert!(first.contains("rfp_base") && first.contains("Luck") && !first.contains("rfp_depth"));
    // A complete tuning shows its values again.
    assert_eq!(text(&command(&words)), first);

    assert!(complaint(&command(&["--seed", "2"]), 1).contains("--restart replaces it"));
    let versus =
        ["tune", "--size", "4", "--nodes", "30", "--games", "8", "--versus", "lmr_base=900"];
    let told = text(&stonefall(&versus));
    assert!(told.contains("lmr_base=900 against the defaults: +"), "{told}");
    assert!(told.contains("Elo ") && told.contains("pairs with 0, 1/2"), "{told}");
    for (value, reason) in
        [("x=1", "--list"), ("lmr_base", "NAME=VALUE"), ("lmr_base=9999", "to 2048")]
    {
        assert!(complaint(&stonefall(&["tune", "--versus", value]), 2).contains(reason));
    }
}
