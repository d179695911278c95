//! The interval between checks of a search's limits.

use crate::machine::Instant;
use std::time::Duration;

/// Maximum number of positions between checks: a quarter of a millisecond on a fast machine.
const MOST: u64 = 512;

/// Interval at the start of a search.
const FIRST: u64 = 8;

/// Longest time between checks, if one position takes less.
const LONGEST: Duration = Duration::from_millis(1);

/// The number of positions between checks of the limits. It follows the speed of the search: in a table of 4 GiB whose
/// memory the system has not provided yet, each position costs up to 0.3 ms, a thousand times more than usual.
pub(super) struct Interval {
    positions: u64,
    last: Option<Instant>,
}

impl Interval {
    /// The interval at the start of a search.
    pub(super) const fn new() -> Self {
        Self { positions: FIRST, last: None }
    }

    /// The number of positions until the next check, at a check.
    pub(super) fn next(&mut self) -> u64 {
        if let Some(last) = self.last {
            self.positions = adapted(self.positions, last.elapsed());
        }
        self.last = Some(Instant::now());
        self.positions
    }
}

/// The interval after one that took this time.
fn adapted(positions: u64, time: Duration) -> u64 {
    if time > LONGEST {
        (positions / 4).max(1)
    } else if 2 * time < LONGEST {
        (2 * positions).min(MOST)
    } else {
        positions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_searches_check_more_often_and_fast_ones_less() {
        let after = |positions, micros| adapted(positions, Duration::from_micros(micros));
        assert_eq!((after(8, 10), after(400, 10), after(512, 10)), (16, 512, 512));
        assert_eq!((after(512, 700), after(64, 700)), (512, 64));
        assert_eq!((after(512, 1001), after(8, 5000), after(1, 5000)), (128, 2, 1));
    }
}
