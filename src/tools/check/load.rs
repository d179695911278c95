//! Busy processes beside the engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Processes that wanted to run in the last minute, on average, as Linux tells it.
pub(super) fn average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}

/// Threads that compute without end, until this is dropped.
pub(super) struct Load {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    /// As busy as two processes are.
    pub(super) fn two() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let threads = (0..2).filter_map(|_| {
            let stop = Arc::clone(&stop);
            let work = move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            };
            thread::Builder::new().name("load".to_owned()).spawn(work).ok()
        });
        Self { threads: threads.collect(), stop }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // It has nothing to say.
            let _ = thread.join();
        }
    }
}
