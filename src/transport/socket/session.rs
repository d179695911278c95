//! The conversation of one connection, on a thread of its own: while it lays out its table or reads
//! a long game, the others are not held up.

use crate::transport::{Line, Output, Session, Share};
use std::io;
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::options::Options;
use tokio::select;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

/// Lines that may wait to be read. The rest waits in its frame, and behind that in the client.
const WAITING_LINES: usize = 8;
/// Answers that may wait to be sent.
const WAITING_ANSWERS: usize = 1024;
/// How often a full queue is looked at.
const LOOK: Duration = Duration::from_millis(1);

/// A conversation that runs. It ends at once when this is dropped, whatever it is doing.
#[derive(Debug)]
pub(super) struct SessionThread {
    /// What the client says. Dropped to let the conversation end by itself, with a last answer.
    pub(super) lines: Option<Sender<Line>>,
    /// What the engine says, until the conversation is over.
    pub(super) answers: Receiver<String>,
    /// Dropped with the rest.
    _here: oneshot::Sender<()>,
}

impl SessionThread {
    /// Begins the conversation of this number. `patience` is how long it waits for room among the answers.
    ///
    /// # Errors
    /// If the system gives no thread, or the log cannot be opened.
    pub(super) fn start(
        options: Options,
        share: Share,
        number: u64,
        patience: Duration,
    ) -> io::Result<Self> {
        let (lines, received) = channel(WAITING_LINES);
        let (said, answers) = channel(WAITING_ANSWERS);
        let (here, gone) = oneshot::channel();
        let outlet = Outlet { said, patience };
        let conversation = Session::for_client(options, Box::new(outlet), share, number)?;
        thread::Builder::new().name("session".to_owned()).spawn(move || {
            // Without one there is no conversation, which the other side sees from its end.
            let runtime = tokio::runtime::Builder::new_current_thread().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                select! {
                    // Nobody is told anything more: the conversation is dropped as it stands.
                    _ = gone => {}
                    // The client is gone or was told all: there is nobody to tell of an error.
                    _ = conversation.run(received) => {}
                }
            });
        })?;
        Ok(Self { lines: Some(lines), answers, _here: here })
    }
}

/// Answers into the queue.
#[derive(Debug)]
struct Outlet {
    said: Sender<String>,
    patience: Duration,
}

/// A client that reads slowly holds up its own conversation, as one at the other end of a pipe does;
/// one that does not read at all ends it.
impl Output for Outlet {
    fn line(&mut self, text: &str) -> io::Result<()> {
        let deadline = Instant::now() + self.patience;
        let mut text = text.to_owned();
        loop {
            text = match self.said.try_send(text) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(text)) => text,
            };
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            thread::sleep(LOOK);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_queue_that_nobody_empties_ends_the_conversation() {
        let (said, mut answers) = channel(2);
        let mut outlet = Outlet { said, patience: Duration::ZERO };
        outlet.line("one").unwrap();
        outlet.line("two").unwrap();
        assert_eq!(outlet.line("three").unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(answers.try_recv().unwrap(), "one");
        outlet.line("three").unwrap();
        drop(answers);
        assert_eq!(outlet.line("four").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
