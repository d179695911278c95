//! Points 27 and 95: memory. Only Linux reports it.

use super::boards::middle;
use super::root::Root;
use super::trial::{Outcome, Trial, need};
use std::fs;
use std::time::{Duration, Instant};
use stonefall_engine::types::Color::{Black, White};

/// Reads a field of a system file: a number of KiB after a name. Returns MiB.
fn field(file: &str, name: &str) -> Option<f64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let number: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number / 1024.0)
}

/// Memory of a process in MiB.
pub(super) fn resident(process: u32) -> Option<f64> {
    field(&format!("/proc/{process}/status"), "VmRSS:")
}

/// Free memory of this machine in MiB.
fn available() -> Option<f64> {
    field("/proc/meminfo", "MemAvailable:")
}

/// Point 27. The step ends the engine before it takes memory that other programs need.
pub(super) fn largest(trial: &mut Trial<'_>) -> Outcome {
    let (threads, hash) = (trial.facts.spin("Threads"), trial.facts.spin("Hash"));
    need(threads.or(hash), "neither Threads nor Hash is announced")?;
    let limit = need(available(), "this system does not report its free memory")? * 0.8;
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
        // A large table takes time to allocate.
        let deadline = Instant::now() + 4 * trial.settings.patience;
        loop {
            let line = trial.receive(Instant::now() + Duration::from_millis(5))?;
            if line.is_some_and(|line| line.first_word() == answer) {
                break;
            }
            let held = trial.process().and_then(resident).unwrap_or(0.0);
            if held > limit {
                trial.complain(format!(
                    "expected at most {limit:.0} MiB, the memory of this machine, found {held:.0} MiB"
                ));
                trial.client = None;
                return Ok(());
            }
            if Instant::now() > deadline {
                trial.complain(format!("expected {answer} after {command}, found no answer"));
                return Ok(());
            }
        }
    }
    if let Some(held) = trial.process().and_then(resident) {
        trial.figure("memory held", held, "MiB");
    }
    Ok(())
}

/// Memory besides the table that an engine may use, and its growth, in MiB.
const BESIDE: f64 = 512.0;
const GAIN: f64 = 32.0;
/// Size of the table in MiB.
const HASH: i64 = 16;

pub(super) fn games(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start()?;
    let hash = trial.facts.spin("Hash").map(|(least, most)| HASH.clamp(least, most));
    if let Some(hash) = hash {
        trial.set("Hash", hash);
    }
    let table = hash.unwrap_or(1024) as f64;
    let memory = |trial: &mut Trial<'_>| trial.process().and_then(resident);
    need(memory(trial), "this system does not report the memory of a process")?;
    let all = trial.settings.games;
    let mut early = 0.0;
    for game in 0..all {
        trial.mark();
        trial.new_game(size)?;
        for root in [Root::start(size), middle(size, White), middle(size, Black)] {
            trial.search(&root, "go movetime 10")?;
        }
        if game == all / 4 {
            early = memory(trial).unwrap_or(0.0);
        }
    }
    let late = memory(trial).unwrap_or(0.0);
    trial.figure("games", f64::from(all), "");
    trial.figure(format!("memory after {} games", all / 4), early, "MiB");
    trial.figure("memory at the end", late, "MiB");
    let found = format_args!("{late:.0} MiB");
    let expected = format_args!("at most {BESIDE:.0} MiB besides the table of {table:.0}");
    trial.expect(late <= table + BESIDE, expected, found);
    trial.expect(late <= early + GAIN, format_args!("no growth from {early:.0} MiB"), found);
    Ok(())
}
