//! One connection: frames to lines, answers to frames, and a look now and then whether anybody is
//! still there.

use super::frame::Frame;
use super::handshake::Socket;
use super::session::SessionThread;
use super::{Disconnect, Timeouts};
use crate::transport::Line;
use futures_util::{SinkExt, StreamExt};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::select;
use tokio::sync::mpsc::{OwnedPermit, Receiver, Sender};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

/// Pings in a row that may stay without an answer.
const MISSED_PINGS: u32 = 2;
/// The most bytes of a reason: such frames are small.
const LONGEST_REASON: usize = 120;
/// How long the last words of a connection may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Carries a conversation, until either side is done or the server closes.
pub(super) async fn carry(
    socket: &mut Socket,
    mut session: SessionThread,
    timeouts: &Timeouts,
    mut closing: watch::Receiver<bool>,
) -> Disconnect {
    let mut frame: Option<Frame> = None;
    // Every client answers pings, a silent user's too: only one that is gone misses them.
    let mut ping = interval_at(Instant::now() + timeouts.ping, timeouts.ping);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut missed = 0;
    loop {
        let is_listening = session.lines.is_some();
        select! {
            // The search answers, and the conversation ends.
            Ok(()) = closing.changed(), if is_listening => session.lines = None,
            answer = session.answers.recv() => {
                let Some(answer) = answer else {
                    return if is_listening { Disconnect::Quit } else { Disconnect::Closing };
                };
                match pass_on(socket, answer, &mut session.answers, timeouts.write).await {
                    Ok(()) => {}
                    Err(disconnect) => return disconnect,
                }
            }
            room = room(session.lines.as_ref()), if is_listening && frame.is_some() => {
                match (room, frame.as_mut().and_then(Frame::line)) {
                    (Some(room), Some(line)) => { room.send(line); }
                    // It has no use for more: what it still has to say is on its way.
                    _ => frame = None,
                }
                frame = frame.filter(|frame| !frame.is_empty());
            }
            message = socket.next(), if frame.is_none() => {
                missed = 0;
                match message {
                    None | Some(Ok(Message::Close(_))) => return Disconnect::Left,
                    Some(Err(error)) => return disconnect(&error),
                    Some(Ok(message)) => frame = read(message).filter(|frame| !frame.is_empty()),
                }
            }
            _ = ping.tick() => {
                // While a frame is being worked off nothing is read, an answer to a ping neither.
                missed = if frame.is_some() { 0 } else { missed + 1 };
                if missed > MISSED_PINGS {
                    return Disconnect::Silent;
                }
                let message = Message::Ping(Bytes::from_static(b"stonefall"));
                match timeout(timeouts.write, socket.send(message)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => return disconnect(&error),
                    Err(_) => return Disconnect::Slow,
                }
            }
        }
    }
}

/// Resources for another line, as soon as there is some; `None` if no more lines are wanted.
async fn room(lines: Option<&Sender<Line>>) -> Option<OwnedPermit<Line>> {
    lines?.clone().reserve_owned().await.ok()
}

/// Text is what is expected. Bytes come from programs that do not make the difference.
fn read(message: Message) -> Option<Frame> {
    match message {
        Message::Text(text) => Some(Frame::now(text)),
        Message::Binary(bytes) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Some(Frame::now(Utf8Bytes::from(text)))
        }
        _ => None,
    }
}

/// Sends an answer and those behind it, each in a frame of its own.
async fn pass_on(
    socket: &mut Socket,
    answer: String,
    answers: &mut Receiver<String>,
    timeouts: Duration,
) -> Result<(), Disconnect> {
    let send = async {
        let mut next = Some(answer);
        while let Some(answer) = next {
            socket.feed(Message::text(answer)).await?;
            next = answers.try_recv().ok();
        }
        socket.flush().await
    };
    match timeout(timeouts, send).await {
        Ok(result) => result.map_err(|error| disconnect(&error)),
        Err(_) => Err(Disconnect::Slow),
    }
}

fn disconnect(error: &Error) -> Disconnect {
    match error {
        Error::Capacity(_) => Disconnect::TooLarge,
        Error::Utf8(_) => Disconnect::NoText,
        Error::Io(_) | Error::ConnectionClosed | Error::AlreadyClosed => Disconnect::Left,
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Disconnect::Left,
        error => Disconnect::Nonsense(error.to_string()),
    }
}

/// Closes the connection, with a reason that the client can read.
pub(super) async fn close(socket: &mut Socket, disconnect: &Disconnect) {
    let code = match disconnect {
        Disconnect::Left | Disconnect::Quit => CloseCode::Normal,
        Disconnect::Closing => CloseCode::Away,
        Disconnect::TooLarge => CloseCode::Size,
        Disconnect::NoText => CloseCode::Invalid,
        Disconnect::Nonsense(_) => CloseCode::Protocol,
        Disconnect::Failed(_) => CloseCode::Error,
        // Nobody would read it.
        Disconnect::Silent | Disconnect::Slow => return,
    };
    let mut reason = disconnect.to_string();
    let mut end = reason.len().min(LONGEST_REASON);
    while !reason.is_char_boundary(end) {
        end -= 1;
    }
    reason.truncate(end);
    let frame = CloseFrame { code, reason: Utf8Bytes::from(reason) };
    let _ = timeout(LAST_WORDS, async {
        // It has no effect if the client has said goodbye first, and fails if it is gone.
        let _ = socket.close(Some(frame)).await;
        while let Some(Ok(_)) = socket.next().await {}
        // What is not read, such as the rest of a frame that is too large, would tear the connection
        // down before the reason is there.
        if matches!(disconnect, Disconnect::TooLarge | Disconnect::NoText | Disconnect::Nonsense(_))
        {
            let mut rest = [0; 4096];
            while socket.get_mut().read(&mut rest).await.is_ok_and(|read| read > 0) {}
        }
    })
    .await;
}
