//! Connections to engines.

use super::Line;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use stonefall_engine::notation::excerpt;

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
