//! The program as the protocol sees it.

use super::LineOutput;
use super::server::Share;
use crate::version::short_version;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::thread;
use std::time::Instant;
use stonefall_engine::bench;
use stonefall_engine::board::PerftMode;
use stonefall_engine::book::Books;
use stonefall_engine::game::Game;
use stonefall_engine::options::Spec;
use stonefall_engine::report::grouped;
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

/// The program's part of one session: output, log, threads, files and books.
pub(super) struct ProgramHost {
    output: LineOutput,
    log: Option<File>,
    events: UnboundedSender<Event>,
    /// Share of a server's resources; `None` on standard input and output.
    share: Option<Share>,
}

impl ProgramHost {
    pub(super) const fn new(
        output: LineOutput,
        events: UnboundedSender<Event>,
        share: Option<Share>,
    ) -> Self {
        Self { output, log: None, events, share }
    }

    pub(super) fn log_received(&mut self, line: &str) {
        self.log(">>", line);
    }

    /// Logs a line with the number of the session, because sessions share the file. An error ends the log, not the
    /// session.
    fn log(&mut self, mark: &str, text: &str) {
        let Some(file) = &mut self.log else { return };
        let session = self.share.as_ref().map(|share| format!("session {} ", share.number));
        // One write: other sessions may write to the same file.
        let line = format!("{}{mark} {text}\n", session.unwrap_or_default());
        if file.write_all(line.as_bytes()).is_err() {
            self.log = None;
        }
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
        self.log("<<", line);
        (self.output)(line)
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

    /// Appends all further lines to a file. An empty path ends the log.
    fn log_to(&mut self, file: &str) -> io::Result<()> {
        let open = || OpenOptions::new().create(true).append(true).open(file);
        self.log = None;
        self.log = (!file.is_empty()).then(open).transpose()?;
        Ok(())
    }

    fn books(&self) -> Books {
        Books(&BOOKS)
    }

    /// Runs `go perft` or `bench` in a thread, so that `stop` can end it.
    fn start_job(&mut self, job: Job) -> Option<Stopper> {
        let stopper = Stopper::default();
        let (mut sink, stop) = (self.event_sink(), stopper.clone());
        let thread = thread::Builder::new().name("job".to_owned()).spawn(move || {
            let mut say = |text| sink(Event::Text(text));
            // The sink has no state that a panic could leave half changed.
            let last = catch_unwind(AssertUnwindSafe(|| match job {
                Job::Perft { game, depth } => perft(*game, depth, &stop, &mut say),
                Job::Bench => search_bench(&stop, &mut say),
            }));
            sink(match last {
                Ok(last) => Event::Text(last.unwrap_or_else(|| "stopped".to_owned())),
                Err(_) => Event::Failure("the job failed"),
            });
            sink(Event::Finished);
        });
        if thread.is_err() {
            self.event_sink()(Event::Finished);
        }
        Some(stopper)
    }
}

/// Counts the leaves of the tree: a line for each move of the root. Returns the sum; `None` after a stop.
fn perft(
    mut game: Game,
    depth: u32,
    stop: &Stopper,
    say: &mut impl FnMut(String),
) -> Option<String> {
    let start = Instant::now();
    let mut sum = u64::from(depth == 0);
    let moves = if depth == 0 { Vec::new() } else { game.moves() };
    for mv in moves {
        // Generated moves are legal.
        let _ = game.play(mv);
        let nodes = game.perft(depth - 1, PerftMode::Bulk, stop)?;
        game.undo();
        sum += nodes;
        say(format!("{mv}: {nodes}"));
    }
    let seconds = start.elapsed().as_secs_f64();
    let speed = sum as f64 / seconds.max(1e-9);
    Some(format!("{sum} nodes in {seconds:.3} s, {speed:.0} nodes/s"))
}

/// Searches the positions of the bench. Returns the last line of `stonefall bench`; `None` after a stop.
fn search_bench(stop: &Stopper, say: &mut impl FnMut(String)) -> Option<String> {
    let mut sum = bench::Work::default();
    let count = bench::POSITIONS.len();
    for (index, text) in bench::POSITIONS.iter().enumerate() {
        if stop.is_stopped() {
            return None;
        }
        let Some(work) = bench::search(text, bench::DEPTH) else { continue };
        sum.add(work);
        say(format!("{:>2}/{count} {:>12}  {text}", index + 1, grouped(work.nodes)));
    }
    Some(format!("{} nodes {} nps", sum.nodes, sum.nps()))
}
