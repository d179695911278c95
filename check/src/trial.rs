//! Tools of a step: a connection, measurements and complaints.

use super::observations::Observations;
use super::report::{Complaint, Exchange, Figure};
use super::root::Root;
use super::{Facts, Settings};
use std::time::Duration;
use stonefall_client::{Client, ClientError, Line, Transport, excerpt};

/// Reason why a step ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The step does not apply to this engine.
    Skip(String),
    /// The engine died, hangs or sent a malformed line.
    Failed(ClientError),
    /// The step has reported enough failures.
    GiveUp,
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

/// An answered search.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) root: Root,
    /// The `position` and `go` commands.
    pub(super) sent: Vec<String>,
    /// The lines up to `bestmove`, inclusive.
    pub(super) lines: Vec<Line>,
    /// Time from `go` to `bestmove`.
    pub(super) took: Duration,
}

impl Search {
    /// The word after `bestmove`.
    pub(super) fn best(&self) -> &str {
        self.lines.last().map_or("", |line| line.text.trim().split(' ').nth(1).unwrap_or(""))
    }

    /// The `info` lines.
    pub(super) fn infos(&self) -> impl DoubleEndedIterator<Item = &Line> {
        self.lines.iter().filter(|line| line.first_word() == "info")
    }
}

/// Lines shown with a complaint.
const SHOWN: usize = 10;
/// Lines of a conversation that are kept.
const KEPT: usize = 400;
/// Complaints of one step that are kept.
const COMPLAINTS: usize = 12;
/// Number of crashes and hangs after which a step ends.
const MAX_FAILURES: usize = 3;

pub(super) struct Trial<'a> {
    pub(super) facts: &'a Facts,
    pub(super) settings: &'a Settings,
    pub(super) observations: &'a mut Observations,
    pub(super) client: Option<Client>,
    pub(super) complaints: Vec<Complaint>,
    pub(super) figures: Vec<Figure>,
    pub(super) exchanges: Vec<Exchange>,
    /// Index of the first line that belongs to the current case.
    mark: usize,
    failures: usize,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        facts: &'a Facts,
        settings: &'a Settings,
        observations: &'a mut Observations,
    ) -> Self {
        Self {
            facts,
            settings,
            observations,
            client: None,
            complaints: Vec::new(),
            figures: Vec::new(),
            exchanges: Vec::new(),
            mark: 0,
            failures: 0,
        }
    }

    /// The size that most steps use.
    pub(super) fn size(&self) -> usize {
        self.facts.size()
    }

    /// Starts a new case: complaints no longer show earlier lines.
    pub(super) fn mark(&mut self) {
        self.mark = self.exchanges.len();
    }

    /// Reports a fault together with the newest lines.
    pub(super) fn complain(&mut self, text: impl Into<String>) {
        if self.complaints.len() < COMPLAINTS {
            let exchanges = self.tail();
            self.complaints.push(Complaint { text: text.into(), exchanges });
        }
    }

    pub(super) fn record(&mut self, exchange: Exchange) {
        if self.exchanges.len() >= KEPT {
            self.exchanges.drain(..KEPT / 2);
            self.mark = self.mark.saturating_sub(KEPT / 2);
        }
        self.exchanges.push(exchange);
    }

    /// The newest lines of the current case.
    pub(super) fn tail(&self) -> Vec<Exchange> {
        let from = self.mark.max(self.exchanges.len().saturating_sub(SHOWN));
        self.exchanges.get(from..).unwrap_or_default().to_vec()
    }

    pub(super) fn expect(&mut self, holds: bool, text: impl FnOnce() -> String) {
        if !holds {
            self.complain(text());
        }
    }

    /// Runs one of several cases of a step. If the engine dies or hangs, that is a complaint, and the
    /// next case begins with a new connection (`begin`).
    pub(super) fn case(
        &mut self,
        name: &str,
        begin: impl FnOnce(&mut Self) -> Outcome,
        work: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        if self.client.is_none() {
            begin(self)?;
        }
        self.mark();
        match work(self) {
            Err(Stop::Failed(error)) => {
                self.complain(format!("{}: the engine {error}", excerpt(name)));
                self.client = None;
                self.failures += 1;
                if self.failures >= MAX_FAILURES { Err(Stop::GiveUp) } else { Ok(()) }
            }
            outcome => outcome,
        }
    }

    /// Reports a number without a limit.
    pub(super) fn figure(&mut self, name: impl Into<String>, value: f64, unit: &'static str) {
        self.figures.push(Figure { name: name.into(), value, unit, limit: None });
    }

    /// Reports a duration and compares it with a limit in milliseconds plus the slack of the settings.
    pub(super) fn within(&mut self, name: &str, took: Duration, limit: u64) {
        let value = took.as_secs_f64() * 1e3;
        let limit = (Duration::from_millis(limit) + self.settings.slack).as_secs_f64() * 1e3;
        self.figures.push(Figure { name: name.into(), value, unit: "ms", limit: Some(limit) });
        self.expect(value <= limit, || {
            format!("expected {name} within {limit:.0} ms, took {value:.1} ms")
        });
    }

    fn transport(&mut self) -> Option<&mut dyn Transport> {
        self.client.as_mut().map(Client::transport)
    }

    /// Number of lines on standard error of the open connection.
    pub(super) fn diagnostic_count(&mut self) -> usize {
        self.transport().map_or(0, |transport| transport.diagnostic_count())
    }

    /// The newest lines on standard error.
    pub(super) fn diagnostics(&mut self) -> Vec<String> {
        self.transport().map_or_else(Vec::new, |transport| transport.diagnostics())
    }

    /// Process id of the engine, if it is a child process.
    pub(super) fn process(&mut self) -> Option<u32> {
        self.transport()?.process_id()
    }

    /// Uses a connection that a step opened itself.
    pub(super) fn put_client(&mut self, client: Client) {
        self.client = Some(client);
        self.mark();
    }
}
