//! Ctrl-C: the first one stops the work, the second one ends the program.

use std::sync::mpsc::channel;
use std::thread;
use stonefall_engine::stopper::Stopper;

/// Exit code after the second Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Calls `stop` at the first Ctrl-C and ends the program at the second. If no handler can be
/// installed, Ctrl-C keeps its default effect.
pub(super) fn watch(stop: impl FnOnce() + Send + 'static) {
    let mut stop = Some(stop);
    listen(move || match stop.take() {
        Some(stop) => stop(),
        None => std::process::exit(INTERRUPTED),
    });
}

/// A stopper for the first Ctrl-C; the second ends the program.
pub(super) fn stopper() -> Stopper {
    let stopper = Stopper::default();
    watch_for(&stopper);
    stopper
}

/// Connects a stopper to the first Ctrl-C; the second ends the program.
pub(super) fn watch_for(stopper: &Stopper) {
    let stopper = stopper.clone();
    watch(move || stopper.stop());
}

/// Calls `pressed` at every Ctrl-C.
pub(super) fn listen(mut pressed: impl FnMut() + Send + 'static) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return };
    let (ready, set) = channel();
    // The thread ends with the program.
    thread::spawn(move || {
        runtime.block_on(async {
            // A single listener keeps a Ctrl-C that arrives while `pressed` runs.
            let presses = presses();
            let _ = ready.send(());
            let Ok(mut presses) = presses else { return };
            while presses.recv().await.is_some() {
                pressed();
            }
        });
    });
    // The work starts after the handler is installed.
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
