//! One conversation: what was said so far, and what runs.

use super::command::{self, Command, CommandError, Dialect};
use super::host::Host;
use super::player::Player;
use super::reporter::Event;
use super::{format, network};
use crate::eval::net::Network;
use crate::machine::Instant;
use crate::options::Options;
use crate::search::Seed;
use crate::stopper::Stopper;
use crate::types::Rules;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Flow {
    /// It does.
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
    /// What the options were when the program started, and what they are announced with.
    pub(super) started: Options,
    pub(super) options: Options,
    /// Whether piece counts were given since the last `position`: they are for the next game.
    pub(super) counts_given: bool,
    pub(super) dialect: Dialect,
    /// The size of the board that the last `teinewgame` was for.
    pub(super) announced: Option<usize>,
    pub(super) player: Player,
    /// The network of `EvalFile`.
    pub(super) network: Option<Arc<Network>>,
    /// The size of the table in MiB that the engine was told last.
    pub(super) fitted_hash: usize,
    /// The size that the client was told of last, if the system had less memory than that.
    pub(super) reported_hash: usize,
    /// What is left to chance in this game.
    pub(super) seed: Seed,
    pub(super) activity: Activity,
    /// Lines that are to be followed when what runs has ended.
    waiting: VecDeque<Heard>,
    /// Let go after the engine: what a guest has of a server is free when the engine is gone.
    pub(super) host: H,
}

/// What runs beside the conversation.
#[derive(Clone, Debug)]
pub(super) enum Activity {
    Idle,
    /// A search; whether it ends as soon as the result is known.
    Search {
        until_solved: bool,
    },
    /// A game is annotated.
    Annotation(Stopper),
    /// A command for people that takes a while; the flag ends it.
    Job(Stopper),
}

/// A line as it was understood.
type Heard = Result<Command, CommandError>;

/// A conversation that is over, or broken off, leaves nothing running.
impl<H: Host> Drop for Protocol<H> {
    fn drop(&mut self) {
        self.interrupt();
    }
}

/// Size of the board until a client names another, unless the rules are for other boards.
pub const DEFAULT_SIZE: usize = 6;

/// The longest message: some clients read lines into small buffers.
const LONGEST_MESSAGE: usize = 400;

