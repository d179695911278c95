//! Effort of the searches of long work.

use std::time::Duration;
use stonefall_engine::Limits;

/// Transposition table of each search, in MiB.
pub(super) const HASH_MIB: usize = 16;

/// Effort for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A number of positions.
    Nodes(u64),
    /// A time.
    Time(Duration),
}

impl Effort {
    /// Limits of a search with this effort, or some times as much.
    #[must_use]
    pub fn limits(self, times: usize) -> Limits {
        match self {
            Self::Nodes(nodes) => Limits::nodes(nodes.saturating_mul(times as u64)),
            Self::Time(time) => Limits::movetime(time.saturating_mul(times as u32)),
        }
    }

    /// The number of positions, or the milliseconds.
    #[must_use]
    pub fn numbers(self) -> (Option<u64>, Option<u64>) {
        match self {
            Self::Nodes(nodes) => (Some(nodes), None),
            Self::Time(time) => (None, u64::try_from(time.as_millis()).ok()),
        }
    }

    /// Whether this effort is at least the other one. Positions and time are not comparable.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        match (self, other) {
            (Self::Nodes(nodes), Self::Nodes(other)) => nodes >= other,
            (Self::Time(time), Self::Time(other)) => time >= other,
            _ => false,
        }
    }
}
