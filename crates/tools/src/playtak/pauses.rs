//! Pauses between two attempts to connect.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::{Duration, Instant, SystemTime};

/// First and longest pause.
const PAUSE: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(120)];

/// Pauses that double, each longer or shorter by up to a half: clients of a server that comes back should not arrive
/// at once.
pub(super) struct Pauses {
    next: Duration,
    random: Xoshiro256PlusPlus,
}

impl Pauses {
    pub(super) fn new() -> Self {
        Self { next: PAUSE[0], random: Xoshiro256PlusPlus::seed_from_u64(random_number()) }
    }

    /// The pause after another attempt.
    pub(super) fn next(&mut self) -> Duration {
        let pause = self.next.mul_f64(self.random.random_range(0.5..1.5));
        self.next = (self.next * 2).min(PAUSE[1]);
        pause
    }

    /// Notes the end of a connection. After a long one the pauses are short again.
    pub(super) fn ended(&mut self, begun: Instant) {
        if begun.elapsed() > PAUSE[1] {
            self.next = PAUSE[0];
        }
    }
}

/// A number that differs between two programs.
pub(super) fn random_number() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(1, |time| time.as_nanos() as u64)
}
