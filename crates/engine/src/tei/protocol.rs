//! A session: its options, its game and its current activity.

use super::command::{Command, CommandError, Dialect, parse};
use super::format;
use super::host::{Host, read_network};
use super::reporter::Event;
use crate::eval::net::Network;
use crate::game::{Game, Search};
use crate::machine::Instant;
use crate::options::Options;
use crate::ponder::Ponder;
use crate::search::Seed;
use crate::stopper::Stopper;
use crate::types::Rules;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

/// Whether the session continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Flow {
    /// It continues.
    Continue,
    /// The session has ended; every answer was sent.
    Quit,
}

/// A session with one client.
///
/// The host passes every line to [`handle_line`](Self::handle_line), and every event of the
/// [sink](Host::event_sink) to [`handle_event`](Self::handle_event). Commands that need an idle engine stop
/// the current activity and wait for its end; later lines wait behind them.
pub struct Protocol<H: Host> {
    /// The options at program start, which `tei` announces.
    pub(super) started: Options,
    pub(super) options: Options,
    /// Whether the game has a `position`. Rules that are set later are for the next game.
    pub(super) has_begun: bool,
    /// Whether the client has set piece counts for the next game.
    pub(super) counts_given: bool,
    pub(super) dialect: Dialect,
    /// Board size of the last `teinewgame`.
    pub(super) announced: Option<usize>,
    pub(super) game: Game,
    pub(super) search: Search,
    /// The network of `EvalFile`.
    pub(super) network: Option<Arc<Network>>,
    /// The engine's last requested table size in MiB.
    pub(super) fitted_hash: usize,
    /// The last table size that was reported to the client because memory was short.
    pub(super) reported_hash: usize,
    /// Seed of random choices in this game.
    pub(super) seed: Seed,
    pub(super) activity: Activity,
    /// Commands that wait for the end of the current activity.
    waiting: VecDeque<ReadLine>,
    /// The last field: it is dropped after the engine, so that a server frees its resources when the engine has ended.
    pub(super) host: H,
}

/// A line of the client: a command or an error.
type ReadLine = Result<Command, CommandError>;

/// The end of a session stops its current activity.
impl<H: Host> Drop for Protocol<H> {
    fn drop(&mut self) {
        self.interrupt();
    }
}

/// Board size before the first `teinewgame`, unless the rules are for other boards.
pub const DEFAULT_SIZE: usize = 6;

/// Longest message in characters: some clients read lines into small buffers.
const LONGEST_MESSAGE: usize = 400;

impl<H: Host> Protocol<H> {
    /// A session with these options.
    ///
    /// # Errors
    /// If the host cannot open the log, or the network is unreadable.
    pub fn new(options: Options, mut host: H) -> io::Result<Self> {
        let size = options.rule_set.board(DEFAULT_SIZE);
        let rules = options.rules(size).unwrap_or(options.standard_rules(size));
        let network = read_network(&host, &options.eval_file).map_err(io::Error::other)?;
        if !options.log_file.is_empty() {
            host.log_to(&options.log_file)?;
        }
        let mut protocol = Self {
            host,
            game: Game::start(size, rules).map_err(io::Error::other)?,
            search: Search::new(options.hash_mib),
            network,
            fitted_hash: options.hash_mib,
            reported_hash: 0,
            started: options.clone(),
            options,
            has_begun: false,
            counts_given: false,
            dialect: Dialect::default(),
            announced: None,
            seed: Seed::random(),
            activity: Activity::Idle,
            waiting: VecDeque::new(),
        };
        protocol.use_network();
        Ok(protocol)
    }

    /// Handles a line that arrived at a time, from which clocks run. An invalid line gets a message as answer.
    ///
    /// # Errors
    /// If the host cannot send an answer, also because of a closed pipe.
    pub fn handle_line(&mut self, line: &str, at: Instant) -> io::Result<Flow> {
        self.wait_for(parse(line, at))
    }

