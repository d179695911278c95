//! The seeks on the server.

use std::collections::BTreeMap;
use stonefall_playtak::protocol::Seek;

/// The seeks on the server.
#[derive(Default)]
pub(super) struct OpenSeeks {
    pub(super) others: BTreeMap<u32, Seek>,
    /// The own seek that comes next.
    pub(super) next: usize,
    /// Whether the server may still have an own seek.
    pub(super) is_seeking: bool,
}

impl OpenSeeks {
    /// Forgets everything, for a new connection.
    pub(super) fn clear(&mut self) {
        *self = Self { next: self.next, ..Self::default() };
    }

    pub(super) fn remove(&mut self, number: u32) {
        self.others.remove(&number);
    }

    /// A game takes the place of the own seek.
    pub(super) fn found_game(&mut self) {
        self.is_seeking = false;
    }
}