impl<H: Host> Protocol<H> {
    /// A conversation that begins with these options.
    ///
    /// # Errors
    /// If the log cannot be opened, or the network not be read.
    pub fn new(options: Options, mut host: H) -> io::Result<Self> {
        let size = options.rule_set.board(DEFAULT_SIZE);
        let rules = options.rules(size).unwrap_or(options.standard_rules(size));
        let player = Player::new(size, rules, options.hash_mib);
        let network = network::load(&host, &options.eval_file).map_err(io::Error::other)?;
        if !options.log_file.is_empty() {
            host.log_to(&options.log_file)?;
        }
        let mut protocol = Self {
            host,
            player: player.map_err(io::Error::other)?,
            network,
            fitted_hash: options.hash_mib,
            reported_hash: 0,
            started: options.clone(),
            options,
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

    /// Takes a line that came in at a time: clocks run from there. Text that is no line of TEI gets a
    /// message.
    ///
    /// # Errors
    /// If what is said cannot be written. A closed pipe is such an error too.
    pub fn handle_line(&mut self, line: &str, at: Instant) -> io::Result<Flow> {
        self.wait_for(command::parse(line, at))
    }

    /// There are no more lines: a search has to answer now, but what a person has asked for is finished.
    ///
    /// # Errors
    /// If what is said cannot be written.
    pub fn handle_end_of_input(&mut self) -> io::Result<Flow> {
        if matches!(self.activity, Activity::Job(_)) {
            self.waiting.push_back(Ok(Command::Quit));
            return Ok(Flow::Continue);
        }
        self.wait_for(Ok(Command::Quit))
    }

    /// Takes what a search or an errand has to say.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn handle_event(&mut self, event: Event) -> io::Result<Flow> {
        self.pass_on(event)?;
        if self.is_busy() {
            return Ok(Flow::Continue);
        }
        while let Some(heard) = self.waiting.pop_front() {
            if self.is_busy() && needs_rest(&heard) {
                self.interrupt();
                self.waiting.push_front(heard);
                break;
            }
            if self.execute(heard)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Continue)
    }

    /// Whether a command waits until what runs has ended. Further lines would wait behind it.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Whether a search or an errand runs.
    #[must_use]
    pub(crate) const fn is_busy(&self) -> bool {
        !matches!(self.activity, Activity::Idle)
    }

    /// The program around the conversation.
    pub const fn host(&mut self) -> &mut H {
        &mut self.host
    }

    /// Follows a command now, or when what runs has ended, if it needs the engine at rest.
    fn wait_for(&mut self, heard: Heard) -> io::Result<Flow> {
        if self.is_waiting() || self.is_busy() && needs_rest(&heard) {
            if !self.is_waiting() {
                self.interrupt();
            }
            self.waiting.push_back(heard);
            return Ok(Flow::Continue);
        }
        self.execute(heard)
    }

    /// Asks what is running to end; returns at once.
    pub(super) fn interrupt(&self) {
        match &self.activity {
            Activity::Idle => {}
            Activity::Search { .. } => self.player.stop(),
            Activity::Annotation(stopper) | Activity::Job(stopper) => stopper.stop(),
        }
    }

    fn pass_on(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Info(info) => {
                let style =
                    format::Style { dialect: self.dialect, show_wdl: self.options.show_wdl };
                self.say(&format::info(&info, style))?;
                if let Activity::Search { until_solved: true } = self.activity
                    && info.line == 1
                    && format::is_proven(&info)
                {
                    self.player.stop();
                }
                Ok(())
            }
            Event::BestMove(best) => {
                self.activity = Activity::Idle;
                self.say(&format::best_move(best))
            }
            Event::Text(text) => self.say(&text),
            Event::Finished => {
                self.activity = Activity::Idle;
                Ok(())
            }
            Event::Failure(text) => self.refusal(text),
        }
    }

    /// Writes text of one or more lines. Empty ones are left out: there are clients that they end.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        lines.try_for_each(|line| self.host.send_line(line))
    }

    /// Something went otherwise than the client may think.
    pub(super) fn note(&mut self, text: &str) -> io::Result<()> {
        self.message("info string", text)
    }

    /// Something was refused.
    pub(super) fn error(&mut self, error: &dyn std::error::Error) -> io::Result<()> {
        self.refusal(&error.to_string())
    }

    fn refusal(&mut self, text: &str) -> io::Result<()> {
        let prefix = match self.dialect {
            Dialect::V0 => "info string error",
            Dialect::V1 => "info error",
        };
        self.message(prefix, text)
    }

    /// Writes a message of one line behind a prefix.
    fn message(&mut self, prefix: &str, text: &str) -> io::Result<()> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text: String = text.chars().take(LONGEST_MESSAGE).collect();
        self.say(&format!("{prefix} {text}"))
    }

    /// The rules of a game on a board of this size; with standard pieces, and a message, if the
    /// named rules or the counts that were asked for do not fit it.
    pub(super) fn rules(&mut self, size: usize) -> io::Result<Rules> {
        match self.options.rules(size) {
            Ok(rules) => Ok(rules),
            Err(error) => {
                self.refusal(&format!(
                    "{error}; so this game has standard pieces and no named rules"
                ))?;
                Ok(self.options.standard_rules(size))
            }
        }
    }
}

