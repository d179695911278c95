//! Transports of TEI: standard input and output, and WebSockets. The protocol itself is
//! [`stonefall_engine::tei`].
//!
//! A session receives lines through one channel, and events of its search through another. It waits for the
//! search only after stopping it; so it answers `isready` and `stop` at once.

mod explorer;
mod host;
mod job;
pub mod server;
mod share;
mod stdio;
mod writer;

pub use explorer::Explorer;
pub use share::Capacity;
pub use stdio::run;
pub use writer::LineOutput;

use host::ProgramHost;
use share::Share;
use std::io;
use std::time::Instant;
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Event, Flow, Protocol};
use tokio::select;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};

/// A line from the client, with the time of its arrival, when clocks start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text, with or without its end. Replacement characters stand for bytes outside UTF-8.
    pub text: String,
    /// Time of arrival.
    pub at: Instant,
}

impl Line {
    /// A line that arrives now.
    pub fn now(text: impl Into<String>) -> Self {
        Self { text: text.into(), at: Instant::now() }
    }
}

/// A session with one client.
pub struct Session {
    protocol: Protocol<ProgramHost>,
    /// Events of searches and jobs.
    events: UnboundedReceiver<Event>,
}

impl Session {
    /// A session with these options at its start.
    ///
    /// # Errors
    /// If the log file cannot be opened, or the network file cannot be read.
    pub fn new(options: Options, output: LineOutput) -> io::Result<Self> {
        let (sender, events) = unbounded_channel();
        Ok(Self { protocol: Protocol::new(options, ProgramHost::new(output, sender))?, events })
    }

    /// A session of a server, limited to a share of its resources. The log names it by its number.
    fn for_client(
        mut options: Options,
        output: LineOutput,
        share: Share,
        number: u64,
    ) -> io::Result<Self> {
        options.threads = options.threads.min(share.threads());
        options.hash_mib = options.hash_mib.min(share.hash_mib());
        let mut session = Self::new(options, output)?;
        session.protocol.host().limit_to(share, number);
        Ok(session)
    }

    /// Runs until `quit` or the end of the lines.
    ///
    /// # Errors
    /// If an answer cannot be written. A closed pipe is such an error.
    pub async fn run(mut self, mut lines: Receiver<Line>) -> io::Result<()> {
        let mut has_more = true;
        loop {
            let is_listening = has_more && !self.protocol.is_waiting();
            // Events are older than the next line.
            let flow = select! {
                biased;
                Some(event) = self.events.recv() => self.protocol.handle_event(event)?,
                line = lines.recv(), if is_listening => match line {
                    Some(line) => {
                        self.protocol.host().log_received(line.text.trim_end());
                        self.protocol.handle_line(&line.text, line.at)?
                    }
                    None => {
                        has_more = false;
                        self.protocol.handle_end_of_input()?
                    }
                },
            };
            if flow == Flow::Quit {
                return Ok(());
            }
        }
    }
}
