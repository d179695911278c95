//! Points 53, 57 and 58: time.

use super::boards::middle;
use super::load::Load;
use super::root::Root;
use super::trial::{Outcome, Trial};
use std::time::Duration;
use stonefall_engine::types::Color::{Black, White};

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
    trial.start_game()?;
    let took = slowest(trial, &root, "go movetime 1000", 2)?;
    trial.within("movetime 1000", took, 1020);
    for millis in ["1", "0", "-5"] {
        trial.mark();
        let took = slowest(trial, &root, &format!("go movetime {millis}"), 5)?;
        trial.within(&format!("movetime {millis}"), took, 20);
    }
    let _load = Load::two();
    trial.mark();
    let took = slowest(trial, &root, "go movetime 1000", 2)?;
    trial.within("movetime 1000 beside two busy processes", took, 1050);
    Ok(())
}

/// The clock that the bridge to PlayTak sends when a subtraction wraps around.
const WRAPPED: u64 = 4_294_965_796;

pub(super) fn clocks(trial: &mut Trial<'_>) -> Outcome {
    let roots = [White, Black].map(|mover| (mover, middle(trial.size(), mover)));
    trial.start_game()?;
    let mut most: f64 = 0.0;
    for (mover, root) in &roots {
        for (white, words) in [
            (500, "wtime 500 btime 500"),
            (500, "wtime 500 btime 400 winc 10 binc 10"),
            (500, "binc 10 winc 10 btime 500 wtime 500"),
            (500, "wtime 500"),
            (500, "btime 500 binc 10"),
            (500, "wtime 500 btime 500 movestogo 1"),
            (0, "wtime 0 btime 0"),
            (0, "wtime -100 btime -100"),
            (100, "wtime 100 btime 100 winc 5000 binc 5000"),
        ] {
            let own = if *mover == White { "wtime " } else { "btime " };
            let go = format!("go {words}");
            let work = |trial: &mut Trial<'_>| {
                trial.send(&root.command());
                if !words.contains(own) {
                    // Without the mover's clock, only an answer is required.
                    return stopped(trial, root, &go);
                }
                let clock =
                    if *mover == Black && words.contains("btime 400") { 400 } else { white };
                let took = trial.go(root, &go)?.took.as_secs_f64() * 1e3;
                let limit = f64::from(clock.max(30)) + trial.settings.slack.as_secs_f64() * 1e3;
                most = most.max(if clock > 0 { took / f64::from(clock) } else { 0.0 });
                trial.expect(took < limit, || {
                    format!("expected less than the {clock} ms of the clock, took {took:.0} ms")
                });
                Ok(())
            };
            trial.case(&go, Trial::start_game, work)?;
        }
        for words in [
            format!("wtime {WRAPPED} btime {WRAPPED} winc 5000 binc 5000"),
            "wtime 99999999999999999999 btime 99999999999999999999".to_owned(),
        ] {
            let go = format!("go {words}");
            trial.case(&go, Trial::start_game, |trial| {
                trial.send(&root.command());
                stopped(trial, root, &go)
            })?;
        }
    }
    trial.figure("most of a clock that a move took", most * 100.0, "%");
    Ok(())
}

/// A search that may take long: the step stops it and expects an answer.
fn stopped(trial: &mut Trial<'_>, root: &Root, go: &str) -> Outcome {
    trial.send(go);
    let early = trial.listen(Duration::from_millis(200))?;
    let best = match early.into_iter().find(|line| line.first_word() == "bestmove") {
        Some(best) => Some(best),
        None => {
            trial.send("stop");
            trial.until("bestmove")?.pop()
        }
    };
    trial.ready()?;
    let best = best.map(|line| line.text).unwrap_or_default();
    let mv = best.split_whitespace().nth(1).unwrap_or_default();
    let legal = root.check(mv);
    trial.expect(legal.is_ok(), || format!("expected a legal move, found '{best}'"));
    Ok(())
}

pub(super) fn last_moment(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    trial.start_game()?;
    // The first search of a process may allocate tables.
    trial.search(&root, "go movetime 20")?;
    for (what, limit) in [("", 20), (" beside two busy processes", 50)] {
        let _load = (!what.is_empty()).then(Load::two);
        for clock in ["wtime 1 btime 1", "wtime 0 btime 0"] {
            trial.mark();
            let took = slowest(trial, &root, &format!("go {clock}"), 15)?;
            trial.within(&format!("{clock}{what} (slowest of 15)"), took, limit);
        }
    }
    Ok(())
}
