//! What the sessions of a server divide among them: places, threads and memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What there is for all sessions together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// Sessions at one time.
    pub sessions: usize,
    /// Threads that search.
    pub threads: usize,
    /// Memory of the transposition tables, in MiB.
    pub hash_mib: usize,
}

/// The sessions of a server, and what they have.
#[derive(Debug)]
pub struct Pool {
    capacity: Capacity,
    open: AtomicUsize,
}

impl Pool {
    /// A pool that nobody has a share of yet.
    #[must_use]
    pub const fn new(capacity: Capacity) -> Self {
        Self { capacity, open: AtomicUsize::new(0) }
    }

    /// A share for another session, if there is a place.
    #[must_use]
    pub fn join(self: &Arc<Self>) -> Option<Share> {
        let more = |open| (open < self.capacity.sessions).then_some(open + 1);
        self.open.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok()?;
        Some(Share(Arc::clone(self)))
    }

    /// Number of sessions that are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Acquire)
    }

    /// Whether another session would have no place.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.open() >= self.capacity.sessions
    }
}

/// What one session has: the larger, the fewer there are. It is given back when dropped.
#[derive(Debug)]
pub struct Share(Arc<Pool>);

impl Share {
    /// Threads that it may search with now.
    #[must_use]
    pub fn threads(&self) -> usize {
        (self.0.capacity.threads / self.0.open().max(1)).max(1)
    }

    /// Memory that its table may take now, in MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        (self.0.capacity.hash_mib / self.0.open().max(1)).max(1)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn shares_grow_when_others_leave() {
        let pool = Arc::new(Pool::new(Capacity { sessions: 3, threads: 8, hash_mib: 1000 }));
        let first = pool.join().unwrap();
        assert_eq!((first.threads(), first.hash_mib()), (8, 1000));
        let others = [pool.join().unwrap(), pool.join().unwrap()];
        assert_eq!((first.threads(), first.hash_mib()), (2, 333));
        assert!(pool.is_full() && pool.join().is_none());
        drop(others);
        assert_eq!((pool.open(), first.threads()), (1, 8));
    }

    #[test]
    fn everybody_has_one_thread_and_some_memory() {
        let pool = Arc::new(Pool::new(Capacity { sessions: 3, threads: 1, hash_mib: 2 }));
        let shares = [pool.join(), pool.join(), pool.join()].map(Option::unwrap);
        assert!(shares.iter().all(|share| (share.threads(), share.hash_mib()) == (1, 1)));
    }
}
