//! A session with one client: lines, answers, pings, and its end.
//!
//! The session runs on its own thread: it may create a table or read a long game without delaying the other sessions.

use super::notice::panic_text;
use super::{Disconnect, Timeouts};
use crate::transport::share::Share;
use crate::transport::{Line, LineOutput, Session};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::options::Options;
use stonefall_engine::tei::LONGEST_LINE;
use tokio::select;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{OwnedPermit, Receiver, Sender, channel};
use tokio::sync::{oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::error::{CapacityError, Error, ProtocolError};

/// Largest frame in bytes, including its continuations.
pub(super) const LARGEST_FRAME: usize = 2 * LONGEST_LINE;
/// Maximum number of lines that wait for an answer. More wait in their frame, and in the client.
const WAITING_LINES: usize = 8;
/// Maximum number of answers that wait to be sent.
const WAITING_ANSWERS: usize = 1024;
/// Pause between two attempts to add to a full queue.
const PAUSE: Duration = Duration::from_millis(1);
/// Maximum number of consecutive pings without an answer.
const MISSED_PINGS: u32 = 2;
/// Maximum length of the reason in a close frame, in bytes. The protocol allows 123.
const LONGEST_REASON: usize = 120;

/// A running session. Dropping it ends the session at once.
#[derive(Debug)]
pub(super) struct SessionThread {
    /// Lines from the client. Dropping the sender ends the session after a last answer.
    lines: Option<Sender<Line>>,
    /// Lines from the engine, until the session ends.
    answers: Receiver<String>,
    /// Message of the panic that ended the session, or an error after any other end.
    panic: oneshot::Receiver<String>,
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

    /// The reason of the end of the session.
    async fn end(self) -> Disconnect {
        match self.panic.await {
            Ok(message) => Disconnect::Panicked(message),
            Err(_) if self.lines.is_some() => Disconnect::Quit,
            Err(_) => Disconnect::Closing,
        }
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

/// Passes lines and answers on until the client, the session or the server ends the connection.
pub(super) async fn carry(
    socket: &mut WebSocket,
    mut session: SessionThread,
    timeouts: &Timeouts,
    mut closing: watch::Receiver<bool>,
) -> Disconnect {
    let mut frame: Option<Frame> = None;
    let mut missed = 0;
    let mut pings = interval(timeouts.ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset();
    loop {
        let is_listening = session.lines.is_some();
        let sent = select! {
            // A running search answers, and the session ends.
            Ok(()) = closing.changed(), if is_listening => {
                session.lines = None;
                continue;
            }
            answer = session.answers.recv() => {
                let Some(answer) = answer else { return session.end().await };
                // Those that wait behind it go with it.
                let more = std::iter::from_fn(|| session.answers.try_recv().ok());
                let answers = std::iter::once(answer).chain(more).map(Message::text);
                send(socket, answers, timeouts.write).await
            }
            permit = permit(session.lines.as_ref()), if is_listening && frame.is_some() => {
                let line = frame.as_mut().and_then(Frame::line);
                match (permit, line) {
                    (Some(permit), Some(line)) => { permit.send(line); }
                    // The session has ended. Its last answers are in the queue.
                    _ => frame = None,
                }
                frame = frame.filter(|frame| !frame.is_empty());
                continue;
            }
            message = socket.next(), if frame.is_none() => {
                missed = 0;
                frame = match message {
                    None | Some(Ok(Message::Close(_))) => return Disconnect::Left,
                    Some(Err(error)) => return disconnect(error),
                    Some(Ok(Message::Text(text))) => Some(Frame::now(text)),
                    // Some programs send text in binary frames.
                    Some(Ok(Message::Binary(bytes))) => {
                        Some(Frame::now(String::from_utf8_lossy(&bytes).into_owned().into()))
                    }
                    Some(Ok(_)) => None,
                };
                frame = frame.filter(|frame| !frame.is_empty());
                continue;
            }
            _ = pings.tick() => {
                // Nothing reads answers to pings while lines of a frame wait.
                missed = if frame.is_some() { 1 } else { missed + 1 };
                if missed > MISSED_PINGS {
                    return Disconnect::Silent;
                }
                send(socket, [Message::Ping("stonefall".into())], timeouts.write).await
            }
        };
        if let Err(disconnect) = sent {
            return disconnect;
        }
    }
}

/// Waits for room in the queue of lines; `None` after the end of the session.
async fn permit(lines: Option<&Sender<Line>>) -> Option<OwnedPermit<Line>> {
    lines?.clone().reserve_owned().await.ok()
}

/// Sends messages, each in its own frame.
async fn send(
    socket: &mut WebSocket,
    messages: impl IntoIterator<Item = Message>,
    write_timeout: Duration,
) -> Result<(), Disconnect> {
    let send = async {
        for message in messages {
            socket.feed(message).await?;
        }
        socket.flush().await
    };
    timeout(write_timeout, send).await.map_err(|_| Disconnect::Slow)?.map_err(disconnect)
}

/// The reason of an end by an error.
fn disconnect(error: axum::Error) -> Disconnect {
    let error = match error.into_inner().downcast::<Error>() {
        Ok(error) => *error,
        Err(error) => return Disconnect::Nonsense(error.to_string()),
    };
    match error {
        Error::Capacity(CapacityError::MessageTooLong { max_size, .. }) => {
            Disconnect::TooLarge(max_size)
        }
        Error::Utf8(_) => Disconnect::NoText,
        Error::Io(_)
        | Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Disconnect::Left,
        error => Disconnect::Nonsense(error.to_string()),
    }
}

/// Closes the connection with a reason for the client. After a panic the client also receives a line of TEI:
/// many clients ignore the reason.
pub(super) async fn close(socket: &mut WebSocket, disconnect: &Disconnect, leave: Duration) {
    let code = match disconnect {
        Disconnect::Closing => close_code::AWAY,
        Disconnect::TooLarge(_) => close_code::SIZE,
        Disconnect::NoText => close_code::INVALID,
        Disconnect::Nonsense(_) => close_code::PROTOCOL,
        Disconnect::Failed(_) | Disconnect::Panicked(_) => close_code::ERROR,
        _ => close_code::NORMAL,
    };
    let mut reason = disconnect.to_string();
    while reason.len() > LONGEST_REASON {
        reason.pop();
    }
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = timeout(leave, async {
        if matches!(disconnect, Disconnect::Panicked(_)) {
            let line = format!("info string error {disconnect}").replace(['\r', '\n'], " ");
            let _ = socket.send(Message::text(line)).await;
        }
        // Fails if the client is gone; has no effect if it has closed first.
        let _ = socket.send(Message::Close(Some(frame))).await;
        while let Some(Ok(_)) = socket.next().await {}
    })
    .await;
}

/// A frame that yields its lines one by one: a list of many short lines would need many times its memory.
#[derive(Debug)]
struct Frame {
    text: Utf8Bytes,
    /// Start of the next line that is not blank, or the end.
    next: usize,
    /// Time of arrival.
    at: Instant,
}

impl Frame {
    /// A frame that arrives now. The end of a frame ends its last line.
    fn now(text: Utf8Bytes) -> Self {
        let mut frame = Self { text, next: 0, at: Instant::now() };
        frame.skip_blank();
        frame
    }

    /// Whether no line is left.
    fn is_empty(&self) -> bool {
        self.next == self.text.len()
    }

    /// The next line.
    fn line(&mut self) -> Option<Line> {
        let text = self.rest().lines().next()?.to_owned();
        self.next += text.len();
        self.skip_blank();
        Some(Line { text, at: self.at })
    }

    fn rest(&self) -> &str {
        self.text.get(self.next..).unwrap_or_default()
    }

    fn skip_blank(&mut self) {
        let rest = self.rest();
        self.next += rest.len() - rest.trim_start().len();
    }
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

    #[test]
    fn a_frame_has_any_number_of_lines() {
        for (text, expected) in [
            ("isready", &["isready"][..]),
            ("isready\n", &["isready"]),
            ("\n\n isready\n\t\r\n", &["isready"]),
            ("stop\nposition startpos\r\n\ngo", &["stop", "position startpos", "go"]),
            (" \r\n\t\n", &[]),
            ("", &[]),
        ] {
            let mut frame = Frame::now(text.into());
            let lines: Vec<_> = std::iter::from_fn(|| frame.line().map(|line| line.text)).collect();
            assert_eq!(lines, expected);
            assert!(frame.is_empty());
        }
    }
}