/// Whether a line ends what runs before it is answered: one about another game or position, be it
/// a good one or not, and what runs beside the conversation itself.
fn needs_rest(heard: &Heard) -> bool {
    match heard {
        Err(error) => error.is_about_the_game(),
        Ok(Command::Page(request)) => request.needs_rest(),
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::search::Task;
    use crate::tei::host::EventSink;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// A host without threads: it runs searches when it is asked to.
    struct Patient {
        said: Vec<String>,
        sender: Sender<Event>,
        tasks: Vec<Task>,
        /// Whether each event sink panics once, after its first event.
        panics: bool,
    }

    impl Host for Patient {
        fn name(&self) -> String {
            "Patient 1".to_owned()
        }

        fn version(&self) -> &str {
            "1"
        }

        fn send_line(&mut self, line: &str) -> io::Result<()> {
            self.said.push(line.to_owned());
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
    }

    fn conversation() -> (Protocol<Patient>, Receiver<Event>) {
        let (sender, events) = channel();
        let host = Patient { said: Vec::new(), sender, tasks: Vec::new(), panics: false };
        (Protocol::new(Options { hash_mib: 1, ..Options::default() }, host).unwrap(), events)
    }

    /// Lets the protocol hear lines, without running anything.
    fn hear(protocol: &mut Protocol<Patient>, text: &str) -> Flow {
        let flows = text.lines().map(|line| protocol.handle_line(line, Instant::now()).unwrap());
        flows.last().unwrap()
    }

    /// Runs a search to its end, and tells the protocol.
    fn run(protocol: &mut Protocol<Patient>, events: &Receiver<Event>) -> Flow {
        protocol.host.tasks.remove(0)();
        let flows = events.try_iter().map(|event| protocol.handle_event(event).unwrap());
        flows.last().unwrap()
    }

    /// What was said, without the lines of analysis.
    fn answers(protocol: &mut Protocol<Patient>) -> Vec<String> {
        let said = std::mem::take(&mut protocol.host.said);
        said.into_iter().filter(|line| !line.starts_with("info depth")).collect()
    }

    #[test]
    fn no_empty_line_and_no_long_message_goes_out() {
        let (mut protocol, _events) = conversation();
        protocol.say("one \n\n  \ntwo\r\n").unwrap();
        protocol.note(&"word\n".repeat(1000)).unwrap();
        let lines = answers(&mut protocol);
        assert_eq!(lines[..2], ["one", "two"]);
        assert_eq!(lines.len(), 3);
        assert!(lines[2].len() < 500);
    }

    #[test]
    fn lines_wait_behind_one_that_needs_the_engine_at_rest() {
        let (mut protocol, events) = conversation();
        let _ = hear(&mut protocol, "go infinite\nisready\nposition startpos moves a1 b1\nisready");
        assert_eq!(answers(&mut protocol), ["readyok"]);
        assert!(protocol.is_waiting());
        let _ = hear(&mut protocol, "go nodes 1\nstop\nquit");
        assert_eq!(run(&mut protocol, &events), Flow::Continue);
        let said = answers(&mut protocol);
        assert!(said.len() == 2 && said[0].starts_with("bestmove"), "{said:?}");
        assert_eq!(said[1], "readyok");
        assert_eq!(run(&mut protocol, &events), Flow::Quit);
        assert!(answers(&mut protocol)[0].starts_with("bestmove"));
    }

    #[test]
    fn a_search_that_does_not_run_is_answered() {
        let (mut protocol, events) = conversation();
        let _ = hear(&mut protocol, "go nodes 100");
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
            let (mut protocol, events) = conversation();
            protocol.host.panics = true;
            let _ = hear(&mut protocol, work);
            let task = protocol.host.tasks.remove(0);
            assert!(catch_unwind(AssertUnwindSafe(task)).is_err());
            for event in events.try_iter() {
                let _ = protocol.handle_event(event).unwrap();
            }
            let said = answers(&mut protocol).join("\n");
            assert!(said.contains(expected) && !said.contains("--"), "{said}");
            // The session continues.
            protocol.host.panics = false;
            let _ = hear(&mut protocol, "go nodes 1000");
            let _ = run(&mut protocol, &events);
            assert!(answers(&mut protocol).last().unwrap().starts_with("bestmove "));
        }
    }

    #[test]
    fn what_the_host_does_not_have_is_refused() {
        let (mut protocol, _events) = conversation();
        let _ = hear(&mut protocol, "bench\nsetoption name EvalFile value some.net\nisready");
        let said = answers(&mut protocol);
        assert!(
            said.len() == 3 && said[..2].iter().all(|line| line.starts_with("info string error "))
        );
        let _ = hear(&mut protocol, "tei");
        assert!(!answers(&mut protocol).iter().any(|line| line.contains("EvalFile")));
    }
}
