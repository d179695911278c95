//! Resources that the sessions of a server share: number of sessions, threads and memory.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

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

/// The resources of a server, with a permit for each further session.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    capacity: Capacity,
    permits: Arc<Semaphore>,
}

impl Pool {
    /// A pool without sessions.
    pub(super) fn new(capacity: Capacity) -> Self {
        Self { capacity, permits: Arc::new(Semaphore::new(capacity.sessions)) }
    }

    /// A share for another session. At the maximum of sessions it waits for the end of one; `None` after the limit.
    pub(super) async fn join(&self, limit: Duration) -> Option<Share> {
        let permit = timeout(limit, Arc::clone(&self.permits).acquire_owned()).await.ok()?.ok()?;
        Some(Share { pool: self.clone(), _permit: permit })
    }

    /// Number of open sessions.
    pub(super) fn open(&self) -> usize {
        self.capacity.sessions - self.permits.available_permits()
    }
}

/// The resources of one session: equal parts of the pool. Dropping it returns them.
#[derive(Debug)]
pub(super) struct Share {
    pool: Pool,
    _permit: OwnedSemaphorePermit,
}

impl Share {
    /// Threads for a search now, at least one.
    pub(super) fn threads(&self) -> usize {
        (self.pool.capacity.threads / self.pool.open().max(1)).max(1)
    }

    /// Memory for the table now, in MiB, at least one.
    pub(super) fn hash_mib(&self) -> usize {
        (self.pool.capacity.hash_mib / self.pool.open().max(1)).max(1)
    }
}
