//! The search of the watched position, in the background.

use crate::cli::flags::Resources;
use std::time::Duration;
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Bound, Info, Limits, Reporter, SearchResult, Settings};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The analysis of one position after the other.
pub(super) struct Background {
    search: Search,
    settings: Settings,
    movetime: Option<Duration>,
    sender: UnboundedSender<Report>,
    reports: UnboundedReceiver<Report>,
    /// Number of the position.
    position: u64,
    /// The position and its best line so far.
    found: Option<(Game, Option<Info>)>,
}

/// A report of the search of a position; `None` at its end.
struct Report {
    position: u64,
    info: Option<Info>,
}

/// Sends the reports of a search.
struct Forward {
    position: u64,
    sender: UnboundedSender<Report>,
}

impl Reporter for Forward {
    fn info(&mut self, info: &Info) {
        if info.line == 1 {
            self.send(Some(info.clone()));
        }
    }

    fn done(&mut self, _: &SearchResult) {
        self.send(None);
    }
}

impl Forward {
    fn send(&self, info: Option<Info>) {
        // Without a receiver nobody watches any more.
        let _ = self.sender.send(Report { position: self.position, info });
    }
}

impl Background {
    pub(super) fn new(resources: Resources, movetime: Option<Duration>) -> Self {
        let (sender, reports) = unbounded_channel();
        let threads = resources.threads.into();
        Self {
            search: Search::new(resources.hash_mib()),
            settings: Settings { threads, overhead: Duration::ZERO, ..Settings::default() },
            movetime,
            sender,
            reports,
            position: 0,
            found: None,
        }
    }

    /// Searches this position from now on; nothing if its game is over.
    pub(super) fn look(&mut self, game: &Game) {
        self.stop();
        if game.outcome().is_some() {
            return;
        }
        self.found = Some((game.clone(), None));
        let limits = Limits { movetime: self.movetime, ..Limits::default() };
        let forward = Forward { position: self.position, sender: self.sender.clone() };
        self.search.start(game, limits, self.settings, Box::new(forward));
    }

    /// Ends the search and forgets the position.
    pub(super) fn stop(&mut self) {
        self.position += 1;
        self.found = None;
        self.search.stop();
    }

    /// The position and its best line so far.
    pub(super) fn found(&self) -> Option<(&Game, &Info)> {
        let (game, info) = self.found.as_ref()?;
        Some((game, info.as_ref()?))
    }

    /// Waits for the next report; returns whether the search has ended.
    pub(super) async fn next(&mut self) -> bool {
        loop {
            let Some(report) = self.reports.recv().await else { return false };
            if report.position != self.position {
                continue;
            }
            let Some(info) = report.info else { return true };
            if is_proven(&info) {
                self.search.stop();
            }
            match &mut self.found {
                // A bound may be far from the value.
                Some((_, best)) if best.is_none() || info.bound == Bound::Exact => {
                    *best = Some(info);
                }
                _ => {}
            }
            return false;
        }
    }
}

/// Whether a deeper search would find nothing else.
fn is_proven(info: &Info) -> bool {
    let plies = match info.value {
        Value::CentiFlats(_) => return false,
        Value::Win { plies } | Value::Loss { plies } => plies,
    };
    // A shallower search may have missed a shorter win or a longer defense.
    info.bound == Bound::Exact && plies <= info.depth
}

impl Drop for Background {
    fn drop(&mut self) {
        self.search.stop();
    }
}
