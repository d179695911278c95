//! The numbers of positions that the threads of a search have visited.

use super::buckets::counter_address;
use crate::machine::SharedMemory;
use std::sync::atomic::{AtomicU64, Ordering};

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

    /// Number of threads.
    pub(super) const fn len(&self) -> usize {
        match self {
            Self::Own(counters) => counters.len(),
            Self::Shared(_, count) => *count,
        }
    }

    /// Reports the count of a thread.
    pub(super) fn set(&self, thread: usize, nodes: u64) {
        match self {
            Self::Own(counters) => counters[thread].0.store(nodes, Ordering::Relaxed),
            Self::Shared(memory, _) => memory.store(counter_address(thread), nodes),
        }
    }

    /// The sum of all counts.
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
