//! The functions that scripts call: what needs the system, or looks at more than one answer.

use super::announce;
use super::inspect::Search;
use super::trial::{Outcome, Stop, Trial, skip};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonefall_client::{Client, Direction, InfoLine, Line, OptionSpec, Score};
use stonefall_engine::notation::excerpt;

pub(super) fn call(trial: &mut Trial<'_>, name: &str) -> Outcome {
    match name {
        "speed" => speed(trial),
        "order" => order(trial),
        "again" => again(trial),
        "flushed" => flushed(trial),
        "largest" => largest(trial),
        "closed_output" => closed_output(trial),
        "several" => several(trial),
        "rate" => rate(trial),
        "games" => games(trial),
        "reply" => reply(trial),
        _ => skip(format!("the check has no function '{name}'")),
    }
}

/// Point 2. Only some systems report the memory of a process.
fn speed(trial: &mut Trial<'_>) -> Outcome {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        trial.introduce()?;
        let end = trial.lines.last().map_or(start, |line| line.at);
        best = best.min(end.saturating_duration_since(start));
    }
    trial.within("start to teiok (best of 3)", best, 200);
    if let Some(mib) = trial.process().and_then(resident) {
        trial.figure("memory before isready", mib, "MiB");
        let hash = trial.facts.option("Hash").and_then(OptionSpec::default);
        let hash: f64 = hash.and_then(|default| default.parse().ok()).unwrap_or(0.0);
        let expected = format_args!("less memory than the table of {hash} MiB before isready");
        trial.expect(hash < 32.0 || mib < hash, expected, format_args!("{mib:.0} MiB"));
    }
    Ok(())
}

/// The beginnings of the lines of an answer to `tei`, in order.
const ORDER: [&str; 6] = ["id name", "id author", "id version", "size", "option", "teiok"];

fn order(trial: &mut Trial<'_>) -> Outcome {
    trial.introduce()?;
    let mut lines = std::mem::take(&mut trial.lines);
    trial.send("isready");
    trial.until("readyok")?;
    lines.append(&mut trial.lines);
    for Line { text, .. } in lines.iter().filter(|line| line.text.trim_end() != line.text) {
        trial.complain(format_args!(
            "expected no trailing blank or \\r in '{}'",
            text.escape_debug()
        ));
    }
    let place = |line: &Line| {
        let words: Vec<_> = line.words().take(2).collect();
        ORDER.iter().position(|start| *start == words.join(" ") || words.first() == Some(start))
    };
    let places: Vec<_> = lines.iter().filter_map(place).collect();
    trial.require(places.is_sorted(), format_args!("{} in this order", ORDER.join(", ")));
    for (number, name) in ORDER.iter().enumerate().take(2) {
        let mut found = lines.iter().filter(|line| place(line) == Some(number));
        let has_text = found.any(|line| line.words().count() > 2);
        trial.require(has_text, format_args!("a text after {name}"));
    }
    for line in lines.iter().filter(|line| ["teiok", "readyok"].contains(&line.first_word())) {
        let is_alone = line.words().count() == 1;
        trial.require(is_alone, format_args!("{} alone on its line", line.first_word()));
    }
    Ok(())
}

fn again(trial: &mut Trial<'_>) -> Outcome {
    trial.send("tei");
    trial.until("teiok")?;
    let is_same = trial.lines.iter().map(|line| &line.text).eq(&trial.facts.lines);
    trial.require(is_same, "the same lines as after the first tei");
    let rest = trial.ready()?;
    trial.require(rest.is_empty(), "nothing after teiok");
    Ok(())
}

