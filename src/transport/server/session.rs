//! A session with one client: lines, answers, pings, and its end.
//!
//! The session runs on its own thread: it may create a table or read a long game without delaying the other sessions.

use super::{ServerState, Share, Timeouts};
use crate::transport::{Line, LineOutput, Session};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{self, SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::options::Options;
use stonefall_engine::tei::LONGEST_LINE;
use tokio::runtime::Handle;
use tokio::select;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle, spawn_blocking};
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
/// Maximum number of consecutive pings without a message from the client.
const MISSED_PINGS: u32 = 3;
/// Maximum length of the reason in a close frame, in bytes. The protocol allows 123.
const LONGEST_REASON: usize = 120;

/// A session that begins: its socket, and the origin of its page.
pub(super) struct Opening {
    pub(super) socket: WebSocket,
    pub(super) origin: Option<String>,
}

/// The thread of a session, and its queues. Dropping the queue of answers ends the session at once.
struct SessionThread {
    /// Lines from the client. Dropping the sender ends the session after a last answer.
    lines: Sender<Line>,
    /// Lines from the engine, until the session ends.
    answers: Receiver<String>,
    handle: JoinHandle<()>,
}

/// The end of a session: the code for the client, unless nobody reads it, and the reason.
#[derive(Debug)]
struct End {
    code: Option<u16>,
    reason: String,
}

impl End {
    fn new(code: u16, reason: impl Into<String>) -> Self {
        Self { code: Some(code), reason: reason.into() }
    }

    fn without_reader(reason: &str) -> Self {
        Self { code: None, reason: reason.to_owned() }
    }
}

impl ServerState {
    /// Runs a session with the engine, or refuses one beyond the maximum. Returns whether its client may still read.
    pub(super) async fn play(
        &self,
        Opening { socket, origin }: Opening,
        from: SocketAddr,
        closing: &mut watch::Receiver<()>,
    ) -> bool {
        let Self { setup, pool } = self;
        let timeouts = &setup.timeouts;
        let (mut sink, mut stream) = socket.split();
        let end = if let Some(share) = pool.join(timeouts.place).await {
            let (since, number) = (Instant::now(), share.number);
            let origin = origin.as_deref().unwrap_or("a program");
            let open = pool.open();
            self.notify(&format!("session {number}: {origin} connected from {from} ({open} open)"));
            let end = match start(setup.options.clone(), share) {
                Ok(thread) => carry(&mut sink, &mut stream, thread, timeouts, closing).await,
                Err(error) => End::new(close_code::ERROR, error.to_string()),
            };
            let seconds = since.elapsed().as_secs();
            self.notify(&format!("session {number}: over after {seconds} s: {}", end.reason));
            end
        } else {
            let most = match pool.capacity.sessions {
                1 => "1 session".to_owned(),
                most => format!("{most} sessions"),
            };
            let reason = format!("expected at most {most} (--max-sessions), found another one");
            self.notify(&format!("refused {from}: {reason}"));
            End::new(close_code::AGAIN, reason)
        };
        let Some(code) = end.code else { return false };
        let _ = timeout(timeouts.leave, close(&mut sink, &mut stream, code, end.reason)).await;
        true
    }
}

/// Starts the thread of a session.
fn start(options: Options, share: Share) -> io::Result<SessionThread> {
    let (lines, received) = channel(WAITING_LINES);
    let (sender, answers) = channel(WAITING_ANSWERS);
    let gone = sender.clone();
    let session = Session::with_share(options, output(sender), Some(share))?;
    let run = async move {
        select! {
            () = gone.closed() => {}
            // An error means that the client is gone: nobody needs it.
            _ = session.run(received) => {}
        }
    };
    let handle = spawn_blocking(|| Handle::current().block_on(run));
    Ok(SessionThread { lines, answers, handle })
}

/// Adds answers to a queue. A client that reads slowly delays its own session, as through a pipe.
fn output(answers: Sender<String>) -> LineOutput {
    Box::new(move |text| {
        #[cfg(test)]
        assert!(!text.contains("'panic'"), "a panic of a test");
        let mut text = text.to_owned();
        loop {
            text = match answers.try_send(text) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(text)) => text,
            };
            thread::sleep(PAUSE);
        }
    })
}