    /// Handles the end of input: stops a search, but lets a job finish.
    ///
    /// # Errors
    /// If the host cannot send an answer.
    pub fn handle_end_of_input(&mut self) -> io::Result<Flow> {
        if matches!(self.activity, Activity::Job(_)) {
            self.waiting.push_back(Ok(Command::Quit));
            return Ok(Flow::Continue);
        }
        self.wait_for(Ok(Command::Quit))
    }

    /// Handles an event of a search or job.
    ///
    /// # Errors
    /// If the host cannot send an answer.
    pub fn handle_event(&mut self, event: Event) -> io::Result<Flow> {
        self.pass_on(event)?;
        if self.is_busy() {
            return Ok(Flow::Continue);
        }
        while let Some(line) = self.waiting.pop_front() {
            if self.is_busy() && needs_idle_engine(&line) {
                self.interrupt();
                self.waiting.push_front(line);
                break;
            }
            if self.execute(line)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Continue)
    }

    /// Whether a command waits for the end of the current activity. Further lines wait behind it.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Whether a search or job is running.
    pub(crate) const fn is_busy(&self) -> bool {
        !matches!(self.activity, Activity::Idle)
    }

    /// The program around the session.
    pub const fn host(&mut self) -> &mut H {
        &mut self.host
    }

    /// Executes a command now, or after the current activity if it needs an idle engine.
    fn wait_for(&mut self, line: ReadLine) -> io::Result<Flow> {
        if self.is_waiting() || self.is_busy() && needs_idle_engine(&line) {
            if !self.is_waiting() {
                self.interrupt();
            }
            self.waiting.push_back(line);
            return Ok(Flow::Continue);
        }
        self.execute(line)
    }

    /// Stops the current activity. Returns at once.
    pub(super) fn interrupt(&self) {
        match &self.activity {
            Activity::Idle => {}
            Activity::Search(_) => self.search.stop(),
            #[cfg(feature = "json")]
            Activity::Annotation(stopper) => stopper.stop(),
            Activity::Job(stopper) => stopper.stop(),
        }
    }

    fn pass_on(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Info(info) => {
                let style =
                    format::LineStyle { dialect: self.dialect, show_wdl: self.options.show_wdl };
                self.say(&format::info(&info, style))?;
                if let Activity::Search(search) = &mut self.activity
                    && info.line == 1
                {
                    search.is_solved = format::is_proven(&info);
                    if search.is_done() {
                        self.search.stop();
                    }
                }
                Ok(())
            }
            Event::BestMove(best, reply) => {
                self.activity = Activity::Idle;
                self.say(&format::best_move(best, reply.filter(|_| self.options.ponder)))
            }
            Event::Text(text) => self.say(&text),
            Event::Finished => {
                self.activity = Activity::Idle;
                Ok(())
            }
            Event::Failure(text) => self.refuse(text),
        }
    }

    /// Sends one or more lines. Skips empty lines, because some clients end on them.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        lines.try_for_each(|line| self.host.send_line(line))
    }

    /// Informs the client.
    pub(super) fn note(&mut self, text: &str) -> io::Result<()> {
        self.message("info string", text)
    }

    /// Reports an error.
    pub(super) fn refuse(&mut self, error: impl ToString) -> io::Result<()> {
        let prefix = match self.dialect {
            Dialect::V0 => "info string error",
            Dialect::V1 => "info error",
        };
        self.message(prefix, &error.to_string())
    }

    /// Sends a message of one line behind a prefix.
    fn message(&mut self, prefix: &str, text: &str) -> io::Result<()> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text: String = text.chars().take(LONGEST_MESSAGE).collect();
        self.say(&format!("{prefix} {text}"))
    }

    /// The rules of a game on a board of this size. If the options do not fit it, reports that and returns rules with
    /// standard pieces.
    pub(super) fn rules(&mut self, size: usize) -> io::Result<Rules> {
        match self.options.rules(size) {
            Ok(rules) => Ok(rules),
            Err(error) => {
                self.refuse(format!("{error}; this game has standard pieces and no named rules"))?;
                Ok(self.options.standard_rules(size))
            }
        }
    }
}