/// Points 9 to 17 read the answer to `tei`.
pub(super) fn announced(trial: &mut Trial<'_>, point: u8) -> Outcome {
    if point >= 16 {
        announce::faults(trial.facts, point).into_iter().for_each(|fault| trial.complain(fault));
        return Ok(());
    }
    let mut is_any = false;
    for line in &trial.facts.lines {
        let Some(fault) = announce::fault(line, point) else { continue };
        is_any = true;
        if let Some(fault) = fault {
            trial.begin_case(String::new());
            trial.transcript().record(Direction::FromEngine, line);
            trial.complain(format_args!("expected {fault}"));
        }
    }
    if is_any { Ok(()) } else { skip("no options are announced") }
}

/// Point 7: lines about an early moment must arrive early.
fn flushed(trial: &mut Trial<'_>) -> Outcome {
    trial.send("position startpos");
    trial.send("go infinite");
    let early = trial.listen(trial.settings.win_time * 6)?;
    trial.send("stop");
    trial.best_move()?;
    let is_early = |line: &&Line| {
        let line = InfoLine::read(&line.text);
        line.and_then(|line| line.number::<i64>("time")).is_some_and(|time| time < 300)
    };
    let is_delayed = !early.iter().any(|line| line.first_word() == "info")
        && trial.lines.iter().filter(is_early).count() > 1;
    trial.require(!is_delayed, "lines about the first 300 ms to come within 600 ms");
    Ok(())
}

/// Reads a field of a system file of Linux: a number of KiB after a name. Returns MiB.
fn field(file: &str, name: &str) -> Option<f64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let number: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number / 1024.0)
}

/// Memory of a process in MiB.
fn resident(process: u32) -> Option<f64> {
    field(&format!("/proc/{process}/status"), "VmRSS:")
}

/// Point 27. The function ends the engine before it takes memory that other programs need.
fn largest(trial: &mut Trial<'_>) -> Outcome {
    let Some(free) = field("/proc/meminfo", "MemAvailable:") else {
        return skip("this system does not report its free memory");
    };
    let limit = free * 0.8;
    let cores = std::thread::available_parallelism().map_or(2, usize::from) as i64;
    for (name, most) in [("Threads", 4 * cores), ("Hash", i64::MAX)] {
        if let Some((_, max)) = trial.facts.spin(name) {
            trial.send(&format!("setoption name {name} value {}", max.min(most)));
        }
    }
    trial.send(&format!("teinewgame {}", trial.facts.size()));
    trial.send("position startpos");
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
                let expected = format_args!("at most {limit:.0} MiB, the memory of this machine");
                trial.expect(false, expected, format_args!("{held:.0} MiB"));
                trial.client = None;
                return Ok(());
            }
            if Instant::now() > deadline {
                trial.expect(false, format_args!("{answer} after {command}"), "no answer");
                return Ok(());
            }
        }
    }
    if let Some(held) = trial.process().and_then(resident) {
        trial.figure("memory held", held, "MiB");
    }
    Ok(())
}

/// Starts two threads that compute until the returned value is dropped.
pub(super) fn busy_threads() -> Arc<()> {
    let load = Arc::new(());
    for _ in 0..2 {
        let load = Arc::downgrade(&load);
        let work = move || {
            while load.strong_count() > 0 {
                std::hint::spin_loop();
            }
        };
        // Without the thread the machine is less busy, which favors the engine.
        let _ = std::thread::Builder::new().name("load".to_owned()).spawn(work);
    }
    load
}

/// Point 77 uses pipes of its own, because a client keeps the output open.
fn closed_output(trial: &mut Trial<'_>) -> Outcome {
    let program = trial.settings.engine.program()?;
    let mut command = Command::new(&program.program);
    command.args(&program.arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else { return Ok(()) };
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Ok(());
    };
    let _ = input.write_all(b"tei\nisready\n");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let is_ready = lines.any(|line| line.trim_end() == "readyok");
    drop(lines);
    let since = Instant::now();
    // The engine notices at its next line.
    let _ = input.write_all(b"isready\ngo movetime 20\nisready\n");
    let mut has_ended = false;
    while is_ready && !has_ended && since.elapsed() < trial.settings.patience {
        std::thread::sleep(Duration::from_millis(2));
        has_ended = child.try_wait().is_ok_and(|status| status.is_some());
    }
    let name = "a closed output";
    if has_ended {
        trial.within(name, since.elapsed(), 1000);
    } else {
        trial.complain(format_args!("{name}: expected the program to end"));
    }
    // Both fail only if the process has ended.
    let _ = child.kill();
    let _ = child.wait();
    let mut errors = String::new();
    if let Some(mut pipe) = child.stderr.take() {
        let _ = pipe.read_to_string(&mut errors);
    }
    expect_no_panic(trial, name, &errors);
    Ok(())
}

