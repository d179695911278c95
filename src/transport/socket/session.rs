//! The session of one connection, on its own thread: it may create a table or read a long game without delaying
//! the other sessions.

use super::notice::panic_text;
use crate::transport::share::Share;
use crate::transport::{Line, LineOutput, Session};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::options::Options;
use tokio::select;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

/// Maximum number of lines that wait for an answer. More wait in their frame, and in the client.
const WAITING_LINES: usize = 8;
/// Maximum number of answers that wait to be sent.
const WAITING_ANSWERS: usize = 1024;
/// Pause between two attempts to add to a full queue.
const PAUSE: Duration = Duration::from_millis(1);

/// A running session. Dropping it ends the session at once.
#[derive(Debug)]
pub(super) struct SessionThread {
    /// Lines from the client. Dropping the sender ends the session after a last answer.
    pub(super) lines: Option<Sender<Line>>,
    /// Lines from the engine, until the session ends.
    pub(super) answers: Receiver<String>,
    /// Message of the panic that ended the session, or an error after any other end.
    pub(super) panic: oneshot::Receiver<String>,
    /// Ends the session when dropped.
    _alive: oneshot::Sender<()>,
}

impl SessionThread {
    /// Starts a session. An answer waits for at most `write_timeout` in front of a full queue.
    ///
    /// # Errors
    /// If the system has no thread, or the log file cannot be opened.
    pub(super) fn start(
        options: Options,
        share: Share,
        number: u64,
        write_timeout: Duration,
    ) -> io::Result<Self> {
        let (lines, received) = channel(WAITING_LINES);
        let (sender, answers) = channel(WAITING_ANSWERS);
        let (alive, gone) = oneshot::channel();
        let (panicked, panic) = oneshot::channel();
        let session = Session::for_client(options, output(sender, write_timeout), share, number)?;
        thread::Builder::new().name("session".to_owned()).spawn(move || {
            // The session does not survive its panic, and the shared pool has no invalid states.
            let run = AssertUnwindSafe(|| run(session, received, gone));
            if let Err(payload) = catch_unwind(run) {
                // Fails if the connection is gone.
                let _ = panicked.send(panic_text(payload.as_ref()));
            }
        })?;
        Ok(Self { lines: Some(lines), answers, panic, _alive: alive })
    }
}

fn run(session: Session, lines: Receiver<Line>, gone: oneshot::Receiver<()>) {
    // Without a runtime the session is dropped, which closes its queue of answers.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else { return };
    runtime.block_on(async {
        select! {
            _ = gone => {}
            // An error means that the client is gone: nobody needs it.
            _ = session.run(lines) => {}
        }
    });
}

/// Adds answers to a queue. A client that reads slowly delays its own session, as through a pipe; one that does
/// not read ends it.
fn output(answers: Sender<String>, write_timeout: Duration) -> LineOutput {
    Box::new(move |text| {
        #[cfg(test)]
        assert!(!text.contains("'panic'"), "a panic of a test");
        let deadline = Instant::now() + write_timeout;
        let mut text = text.to_owned();
        loop {
            text = match answers.try_send(text) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(text)) => text,
            };
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            thread::sleep(PAUSE);
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_full_queue_ends_the_session() {
        let (sender, mut answers) = channel(2);
        let mut output = output(sender, Duration::ZERO);
        output("one").unwrap();
        output("two").unwrap();
        assert_eq!(output("three").unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(answers.try_recv().unwrap(), "one");
        output("three").unwrap();
        drop(answers);
        assert_eq!(output("four").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
