//! Transports of TEI: standard input and output, and WebSockets. The protocol itself is
//! [`stonefall_engine::tei`].
//!
//! A session receives lines through one channel, and events of its search through another. It waits for the
//! search only after stopping it; so it answers `isready` and `stop` at once.

mod host;
pub mod server;
mod stdio;

pub use stdio::run;

use host::ProgramHost;
use server::Share;
use std::io;
use std::time::Instant;
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Event, Flow, Protocol};
use tokio::select;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};

/// Sends a line to the client at once; the line has no end. Fails if the client is gone.
pub type LineOutput = Box<dyn FnMut(&str) -> io::Result<()> + Send>;

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
        Self::with_share(options, output, None)
    }

    /// A session of a server is limited to a share of its resources.
    fn with_share(
        mut options: Options,
        output: LineOutput,
        share: Option<Share>,
    ) -> io::Result<Self> {
        if let Some(share) = &share {
            options.threads = options.threads.min(share.threads());
            options.hash_mib = options.hash_mib.min(share.hash_mib());
        }
        let (sender, events) = unbounded_channel();
        let host = ProgramHost::new(output, sender, share);
        Ok(Self { protocol: Protocol::new(options, host)?, events })
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
