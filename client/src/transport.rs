//! A way to reach an engine.

use super::Heard;
use std::fmt;
use std::time::{Duration, Instant};

/// How an engine has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// It left with this exit code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It closed its output and went on running; or the connection was closed.
    Closed,
    /// It was killed from here.
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

/// The signals that broken programs die of; these numbers are the same on every Unix.
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

/// What comes from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line.
    Line(Heard),
    /// Nothing until the deadline.
    Silence,
    /// Nothing ever more.
    Ended(Exit),
}

/// A connection to an engine: a [`Process`](super::Process), or something else that carries lines.
pub trait Transport: Send {
    /// Sends bytes as they are. Never waits for the other side; what cannot be delivered is lost, and
    /// [`Transport::receive`] will say why.
    fn send(&mut self, bytes: &[u8]);

    /// The next line, waited for until the deadline. What has come before is returned even if the
    /// deadline has passed; lines are returned before the end is told.
    fn receive(&mut self, deadline: Instant) -> Event;

    /// Tells the other side that no more will be sent.
    fn close(&mut self);

    /// Ends the other side by force and waits for it. Nothing happens if it has ended already.
    fn kill(&mut self) -> Exit;

    /// The newest lines that the engine wrote beside the protocol, on standard error.
    fn last_words(&self) -> Vec<String>;

    /// Number of lines that the engine has written beside the protocol.
    fn stray_lines(&self) -> usize;

    /// Closes the connection, gives the engine some time to leave and kills it if it does not.
    fn end(&mut self, grace: Duration) -> Exit {
        let deadline = Instant::now() + grace;
        self.close();
        loop {
            match self.receive(deadline) {
                Event::Ended(ending) => return ending,
                // Goes on until the deadline even if the engine never stops talking.
                Event::Line(heard) if heard.at < deadline => {}
                Event::Line(_) | Event::Silence => return self.kill(),
            }
        }
    }
}
