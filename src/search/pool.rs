//! The threads of a search.

use super::{Limits, Reporter, SearchResult, Settings};
use crate::board::{History, Position};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A searcher for boards of `N` by `N`, with the memory it keeps from move to move.
pub struct Search<const N: usize> {
    hash_mib: usize,
    stop: Arc<AtomicBool>,
}

/// Stops a search from elsewhere.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// Asks the search to end; returns at once.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<const N: usize> Search<N> {
    /// A searcher whose table will have this size.
    #[must_use]
    pub fn new(hash_mib: usize) -> Self {
        Self { hash_mib, stop: Arc::default() }
    }

    /// Gives the table another size.
    pub fn resize(&mut self, hash_mib: usize) {
        self.hash_mib = hash_mib;
    }

    /// The size of the table in MiB.
    #[must_use]
    pub const fn hash_mib(&self) -> usize {
        self.hash_mib
    }

    /// Forgets everything that earlier searches have learned.
    pub fn clear(&mut self) {}

    /// Starts a search and returns at once.
    pub fn start(
        &mut self,
        root: Position<N>,
        history: History,
        limits: Limits,
        settings: Settings,
        mut reporter: Box<dyn Reporter>,
    ) {
        self.run(&root, &history, limits, settings, reporter.as_mut());
    }

    /// Asks a running search to end; returns at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until a running search is done.
    pub fn wait(&mut self) {}

    /// Whether a search is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        false
    }

    /// Something that can stop a search from elsewhere.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Searches and returns when done.
    pub fn run(
        &mut self,
        root: &Position<N>,
        _history: &History,
        _limits: Limits,
        _settings: Settings,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let mut moves = Vec::new();
        root.generate(&mut moves);
        let result = SearchResult { best: moves.first().copied(), lines: vec![], nodes: 0 };
        reporter.done(&result);
        result
    }
}
