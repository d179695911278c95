//! Points 51 to 60: `go`.

use super::boards::{Gap, middle, win};
use super::load::busy_threads;
use super::options::result;
use super::root::{Root, Search};
use super::session::answers;
use super::trial::{Outcome, Trial};
use std::time::Duration;
use stonefall_engine::types::Color::{Black, White};

pub(super) fn no_position(trial: &mut Trial<'_>) -> Outcome {
    trial.start()?;
    // The size is unknown before a game, so the step cannot check the move.
    trial.send(&trial.movetime(50));
    let best = trial.best_move()?;
    trial.expect(best.len() == 2, "a flat on the empty board", format_args!("'{best}'"));
    trial.start_game()?;
    trial.go(&Root::start(trial.size()), &trial.movetime(50))?;
    Ok(())
}

/// Point 52. The protocol lets a search end early if its result is known.
pub(super) fn infinite(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    for go in ["go infinite", "go"] {
        trial.start_game()?;
        for root in [Root::start(size), middle(size, White)] {
            trial.case(go, |trial| {
                trial.send(&root.command());
                trial.send(go);
                let early = trial.pause(400)?;
                let ended = trial.stop(&early)?;
                trial.require(!ended, format_args!("no bestmove before stop after '{go}'"));
                trial.ready()
            })?;
        }
    }
    trial.case("go infinite on a won position", |trial| {
        let early = trial.think(&win(size, White, Gap::Left).root, 300)?;
        trial.stop(&early)?;
        let again = answers(&trial.ready()?) > 0;
        trial.require(!again, "one bestmove");
        Ok(())
    })
}

/// The slowest of several searches.
fn slowest(trial: &mut Trial<'_>, root: &Root, go: &str, times: u32) -> Outcome<Duration> {
    let mut slowest = Duration::ZERO;
    for _ in 0..times {
        slowest = slowest.max(trial.search(root, go)?.took);
    }
    Ok(slowest)
}

pub(super) fn movetime(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    for (millis, times, limit) in [("1000", 2, 1020), ("1", 5, 20), ("0", 5, 20), ("-5", 5, 20)] {
        trial.mark();
        let took = slowest(trial, &root, &format!("go movetime {millis}"), times)?;
        trial.within(&format!("movetime {millis}"), took, limit);
    }
    let _load = busy_threads();
    trial.mark();
    let took = slowest(trial, &root, "go movetime 1000", 2)?;
    trial.within("movetime 1000 beside two busy processes", took, 1050);
    Ok(())
}

/// Last number of a key.
fn last(search: &Search, key: &str) -> Option<i64> {
    search.infos().rev().find_map(|line| line.number(key))
}

pub(super) fn depth(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    for depth in [1, 3] {
        let go = format!("go depth {depth}");
        trial.case(&go, |trial| {
            let search = trial.search(&root, &go)?;
            if depth == 1 {
                trial.within("depth 1", search.took, 500);
            }
            let found = last(&search, "depth");
            let holds = found.is_some_and(|found| found <= depth);
            let expected = format_args!("a depth of at most {depth}");
            trial.expect(holds, expected, format_args!("{found:?}"));
            Ok(())
        })?;
    }
    trial.cases(["go depth 0", "go depth -3", "go depth 99999999999999999999"], |trial, go| {
        trial.send(&root.command());
        trial.send(go);
        let early = trial.pause(150)?;
        trial.stop(&early)?;
        trial.ready()
    })
}

pub(super) fn nodes(trial: &mut Trial<'_>) -> Outcome {
    const NODES: i64 = 20_000;
    let root = middle(trial.size(), White);
    let mut found = Vec::new();
    for _ in 0..2 {
        trial.start_game()?;
        if trial.facts.spin("Threads").is_some() {
            trial.set("Threads", 1);
        }
        let search = trial.search(&root, &format!("go nodes {NODES}"))?;
        let counted = last(&search, "nodes").unwrap_or(0);
        let is_near = (NODES / 100 + 1..=NODES + NODES / 10).contains(&counted);
        trial.expect(is_near, format_args!("about {NODES} nodes"), counted);
        found.push(result(&search));
    }
    let expected = format_args!("the same search twice: {}", found[0]);
    trial.expect(found[0] == found[1], expected, &found[1]);
    answer(trial, &root, &["nodes 1", "nodes 0", "nodes -1"])
}

