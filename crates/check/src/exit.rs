//! Points 75 to 77: the end of the engine.

use super::boards::middle;
use super::trial::{Outcome, Stop, Trial};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stonefall_client::{ClientError, Exit};
use stonefall_engine::notation::excerpt;
use stonefall_engine::types::Color::White;

/// Waits for the end of the engine. Returns the lines before it.
fn await_end(trial: &mut Trial<'_>, state: &str) -> Outcome<Vec<String>> {
    let since = Instant::now();
    let deadline = since + trial.settings.patience;
    let mut lines = Vec::new();
    let ending = loop {
        match trial.receive(deadline) {
            Ok(Some(line)) => lines.push(line.text),
            Ok(None) => break None,
            Err(Stop::Failed(ClientError::Died { ending, .. })) => break Some(ending),
            Err(stop) => return Err(stop),
        }
    };
    let is_server = trial.settings.engine.is_server();
    match ending {
        // A server keeps running and closes the connection.
        Some(Exit::Code(0)) => trial.within(state, since.elapsed(), 500),
        Some(Exit::Closed) if is_server => trial.within(state, since.elapsed(), 500),
        Some(ending) => trial.complain(format!("{state}: expected exit code 0, found {ending}")),
        None => trial.complain(format!(
            "{state}: expected the program to end, but it still runs after {} ms",
            since.elapsed().as_millis()
        )),
    }
    Ok(lines)
}

/// Ends an idle and a searching engine in one way.
fn in_both_states(trial: &mut Trial<'_>, way: &str, end: fn(&mut Trial<'_>)) -> Outcome {
    for state in ["idle", "searching"] {
        trial.start_game()?;
        if state == "searching" {
            trial.think(&middle(trial.size(), White), 100)?;
        }
        end(trial);
        await_end(trial, &format!("{way}, {state}"))?;
    }
    Ok(())
}

fn close(trial: &mut Trial<'_>) {
    if let Some(client) = &mut trial.client {
        client.transport().close();
    }
}

pub(super) fn quit(trial: &mut Trial<'_>) -> Outcome {
    in_both_states(trial, "quit", |trial| trial.send("quit"))
}

pub(super) fn end_of_input(trial: &mut Trial<'_>) -> Outcome {
    in_both_states(trial, "end of input", close)?;
    if trial.settings.engine.is_server() {
        // In a WebSocket each frame ends its line, and a client that closes receives nothing more.
        return Ok(());
    }
    trial.start_game()?;
    trial.send_bytes(b"isready");
    close(trial);
    let lines = await_end(trial, "end of input behind half a line")?;
    let is_answered = lines.iter().any(|line| line == "readyok");
    trial.require(is_answered, "an answer to the last command, although its line does not end");
    Ok(())
}

/// Point 77 uses pipes of its own, because it has to close one.
pub(super) fn closed_output(trial: &mut Trial<'_>) -> Outcome {
    let program = trial.settings.engine.program()?;
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
        if words.contains("panicked") || words.contains("Traceback") {
            let words = excerpt(&words, 80);
            trial.complain(format!("{way}: expected no panic, found: {words}"));
        }
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
    let output = BufReader::new(child.stdout.take()?);
    // A `Client` would keep the output open.
    input.write_all(b"tei\nisready\n").ok()?;
    let mut lines = output.lines().map_while(Result::ok);
    lines.find(|line| line.trim_end() == "readyok")?;
    let since = Instant::now();
    if way == "a closed output" {
        drop(lines);
        // The engine notices at its next line.
        let _ = input.write_all(b"isready\ngo movetime 20\nisready\n");
    }
    #[cfg(unix)]
    if way != "a closed output" {
        use rustix::process::{Pid, Signal, kill_process};
        let signal = if way == "SIGTERM" { Signal::TERM } else { Signal::INT };
        kill_process(Pid::from_child(child), signal).ok()?;
    }
    while since.elapsed() < patience {
        if child.try_wait().ok()?.is_some() {
            return Some(since.elapsed());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    None
}
