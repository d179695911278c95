//! The program as the protocol sees it.

use super::job;
use super::share::Share;
use super::writer::{LineOutput, Writer};
use crate::version::short_version;
use std::sync::LazyLock;
use std::{fs, io};
use stonefall_engine::book::Books;
use stonefall_engine::options::Spec;
use stonefall_engine::search::{Task, spawn};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::tei::{Event, EventSink, Host, Job, Resources};
use stonefall_tools::openings::BOOKS;
use tokio::sync::mpsc::UnboundedSender;

/// Name of the engine, without the version.
const NAME: &str = "Stonefall";
static VERSION: LazyLock<String> = LazyLock::new(short_version);

/// Name and version of the engine.
pub(super) fn name() -> String {
    format!("{NAME} {}", *VERSION)
}

/// The program's part of one session: output, threads, files and books.
pub(super) struct ProgramHost {
    writer: Writer,
    events: UnboundedSender<Event>,
    /// Share of a server's resources; `None` on standard input and output.
    share: Option<Share>,
}

impl ProgramHost {
    pub(super) fn new(output: LineOutput, events: UnboundedSender<Event>) -> Self {
        Self { writer: Writer::new(output), events, share: None }
    }

    /// Limits the session to a share of a server; the log names it `session NUMBER`.
    pub(super) fn limit_to(&mut self, share: Share, number: u64) {
        self.share = Some(share);
        self.writer.set_name(&format!("session {number}"));
    }

    pub(super) fn log_received(&mut self, line: &str) {
        self.writer.log_received(line);
    }
}

impl Host for ProgramHost {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn version(&self) -> &str {
        &VERSION
    }

    fn send_line(&mut self, line: &str) -> io::Result<()> {
        self.writer.write(line)
    }

    fn event_sink(&self) -> EventSink {
        let events = self.events.clone();
        // Sending fails when the session is over; it stops its work then.
        Box::new(move |event| drop(events.send(event)))
    }

    fn start_search(&mut self, task: Task) {
        spawn(task);
    }

    fn resources(&self) -> Option<Resources> {
        let share = self.share.as_ref()?;
        let (threads, hash_mib) = (share.threads(), share.hash_mib());
        let reason = "sessions share this machine";
        Some(Resources {
            threads,
            hash_mib,
            is_fixed: false,
            threads_reason: reason,
            hash_reason: reason,
        })
    }

    /// Clients of a server must not open files of its machine.
    fn why_not_settable(&self, spec: &Spec) -> Option<&'static str> {
        (spec.names_a_file() && self.share.is_some())
            .then_some("can be set on the server's command line only")
    }

    /// Pages connect through sockets; they show options as a form.
    fn has_form(&self) -> bool {
        self.share.is_some()
    }

    fn read_file(&self, file: &str) -> io::Result<Vec<u8>> {
        fs::read(file)
    }

    fn log_to(&mut self, file: &str) -> io::Result<()> {
        self.writer.log_to(file)
    }

    fn books(&self) -> Books {
        Books(&BOOKS)
    }

    fn start_job(&mut self, job: Job) -> Option<Stopper> {
        Some(job::start(job, self.event_sink()))
    }
}
