//! Ctrl-C: the first ends the work, the second the program.

use std::thread;

/// The exit code of a program that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Calls `stop` at the first Ctrl-C and leaves the program at the second. Without the signals of the
/// system, Ctrl-C does what it always does.
pub(super) fn watch(stop: impl FnOnce() + Send + 'static) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return };
    // The thread ends with the program.
    thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop();
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(INTERRUPTED);
            }
        });
    });
}
