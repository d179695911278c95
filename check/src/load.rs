//! Load of the machine, measured and made.

use std::thread::{self, JoinHandle};
use stonefall_engine::stopper::Stopper;

/// Average number of runnable processes in the last minute, on Linux.
pub(super) fn average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}

/// Threads that compute until this is dropped.
pub(super) struct Load {
    stopper: Stopper,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    /// Two busy threads.
    pub(super) fn two() -> Self {
        let stopper = Stopper::default();
        let threads = (0..2).filter_map(|_| {
            let stopper = stopper.clone();
            let work = move || {
                while !stopper.is_stopped() {
                    std::hint::spin_loop();
                }
            };
            thread::Builder::new().name("load".to_owned()).spawn(work).ok()
        });
        Self { threads: threads.collect(), stopper }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stopper.stop();
        for thread in self.threads.drain(..) {
            // A thread of this kind returns nothing.
            let _ = thread.join();
        }
    }
}
