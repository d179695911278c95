//! Load of the machine, measured and made.

use std::sync::Arc;

/// Average number of runnable processes in the last minute, on Linux.
pub(super) fn average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}

/// Starts two threads that compute until the returned value is dropped.
pub(super) fn busy_threads() -> Arc<()> {
    let load = Arc::new(());
    for _ in 0..2 {
        let load = Arc::downgrade(&load);
        let work = move || {
            while load.strong_count() > 0 {
                std::hint::spin_loop();
            }
        };
        // Without the thread the machine is less busy, which favors the engine.
        let _ = std::thread::Builder::new().name("load".to_owned()).spawn(work);
    }
    load
}
