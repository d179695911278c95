//! Output of an engine outside the protocol.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use stonefall_engine::notation::excerpt;

/// Number of entries kept, and characters kept of each.
const ENTRIES: usize = 10;
const CHARACTERS: usize = 200;

/// The newest lines outside the protocol, and the number of all of them.
#[derive(Debug, Default)]
pub(super) struct Diagnostics(Mutex<(VecDeque<String>, usize)>);

impl Diagnostics {
    fn lock(&self) -> MutexGuard<'_, (VecDeque<String>, usize)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of lines, and the newest of them.
    pub(super) fn read(&self) -> (usize, Vec<String>) {
        let (newest, count) = &*self.lock();
        (*count, newest.iter().cloned().collect())
    }

    pub(super) fn push(&self, text: &str) {
        self.lock().1 += 1;
        self.push_uncounted(text);
    }

    /// Adds a notice that is not the engine's fault.
    pub(super) fn push_uncounted(&self, text: &str) {
        let text = excerpt(text, CHARACTERS);
        let newest = &mut self.lock().0;
        if !text.is_empty() {
            if newest.len() == ENTRIES {
                newest.pop_front();
            }
            newest.push_back(text);
        }
    }
}