pub(super) fn expect_no_panic(trial: &mut Trial<'_>, name: &str, errors: &str) {
    if errors.contains("panicked") || errors.contains("Traceback") {
        trial.complain(format_args!("{name}: expected no panic, found: {}", excerpt(errors, 80)));
    }
}

/// Sends a signal to the program. Returns false where that is impossible.
#[cfg(unix)]
pub(super) fn signal(trial: &mut Trial<'_>, name: &str) -> bool {
    use rustix::process::{Pid, Signal, kill_process};
    // A process passes ignored signals on to its children; shells ignore SIGINT in the background.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let (signal, bit) =
        if name == "SIGTERM" { (Signal::TERM, 1 << 14) } else { (Signal::INT, 1 << 1) };
    let process = trial.process().and_then(|id| Pid::from_raw(id as i32));
    mask & bit == 0 && process.is_some_and(|process| kill_process(process, signal).is_ok())
}

#[cfg(not(unix))]
pub(super) fn signal(_: &mut Trial<'_>, _: &str) -> bool {
    false
}

/// The first two ranks out of order: the lines of one depth come together.
fn gap<'a>(lines: impl Iterator<Item = InfoLine<'a>>) -> Option<(i64, i64)> {
    // Lines with a bound come between them, in any rank.
    let settled = lines.filter(|line| line.values("pv").is_some() && !line.is_bound());
    let ranks: Vec<_> = settled.map(|line| line.rank()).collect();
    // A line may be repeated.
    let follows =
        |&(before, after): &(i64, i64)| after == 1 || (before..=before + 1).contains(&after);
    ranks.iter().copied().zip(ranks.iter().copied().skip(1)).find(|pair| !follows(pair))
}

/// Point 86: the lines of the last search.
fn several(trial: &mut Trial<'_>) -> Outcome {
    const COUNT: usize = 4;
    let search = trial.search.take();
    let infos = || search.iter().flat_map(Search::infos);
    let newest: BTreeMap<_, _> = infos()
        .filter(|line| line.values("pv").is_some())
        .map(|line| (line.rank(), line))
        .collect();
    let firsts: BTreeSet<_> = newest.values().filter_map(|line| line.pv().first()).collect();
    let expected = format_args!("{COUNT} different first moves");
    trial.expect(firsts.len() == COUNT, expected, firsts.len());
    let ranks = format_args!("{:?}", newest.keys());
    let is_complete = newest.keys().copied().eq(1..=COUNT as i64);
    trial.expect(is_complete, format_args!("the lines 1 to {COUNT}"), ranks);
    let depths: BTreeSet<_> = newest.values().map(|line| line.number::<i64>("depth")).collect();
    let is_exact = newest.values().all(|line| !line.is_bound());
    let scores: Vec<_> = newest.values().filter_map(InfoLine::score).map(Score::rank).collect();
    let is_sorted = depths.len() > 1 || !is_exact || scores.is_sorted_by(|a, b| a >= b);
    trial.expect(is_sorted, "the best line first", format_args!("the scores {scores:?}"));
    if let Some((before, after)) = gap(infos()) {
        let found = format!("{after} after {before}");
        trial.expect(false, format_args!("the lines 1 to {COUNT} in order"), found);
    }
    Ok(())
}

/// Highest accepted number of lines per second; point 88 allows about 20.
const RATE: usize = 25;

