//! Ctrl-C: the first ends the work, the second the program.

use std::sync::mpsc::channel;
use std::thread;
use stonefall_engine::stopper::Stopper;

/// The exit code of a program that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Calls `stop` at the first Ctrl-C and leaves the program at the second. Without the signals of the
/// system, Ctrl-C does what it always does.
pub(super) fn watch(stop: impl FnOnce() + Send + 'static) {
    let mut stop = Some(stop);
    listen(move || match stop.take() {
        Some(stop) => stop(),
        None => std::process::exit(INTERRUPTED),
    });
}

/// What the first Ctrl-C stops; the second ends the program.
pub(super) fn stopper() -> Stopper {
    let stopper = Stopper::default();
    watch_for(&stopper);
    stopper
}

/// The first Ctrl-C stops this from now on; the second ends the program.
pub(super) fn watch_for(stopper: &Stopper) {
    let stopper = stopper.clone();
    watch(move || stopper.stop());
}

/// Calls `pressed` at every Ctrl-C, and does nothing else then.
pub(super) fn listen(mut pressed: impl FnMut() + Send + 'static) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return };
    let (ready, set) = channel();
    // The thread ends with the program.
    thread::spawn(move || {
        runtime.block_on(async {
            // One listener for all of them: it keeps a Ctrl-C that comes while `pressed` is at work.
            let presses = presses();
            let _ = ready.send(());
            let Ok(mut presses) = presses else { return };
            while presses.recv().await.is_some() {
                pressed();
            }
        });
    });
    // Only when the handler is set may the work begin.
    let _ = set.recv();
}

#[cfg(unix)]
fn presses() -> std::io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
}

#[cfg(windows)]
fn presses() -> std::io::Result<tokio::signal::windows::CtrlC> {
    tokio::signal::windows::ctrl_c()
}
