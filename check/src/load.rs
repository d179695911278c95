//! Busy processes beside the engine.

use std::thread::{self, JoinHandle};
use stonefall_engine::stopper::Stopper;

/// Processes that wanted to run in the last minute, on average, as Linux tells it.
pub(super) fn average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}

/// Threads that compute without end, until this is dropped.
pub(super) struct Load {
    stopper: Stopper,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    /// As busy as two processes are.
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
            // It has nothing to say.
            let _ = thread.join();
        }
    }
}
