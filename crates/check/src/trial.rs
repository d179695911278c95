//! The conversation of a point: its connections, the exchanged lines, measurements and complaints.

use super::positions::Root;
use super::report::{Complaint, Exchange, Figure};
use super::search::{Observations, Search, fault_of_line};
use super::{Profile, Settings};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::{Duration, Instant};
use stonefall_client::{Client, ClientError, Line};
use stonefall_engine::notation::excerpt;

/// Reason why a script ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The point does not apply to this engine.
    Skip(String),
    /// The engine died, hangs or sent a malformed line.
    Failed(ClientError),
    /// There is nothing more to look at.
    Enough,
    /// The table has a word that the check does not know.
    Unknown(String),
}

impl From<ClientError> for Stop {
    fn from(error: ClientError) -> Self {
        Self::Failed(error)
    }
}

pub(super) type Outcome<T = ()> = Result<T, Stop>;

/// Skips a point for a reason.
pub(super) fn skip<T>(reason: impl Into<String>) -> Outcome<T> {
    Err(Stop::Skip(reason.into()))
}

/// Lines shown with a complaint.
const SHOWN: usize = 10;
/// Lines of a conversation that are kept.
const KEPT: usize = 400;
/// Complaints of one point that are kept.
const COMPLAINTS: usize = 12;

