//! Connections to engines: bytes out, lines in.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, Read};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use stonefall_engine::notation::excerpt;

/// Longest line that is kept, in bytes; longer lines are cut. A principal variation of a thousand
/// plies is about ten times shorter.
pub const LONGEST_LINE: usize = 1 << 16;

/// A received line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Time when its last byte was read.
    pub at: Instant,
    /// The line without `\n`. A trailing `\r` is kept; bytes that are not UTF-8 are replaced.
    pub text: String,
}

impl Line {
    /// A line that arrives now.
    pub fn new(text: &str) -> Self {
        Self { at: Instant::now(), text: text.to_owned() }
    }

    /// Words of the line.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace()
    }

    /// First word, or an empty text.
    pub fn first_word(&self) -> &str {
        self.words().next().unwrap_or_default()
    }
}

/// Passes lines to `each` until the input ends or `each` returns false. Returns whether the input
/// ended.
pub(super) fn read_lines(mut input: impl BufRead, mut each: impl FnMut(Line) -> bool) -> bool {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return true,
            Ok(_) => {}
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() == LONGEST_LINE && input.skip_until(b'\n').is_err() {
            return true;
        }
        if !each(Line::new(&String::from_utf8_lossy(&bytes))) {
            return false;
        }
    }
}

/// How an engine ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// It ended with this exit code.
    Code(i32),
    /// A signal ended it.
    Signal(i32),
    /// It closed its output without ending, or the connection was closed.
    Closed,
    /// The client killed it.
    Killed,
}

impl fmt::Display for Exit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(out, "exit code {code}"),
            Self::Signal(signal) => match signal_name(*signal) {
                Some(name) => write!(out, "signal {signal}, {name}"),
                None => write!(out, "signal {signal}"),
            },
            Self::Closed => out.write_str("it closed its output"),
            Self::Killed => out.write_str("it was killed"),
        }
    }
}

/// Names of frequent signals; these numbers are the same on every Unix.
const fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        2 => "interrupted",
        4 => "illegal instruction",
        6 => "aborted",
        8 => "arithmetic error",
        9 => "killed",
        11 => "segmentation fault",
        13 => "broken pipe",
        15 => "terminated",
        _ => return None,
    })
}

/// Result of waiting for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line arrived.
    Line(Line),
    /// The deadline passed.
    Timeout,
    /// The engine ended; no line will follow.
    Ended(Exit),
}

/// The time when a message left, once it is known.
#[derive(Clone, Debug, Default)]
pub struct SendTime(Arc<OnceLock<Instant>>);

impl SendTime {
    /// Notes the present time. Only the first call counts.
    pub fn note(&self) {
        let _ = self.0.set(Instant::now());
    }

    /// The noted time.
    pub fn get(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// A connection to an engine, for example a [`Process`](super::Process).
pub trait Transport: Send {
    /// Sends bytes unchanged. Never blocks. Bytes that cannot be delivered are lost;
    /// [`Transport::receive`] then returns the reason.
    fn send(&mut self, bytes: &[u8]);

    /// Sends bytes like [`Transport::send`] and notes when they leave, if another thread sends them: on a busy machine that
    /// may be later.
    fn send_noted(&mut self, bytes: &[u8], sent: &SendTime) {
        sent.note();
        self.send(bytes);
    }

    /// Returns the next line and waits for it until the deadline. Lines that have already arrived are
    /// returned even after the deadline, and before [`Event::Ended`].
    fn receive(&mut self, deadline: Instant) -> Event;

    /// Closes the input of the engine.
    fn close(&mut self);

    /// Ends the engine by force and waits for its end. Does nothing if it has ended.
    fn kill(&mut self) -> Exit;

    /// Number of lines outside the protocol (standard error, or irregular frames), and the newest.
    fn diagnostics(&self) -> (usize, Vec<String>);

    /// Process id of the engine, if it is a process of this machine.
    fn process_id(&self) -> Option<u32> {
        None
    }

    /// Closes the input and kills the engine if it has not ended after `grace`.
    fn end(&mut self, grace: Duration) -> Exit {
        let deadline = Instant::now() + grace;
        self.close();
        loop {
            match self.receive(deadline) {
                Event::Ended(ending) => return ending,
                // An engine that never stops writing is killed at the deadline.
                Event::Line(line) if line.at < deadline => {}
                Event::Line(_) | Event::Timeout => return self.kill(),
            }
        }
    }
}

/// Number of entries kept, and characters kept of each.
const ENTRIES: usize = 10;
const CHARACTERS: usize = 200;

/// The newest lines outside the protocol, and the number of all of them.
#[derive(Debug, Default)]
pub(super) struct Diagnostics(Mutex<(VecDeque<String>, usize)>);

impl Diagnostics {
    fn lock(&self) -> MutexGuard<'_, (VecDeque<String>, usize)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of lines, and the newest of them.
    pub(super) fn read(&self) -> (usize, Vec<String>) {
        let (newest, count) = &*self.lock();
        (*count, newest.iter().cloned().collect())
    }

    pub(super) fn push(&self, text: &str) {
        self.lock().1 += 1;
        self.push_uncounted(text);
    }

    /// Adds a notice that is not the engine's fault.
    pub(super) fn push_uncounted(&self, text: &str) {
        let text = excerpt(text, CHARACTERS);
        let newest = &mut self.lock().0;
        if !text.is_empty() {
            if newest.len() == ENTRIES {
                newest.pop_front();
            }
            newest.push_back(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(input, |line| {
            lines.push(line.text);
            true
        });
        lines
    }

    #[test]
    fn reads_any_bytes() {
        let found = lines(b"teiok \r\n\n\xff\0x\nhalf");
        assert_eq!(found, ["teiok \r", "", "\u{fffd}\0x", "half"]);
    }

    #[test]
    fn cuts_long_lines() {
        for length in [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE] {
            let found = lines(&[&vec![b'x'; length][..], b"\nnext\n"].concat());
            let kept = length.min(LONGEST_LINE);
            assert_eq!(found, ["x".repeat(kept), "next".to_owned()]);
        }
    }
}