/// Passes lines and answers on until the client, the session or the server ends the connection.
async fn carry(
    sink: &mut SplitSink<WebSocket, Message>,
    stream: &mut SplitStream<WebSocket>,
    session: SessionThread,
    timeouts: &Timeouts,
    closing: &mut watch::Receiver<()>,
) -> End {
    let mut writing = pin!(write(sink, session.answers, timeouts));
    let (written, end) = select! {
        end = read(stream, session.lines, timeouts.ping * MISSED_PINGS) => return end,
        written = &mut writing => (written, End::new(close_code::NORMAL, "quit")),
        // Without further lines a running search answers, and the session ends.
        _ = closing.changed() => (writing.await, End::new(close_code::AWAY, "the server closes")),
    };
    if let Err(end) = written {
        return end;
    }
    match session.handle.await {
        Ok(()) => end,
        Err(error) => {
            let reason = format!("the session failed, please report it: {}", panic_text(error));
            End::new(close_code::ERROR, reason)
        }
    }
}

fn panic_text(error: JoinError) -> String {
    let Ok(payload) = error.try_into_panic() else { return "no message".to_owned() };
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Passes lines to the session until the client leaves.
async fn read(stream: &mut SplitStream<WebSocket>, lines: Sender<Line>, patience: Duration) -> End {
    loop {
        let text = match timeout(patience, stream.next()).await {
            Err(_) => return End::without_reader("the client does not answer pings"),
            Ok(None | Some(Ok(Message::Close(_)))) => {
                return End::new(close_code::NORMAL, "the client left");
            }
            Ok(Some(Err(error))) => return broken(error),
            Ok(Some(Ok(Message::Text(text)))) => text,
            // Some programs send text in binary frames.
            Ok(Some(Ok(Message::Binary(bytes)))) => {
                String::from_utf8_lossy(&bytes).into_owned().into()
            }
            Ok(Some(Ok(_))) => continue,
        };
        let at = Instant::now();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if lines.send(Line { text: line.to_owned(), at }).await.is_err() {
                // The session has ended. Its last answers are in the queue.
                return pending().await;
            }
        }
    }
}

/// Sends answers and pings until the session ends.
async fn write(
    sink: &mut SplitSink<WebSocket, Message>,
    mut answers: Receiver<String>,
    timeouts: &Timeouts,
) -> Result<(), End> {
    let mut pings = interval(timeouts.ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset();
    let mut waiting = Vec::new();
    loop {
        let messages: Vec<_> = select! {
            count = answers.recv_many(&mut waiting, WAITING_ANSWERS) => {
                if count == 0 {
                    return Ok(());
                }
                waiting.drain(..).map(Message::text).collect()
            }
            _ = pings.tick() => vec![Message::Ping("stonefall".into())],
        };
        let mut messages = stream::iter(messages.into_iter().map(Ok));
        match timeout(timeouts.write, sink.send_all(&mut messages)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(broken(error)),
            Err(_) => return Err(End::without_reader("the client does not read its answers")),
        }
    }
}

/// The end by an error of the connection.
fn broken(error: axum::Error) -> End {
    let error = match error.into_inner().downcast::<Error>() {
        Ok(error) => *error,
        Err(error) => return End::new(close_code::PROTOCOL, error.to_string()),
    };
    match error {
        Error::Capacity(CapacityError::MessageTooLong { max_size, .. }) => {
            let reason = format!("expected frames of at most {max_size} bytes, found a larger one");
            End::new(close_code::SIZE, reason)
        }
        Error::Utf8(_) => {
            End::new(close_code::INVALID, "expected text frames in UTF-8, found other bytes")
        }
        Error::Io(_)
        | Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => {
            End::new(close_code::NORMAL, "the client left")
        }
        error => End::new(close_code::PROTOCOL, error.to_string()),
    }
}

/// Closes the connection with a reason for the client. After a failure or a refusal the client also receives a line of
/// TEI: many clients ignore the reason.
async fn close(
    sink: &mut SplitSink<WebSocket, Message>,
    stream: &mut SplitStream<WebSocket>,
    code: u16,
    mut reason: String,
) {
    if [close_code::ERROR, close_code::AGAIN].contains(&code) {
        let line = format!("info string error {reason}").replace(['\r', '\n'], " ");
        let _ = sink.send(Message::text(line)).await;
    }
    while reason.len() > LONGEST_REASON {
        reason.pop();
    }
    // Fails if the client is gone; has no effect if it has closed first.
    let _ = sink.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    while let Some(Ok(_)) = stream.next().await {}
}
