//! Clock, random seeds, pauses and threads.
//!
//! The standard library provides them on operating systems. On `wasm32-unknown-unknown`, where an instance of the module
//! has one thread, the program around the engine defines:
//!
//! - `extern "C" fn stonefall_now() -> f64`: seconds since a fixed moment, never decreasing;
//! - `extern "C" fn stonefall_random() -> u64`: an unpredictable number;
//! - `extern "C" fn stonefall_pause(idle: bool)`: a search calls it about a thousand times per second, so that the program
//!   can do other work. `idle` means that the search only waits for a stop.
//!
//! Several instances can search together. Each has its own memory, and all have access to one further memory with the
//! transposition table, by addresses in bytes:
//!
//! - `extern "C" fn stonefall_thread() -> usize`: the number of this instance, from 0 to 61. Number 0 answers and ages the
//!   table; the others only fill it. Without other instances 0;
//! - `extern "C" fn stonefall_shared_clear(start: u32, end: u32) -> bool`: provides this memory and fills it with zeros, if
//!   there is enough; like the next three, only called if an option `Threads` above 1 is permitted;
//! - `extern "C" fn stonefall_shared_load(address: u32) -> u64` and `stonefall_shared_store(address: u32, value: u64)`;
//! - `extern "C" fn stonefall_shared_find(bucket: u32, key: u64) -> u64`: the second word of the first of four pairs whose
//!   words, XORed, are the key; 0 if there is none. (Four loads and more calls would take longer.)
//!
//! The first 64 bytes of that memory belong to the program.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod system {
    use std::hash::{BuildHasher, RandomState};
    use std::ops::Range;
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

    /// The numbers of the threads that this program starts for a search by several.
    pub(crate) const fn threads(count: usize) -> Range<usize> {
        0..count
    }

    /// Memory that several instances of the program share: there is none, because they are threads.
    #[derive(Clone, Copy)]
    pub(crate) enum SharedMemory {}

    impl SharedMemory {
        pub(crate) const fn of(_threads: usize) -> Option<Self> {
            None
        }

        pub(crate) fn is_first(self) -> bool {
            match self {}
        }

        pub(crate) fn clear(self, _start: u32, _end: u32) -> bool {
            match self {}
        }

        pub(crate) fn load(self, _address: u32) -> u64 {
            match self {}
        }

        pub(crate) fn store(self, _address: u32, _value: u64) {
            match self {}
        }

        pub(crate) fn find(self, _bucket: u32, _key: u64) -> u64 {
            match self {}
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod system {
    use std::ops::{Add, Range, Sub};
    use std::sync::mpsc::Receiver;
    use std::time::Duration;

    unsafe extern "C" {
        safe fn stonefall_now() -> f64;
        safe fn stonefall_random() -> u64;
        safe fn stonefall_pause(idle: bool);
        safe fn stonefall_thread() -> usize;
        safe fn stonefall_shared_clear(start: u32, end: u32) -> bool;
        safe fn stonefall_shared_load(address: u32) -> u64;
        safe fn stonefall_shared_store(address: u32, value: u64);
        safe fn stonefall_shared_find(bucket: u32, key: u64) -> u64;
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

    /// The number of this instance, if there are several threads.
    pub(crate) fn threads(count: usize) -> Range<usize> {
        let thread = if count > 1 { stonefall_thread() } else { 0 };
        thread..thread + 1
    }

    /// Memory that several instances share.
    #[derive(Clone, Copy)]
    pub(crate) struct SharedMemory;

    impl SharedMemory {
        /// The memory for a search by this number of threads; a single one uses its own.
        pub(crate) fn of(threads: usize) -> Option<Self> {
            (threads > 1).then_some(Self)
        }

        /// Whether this is the first instance.
        pub(crate) fn is_first(self) -> bool {
            stonefall_thread() == 0
        }

        /// Fills a range with zeros; returns whether there is enough memory.
        pub(crate) fn clear(self, start: u32, end: u32) -> bool {
            stonefall_shared_clear(start, end)
        }

        #[inline(always)]
        pub(crate) fn load(self, address: u32) -> u64 {
            stonefall_shared_load(address)
        }

        #[inline(always)]
        pub(crate) fn store(self, address: u32, value: u64) {
            stonefall_shared_store(address, value);
        }

        /// The second word of the first of four pairs at an address whose words, XORed, are the key, or 0.
        #[inline(always)]
        pub(crate) fn find(self, bucket: u32, key: u64) -> u64 {
            stonefall_shared_find(bucket, key)
        }
    }
}

pub use system::Instant;
pub(crate) use system::{SharedMemory, idle, join, pause, random, threads};
