//! The ways of the protocol to its clients: standard input and output, and a WebSocket. What is said there is
//! [`stonefall_engine::tei`].
//!
//! One loop, two channels: lines come in through the first, what a search has to say through the
//! second. The loop never waits for a search, except when it has asked it to end; so `isready` and
//! `stop` are answered at once.

mod host;
mod job;
mod share;
pub mod socket;
mod stdio;
mod writer;

pub use share::{Capacity, Pool, Share};
pub use stdio::run;
pub use writer::{Output, Stream};

use host::ProgramHost;
use std::io;
use std::time::Instant;
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Event, Flow, Protocol};
use tokio::select;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};

/// A line that was read, with the time it came in: clocks run from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text, with or without its end. Bytes that are no UTF-8 may have been replaced.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

impl Line {
    /// A line that came in just now.
    #[must_use]
    pub fn now(text: impl Into<String>) -> Self {
        Self { text: text.into(), at: Instant::now() }
    }
}

/// A conversation with one client.
pub struct Session {
    protocol: Protocol<ProgramHost>,
    /// What searches and errands have to say.
    events: UnboundedReceiver<Event>,
}

impl Session {
    /// A conversation that begins with these options.
    ///
    /// # Errors
    /// If the log cannot be opened, or the network not be read.
    pub fn new(options: Options, output: Box<dyn Output>) -> io::Result<Self> {
        let (sender, events) = unbounded_channel();
        Ok(Self { protocol: Protocol::new(options, ProgramHost::new(output, sender))?, events })
    }

    /// A conversation with somebody at the other end of a socket, who has a share of a server: the
    /// `number`th of its sessions, as the log says.
    ///
    /// # Errors
    /// If the log cannot be opened.
    pub fn for_client(
        mut options: Options,
        output: Box<dyn Output>,
        share: Share,
        number: u64,
    ) -> io::Result<Self> {
        options.threads = options.threads.min(share.threads());
        options.hash_mib = options.hash_mib.min(share.hash_mib());
        let mut conversation = Self::new(options, output)?;
        conversation.protocol.host().limit_to(share, number);
        Ok(conversation)
    }

    /// Talks until the client leaves: by `quit`, or because there are no more lines.
    ///
    /// # Errors
    /// If what is said cannot be written. A closed pipe is such an error too.
    pub async fn run(mut self, mut lines: Receiver<Line>) -> io::Result<()> {
        let mut has_more = true;
        loop {
            let is_listening = has_more && !self.protocol.is_waiting();
            // What a search has said was said before the next line is answered.
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
