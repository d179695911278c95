//! Points 75 to 77: the end of the engine.

use super::boards::middle;
use super::trial::{Outcome, Trial, skip};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stonefall_client::{Event, Exit, excerpt};
use stonefall_engine::types::Color::White;

/// State of the engine before its end.
const STATES: [&str; 2] = ["idle", "searching"];

/// Waits for the end of the engine, after closing its input if `closes`. Returns the last lines.
fn await_end(trial: &mut Trial<'_>, state: &str, closes: bool) -> Outcome<Vec<String>> {
    let since = Instant::now();
    let patience = trial.settings.patience;
    let Some(mut client) = trial.client.take() else { return Ok(Vec::new()) };
    let transport = client.transport();
    if closes {
        transport.close();
    }
    let mut lines = Vec::new();
    let ending = loop {
        match transport.receive(since + patience) {
            Event::Line(line) => lines.push(line.text),
            Event::Timeout => break None,
            Event::Ended(ending) => break Some(ending),
        }
    };
    let took = since.elapsed();
    match ending {
        Some(Exit::Code(0)) => trial.within(state, took, 500),
        // A server keeps running and closes the connection.
        Some(Exit::Closed) if trial.settings.connector.address().is_some() => {
            trial.within(state, took, 500);
        }
        Some(ending) => {
            trial.complain(format!("{state}: expected exit code 0, found {ending}"));
        }
        None => trial.complain(format!(
            "{state}: expected the program to end, but it still runs after {} ms",
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
        trial.pause(100)?;
    }
    Ok(())
}

pub(super) fn quit(trial: &mut Trial<'_>) -> Outcome {
    for state in STATES {
        begin(trial, state)?;
        trial.send("quit");
        await_end(trial, &format!("quit, {state}"), false)?;
    }
    Ok(())
}

pub(super) fn end_of_input(trial: &mut Trial<'_>) -> Outcome {
    for state in STATES {
        begin(trial, state)?;
        await_end(trial, &format!("end of input, {state}"), true)?;
    }
    if trial.settings.connector.address().is_some() {
        // In a WebSocket each frame ends its line, and a client that closes receives nothing more.
        return Ok(());
    }
    trial.start_game()?;
    trial.send_bytes(b"isready");
    let lines = await_end(trial, "end of input behind half a line", true)?;
    trial.expect(lines.iter().any(|line| line == "readyok"), || {
        "expected an answer to the last command, although its line does not end".into()
    });
    Ok(())
}

/// Point 77 uses pipes of its own, because it has to close one.
pub(super) fn closed_output(trial: &mut Trial<'_>) -> Outcome {
    let Some(program) = trial.settings.connector.program() else {
        return skip("the engine is not a child process");
    };
    let mut command = Command::new(&program.program);
    command.args(&program.arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut ways = vec!["a closed output"];
    if cfg!(unix) {
        ways.push("SIGTERM");
        // A process passes ignored signals on to its children; shells ignore SIGINT in the background.
        if !ignores_interrupts() {
            ways.push("SIGINT");
        }
    }
    for way in ways {
        trial.mark();
        let Ok(mut child) = command.spawn() else { continue };
        let took = end(&mut child, way, trial.settings.patience);
        // Both fail only if the process has ended.
        let _ = child.kill();
        let _ = child.wait();
        let mut words = String::new();
        if let Some(mut errors) = child.stderr.take() {
            let _ = errors.read_to_string(&mut words);
        }
        match took {
            Some(took) => trial.within(way, took, 1000),
            None => trial.complain(format!("{way}: expected the program to end")),
        }
        let panics = words.contains("panicked") || words.contains("Traceback");
        trial.expect(!panics, || format!("{way}: expected no panic, found: {}", excerpt(&words)));
    }
    Ok(())
}

/// Whether this program ignores SIGINT, as Linux reports it.
fn ignores_interrupts() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Bit 1 is signal 2.
    mask.is_some_and(|mask| mask & 0b10 != 0)
}

/// Ends the program in one way. Returns how long that took.
fn end(child: &mut Child, way: &str, patience: Duration) -> Option<Duration> {
    let mut input = child.stdin.take()?;
    let mut output = BufReader::new(child.stdout.take()?);
    // A `Client` would keep the output open.
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
        // The engine notices at its next line.
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
