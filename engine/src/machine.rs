//! Clock, random seeds and pauses.
//!
//! The standard library provides them on operating systems. On `wasm32-unknown-unknown`, where there may be only one
//! thread, the program around the engine defines:
//!
//! - `extern "C" fn stonefall_now() -> f64`: seconds since a fixed moment, never decreasing;
//! - `extern "C" fn stonefall_random() -> u64`: an unpredictable number;
//! - `extern "C" fn stonefall_pause(idle: bool)`: a search calls it about a thousand times per second, so that the program
//!   can do other work. `idle` means that the search only waits for a stop.

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

    /// Waits until a thread drops its end of a channel.
    pub(crate) fn join(ended: &Receiver<()>) {
        while ended.recv().is_ok() {}
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
        pub fn now() -> Self {
            Self(Duration::try_from_secs_f64(stonefall_now()).unwrap_or_default())
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }

        /// The moment after `time`; `None` if it is out of range.
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

    /// Without threads, the end is there already.
    pub(crate) fn join(_ended: &Receiver<()>) {}
}

pub use system::Instant;
pub(crate) use system::{idle, join, pause, random};
