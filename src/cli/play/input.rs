//! External events of a game, in order.

use crate::cli::interrupt;
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use stonefall_engine::notation::excerpt;
use stonefall_engine::search::{Info, Reporter, SearchResult};

/// Longest line; the rest becomes the next line.
const LONGEST_LINE: u64 = 4096;

/// Words that leave the game.
pub(super) const QUIT: [&str; 4] = ["quit", "exit", "q", "bye"];

/// An event.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// A typed line.
    Line(String),
    /// End of input: Ctrl-D, or the end of a script.
    End,
    /// Ctrl-C.
    Interrupt,
    /// The engine's answer.
    Thought(SearchResult),
}

/// Sends the engine's answer as an event.
struct Listener {
    sender: Sender<Event>,
    is_done: bool,
}

impl Reporter for Listener {
    fn info(&mut self, _: &Info) {}

    fn done(&mut self, result: &SearchResult) {
        self.is_done = true;
        let _ = self.sender.send(Event::Thought(result.clone()));
    }
}

/// A search that cannot start has no result.
impl Drop for Listener {
    fn drop(&mut self) {
        if !self.is_done {
            let _ = self.sender.send(Event::Thought(SearchResult::default()));
        }
    }
}

/// Stream of events.
pub(super) struct Input {
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Lines typed while the engine was thinking.
    waiting: VecDeque<Event>,
    is_terminal: bool,
}

impl Input {
    /// Starts to read standard input and Ctrl-C.
    pub(super) fn new() -> Self {
        let (sender, events) = channel();
        let lines = sender.clone();
        // The thread ends with the program.
        thread::spawn(move || read_lines(&lines));
        let presses = sender.clone();
        interrupt::listen(move || drop(presses.send(Event::Interrupt)));
        let is_terminal = io::stdin().is_terminal();
        Self { sender, events, waiting: VecDeque::new(), is_terminal }
    }

    /// Whether standard input is a terminal.
    pub(super) const fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Reporter that sends the end of a search as an event.
    pub(super) fn reporter(&self) -> Box<dyn Reporter> {
        Box::new(Listener { sender: self.sender.clone(), is_done: false })
    }

    /// The next event.
    pub(super) fn next(&mut self) -> Event {
        let waiting = self.waiting.pop_front();
        waiting.unwrap_or_else(|| self.events.recv().unwrap_or(Event::End))
    }

    /// Waits for the end of a search. Typed lines wait as well, except those that hurry it: Ctrl-C, and in a
    /// terminal an empty line, `now`, `quit` and the end of the input. For these it calls `hurry`.
    pub(super) fn thought(&mut self, hurry: impl Fn()) -> SearchResult {
        loop {
            match self.events.recv() {
                Ok(Event::Thought(result)) => return result,
                Ok(Event::Interrupt) => hurry(),
                Ok(event) => {
                    let line = match &event {
                        Event::Line(line) => trimmed(line),
                        _ => "quit",
                    };
                    let is_now = self.is_terminal && ["", "now"].contains(&line);
                    if is_now || self.is_terminal && QUIT.contains(&line) {
                        hurry();
                    }
                    if !is_now {
                        self.waiting.push_back(event);
                    }
                }
                Err(_) => return SearchResult::default(),
            }
        }
    }
}

fn read_lines(lines: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes).into_owned();
                if lines.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        }
    }
    let _ = lines.send(Event::End);
}

/// A typed line without spaces around it.
pub(super) fn trimmed(line: &str) -> &str {
    line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}')
}

/// Text shortened for a message.
pub(super) fn short(text: &str) -> String {
    excerpt(text, 30)
}
