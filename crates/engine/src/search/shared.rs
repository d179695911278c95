//! State that the threads of a search share.

use super::clock::Clock;
use super::proof::Budget;
use super::table::{TranspositionTable, counter_address};
use super::{Limits, Proofs, Settings};
use crate::machine::SharedMemory;
use crate::ponder::Deadline;
use crate::stopper::Stopper;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// State that all threads of a search share.
pub(super) struct SharedState {
    pub(super) table: Arc<TranspositionTable>,
    /// Stops only this search, from outside; a parent stopper may stop more.
    pub(super) stopper: Stopper,
    /// Ends the threads: set when a limit ends the search, whose answer may have to wait.
    pub(super) end: Stopper,
    pub(super) limits: Limits,
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    /// Limits of proofs within the search.
    pub(super) budget: Budget,
    /// Reported position counts of the threads.
    pub(super) counters: Counters,
}

impl SharedState {
    pub(super) fn new(
        table: Arc<TranspositionTable>,
        limits: Limits,
        settings: Settings,
        clock: Clock,
    ) -> Self {
        let counters = Counters::new(settings.threads.max(1), table.shared_memory());
        let deadline = clock.latest().and_then(|latest| limits.deadline(latest));
        let stopper = limits.stopper.child();
        let end = stopper.child();
        let budget = Budget { nodes: None, deadline, stopper: end.clone() };
        Self { table, stopper, end, limits, settings, clock, budget, counters }
    }

    /// Whether proofs are enabled.
    pub(super) fn proves(&self) -> bool {
        self.settings.proofs != Proofs::None
    }

    pub(super) fn nodes(&self) -> u64 {
        self.counters.sum()
    }

    /// Whether the time of the search is over.
    pub(super) fn is_out_of_time(&self) -> bool {
        self.budget.deadline.as_ref().is_some_and(Deadline::has_passed)
    }
}

/// The reported counts of all threads.
pub(super) enum Counters {
    Own(Box<[Counter]>),
    /// In shared memory, with the number of threads.
    Shared(SharedMemory, usize),
}

/// A counter on its own cache line.
#[repr(align(128))]
#[derive(Default)]
pub(super) struct Counter(AtomicU64);

impl Counters {
    /// Counters that start at 0. In shared memory the first instance sets them.
    pub(super) fn new(count: usize, place: Option<SharedMemory>) -> Self {
        let Some(memory) = place else {
            return Self::Own((0..count).map(|_| Counter::default()).collect());
        };
        let counters = Self::Shared(memory, count);
        if memory.is_first() {
            (0..count).for_each(|thread| counters.set(thread, 0));
        }
        counters
    }

    pub(super) const fn len(&self) -> usize {
        match self {
            Self::Own(counters) => counters.len(),
            Self::Shared(_, count) => *count,
        }
    }

    pub(super) fn set(&self, thread: usize, nodes: u64) {
        match self {
            Self::Own(counters) => counters[thread].0.store(nodes, Ordering::Relaxed),
            Self::Shared(memory, _) => memory.store(counter_address(thread), nodes),
        }
    }

    pub(super) fn sum(&self) -> u64 {
        match self {
            Self::Own(counters) => {
                counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
            }
            Self::Shared(memory, count) => {
                (0..*count).map(|thread| memory.load(counter_address(thread))).sum()
            }
        }
    }
}
