//! What the engine needs of what it runs on: a clock, chance, and pauses.
//!
//! Where there is an operating system the standard library has it all. On `wasm32-unknown-unknown` it has
//! not, and there may be one thread only; the program that the engine is linked into defines there:
//!
//! - `extern "C" fn stonefall_now() -> f64`: seconds since some moment, never fewer than before;
//! - `extern "C" fn stonefall_random() -> u64`: a number that nobody foresees;
//! - `extern "C" fn stonefall_pause(idle: bool)`: called some thousand times a second by a search, to do
//!   something else for a while. `idle` if the search has nothing to do but to wait for a stop.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod system {
    use std::hash::{BuildHasher, RandomState};
    use std::sync::mpsc::Receiver;
    use std::thread;
    use std::time::Duration;

    pub use std::time::Instant;

    pub(crate) fn random() -> u64 {
        RandomState::new().hash_one(())
    }

    #[inline(always)]
    pub(crate) fn pause() {}

    pub(crate) fn idle() {
        thread::sleep(Duration::from_millis(1));
    }

    /// What a thread sends; none if it has ended without a word.
    pub(crate) fn receive<T>(receiver: &Receiver<T>) -> Option<T> {
        receiver.recv().ok()
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod system {
    use std::ops::{Add, Sub};
    use std::sync::mpsc::Receiver;
    use std::time::Duration;

    unsafe extern "C" {
        safe fn stonefall_now() -> f64;
        safe fn stonefall_random() -> u64;
        safe fn stonefall_pause(idle: bool);
    }

    /// A moment by the clock of the host.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Self {
            Self(Duration::try_from_secs_f64(stonefall_now()).unwrap_or_default())
        }

        /// The time since then.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }

        /// So much later; `None` if clocks do not go that far.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0.saturating_add(time))
        }
    }

    impl Sub<Duration> for Instant {
        type Output = Self;

        fn sub(self, time: Duration) -> Self {
            Self(self.0.saturating_sub(time))
        }
    }

    pub(crate) fn random() -> u64 {
        stonefall_random()
    }

    #[inline(always)]
    pub(crate) fn pause() {
        stonefall_pause(false);
    }

    pub(crate) fn idle() {
        stonefall_pause(true);
    }

    /// There are no threads to wait for: what has been sent is there already.
    pub(crate) fn receive<T>(receiver: &Receiver<T>) -> Option<T> {
        receiver.try_recv().ok()
    }
}

pub use system::Instant;
pub(crate) use system::{idle, pause, random, receive};
