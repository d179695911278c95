//! Connections to engines: bytes out, lines in.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, Read};
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::notation::excerpt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Longest line that is kept, in bytes; longer lines are cut. A principal variation of a thousand
/// plies is about ten times shorter.
const LONGEST_LINE: usize = 1 << 16;

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
            Self::Signal(signal) => {
                // These numbers are the same on every Unix.
                let name = match signal {
                    4 => ", illegal instruction",
                    6 => ", aborted",
                    8 => ", arithmetic error",
                    9 => ", killed",
                    11 => ", segmentation fault",
                    _ => "",
                };
                write!(out, "signal {signal}{name}")
            }
            Self::Closed => out.write_str("it closed its output"),
            Self::Killed => out.write_str("it was killed"),
        }
    }
}

/// The time when a message left, once it is known.
pub(super) type SendTime = Arc<OnceLock<Instant>>;

/// A message to the thread that writes.
pub(super) enum Message {
    /// The thread notes the time just before it writes these: on a busy machine that may be later than the call that sends
    /// them.
    Bytes(Vec<u8>, SendTime),
    /// The input of the engine ends.
    Close,
}

/// The other ends of the channels of a [`Transport`], for the threads that serve a connection.
pub(super) struct Ends {
    /// Ends when the transport is dropped.
    pub(super) messages: UnboundedReceiver<Message>,
    pub(super) lines: SyncSender<Line>,
    pub(super) diagnostics: Arc<Diagnostics>,
}

/// Lines that may wait to be received; after that, the engine is no longer read.
const WAITING_LINES: usize = 1024;
/// Interval of checks whether a process has ended. Its output may stay open after that, because a child of the engine holds
/// it.
const POLL: Duration = Duration::from_millis(100);
/// Time for a process to end after it closed its output, and for its diagnostics to be read: on a busy machine
/// either may take a while.
const END: Duration = Duration::from_secs(2);

/// A connection to an engine: a process or a server. Threads read and write, so that no call blocks past its deadline.
/// Dropping it ends the engine by force.
#[derive(Debug)]
pub struct Transport {
    messages: UnboundedSender<Message>,
    lines: Receiver<Line>,
    diagnostics: Arc<Diagnostics>,
    /// `None` for a server.
    process: Option<Child>,
    ending: Option<Exit>,
}

impl Transport {
    pub(super) fn new(process: Option<Child>) -> (Self, Ends) {
        let (to_writer, messages) = unbounded_channel();
        let (to_client, lines) = sync_channel(WAITING_LINES);
        let diagnostics = Arc::<Diagnostics>::default();
        let ends = Ends { messages, lines: to_client, diagnostics: Arc::clone(&diagnostics) };
        (Self { messages: to_writer, lines, diagnostics, process, ending: None }, ends)
    }

    /// Sends bytes unchanged and notes when they leave. Bytes that cannot be delivered are lost; [`Transport::receive`] then
    /// returns the reason.
    pub(super) fn send(&mut self, bytes: &[u8], sent: &SendTime) {
        let _ = self.messages.send(Message::Bytes(bytes.to_vec(), sent.clone()));
    }

    /// Returns the next line and waits for it until the deadline. Lines that have already arrived are
    /// returned even after the deadline, and before the error.
    ///
    /// # Errors
    /// The engine ended; no line will follow.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<Line>, Exit> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.settle()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.process.as_mut().and_then(exit_of).is_some() {
                // The reader thread may still hold the last lines.
                return self.lines.recv_timeout(POLL).map(Some).map_err(|_| self.settle());
            }
            if left <= POLL {
                return Ok(None);
            }
        }
    }

    /// The end of an engine that sends nothing more. Waits a moment for the end of a process, and of its standard error,
    /// unless a child of the engine holds it open.
    fn settle(&mut self) -> Exit {
        let deadline = Instant::now() + END;
        while let (None, Some(child)) = (self.ending, &mut self.process) {
            let exit = exit_of(child);
            // The thread that reads standard error has the other reference.
            let is_read = Arc::strong_count(&self.diagnostics) == 1;
            if exit.is_some() && is_read || Instant::now() > deadline {
                if exit.is_none() {
                    kill(child);
                }
                self.ending = exit.or(Some(Exit::Closed));
            } else {
                thread::sleep(Duration::from_millis(1));
            }
        }
        *self.ending.get_or_insert(Exit::Closed)
    }

    /// Closes the input of the engine.
    pub fn close(&mut self) {
        let _ = self.messages.send(Message::Close);
    }

    /// Ends a process by force, unless it has ended.
    fn kill(&mut self) -> Exit {
        if let Some(child) = &mut self.process
            && self.ending.is_none()
        {
            self.ending = exit_of(child);
            if self.ending.is_none() {
                kill(child);
            }
        }
        *self.ending.get_or_insert(Exit::Killed)
    }

    /// Closes the input and kills the engine if it has not ended after `grace`.
    pub(super) fn end(&mut self, grace: Duration) -> Exit {
        let deadline = Instant::now() + grace;
        self.close();
        loop {
            match self.receive(deadline) {
                Err(exit) => return exit,
                // An engine that never stops writing is killed at the deadline.
                Ok(Some(line)) if line.at < deadline => {}
                Ok(_) => return self.kill(),
            }
        }
    }

    /// Number of lines outside the protocol (standard error, or irregular frames), and the newest.
    pub fn diagnostics(&self) -> (usize, Vec<String>) {
        self.diagnostics.read()
    }

    /// Process id of the engine, if it is a process of this machine.
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
    }
}

impl Drop for Transport {
    fn drop(&mut self) {
        self.kill();
        let Some(child) = &mut self.process else { return };
        // If the output is still open, a child of the engine holds it.
        while self.lines.try_recv().is_ok() {}
        if self.lines.try_recv() == Err(TryRecvError::Empty) {
            kill(child);
        }
    }
}

/// Returns how a process ended, without waiting for it.
fn exit_of(child: &mut Child) -> Option<Exit> {
    let status = child.try_wait().ok().flatten()?;
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Some(Exit::Signal(signal));
    }
    Some(status.code().map_or(Exit::Closed, Exit::Code))
}

/// Kills a process and its children, where the system can, and waits for its end.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
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
