//! Tools of a step: a connection, its transcript, measurements and complaints.

use super::observations::{Observations, fault_of_line};
use super::report::{Complaint, Exchange, Figure};
use super::{Facts, Settings};
use std::fmt::Display;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stonefall_client::{Client, ClientError, Direction};
use stonefall_engine::notation::excerpt;

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

/// Skips a point for a reason unless there is a value.
pub(super) fn need<T>(value: Option<T>, reason: &str) -> Outcome<T> {
    value.ok_or_else(|| Stop::Skip(reason.to_owned()))
}

/// Lines shown with a complaint.
const SHOWN: usize = 10;
/// Lines of a conversation that are kept.
const KEPT: usize = 400;
/// Complaints of one step that are kept.
const COMPLAINTS: usize = 12;
/// Number of crashes and hangs after which a step ends.
const MAX_FAILURES: usize = 3;

/// The lines of a step.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    pub(super) exchanges: Vec<Exchange>,
    /// Index of the first line that belongs to the current case.
    mark: usize,
    /// Faults of single lines, with their points.
    faults: Vec<(u8, Complaint)>,
}

impl Transcript {
    pub(super) fn record(&mut self, direction: Direction, text: &str) {
        if self.exchanges.len() >= KEPT {
            self.exchanges.drain(..KEPT / 2);
            self.mark = self.mark.saturating_sub(KEPT / 2);
        }
        self.exchanges.push(Exchange::new(direction, text));
        if direction == Direction::FromEngine
            && let Some((point, text)) = fault_of_line(text)
        {
            self.faults.push((point, Complaint { text, exchanges: self.tail() }));
        }
    }

    /// The newest lines of the current case.
    fn tail(&self) -> Vec<Exchange> {
        let from = self.mark.max(self.exchanges.len().saturating_sub(SHOWN));
        self.exchanges.get(from..).unwrap_or_default().to_vec()
    }
}

pub(super) struct Trial<'a> {
    pub(super) facts: &'a Facts,
    pub(super) settings: &'a Settings,
    pub(super) observations: &'a mut Observations,
    pub(super) client: Option<Client>,
    pub(super) complaints: Vec<Complaint>,
    pub(super) figures: Vec<Figure>,
    transcript: Arc<Mutex<Transcript>>,
    /// How a case begins after a crash or a hang.
    begin: Rc<dyn Fn(&mut Self) -> Outcome>,
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
            transcript: Arc::default(),
            begin: Rc::new(Trial::start_game),
            failures: 0,
        }
    }

    /// The size that most steps use.
    pub(super) fn size(&self) -> usize {
        self.facts.size()
    }

    pub(super) fn transcript(&self) -> MutexGuard<'_, Transcript> {
        self.transcript.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Uses a new connection and records its lines.
    pub(super) fn put_client(&mut self, mut client: Client) {
        let transcript = Arc::clone(&self.transcript);
        client.set_log(move |direction, text| {
            let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
            transcript.record(direction, text);
        });
        self.client = Some(client);
        self.mark();
    }

    /// Moves the faults of single lines to the observations.
    pub(super) fn report_lines(&mut self) {
        let faults = std::mem::take(&mut self.transcript().faults);
        for (point, fault) in faults {
            self.observations.fault(point, fault);
        }
    }

    /// Starts a new case: complaints no longer show earlier lines.
    pub(super) fn mark(&mut self) {
        let mut transcript = self.transcript();
        transcript.mark = transcript.exchanges.len();
    }

    /// Reports a fault together with the newest lines.
    pub(super) fn complain(&mut self, text: impl Into<String>) {
        if self.complaints.len() < COMPLAINTS {
            let exchanges = self.transcript().tail();
            self.complaints.push(Complaint { text: text.into(), exchanges });
        }
    }

    /// Complains unless the requirement holds.
    pub(super) fn require(&mut self, holds: bool, expected: impl Display) {
        if !holds {
            self.complain(format!("expected {expected}"));
        }
    }

    /// Complains unless the requirement holds, and names the answer of the engine.
    pub(super) fn expect(&mut self, holds: bool, expected: impl Display, found: impl Display) {
        self.require(holds, format_args!("{expected}, found {found}"));
    }

    /// Begins the first of several cases in this way, and each case after a crash or a hang.
    pub(super) fn begin(&mut self, begin: impl Fn(&mut Self) -> Outcome + 'static) -> Outcome {
        self.begin = Rc::new(begin);
        self.begin.clone()(self)
    }

    /// Runs one of several cases of a step. If the engine dies or hangs, that is a complaint, and the
    /// next case begins with a new connection.
    pub(super) fn case<T>(
        &mut self,
        name: &str,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome {
        if self.client.is_none() {
            self.begin.clone()(self)?;
        }
        self.mark();
        match work(self) {
            Err(Stop::Failed(error)) => {
                self.complain(format!("{}: the engine {error}", excerpt(name, 80)));
                self.client = None;
                self.failures += 1;
                if self.failures >= MAX_FAILURES { Err(Stop::GiveUp) } else { Ok(()) }
            }
            outcome => outcome.map(|_| ()),
        }
    }

    /// Runs a case with a connection of its own.
    pub(super) fn fresh_case<T>(
        &mut self,
        name: &str,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome {
        self.client = None;
        self.case(name, work)
    }

    /// Runs a case for each line.
    pub(super) fn cases<L: AsRef<str>, T>(
        &mut self,
        lines: impl IntoIterator<Item = L>,
        mut work: impl FnMut(&mut Self, &str) -> Outcome<T>,
    ) -> Outcome {
        for line in lines {
            self.case(line.as_ref(), |trial| work(trial, line.as_ref()))?;
        }
        Ok(())
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
        if value > limit {
            self.complain(format!("expected {name} within {limit:.0} ms, took {value:.1} ms"));
        }
    }

    /// Number of lines on standard error of the open connection, and the newest of them.
    pub(super) fn diagnostics(&mut self) -> (usize, Vec<String>) {
        self.client.as_mut().map_or((0, Vec::new()), |client| client.transport().diagnostics())
    }

    /// Process id of the engine, if it is a child process.
    pub(super) fn process(&mut self) -> Option<u32> {
        self.client.as_mut()?.transport().process_id()
    }
}
