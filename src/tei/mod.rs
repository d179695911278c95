//! The protocol that programs and people speak with the engine: TEI, the Tak Engine Interface.
//!
//! One loop, two channels: lines come in through the first, what a search has to say through the
//! second. The loop never waits for a search, except when it has asked it to end; so `isready` and
//! `stop` are answered at once.

mod command;
mod errand;
mod format;
mod go;
mod handle;
mod network;
mod people;
mod reporter;
mod share;
pub mod socket;
mod stdio;
mod writer;

pub use command::{Command, CommandError, Dialect, NewGame, parse};
pub use format::name;
pub use go::Go;
pub use share::{Capacity, Pool, Share};
pub use stdio::run;
pub use writer::{Output, Stream};

use handle::Flow;
use reporter::Event;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use stonefall_engine::engine;
use stonefall_engine::engine::Engine;
use stonefall_engine::eval::net::Network;
use stonefall_engine::options::Options;
use stonefall_engine::search::Lot;
use stonefall_engine::types::Rules;
use tokio::select;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, UnboundedSender, unbounded_channel};
use writer::Writer;

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
pub struct Conversation {
    /// What the options were when the program started, and what they are announced with.
    started: Options,
    options: Options,
    /// Whether piece counts were given since the last `position`: they are for the next game.
    counts_given: bool,
    dialect: Dialect,
    engine: Box<dyn Engine>,
    /// The network of `EvalFile`.
    network: Option<Arc<Network>>,
    /// What a guest has of the server; nothing if the engine is the client's own. It is given back after
    /// the engine.
    share: Option<Share>,
    /// The size of the table in MiB that the engine was told last.
    fitted_hash: usize,
    /// What is left to chance in this game.
    lot: Lot,
    job: Job,
    sender: UnboundedSender<Event>,
    events: UnboundedReceiver<Event>,
    writer: Writer,
}

/// What runs beside the loop.
#[derive(Clone, Debug)]
enum Job {
    Idle,
    Search(Search),
    /// A command for people that takes a while; the flag ends it.
    Errand(Arc<AtomicBool>),
}

/// A conversation that is over, or broken off, leaves nothing running.
impl Drop for Conversation {
    fn drop(&mut self) {
        self.interrupt();
    }
}

/// The search that runs.
#[derive(Clone, Copy, Debug)]
struct Search {
    until_solved: bool,
}

/// Size of the board until a client names another.
pub const DEFAULT_SIZE: usize = 6;

impl Conversation {
    /// A conversation that begins with these options.
    ///
    /// # Errors
    /// If the log cannot be opened, or the network not be read.
    pub fn new(options: Options, output: Box<dyn Output>) -> io::Result<Self> {
        let (sender, events) = unbounded_channel();
        let rules = options.rules(DEFAULT_SIZE).unwrap_or(options.standard_rules(DEFAULT_SIZE));
        let engine = engine::create(DEFAULT_SIZE, rules, options.hash_mib);
        let network = network::load(&options.eval_file).map_err(io::Error::other)?;
        let mut writer = Writer::new(output);
        writer.log_to(&options.log_file)?;
        let mut conversation = Self {
            engine: engine.map_err(io::Error::other)?,
            network,
            share: None,
            fitted_hash: options.hash_mib,
            started: options.clone(),
            options,
            counts_given: false,
            dialect: Dialect::default(),
            lot: Lot::drawn(),
            job: Job::Idle,
            sender,
            events,
            writer,
        };
        conversation.use_network();
        Ok(conversation)
    }

    /// A conversation with somebody at the other end of a socket, who has a share of a server: the
    /// `number`th of its sessions, as the log says.
    ///
    /// # Errors
    /// If the log cannot be opened.
    pub fn for_guest(
        mut options: Options,
        output: Box<dyn Output>,
        share: Share,
        number: u64,
    ) -> io::Result<Self> {
        options.threads = options.threads.min(share.threads());
        options.hash_mib = options.hash_mib.min(share.hash_mib());
        let mut conversation = Self::new(options, output)?;
        conversation.share = Some(share);
        conversation.writer.sign(&format!("session {number}"));
        Ok(conversation)
    }

    /// Talks until the client leaves: by `quit`, or because there are no more lines.
    ///
    /// # Errors
    /// If what is said cannot be written. A closed pipe is such an error too.
    pub async fn run(mut self, lines: Receiver<Line>) -> io::Result<()> {
        self.talk(lines).await
    }

    async fn talk(&mut self, mut lines: Receiver<Line>) -> io::Result<()> {
        loop {
            // What a search has said was said before the next line is answered.
            let line = select! {
                biased;
                Some(event) = self.events.recv() => {
                    self.pass_on(event)?;
                    continue;
                }
                line = lines.recv() => line,
            };
            let Some(line) = line else { return self.finish().await };
            if self.answer(&line).await? == Flow::Quit {
                return self.settle().await;
            }
        }
    }

    /// No more lines: a search has to answer now, but what a person has asked for is finished.
    async fn finish(&mut self) -> io::Result<()> {
        while matches!(self.job, Job::Errand(_)) {
            let Some(event) = self.events.recv().await else { break };
            self.pass_on(event)?;
        }
        self.settle().await
    }

    /// Asks what is running to end; returns at once.
    fn interrupt(&self) {
        match &self.job {
            Job::Idle => {}
            Job::Search(_) => self.engine.stop(),
            Job::Errand(stop) => stop.store(true, Ordering::Relaxed),
        }
    }

    /// Ends what is running and writes what is left to say, `bestmove` included.
    async fn settle(&mut self) -> io::Result<()> {
        self.interrupt();
        while !matches!(self.job, Job::Idle) {
            let Some(event) = self.events.recv().await else { break };
            self.pass_on(event)?;
        }
        Ok(())
    }

    /// Writes what the search or an errand has to say.
    fn pass_on(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Info(info) => {
                let style =
                    format::Style { dialect: self.dialect, show_wdl: self.options.show_wdl };
                self.writer.say(&format::info(&info, style))?;
                if let Job::Search(Search { until_solved: true }) = self.job
                    && info.line == 1
                    && format::is_proven(&info)
                {
                    self.engine.stop();
                }
                Ok(())
            }
            Event::BestMove(best) => {
                self.job = Job::Idle;
                self.writer.say(&format::best_move(best))
            }
            Event::Text(text) => self.writer.say(&text),
            Event::Finished => {
                self.job = Job::Idle;
                Ok(())
            }
        }
    }

    /// Something went otherwise than the client may think.
    fn note(&mut self, text: &str) -> io::Result<()> {
        self.writer.message("info string", text)
    }

    /// Something was refused.
    fn error(&mut self, error: &dyn std::error::Error) -> io::Result<()> {
        let prefix = match self.dialect {
            Dialect::V0 => "info string error",
            Dialect::V1 => "info error",
        };
        self.writer.message(prefix, &error.to_string())
    }

    /// The rules of a game on a board of this size; with standard pieces, and a message, if the
    /// counts that were asked for do not fit it.
    fn rules(&mut self, size: usize) -> io::Result<Rules> {
        match self.options.rules(size) {
            Ok(rules) => Ok(rules),
            Err(error) => {
                self.error(&error)?;
                Ok(self.options.standard_rules(size))
            }
        }
    }
}
