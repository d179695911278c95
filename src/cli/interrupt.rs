//! Ctrl-C and SIGTERM stop the work. The second Ctrl-C ends the program.

use std::future::pending;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use stonefall_engine::stopper::Stopper;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC as Signal, ctrl_c};

/// Exit code after the second Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A request to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Request {
    CtrlC,
    /// SIGTERM, which batch systems send, sometimes more than once.
    Terminate,
}

/// Calls `stop` at the first Ctrl-C or SIGTERM and ends the program at another Ctrl-C. If no handler can be
/// installed, both keep their default effects.
pub(super) fn watch(stop: impl FnOnce() + Send + 'static) {
    let mut stop = Some(stop);
    receive(
        terminations,
        Box::new(move |request| match (stop.take(), request) {
            (Some(stop), _) => stop(),
            (None, Request::CtrlC) => std::process::exit(INTERRUPTED),
            (None, Request::Terminate) => {}
        }),
    );
}

/// Sets a stopper after a time.
pub(super) fn stop_after(stopper: &Stopper, time: Duration) {
    let stopper = stopper.clone();
    // The thread ends with the program. Its clock does not jump.
    thread::spawn(move || {
        thread::sleep(time);
        stopper.stop();
    });
}

/// A stopper for the first Ctrl-C or SIGTERM; another Ctrl-C ends the program.
pub(super) fn stopper() -> Stopper {
    let stopper = Stopper::default();
    watch_for(&stopper);
    stopper
}

/// Connects a stopper to the first Ctrl-C or SIGTERM; another Ctrl-C ends the program.
pub(super) fn watch_for(stopper: &Stopper) {
    let stopper = stopper.clone();
    watch(move || stopper.stop());
}

/// Calls `pressed` at every Ctrl-C.
pub(super) fn listen(mut pressed: impl FnMut() + Send + 'static) {
    receive(|| None, Box::new(move |_| pressed()));
}

/// Calls `received` at every Ctrl-C and at every other signal.
fn receive(others: fn() -> Option<Signal>, mut received: Box<dyn FnMut(Request) + Send>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return };
    let (ready, set) = channel();
    // The thread ends with the program.
    thread::spawn(move || {
        runtime.block_on(async {
            // A single listener keeps a request that arrives while `received` runs.
            let (presses, mut others) = (presses(), others());
            let _ = ready.send(());
            let Ok(mut presses) = presses else { return };
            loop {
                let other = async {
                    match &mut others {
                        Some(signal) => signal.recv().await,
                        None => pending().await,
                    }
                };
                let request = tokio::select! {
                    Some(()) = presses.recv() => Request::CtrlC,
                    Some(()) = other => Request::Terminate,
                    else => return,
                };
                received(request);
            }
        });
    });
    // The work starts after the handler is installed.
    let _ = set.recv();
}

#[cfg(unix)]
fn presses() -> std::io::Result<Signal> {
    signal(SignalKind::interrupt())
}

#[cfg(unix)]
fn terminations() -> Option<Signal> {
    signal(SignalKind::terminate()).ok()
}

#[cfg(windows)]
fn presses() -> std::io::Result<Signal> {
    ctrl_c()
}

/// Windows has no such signal.
#[cfg(windows)]
fn terminations() -> Option<Signal> {
    None
}
