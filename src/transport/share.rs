//! Resources that the sessions of a server share: number of sessions, threads and memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximums of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// Sessions at one time.
    pub sessions: usize,
    /// Search threads of all sessions.
    pub threads: usize,
    /// Memory of all transposition tables, in MiB.
    pub hash_mib: usize,
}

/// The resources of a server, and the number of sessions that share them.
#[derive(Debug)]
pub struct Pool {
    capacity: Capacity,
    open: AtomicUsize,
}

impl Pool {
    /// A pool without sessions.
    #[must_use]
    pub const fn new(capacity: Capacity) -> Self {
        Self { capacity, open: AtomicUsize::new(0) }
    }

    /// A share for another session; `None` at the maximum of sessions.
    #[must_use]
    pub fn join(self: &Arc<Self>) -> Option<Share> {
        let more = |open| (open < self.capacity.sessions).then_some(open + 1);
        self.open.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok()?;
        Some(Share(Arc::clone(self)))
    }

    /// Number of open sessions.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Acquire)
    }

    /// Whether the maximum of sessions is reached.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.open() >= self.capacity.sessions
    }
}

/// The resources of one session: equal parts of the pool. Dropping it returns them.
#[derive(Debug)]
pub struct Share(Arc<Pool>);

impl Share {
    /// Threads for a search now, at least one.
    #[must_use]
    pub fn threads(&self) -> usize {
        (self.0.capacity.threads / self.0.open().max(1)).max(1)
    }

    /// Memory for the table now, in MiB, at least one.
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
    fn shares_depend_on_the_number_of_sessions() {
        let pool = Arc::new(Pool::new(Capacity { sessions: 3, threads: 8, hash_mib: 1000 }));
        let first = pool.join().unwrap();
        assert_eq!((first.threads(), first.hash_mib()), (8, 1000));
        let others = [pool.join().unwrap(), pool.join().unwrap()];
        assert_eq!((first.threads(), first.hash_mib()), (2, 333));
        assert!(pool.is_full() && pool.join().is_none());
        drop(others);
        assert_eq!((pool.open(), first.threads()), (1, 8));
        let small = Arc::new(Pool::new(Capacity { sessions: 3, threads: 1, hash_mib: 2 }));
        let shares = [small.join(), small.join(), small.join()].map(Option::unwrap);
        assert!(shares.iter().all(|share| (share.threads(), share.hash_mib()) == (1, 1)));
    }
}
