//! What a step of the check works with: a connection, a watch, and a way to complain.

use super::report::{Complaint, Exchange, Figure};
use super::root::Root;
use super::seen::Seen;
use super::{Facts, Settings};
use std::time::Duration;
use stonefall_client::{ClientError, Heard, Transport, excerpt};

/// Why a step does not go on.
#[derive(Debug)]
pub(super) enum Stop {
    /// It does not apply to this engine.
    Skip(String),
    /// The engine has died, hangs or talks nonsense.
    Trouble(ClientError),
    /// There has been enough of that; all is said.
    GiveUp,
}

impl From<ClientError> for Stop {
    fn from(error: ClientError) -> Self {
        Self::Trouble(error)
    }
}

pub(super) type Outcome<T = ()> = Result<T, Stop>;

/// Does not look at a point, for a reason.
pub(super) fn skip<T>(reason: impl Into<String>) -> Outcome<T> {
    Err(Stop::Skip(reason.into()))
}

/// A search that was answered.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) root: Root,
    /// The `position` and the `go`, as they were sent.
    pub(super) sent: Vec<String>,
    /// The lines up to `bestmove`, that one included.
    pub(super) lines: Vec<Heard>,
    /// From `go` to `bestmove`.
    pub(super) took: Duration,
}

impl Search {
    /// What stands behind `bestmove`.
    pub(super) fn best(&self) -> &str {
        self.lines.last().map_or("", |line| line.text.trim().split(' ').nth(1).unwrap_or(""))
    }

    /// The lines of analysis.
    pub(super) fn infos(&self) -> impl DoubleEndedIterator<Item = &Heard> {
        self.lines.iter().filter(|line| line.first_word() == "info")
    }
}

/// Lines before a complaint that are shown with it.
const SHOWN: usize = 10;
/// Lines of a conversation that are kept.
const KEPT: usize = 400;
/// Complaints of one step that are kept.
const COMPLAINTS: usize = 12;
/// After so many crashes and hangs a step is given up.
const TROUBLES: usize = 3;

pub(super) struct Trial<'a> {
    pub(super) facts: &'a Facts,
    pub(super) settings: &'a Settings,
    pub(super) seen: &'a mut Seen,
    pub(super) wire: Option<Box<dyn Transport>>,
    /// The engine's process.
    pub(super) process: Option<u32>,
    pub(super) complaints: Vec<Complaint>,
    pub(super) figures: Vec<Figure>,
    pub(super) exchanges: Vec<Exchange>,
    /// Where the lines begin that belong to what is tried now.
    pub(super) mark: usize,
    troubles: usize,
}

impl<'a> Trial<'a> {
    pub(super) fn new(facts: &'a Facts, settings: &'a Settings, seen: &'a mut Seen) -> Self {
        Self {
            facts,
            settings,
            seen,
            wire: None,
            process: None,
            complaints: Vec::new(),
            figures: Vec::new(),
            exchanges: Vec::new(),
            mark: 0,
            troubles: 0,
        }
    }

    /// The size that most steps play on.
    pub(super) fn size(&self) -> usize {
        self.facts.size()
    }

    /// Something is not as it should be: what was said just before is shown with it.
    pub(super) fn complain(&mut self, text: impl Into<String>) {
        if self.complaints.len() < COMPLAINTS {
            let exchanges = self.tail();
            self.complaints.push(Complaint { text: text.into(), exchanges });
        }
    }

    pub(super) fn note(&mut self, exchange: Exchange) {
        if self.exchanges.len() >= KEPT {
            self.exchanges.drain(..KEPT / 2);
            self.mark = self.mark.saturating_sub(KEPT / 2);
        }
        self.exchanges.push(exchange);
    }

    /// The newest lines.
    pub(super) fn tail(&self) -> Vec<Exchange> {
        let from = self.mark.max(self.exchanges.len().saturating_sub(SHOWN));
        self.exchanges.get(from..).unwrap_or_default().to_vec()
    }

    pub(super) fn expect(&mut self, holds: bool, text: impl FnOnce() -> String) {
        if !holds {
            self.complain(text());
        }
    }

    /// One of several tries of a step. If the engine dies or hangs, that is noted, and the next try
    /// begins with a new connection (`begin`).
    pub(super) fn case(
        &mut self,
        name: &str,
        begin: impl FnOnce(&mut Self) -> Outcome,
        work: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        if self.wire.is_none() {
            begin(self)?;
        }
        self.mark();
        match work(self) {
            Err(Stop::Trouble(error)) => {
                self.complain(format!("{}: the engine {error}", excerpt(name)));
                self.wire = None;
                self.troubles += 1;
                if self.troubles >= TROUBLES {
                    return Err(Stop::GiveUp);
                }
                Ok(())
            }
            outcome => outcome,
        }
    }

    /// A number without a limit.
    pub(super) fn figure(&mut self, name: impl Into<String>, value: f64, unit: &'static str) {
        self.figures.push(Figure { name: name.into(), value, unit, limit: None });
    }

    /// A duration with a deadline, in milliseconds; a slow machine may have some more.
    pub(super) fn within(&mut self, name: &str, took: Duration, limit: u64) {
        let value = took.as_secs_f64() * 1e3;
        let limit = (Duration::from_millis(limit) + self.settings.slack).as_secs_f64() * 1e3;
        self.figures.push(Figure { name: name.into(), value, unit: "ms", limit: Some(limit) });
        self.expect(value <= limit, || {
            format!("expected {name} within {limit:.0} ms, took {value:.1} ms")
        });
    }

    /// Lines on standard error, of the connection that is open.
    pub(super) fn stray_lines(&self) -> usize {
        self.wire.as_ref().map_or(0, |wire| wire.stray_lines())
    }

    /// The newest of them.
    pub(super) fn last_words(&self) -> Vec<String> {
        self.wire.as_ref().map_or_else(Vec::new, |wire| wire.last_words())
    }

    /// The connection, for steps that end it themselves.
    pub(super) fn take_wire(&mut self) -> Option<Box<dyn Transport>> {
        self.wire.take()
    }

    /// Puts a connection in, for steps that open it themselves.
    pub(super) fn put_wire(&mut self, wire: Box<dyn Transport>) {
        self.wire = Some(wire);
        self.mark();
    }
}