pub(super) fn mixed(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    for (words, limit) in [
        ("depth 100 nodes 1000 movetime 2500", 1000),
        ("movetime 2500 nodes 1000 depth 100", 1000),
        ("depth 1 nodes 1000000000 movetime 2500", 1000),
        ("depth 100 nodes 1000000000 movetime 100", 150),
    ] {
        let go = format!("go {words}");
        trial.case(&go, |trial| {
            let search = trial.search(&root, &go)?;
            trial.within(words, search.took, limit);
            Ok(())
        })?;
    }
    Ok(())
}

/// Expects an answer to `go` with each of these words.
fn answer(trial: &mut Trial<'_>, root: &Root, words: &[&str]) -> Outcome {
    trial.cases(words.iter().map(|words| format!("go {words}")), |trial, go| trial.search(root, go))
}

/// Expects an answer to `go` at the start of a game with each of these words.
pub(super) fn answers_all(trial: &mut Trial<'_>, words: &[&str]) -> Outcome {
    answer(trial, &Root::start(trial.size()), words)
}

/// Clocks with White's and Black's time in milliseconds, if the mover of that color has a clock.
const CLOCKS: [(&str, Option<u32>, Option<u32>); 11] = [
    ("wtime 500 btime 500", Some(500), Some(500)),
    ("wtime 500 btime 400 winc 10 binc 10", Some(500), Some(400)),
    ("binc 10 winc 10 btime 500 wtime 500", Some(500), Some(500)),
    ("wtime 500", Some(500), None),
    ("btime 500 binc 10", None, Some(500)),
    ("wtime 500 btime 500 movestogo 1", Some(500), Some(500)),
    ("wtime 0 btime 0", Some(0), Some(0)),
    ("wtime -100 btime -100", Some(0), Some(0)),
    ("wtime 100 btime 100 winc 5000 binc 5000", Some(100), Some(100)),
    // The bridge to PlayTak sends these clocks when a subtraction wraps around.
    ("wtime 4294965796 btime 4294965796 winc 5000 binc 5000", None, None),
    ("wtime 99999999999999999999 btime 99999999999999999999", None, None),
];

pub(super) fn clocks(trial: &mut Trial<'_>) -> Outcome {
    let mut most: f64 = 0.0;
    for mover in [White, Black] {
        let root = middle(trial.size(), mover);
        for (words, white, black) in CLOCKS {
            let go = format!("go {words}");
            trial.case(&go, |trial| {
                trial.send(&root.command());
                // Without the mover's clock, only an answer is required.
                let Some(clock) = (if mover == White { white } else { black }) else {
                    return stopped(trial, &root, &go);
                };
                let took = trial.go(&root, &go)?.took.as_secs_f64() * 1e3;
                let limit = f64::from(clock.max(30)) + trial.settings.slack.as_secs_f64() * 1e3;
                most = most.max(if clock > 0 { took / f64::from(clock) } else { 0.0 });
                if took >= limit {
                    trial.complain(format!(
                        "expected less than the {clock} ms of the clock, took {took:.0} ms"
                    ));
                }
                Ok(())
            })?;
        }
    }
    trial.figure("most of a clock that a move took", most * 100.0, "%");
    Ok(())
}

/// A search that may take long: the step stops it and expects an answer.
fn stopped(trial: &mut Trial<'_>, root: &Root, go: &str) -> Outcome {
    trial.send(go);
    let mut lines = trial.listen(Duration::from_millis(200))?;
    if answers(&lines) == 0 {
        trial.send("stop");
        lines = trial.until("bestmove")?;
    }
    trial.ready()?;
    trial.expect_legal(root, lines.iter().find(|line| line.first_word() == "bestmove"));
    Ok(())
}

pub(super) fn last_moment(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    // The first search of a process may allocate tables.
    trial.search(&root, "go movetime 20")?;
    for (case, limit) in [("", 20), (" beside two busy processes", 50)] {
        let _load = (!case.is_empty()).then(busy_threads);
        for clock in ["wtime 1 btime 1", "wtime 0 btime 0"] {
            trial.mark();
            let took = slowest(trial, &root, &format!("go {clock}"), 15)?;
            trial.within(&format!("{clock}{case} (slowest of 15)"), took, limit);
        }
    }
    Ok(())
}