fn rate(trial: &mut Trial<'_>) -> Outcome {
    let lines = trial.listen(Duration::from_secs(2))?;
    let count = lines.iter().filter(|line| line.first_word() == "info").count();
    trial.figure("lines per second, after the first second", count as f64 / 2.0, "");
    let expected = format_args!("at most {RATE} lines per second");
    trial.expect(count <= 2 * RATE, expected, count / 2);
    Ok(())
}

/// Starts the engine in a read-only folder of Linux, with an empty `HOME`.
pub(super) fn sealed(trial: &mut Trial<'_>) -> Outcome {
    let mut launch = trial.settings.engine.program()?.clone();
    if !Path::new("/proc").is_dir() {
        return skip("this system has no folder that is known to be read-only");
    }
    launch.folder = Some("/proc".into());
    launch.environment.push(("HOME".into(), "".into()));
    trial.put_client(Client::start(&launch)?);
    trial.send("tei");
    trial.until("teiok")?;
    trial.ready().map(|_| ())
}

/// Memory besides the table that an engine may use, and its growth, in MiB.
const BESIDE: f64 = 512.0;
const GAIN: f64 = 32.0;

/// Point 95.
fn games(trial: &mut Trial<'_>) -> Outcome {
    // The table of the script.
    let hash = trial.facts.spin("Hash").map(|(least, most)| 16.clamp(least, most));
    let table = hash.unwrap_or(1024) as f64;
    let memory = |trial: &mut Trial<'_>| {
        let unknown = || Stop::Skip("this system does not report the memory of a process".into());
        trial.process().and_then(resident).ok_or_else(unknown)
    };
    let mut early = memory(trial)?;
    let all = trial.settings.games;
    for game in 0..all {
        trial.begin_case(String::new());
        trial.new_game(trial.facts.size())?;
        for name in ["start", "middle", "middle-black"] {
            trial.step("search", &format!("{name} go movetime 10"))?;
        }
        if game == all / 4 {
            early = memory(trial)?;
        }
    }
    let late = memory(trial)?;
    trial.figure("games", f64::from(all), "");
    trial.figure(format!("memory after {} games", all / 4), early, "MiB");
    trial.figure("memory at the end", late, "MiB");
    let found = format_args!("{late:.0} MiB");
    let expected = format_args!("at most {BESIDE:.0} MiB besides the table of {table:.0}");
    trial.expect(late <= table + BESIDE, expected, found);
    trial.expect(late <= early + GAIN, format_args!("no growth from {early:.0} MiB"), found);
    Ok(())
}

/// Point 99: the answer to a search of the position `middle`.
fn reply(trial: &mut Trial<'_>) -> Outcome {
    trial.best_move()?;
    let text = trial.answer.clone();
    let words: Vec<_> = text.split_whitespace().collect();
    // A line may end with the move.
    let is_legal = match words[..] {
        [_, mv] => trial.root("middle")?.check(mv).is_ok(),
        [_, mv, "ponder", reply] => trial.root(&format!("middle moves {mv}"))?.check(reply).is_ok(),
        _ => false,
    };
    trial.expect(is_legal, "bestmove MOVE ponder and a legal reply", format_args!("'{text}'"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_lines_of_a_depth_out_of_order() {
        for (words, expected) in [
            (
                &["1 score cp 5", "2 score cp 4", "2 score cp 4", "3 score cp 3", "1 score cp 5"][..],
                None,
            ),
            (&["1 score cp 5", "3 score cp 3"], Some((1, 3))),
            (&["1 score cp 5", "3 score cp 3 upperbound", "2 score cp 4"], None),
            (&["2 score cp 5", "1 score cp 3 lowerbound", "4 score cp 4"], Some((2, 4))),
        ] {
            let lines: Vec<_> = words.iter().map(|it| format!("info multipv {it} pv a1")).collect();
            assert_eq!(gap(lines.iter().filter_map(|line| InfoLine::read(line))), expected);
        }
    }
}
