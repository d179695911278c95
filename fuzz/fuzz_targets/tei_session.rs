//! Whole sessions: each `go` gets one `bestmove`, and no input ends the engine.
#![cfg_attr(feature = "run", no_main)]

use std::sync::{Arc, Mutex};
use std::time::Instant;
use stonefall::transport::{Line, Session};
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Command, parse};
use stonefall_fuzz::fuzz_target;
use tokio::sync::mpsc::channel;

/// Maximum number of lines; more only take longer.
const MOST_LINES: usize = 40;

/// Whether a command writes no file and takes little time: no large table, many threads or lines, or perft.
fn is_quick(command: &Command) -> bool {
    match command {
        Command::Perft(depth) => *depth <= 1,
        Command::Bench => false,
        Command::SetOption { name, value } => {
            let is = |other: &str| name.trim().eq_ignore_ascii_case(other);
            let is_small = value.as_ref().is_none_or(|value| value.trim().len() <= 1);
            !is("Debug Log File") && (is_small || !is("Hash") && !is("Threads") && !is("MultiPV"))
        }
        _ => true,
    }
}

fuzz_target!(|text: &str| {
    let mut lines = Vec::new();
    let mut searches = 0;
    for text in text.split('\n').take(MOST_LINES) {
        let command = parse(text, Instant::now());
        if command.as_ref().is_ok_and(|command| !is_quick(command)) {
            continue;
        }
        searches += usize::from(matches!(command, Ok(Command::Go(_))));
        lines.push(Line::now(text));
        if matches!(command, Ok(Command::Quit)) {
            break;
        }
    }
    let (sender, receiver) = channel(MOST_LINES);
    for line in lines {
        sender.try_send(line).expect("there is room for all");
    }
    // The end of the input ends the last search.
    drop(sender);
    let said = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&said);
    let output = move |line: &str| {
        assert!(!line.is_empty() && !line.contains(['\r', '\n']), "{line:?}");
        sink.lock().expect("no panic while locked").push(line.to_owned());
        Ok(())
    };
    let options = Options { hash_mib: 1, ..Options::default() };
    let session = Session::new(options, Box::new(output)).expect("no log file");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(session.run(receiver)).expect("an output that accepts all");
    let said = said.lock().expect("no panic while locked");
    let answers = said.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers, searches, "{said:?}");
});
