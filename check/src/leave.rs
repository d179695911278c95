//! Points 75 to 77: how the engine leaves.

use super::boards::middle;
use super::trial::{Outcome, Trial, skip};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stonefall_client::{Event, Exit, excerpt};
use stonefall_engine::types::Color::White;

/// Whether a search runs when the engine is to leave.
const STATES: [&str; 2] = ["idle", "searching"];

/// Closes the input, perhaps, and waits for the end; what was said meanwhile comes back.
fn await_end(trial: &mut Trial<'_>, state: &str, closes: bool) -> Outcome<Vec<String>> {
    let since = Instant::now();
    let patience = trial.settings.patience;
    let Some(mut wire) = trial.take_wire() else { return Ok(Vec::new()) };
    if closes {
        wire.close();
    }
    let mut lines = Vec::new();
    let ending = loop {
        match wire.receive(since + patience) {
            Event::Line(heard) => lines.push(heard.text),
            Event::Silence => break None,
            Event::Ended(ending) => break Some(ending),
        }
    };
    let took = since.elapsed();
    match ending {
        Some(Exit::Code(0)) => trial.within(state, took, 500),
        // A server stays, and lets the connection go.
        Some(Exit::Closed) if trial.settings.door.address().is_some() => {
            trial.within(state, took, 500);
        }
        Some(ending) => {
            trial.complain(format!("{state}: expected exit code 0, found {ending}"));
        }
        None => trial.complain(format!(
            "{state}: expected the program to end, and it still runs after {} ms",
            took.as_millis()
        )),
    }
    Ok(lines)
}

fn begin(trial: &mut Trial<'_>, state: &str) -> Outcome {
    trial.start_game()?;
    if state == "searching" {
        trial.send(&middle(trial.size(), White).command());
        trial.send("go infinite");
        trial.rest(100)?;
    }
    Ok(())
}

/// Point 75.
pub(super) fn quit(trial: &mut Trial<'_>) -> Outcome {
    for state in STATES {
        begin(trial, state)?;
        trial.send("quit");
        await_end(trial, &format!("quit, {state}"), false)?;
    }
    Ok(())
}

/// Point 76.
pub(super) fn end_of_input(trial: &mut Trial<'_>) -> Outcome {
    for state in STATES {
        begin(trial, state)?;
        await_end(trial, &format!("end of input, {state}"), true)?;
    }
    if trial.settings.door.address().is_some() {
        // Over a WebSocket the end of a frame ends the line, and who closes hears nothing more.
        return Ok(());
    }
    trial.start_game()?;
    trial.send_bytes(b"isready");
    let lines = await_end(trial, "end of input behind half a line", true)?;
    trial.expect(lines.iter().any(|line| line == "readyok"), || {
        "expected the last command to be followed although its line does not end".into()
    });
    Ok(())
}

/// Point 77. The pipes are held here, because one has to be closed.
pub(super) fn closed_output(trial: &mut Trial<'_>) -> Outcome {
    let Some(program) = trial.settings.door.program() else {
        return skip("the engine is no child process");
    };
    let mut command = Command::new(&program.program);
    command.args(&program.arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut ways = vec!["a closed output"];
    if cfg!(unix) {
        ways.push("SIGTERM");
        // Whoever ignores it passes that on to the programs it starts, as shells do in the background.
        if !ignores_interrupts() {
            ways.push("SIGINT");
        }
    }
    for way in ways {
        trial.mark();
        let Ok(mut child) = command.spawn() else { continue };
        let verdict = leave(&mut child, way, trial.settings.patience);
        // It has ended, or has to.
        let _ = child.kill();
        let _ = child.wait();
        let mut words = String::new();
        if let Some(mut errors) = child.stderr.take() {
            let _ = errors.read_to_string(&mut words);
        }
        match verdict {
            Some(took) => trial.within(way, took, 1000),
            None => trial.complain(format!("{way}: expected the program to end")),
        }
        let panics = words.contains("panicked") || words.contains("Traceback");
        trial.expect(!panics, || format!("{way}: expected no panic, found: {}", excerpt(&words)));
    }
    Ok(())
}

/// Whether this program was started with SIGINT ignored, as Linux tells it.
fn ignores_interrupts() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signal 2 is the second bit.
    mask.is_some_and(|mask| mask & 0b10 != 0)
}

/// Has the program leave in some way; how long that took.
fn leave(child: &mut Child, way: &str, patience: Duration) -> Option<Duration> {
    let mut input = child.stdin.take()?;
    let mut output = BufReader::new(child.stdout.take()?);
    // Written by hand: a client would keep the output open.
    input.write_all(b"tei\nisready\n").ok()?;
    let mut line = String::new();
    while line.trim_end() != "readyok" {
        line.clear();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
    }
    let since = Instant::now();
    if way == "a closed output" {
        drop(output);
        // It notices when it has something to say.
        let _ = input.write_all(b"isready\ngo movetime 20\nisready\n");
        let result = wait(child, since, patience);
        drop(input);
        return result;
    }
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process};
        let signal = if way == "SIGTERM" { Signal::TERM } else { Signal::INT };
        kill_process(Pid::from_child(child), signal).ok()?;
    }
    wait(child, since, patience)
}

fn wait(child: &mut Child, since: Instant, patience: Duration) -> Option<Duration> {
    while since.elapsed() < patience {
        if child.try_wait().ok()?.is_some() {
            return Some(since.elapsed());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    None
}
