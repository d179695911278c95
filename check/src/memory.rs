//! Points 27 and 95: memory, as Linux tells it.

use super::boards::middle;
use super::root::Root;
use super::trial::{Outcome, Trial, skip};
use std::fs;
use std::time::{Duration, Instant};
use stonefall_engine::types::Color::{Black, White};

/// A number of KiB behind a name, in a file of the system; in MiB.
fn field(file: &str, name: &str) -> Option<f64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let number: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number / 1024.0)
}

/// The memory that a process holds, in MiB.
pub(super) fn resident(process: u32) -> Option<f64> {
    field(&format!("/proc/{process}/status"), "VmRSS:")
}

/// The memory that is left on this machine, in MiB.
fn available() -> Option<f64> {
    field("/proc/meminfo", "MemAvailable:")
}

/// Point 27. The engine is watched: it is ended before it takes the memory that others need.
pub(super) fn largest(trial: &mut Trial<'_>) -> Outcome {
    let (threads, hash) = (trial.facts.spin("Threads"), trial.facts.spin("Hash"));
    if threads.is_none() && hash.is_none() {
        return skip("neither Threads nor Hash is announced");
    }
    let Some(limit) = available().map(|mib| mib * 0.8) else {
        return skip("this system does not tell what memory there is");
    };
    trial.start()?;
    if let Some((_, most)) = threads {
        let cores = std::thread::available_parallelism().map_or(2, usize::from) as i64;
        trial.set("Threads", most.min(4 * cores));
    }
    if let Some((_, most)) = hash {
        trial.set("Hash", most);
    }
    let size = trial.size();
    let begin = format!("teinewgame {size}\n{}\n", Root::start(size).command());
    trial.send_bytes(begin.as_bytes());
    for (command, answer) in [("isready", "readyok"), ("go movetime 200", "bestmove")] {
        trial.send(command);
        // Laying out a large table takes time.
        let deadline = Instant::now() + 4 * trial.settings.patience;
        loop {
            let heard = trial.hear(Instant::now() + Duration::from_millis(5))?;
            if heard.is_some_and(|heard| heard.first_word() == answer) {
                break;
            }
            let held = trial.process.and_then(resident).unwrap_or(0.0);
            if held > limit {
                trial.complain(format!(
                    "expected it to make do with the memory there is, but it holds {held:.0} MiB of {limit:.0}"
                ));
                trial.take_wire();
                return Ok(());
            }
            if Instant::now() > deadline {
                trial.complain(format!("expected {answer}, found none after {command}"));
                return Ok(());
            }
        }
    }
    if let Some(held) = trial.process.and_then(resident) {
        trial.figure("memory held", held, "MiB");
    }
    Ok(())
}

/// Memory beside the table that an engine may hold, and that it may gain, in MiB.
const BESIDE: f64 = 512.0;
const GAIN: f64 = 32.0;
/// The table, in MiB.
const HASH: i64 = 16;

/// Point 95.
pub(super) fn games(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start()?;
    let table = match trial.facts.spin("Hash") {
        Some((least, most)) => {
            let hash = HASH.clamp(least, most);
            trial.set("Hash", hash);
            hash as f64
        }
        None => 1024.0,
    };
    if trial.process.and_then(resident).is_none() {
        return skip("this system does not tell what memory a process holds");
    }
    let all = trial.settings.games;
    let mut early = 0.0;
    for game in 0..all {
        trial.mark();
        trial.new_game(size)?;
        for root in [Root::start(size), middle(size, White), middle(size, Black)] {
            trial.search(&root, "go movetime 10")?;
        }
        if game == all / 4 {
            early = trial.process.and_then(resident).unwrap_or(0.0);
        }
    }
    let late = trial.process.and_then(resident).unwrap_or(0.0);
    trial.figure("games", f64::from(all), "");
    trial.figure(format!("memory after {} games", all / 4), early, "MiB");
    trial.figure("memory at the end", late, "MiB");
    trial.expect(late <= table + BESIDE, || {
        format!("expected at most {BESIDE:.0} MiB beside the table of {table:.0}, found {late:.0}")
    });
    trial.expect(late <= early + GAIN, || {
        format!("expected no growth, found {early:.0} MiB and later {late:.0}")
    });
    Ok(())
}
