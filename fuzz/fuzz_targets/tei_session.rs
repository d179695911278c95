//! Whole sessions: each `go` gets one `bestmove`, and the engine outlives every input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use stonefall::transport::{Line, Output, Session};
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Command, parse};
use tokio::sync::mpsc::channel;

/// More lines than this only take longer.
const MOST_LINES: usize = 40;

/// What the engine says.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<String>>>);

impl Output for Said {
    fn line(&mut self, text: &str) -> io::Result<()> {
        assert!(!text.is_empty() && !text.contains(['\r', '\n']), "{text:?}");
        self.0.lock().expect("no other thread").push(text.to_owned());
        Ok(())
    }
}

/// Not what writes files or what merely takes long: large tables, many threads and lines, counts of
/// the tree.
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
    let said = Said::default();
    let options = Options { hash_mib: 1, ..Options::default() };
    let session = Session::new(options, Box::new(said.clone())).expect("no log");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(session.run(receiver)).expect("nothing that fails is written to");
    let said = said.0.lock().expect("no other thread");
    let answers = said.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers, searches, "{said:?}");
});