/// Whether a line needs an idle engine: lines about another game or position, valid or not, and new activities.
fn needs_idle_engine(line: &ReadLine) -> bool {
    match line {
        Err(error) => matches!(error, CommandError::Game(_)),
        #[cfg(feature = "json")]
        Ok(Command::Page(request)) => request.needs_idle_engine(),
        Ok(command) => matches!(
            command,
            Command::NewGame(_)
                | Command::Position { .. }
                | Command::Go(_)
                | Command::Perft(_)
                | Command::Bench
                | Command::Quit
        ),
    }
}

/// Current activity beside the session.
#[derive(Clone, Debug)]
pub(super) enum Activity {
    Idle,
    Search(RunningSearch),
    #[cfg(feature = "json")]
    Annotation(Stopper),
    Job(Stopper),
}

/// A search that runs beside the session.
#[derive(Clone, Debug)]
pub(super) struct RunningSearch {
    /// Whether it ends at the first proven result.
    pub(super) until_solved: bool,
    /// Set if it was started to ponder.
    pub(super) ponder: Option<Ponder>,
    /// Number of its threads beside the first.
    pub(super) helpers: usize,
    /// Whether it has proved the result.
    pub(super) is_solved: bool,
}

impl RunningSearch {
    /// Whether it must end because it has proved the result. A search that ponders waits for the reply.
    pub(super) fn is_done(&self) -> bool {
        let ponders = self.ponder.as_ref().is_some_and(|ponder| ponder.hit_at().is_none());
        self.until_solved && self.is_solved && !ponders
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::book::{Book, Books};
    use crate::search::Task;
    use crate::tei::reporter::EventSink;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// A host without threads. The tests run its searches.
    struct Manual {
        sent: Vec<String>,
        sender: Sender<Event>,
        tasks: Vec<Task>,
        /// Whether each event sink panics once, after its first event.
        panics: bool,
        books: Books,
    }

    impl Host for Manual {
        fn name(&self) -> String {
            "Manual 1".to_owned()
        }

        fn version(&self) -> &str {
            "1"
        }

        fn send_line(&mut self, line: &str) -> io::Result<()> {
            self.sent.push(line.to_owned());
            Ok(())
        }

        fn event_sink(&self) -> EventSink {
            let sender = self.sender.clone();
            let mut panics = self.panics;
            Box::new(move |event| {
                sender.send(event).unwrap();
                assert!(!std::mem::take(&mut panics), "a panic of this test");
            })
        }

        fn start_search(&mut self, task: Task) {
            self.tasks.push(task);
        }

        fn books(&self) -> Books {
            self.books
        }
    }

    fn session() -> (Protocol<Manual>, Receiver<Event>) {
        let (sender, events) = channel();
        let books = Books::default();
        let host = Manual { sent: Vec::new(), sender, tasks: Vec::new(), panics: false, books };
        (Protocol::new(Options { hash_mib: 1, ..Options::default() }, host).unwrap(), events)
    }

    /// Handles lines without running a search.
    fn handle(protocol: &mut Protocol<Manual>, text: &str) -> Flow {
        let flows = text.lines().map(|line| protocol.handle_line(line, Instant::now()).unwrap());
        flows.last().unwrap()
    }

    /// Runs a search to its end and handles its events.
    fn run(protocol: &mut Protocol<Manual>, events: &Receiver<Event>) -> Flow {
        protocol.host.tasks.remove(0)();
        let flows = events.try_iter().map(|event| protocol.handle_event(event).unwrap());
        flows.last().unwrap()
    }

    /// The sent lines, without lines of analysis.
    fn answers(protocol: &mut Protocol<Manual>) -> Vec<String> {
        let sent = std::mem::take(&mut protocol.host.sent);
        sent.into_iter().filter(|line| !line.starts_with("info depth")).collect()
    }

    #[test]
    fn sends_no_empty_line_and_no_long_message() {
        let (mut protocol, _events) = session();
        protocol.say("one \n\n  \ntwo\r\n").unwrap();
        protocol.note(&"word\n".repeat(1000)).unwrap();
        let lines = answers(&mut protocol);
        assert_eq!(lines[..2], ["one", "two"]);
        assert_eq!(lines.len(), 3);
        assert!(lines[2].len() < 500);
    }

    #[test]
    fn lines_wait_behind_a_line_that_needs_an_idle_engine() {
        let (mut protocol, events) = session();
        let _ =
            handle(&mut protocol, "go infinite\nisready\nposition startpos moves a1 b1\nisready");
        assert_eq!(answers(&mut protocol), ["readyok"]);
        assert!(protocol.is_waiting());
        let _ = handle(&mut protocol, "go nodes 1\nstop\nquit");
        assert_eq!(run(&mut protocol, &events), Flow::Continue);
        let sent = answers(&mut protocol);
        assert!(sent.len() == 2 && sent[0].starts_with("bestmove"), "{sent:?}");
        assert_eq!(sent[1], "readyok");
        assert_eq!(run(&mut protocol, &events), Flow::Quit);
        assert!(answers(&mut protocol)[0].starts_with("bestmove"));
    }

    #[test]
    fn a_search_that_does_not_run_is_answered() {
        let (mut protocol, events) = session();
        let _ = handle(&mut protocol, "go nodes 100");
        protocol.host.tasks.clear();
        while let Ok(event) = events.try_recv() {
            let _ = protocol.handle_event(event).unwrap();
        }
        assert_eq!(answers(&mut protocol), ["info string error the search failed", "bestmove --"]);
        assert!(!protocol.is_busy());
    }

    #[test]
    fn a_panic_in_a_search_or_an_annotation_is_answered() {
        let annotate = r#"annotate #3 {"text":"[Size \"3\"] 1. a1 b1","nodes":100}"#;
        for (work, expected) in [
            ("go nodes 1000", "info string error the search failed\nbestmove "),
            (annotate, r#"annotate #3 {"error":"the engine failed on this request"}"#),
        ] {
            let (mut protocol, events) = session();
            protocol.host.panics = true;
            let _ = handle(&mut protocol, work);
            let task = protocol.host.tasks.remove(0);
            assert!(catch_unwind(AssertUnwindSafe(task)).is_err());
            for event in events.try_iter() {
                let _ = protocol.handle_event(event).unwrap();
            }
            let sent = answers(&mut protocol).join("\n");
            assert!(sent.contains(expected) && !sent.contains("--"), "{sent}");
            // The session continues.
            protocol.host.panics = false;
            let _ = handle(&mut protocol, "go nodes 1000");
            let _ = run(&mut protocol, &events);
            assert!(answers(&mut protocol).last().unwrap().starts_with("bestmove "));
        }
    }

    #[test]
    fn isready_reads_the_book_of_the_game_with_own_book() {
        static BOOKS: [Book; 2] = [Book::new(5, 0, "; c3 1"), Book::new(6, 0, "; c3 1")];
        let is_read = || BOOKS.each_ref().map(Book::is_read);
        let (mut protocol, _events) = session();
        protocol.host.books = Books(&BOOKS);
        let _ = handle(&mut protocol, "teinewgame 5\nisready\nsetoption name OwnBook value true");
        assert_eq!(is_read(), [false; 2]);
        let _ = handle(&mut protocol, "isready");
        assert_eq!(is_read(), [true, false]);
    }

    #[test]
    fn unsupported_commands_are_refused() {
        let (mut protocol, _events) = session();
        let _ = handle(&mut protocol, "bench\nsetoption name EvalFile value some.net\nisready");
        let sent = answers(&mut protocol);
        assert!(
            sent.len() == 3 && sent[..2].iter().all(|line| line.starts_with("info string error "))
        );
        let _ = handle(&mut protocol, "tei");
        assert!(!answers(&mut protocol).iter().any(|line| line.contains("EvalFile")));
    }
}
