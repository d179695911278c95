//! A client with an engine in this process.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stonefall::transport::{Line, Session};
use stonefall_engine::notation::parse_move;
use stonefall_engine::options::Options;
use stonefall_engine::types::Move;
use tokio::sync::mpsc;

/// Longer than any step.
const WATCHDOG: Duration = Duration::from_secs(100);

/// First words of the lines of TEI.
const FIRST_WORDS: [&str; 7] = ["id", "size", "option", "teiok", "readyok", "info", "bestmove"];

/// A client with its own engine.
pub struct Client {
    lines: mpsc::Sender<Line>,
    output: Receiver<String>,
    thread: JoinHandle<io::Result<()>>,
}

impl Client {
    pub fn new() -> Self {
        Self::with(Options { hash_mib: 4, ..Options::default() })
    }

    pub fn with(options: Options) -> Self {
        let (lines, receiver) = mpsc::channel(4096);
        let (sender, output) = channel();
        let thread = std::thread::spawn(move || {
            let closed = |_| io::ErrorKind::BrokenPipe.into();
            let output = move |line: &str| sender.send(line.to_owned()).map_err(closed);
            let session = Session::new(options, Box::new(output))?;
            let runtime = tokio::runtime::Builder::new_current_thread().build()?;
            runtime.block_on(session.run(receiver))
        });
        Self { lines, output, thread }
    }

    /// Sends text of one or more lines.
    pub fn send(&self, text: &str) {
        for line in text.split_inclusive('\n') {
            self.send_line(Line::now(line));
        }
    }

    /// Sends a line with a later time of arrival: a search then takes no time by its own clock, and its lines do not
    /// depend on the machine.
    pub fn send_timeless(&self, text: &str) {
        self.send_line(Line { text: text.to_owned(), at: Instant::now() + WATCHDOG });
    }

    /// Sends a line that arrives at its own time.
    pub fn send_line(&self, line: Line) {
        self.lines.blocking_send(line).expect("the engine has gone");
    }

    /// The next line.
    pub fn line(&self) -> String {
        match self.output.recv_timeout(WATCHDOG) {
            Ok(line) => {
                assert!(!line.is_empty() && line.trim_end() == line, "{line:?}");
                assert!(!line.contains(['\r', '\n']), "{line:?}");
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has gone"),
        }
    }

    /// The lines up to the first with this first word. All are lines of TEI.
    pub fn until(&self, word: &str) -> Vec<String> {
        let lines = self.anything_until(word);
        for line in &lines {
            let first = line.split(' ').next().unwrap();
            assert!(FIRST_WORDS.contains(&first), "{line}");
        }
        lines
    }

    /// Like `until`, but with lines for people.
    pub fn anything_until(&self, word: &str) -> Vec<String> {
        let mut lines = vec![];
        loop {
            lines.push(self.line());
            if lines.last().unwrap().split(' ').next() == Some(word) {
                return lines;
            }
        }
    }

    /// Sends text and `isready`; returns the lines before `readyok`.
    pub fn ask(&self, text: &str) -> Vec<String> {
        self.send(&format!("{text}\nisready\n"));
        let mut lines = self.anything_until("readyok");
        lines.pop();
        lines
    }

    /// Sends text without an answer.
    pub fn tell(&self, text: &str) {
        assert_eq!(self.ask(text), Vec::<String>::new(), "{text}");
    }

    /// Sends text and returns its error.
    pub fn refused(&self, text: &str) -> String {
        let [line] = self.ask(text).try_into().expect(text);
        assert!(
            line.starts_with("info string error ") || line.starts_with("info error "),
            "{line}"
        );
        line
    }

    /// Sends a `go` and returns the lines of its answer, `bestmove` last.
    pub fn go(&self, go: &str) -> Vec<String> {
        self.send(&format!("{go}\n"));
        let lines = self.until("bestmove");
        assert!(lines.len() > 1 || lines[0] == "bestmove --", "no info before {lines:?}");
        lines
    }

    /// The move of the answer to a `go`.
    pub fn best_move(&self, go: &str) -> Option<Move> {
        best_move(self.go(go).last().unwrap())
    }

    /// The TPS of the engine's position.
    pub fn tps(&self) -> String {
        let lines = self.ask("d");
        lines.iter().find_map(|line| line.strip_prefix("TPS ")).unwrap().to_owned()
    }

    /// The engine's number of leaves.
    pub fn perft(&self, depth: u32) -> u64 {
        self.send(&format!("go perft {depth}\n"));
        loop {
            let line = self.line();
            if let Some((nodes, _)) = line.split_once(" nodes in ") {
                return nodes.parse().unwrap();
            }
        }
    }

    /// Closes the input; returns the remaining lines.
    pub fn close(self) -> Vec<String> {
        drop(self.lines);
        let rest = self.output.iter().collect();
        self.thread.join().unwrap().unwrap();
        rest
    }
}

/// The move of a `bestmove` line, which has nothing else.
pub fn best_move(line: &str) -> Option<Move> {
    let text = line.strip_prefix("bestmove ").expect(line);
    if text == "--" {
        return None;
    }
    let mv = parse_move(text).unwrap();
    // The narrowest spelling: no F, no leading 1, no single drop, no star.
    assert_eq!(mv.to_string(), text);
    Some(mv)
}
