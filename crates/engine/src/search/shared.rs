//! State that the threads of a search share.

use super::clock::Clock;
use super::counters::Counters;
use super::proof::Budget;
use super::table::TranspositionTable;
use super::{Limits, Proofs, Settings};
use crate::ponder::Deadline;
use crate::stopper::Stopper;
use std::sync::Arc;

/// State that all threads of a search share.
pub(super) struct Shared {
    pub(super) table: Arc<TranspositionTable>,
    /// Stops only this search; a parent stopper may stop more.
    pub(super) stopper: Stopper,
    pub(super) limits: Limits,
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    /// Limits of proofs within the search.
    pub(super) budget: Budget,
    /// Reported position counts of the threads.
    counters: Counters,
}

impl Shared {
    pub(super) fn new(
        table: Arc<TranspositionTable>,
        limits: Limits,
        settings: Settings,
        clock: Clock,
    ) -> Self {
        let counters = Counters::new(settings.threads.max(1), table.shared_memory());
        let deadline = clock.latest().and_then(|latest| limits.deadline(latest));
        let stopper = limits.stopper.child();
        let budget = Budget { nodes: None, deadline, stopper: stopper.clone() };
        Self { table, stopper, limits, settings, clock, budget, counters }
    }

    /// Whether proofs are enabled.
    pub(super) fn proves(&self) -> bool {
        self.settings.proofs != Proofs::None
    }

    /// Number of threads.
    pub(super) fn threads(&self) -> u64 {
        self.counters.len() as u64
    }

    /// Publishes the number of positions that a thread has visited.
    pub(super) fn publish(&self, thread: usize, nodes: u64) {
        self.counters.set(thread, nodes);
    }

    /// Positions visited by all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.sum()
    }

    /// Whether the time of the search is over.
    pub(super) fn is_out_of_time(&self) -> bool {
        self.budget.deadline.as_ref().is_some_and(Deadline::has_passed)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopper.is_stopped()
    }

    pub(super) fn stop(&self) {
        self.stopper.stop();
    }
}
