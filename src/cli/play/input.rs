//! External events of a game, in order, and the commands of the player.

use super::read_level;
use crate::cli::interrupt;
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;
use stonefall_engine::notation::excerpt;
use stonefall_engine::search::{Info, Level, Reporter, SearchResult};

/// Longest line; the rest becomes the next line.
const LONGEST_LINE: u64 = 4096;

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
    /// End of the time.
    Late,
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

    /// The next event, or the end of the time at the deadline.
    pub(super) fn next(&mut self, deadline: Option<Instant>) -> Event {
        if let Some(event) = self.waiting.pop_front() {
            return event;
        }
        let Some(deadline) = deadline else {
            return self.events.recv().unwrap_or(Event::End);
        };
        match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Late,
            Err(RecvTimeoutError::Disconnected) => Event::End,
        }
    }

    /// Waits for the end of a search. Typed lines wait as well, except those that hurry it: Ctrl-C, and in a
    /// terminal an empty line, `now`, `quit` and the end of the input. For these it calls `hurry`.
    pub(super) fn thought(&mut self, hurry: impl Fn()) -> SearchResult {
        loop {
            match self.events.recv() {
                Ok(Event::Thought(result)) => return result,
                Ok(Event::Interrupt) => hurry(),
                Ok(Event::Line(line)) if self.is_terminal => {
                    let command = read(&line);
                    let is_now = command == PlayCommand::Nothing || line.trim() == "now";
                    if is_now || command == PlayCommand::Quit {
                        hurry();
                    }
                    if !is_now {
                        self.waiting.push_back(Event::Line(line));
                    }
                }
                Ok(Event::End) => {
                    if self.is_terminal {
                        hurry();
                    }
                    self.waiting.push_back(Event::End);
                }
                Ok(other) => self.waiting.push_back(other),
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

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    /// An empty line.
    Nothing,
    /// Any other text, probably a move.
    Move(String),
    Help,
    Hint,
    /// Takes back this number of the player's own moves.
    Undo(usize),
    /// Changes the level, or shows it.
    Level(Option<Level>),
    Resign,
    Draw,
    Save(Option<String>),
    Show,
    Moves,
    Score,
    Tps,
    Clock,
    Switch,
    Quit,
    /// A command with a wrong argument.
    Wrong(String),
}

/// Reads a line; commands ignore case.
pub(super) fn read(line: &str) -> PlayCommand {
    let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match word.to_ascii_lowercase().as_str() {
        "" => PlayCommand::Nothing,
        "help" | "h" | "?" | "commands" => PlayCommand::Help,
        "hint" => PlayCommand::Hint,
        "undo" | "back" | "takeback" | "u" => return undo(word, rest),
        "level" if rest.is_empty() => PlayCommand::Level(None),
        "level" => {
            return read_level(rest)
                .map_or_else(PlayCommand::Wrong, |it| PlayCommand::Level(Some(it)));
        }
        "resign" => PlayCommand::Resign,
        "draw" => PlayCommand::Draw,
        // A name may have spaces.
        "save" => return PlayCommand::Save((!rest.is_empty()).then(|| rest.to_owned())),
        "show" | "board" => PlayCommand::Show,
        "moves" | "game" => PlayCommand::Moves,
        "score" | "eval" => PlayCommand::Score,
        "tps" => PlayCommand::Tps,
        "clock" | "time" => PlayCommand::Clock,
        "switch" | "swap" => PlayCommand::Switch,
        "quit" | "exit" | "q" | "bye" => PlayCommand::Quit,
        _ => return PlayCommand::Move(line.to_owned()),
    };
    if rest.is_empty() {
        command
    } else {
        PlayCommand::Wrong(format!("expected nothing after {word}, found {}", short(rest)))
    }
}

fn undo(word: &str, rest: &str) -> PlayCommand {
    match rest.parse() {
        _ if rest.is_empty() => PlayCommand::Undo(1),
        Ok(count) if count > 0 => PlayCommand::Undo(count),
        _ => PlayCommand::Wrong(format!(
            "expected {word}, or {word} and the number of your moves, found {}",
            short(rest)
        )),
    }
}

/// Text shortened for a message.
pub(super) fn short(text: &str) -> String {
    excerpt(text, 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_commands_from_moves() {
        for (line, command) in [
            ("  \r\n", PlayCommand::Nothing),
            ("HELP", PlayCommand::Help),
            ("?", PlayCommand::Help),
            (" undo ", PlayCommand::Undo(1)),
            ("back 3", PlayCommand::Undo(3)),
            ("level", PlayCommand::Level(None)),
            ("level 9", PlayCommand::Level(Level::new(9))),
            ("save my game.ptn", PlayCommand::Save(Some("my game.ptn".into()))),
            ("save", PlayCommand::Save(None)),
            ("q", PlayCommand::Quit),
            ("c3'", PlayCommand::Move("c3'".into())),
            ("Sa1", PlayCommand::Move("Sa1".into())),
            ("hepl me", PlayCommand::Move("hepl me".into())),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
    }
}