pub(super) struct Trial<'a> {
    pub(super) profile: &'a Profile,
    pub(super) settings: &'a Settings,
    pub(super) observations: &'a mut Observations,
    pub(super) client: Option<Client>,
    pub(super) complaints: Vec<Complaint>,
    pub(super) figures: Vec<Figure>,
    pub(super) exchanges: Vec<Exchange>,
    /// Index of the first line that belongs to the current case.
    mark: usize,
    /// The alternative of the current case.
    pub(super) case: String,
    /// Searches without an answer.
    pending: usize,
    /// Number of answers in the current case, and the last `bestmove` line.
    pub(super) answers: usize,
    answer: String,
    /// The lines of the last wait that are not empty.
    pub(super) lines: Vec<Line>,
    /// When the first line after the last wait was sent, and the time to its answer.
    sent: Option<Instant>,
    pub(super) took: Duration,
    pub(super) search: Option<Search>,
    /// Noted times and results by name.
    pub(super) clocks: BTreeMap<String, Vec<Duration>>,
    pub(super) results: BTreeMap<String, String>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        profile: &'a Profile,
        settings: &'a Settings,
        observations: &'a mut Observations,
    ) -> Self {
        Self {
            profile,
            settings,
            observations,
            client: None,
            complaints: Vec::new(),
            figures: Vec::new(),
            exchanges: Vec::new(),
            mark: 0,
            case: String::new(),
            pending: 0,
            answers: 0,
            answer: String::new(),
            lines: Vec::new(),
            sent: None,
            took: Duration::ZERO,
            search: None,
            clocks: BTreeMap::new(),
            results: BTreeMap::new(),
        }
    }

    /// Starts a new case: complaints no longer show earlier lines.
    pub(super) fn begin_case(&mut self, case: String) {
        (self.case, self.answers, self.mark) = (case, 0, self.exchanges.len());
    }

    /// The newest lines of the current case.
    fn tail(&self) -> Vec<Exchange> {
        self.exchanges[self.mark.max(self.exchanges.len().saturating_sub(SHOWN))..].to_vec()
    }

    fn record(&mut self, by: &'static str, text: &str) {
        if self.exchanges.len() >= KEPT {
            self.exchanges.drain(..KEPT / 2);
            self.mark = self.mark.saturating_sub(KEPT / 2);
        }
        self.exchanges.push(Exchange::new(by, text));
    }

    /// Notes a line of the engine.
    fn note(&mut self, line: &Line) {
        self.record("engine", &line.text);
        if let Some((point, text)) = fault_of_line(&line.text) {
            let exchanges = self.tail();
            self.observations.fault(point, Complaint { text, exchanges });
        }
        if line.first_word() == "bestmove" {
            self.answers += 1;
            self.pending = self.pending.saturating_sub(1);
            self.answer.clone_from(&line.text);
        }
    }

    /// Reports a fault together with the newest lines.
    pub(super) fn complain(&mut self, text: impl Display) {
        if self.complaints.len() < COMPLAINTS {
            let case = excerpt(&self.case, 80);
            let text = if case.is_empty() { text.to_string() } else { format!("{case}: {text}") };
            let exchanges = self.tail();
            self.complaints.push(Complaint { text, exchanges });
        }
    }

    /// Complains unless the requirement holds.
    pub(super) fn require(&mut self, holds: bool, expected: impl Display) {
        if !holds {
            self.complain(format_args!("expected {expected}"));
        }
    }

    /// Complains unless the requirement holds, and names the answer of the engine.
    pub(super) fn expect(&mut self, holds: bool, expected: impl Display, found: impl Display) {
        self.require(holds, format_args!("{expected}, found {found}"));
    }

    /// Reports a duration and compares it with a limit in milliseconds plus the slack of the settings.
    pub(super) fn within(&mut self, name: &str, took: Duration, limit: u64) {
        let value = took.as_secs_f64() * 1e3;
        let limit = (Duration::from_millis(limit) + self.settings.slack).as_secs_f64() * 1e3;
        if value > limit {
            self.complain(format_args!("expected {name} within {limit:.0} ms, took {value:.1} ms"));
        }
        let value = (value * 1000.0).round() / 1000.0;
        self.figures.push(Figure { name: name.to_owned(), value, unit: "ms", limit });
    }

    /// Number of lines on standard error of the open connection, and the newest of them.
    pub(super) fn diagnostics(&mut self) -> (usize, Vec<String>) {
        self.client.as_mut().map_or((0, Vec::new()), |client| client.transport().diagnostics())
    }

    /// Opens a new connection and closes the old one by force.
    pub(super) fn open(&mut self) -> Outcome {
        self.client = None;
        (self.sent, self.pending) = (Some(Instant::now()), 0);
        (self.answers, self.mark) = (0, self.exchanges.len());
        self.client = Some(self.settings.engine.connect()?);
        Ok(())
    }

    /// Opens a new connection and waits for `teiok`.
    pub(super) fn introduce(&mut self) -> Outcome {
        self.open()?;
        self.send("tei");
        self.until("teiok")
    }

    /// Opens a new connection to an engine that has announced itself and is ready.
    pub(super) fn start(&mut self) -> Outcome {
        self.introduce()?;
        self.ready().map(|_| ())
    }

    pub(super) fn new_game(&mut self, size: usize) -> Outcome {
        self.request(&format!("teinewgame {size}")).map(|_| ())
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes unchanged and in one piece.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        for line in String::from_utf8_lossy(bytes).split_terminator('\n') {
            self.record("client", line);
            self.pending += usize::from(line.trim().starts_with("go"));
        }
        self.sent.get_or_insert_with(Instant::now);
        if let Some(client) = &mut self.client {
            client.send_bytes(bytes);
        }
    }

    /// The open connection. If there is none, the script has already reported the reason.
    fn connection(&mut self) -> Outcome<&mut Client> {
        self.client.as_mut().ok_or(Stop::Enough)
    }

    /// Returns the next line that is not empty, or `None` at the deadline.
    pub(super) fn receive(&mut self, deadline: Instant) -> Outcome<Option<Line>> {
        loop {
            let line = self.connection()?.line(deadline)?;
            line.iter().for_each(|line| self.note(line));
            if line.as_ref().is_none_or(|line| !line.text.trim().is_empty()) {
                return Ok(line);
            }
        }
    }

    /// Waits for a line with this first word, as long as the settings allow.
    pub(super) fn until(&mut self, word: &str) -> Outcome {
        let since = self.sent.take().unwrap_or_else(Instant::now);
        let deadline = Instant::now() + self.settings.patience;
        let mut lines = Vec::new();
        let found = self.connection()?.wait_for(word, deadline, |line| {
            lines.push(line.clone());
            (line.first_word() == word).then_some(())
        });
        lines.iter().for_each(|line| self.note(line));
        found?;
        self.took = lines.last().map_or(Duration::ZERO, |last| last.at.duration_since(since));
        lines.retain(|line| !line.text.trim().is_empty());
        self.lines = lines;
        Ok(())
    }

    /// Waits for the answer to a search, unless it has arrived. Returns its move.
    pub(super) fn best_move(&mut self) -> Outcome<String> {
        if self.pending > 0 {
            self.until("bestmove")?;
        }
        Ok(self.answer.split_whitespace().nth(1).unwrap_or_default().to_owned())
    }

    /// Keeps the lines that arrive during this time.
    pub(super) fn listen(&mut self, time: Duration) -> Outcome {
        let (deadline, mut lines) = (Instant::now() + time, Vec::new());
        while Instant::now() < deadline {
            lines.extend(self.receive(deadline)?);
        }
        (self.sent, self.lines) = (None, lines);
        Ok(())
    }

    /// Sends `isready`. Returns the lines before `readyok`.
    pub(super) fn ready(&mut self) -> Outcome<Vec<Line>> {
        self.send("isready");
        self.until("readyok")?;
        Ok(self.lines[..self.lines.len() - 1].to_vec())
    }

    /// Sends a command. Returns the lines that answer it.
    pub(super) fn request(&mut self, line: &str) -> Outcome<Vec<Line>> {
        self.send(line);
        self.ready()
    }

    /// Sends a command that the engine has to refuse with a message, on either stream.
    pub(super) fn refused(&mut self, line: &str) -> Outcome {
        let before = self.diagnostics().0;
        // The form of the message belongs to another point.
        if self.request(line)?.is_empty() {
            // Standard error may arrive later than standard output.
            let deadline = Instant::now() + Duration::from_millis(100);
            while self.diagnostics().0 == before && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(2));
            }
            let shown = excerpt(line, 80);
            let is_refused = self.diagnostics().0 > before;
            self.require(is_refused, format_args!("a message that refuses '{shown}'"));
        }
        Ok(())
    }

    /// `go` for a percentage of the time in which the engine finds a win in one move.
    pub(super) fn movetime(&self, percent: u32) -> String {
        let time = self.settings.win_time * percent / 100;
        format!("go movetime {}", time.as_millis().max(1))
    }

    /// Sends a `go` for the engine's current position. Inspects the answer if `is_expected` holds for its move: the engine
    /// may have another position.
    pub(super) fn go(
        &mut self,
        root: &Root,
        go: &str,
        is_expected: impl FnOnce(&Search) -> bool,
    ) -> Outcome {
        self.sent = None;
        self.send(go);
        self.until("bestmove")?;
        let (lines, took) = (self.lines.clone(), self.took);
        let search = Search { root: root.clone(), go: go.to_owned(), lines };
        let late = self.ready()?;
        if is_expected(&search) {
            self.observations.search(&search, &late);
        }
        (self.search, self.took) = (Some(search), took);
        Ok(())
    }
}
