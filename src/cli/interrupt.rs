//! Ctrl-C: the first ends the work, the second the program.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::mpsc::channel;
use std::task::Poll;
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
            let mut first = pin!(tokio::signal::ctrl_c());
            // The first look at it sets the handler; only then may the work begin.
            let early = poll_fn(|context| Poll::Ready(first.as_mut().poll(context))).await;
            let _ = ready.send(());
            let mut is_pressed = match early {
                Poll::Ready(pressed) => pressed.is_ok(),
                Poll::Pending => first.await.is_ok(),
            };
            while is_pressed {
                pressed();
                is_pressed = tokio::signal::ctrl_c().await.is_ok();
            }
        });
    });
    let _ = set.recv();
}
