//! The program, as a conversation sees it.

use super::errand;
use super::share::Share;
use super::writer::{Output, Writer};
use crate::tools::openings::BOOKS;
use crate::version::short_version;
use std::fs;
use std::io;
use std::sync::LazyLock;
use stonefall_engine::book::OwnBook;
use stonefall_engine::options::Spec;
use stonefall_engine::search::{Task, spawn};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::tei::{Errand, Event, Host, Room, Sink};
use tokio::sync::mpsc::UnboundedSender;

/// Name of the engine. Clients put the version behind it.
const NAME: &str = "Stonefall";
/// Version, with the commit if it is known.
static VERSION: LazyLock<String> = LazyLock::new(short_version);

/// Name and version of the engine.
pub(super) fn name() -> String {
    format!("{NAME} {}", *VERSION)
}

/// What one conversation has of the program: a way out, threads, files and books.
pub(super) struct Desk {
    writer: Writer,
    events: UnboundedSender<Event>,
    /// What a guest has of the server; nothing if the engine is the client's own.
    share: Option<Share>,
}

impl Desk {
    pub(super) fn new(output: Box<dyn Output>, events: UnboundedSender<Event>) -> Self {
        Self { writer: Writer::new(output), events, share: None }
    }

    /// Serves a guest from now on: the `number`th, as the log says.
    pub(super) fn welcome(&mut self, share: Share, number: u64) {
        self.share = Some(share);
        self.writer.sign(&format!("session {number}"));
    }

    /// Takes down a line that was read.
    pub(super) fn heard(&mut self, line: &str) {
        self.writer.heard(line);
    }
}

impl Host for Desk {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn version(&self) -> &str {
        &VERSION
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.writer.say(line)
    }

    fn sink(&self) -> Sink {
        let events = self.events.clone();
        // Nobody listens any more if this fails, and what runs will be stopped.
        Box::new(move |event| drop(events.send(event)))
    }

    fn start(&mut self, task: Task) {
        spawn(task);
    }

    fn room(&self) -> Option<Room> {
        let share = self.share.as_ref()?;
        let (threads, hash_mib) = (share.threads(), share.hash_mib());
        Some(Room { threads, hash_mib, is_all: false, reason: "sessions share this machine" })
    }

    /// Who comes through a socket has no business with the files of this machine.
    fn refuses(&self, spec: &Spec) -> Option<&'static str> {
        (spec.names_a_file() && self.share.is_some())
            .then_some("is for the command line of the server")
    }

    /// What comes through a socket is a page, most likely, that shows the options as a form.
    fn has_form(&self) -> bool {
        self.share.is_some()
    }

    fn read(&self, file: &str) -> io::Result<Vec<u8>> {
        fs::read(file)
    }

    fn log_to(&mut self, file: &str) -> io::Result<()> {
        self.writer.log_to(file)
    }

    fn books(&self) -> &'static [OwnBook] {
        &BOOKS
    }

    fn run_errand(&mut self, errand: Errand) -> Option<Stopper> {
        Some(errand::run(errand, self.sink()))
    }
}
