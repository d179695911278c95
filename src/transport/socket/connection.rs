//! One connection: frames to lines, answers to frames, and pings.

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

/// Maximum number of consecutive pings without an answer.
const MISSED_PINGS: u32 = 2;
/// Maximum length of the reason in a close frame, in bytes. The protocol allows 123.
const LONGEST_REASON: usize = 120;

/// Passes lines and answers on until the client, the session or the server ends the connection.
pub(super) async fn carry(
    socket: &mut Socket,
    mut session: SessionThread,
    timeouts: &Timeouts,
    mut closing: watch::Receiver<bool>,
) -> Disconnect {
    let mut frame: Option<Frame> = None;
    // Every client answers pings, also while its user does nothing.
    let mut ping = interval_at(Instant::now() + timeouts.ping, timeouts.ping);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut missed = 0;
    loop {
        let is_listening = session.lines.is_some();
        select! {
            // A running search answers, and the session ends.
            Ok(()) = closing.changed(), if is_listening => session.lines = None,
            answer = session.answers.recv() => {
                let Some(answer) = answer else {
                    return match session.panic.await {
                        Ok(message) => Disconnect::Panicked(message),
                        Err(_) if is_listening => Disconnect::Quit,
                        Err(_) => Disconnect::Closing,
                    };
                };
                let sent = send_answers(socket, answer, &mut session.answers, timeouts.write).await;
                if let Err(disconnect) = sent {
                    return disconnect;
                }
            }
            permit = permit(session.lines.as_ref()), if is_listening && frame.is_some() => {
                match (permit, frame.as_mut().and_then(Frame::line)) {
                    (Some(permit), Some(line)) => { permit.send(line); }
                    // The session has ended. Its last answers are in the queue.
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
                // Nothing reads answers to pings while lines of a frame wait.
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

/// Waits for room in the queue of lines; `None` after the end of the session.
async fn permit(lines: Option<&Sender<Line>>) -> Option<OwnedPermit<Line>> {
    lines?.clone().reserve_owned().await.ok()
}

/// The lines of a message. Some programs send text in binary frames.
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

/// Sends an answer and those that wait behind it, each in its own frame.
async fn send_answers(
    socket: &mut Socket,
    answer: String,
    answers: &mut Receiver<String>,
    write_timeout: Duration,
) -> Result<(), Disconnect> {
    let send = async {
        let mut next = Some(answer);
        while let Some(answer) = next {
            socket.feed(Message::text(answer)).await?;
            next = answers.try_recv().ok();
        }
        socket.flush().await
    };
    match timeout(write_timeout, send).await {
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

/// Closes the connection with a reason for the client. After a panic the client also receives a line of TEI:
/// many clients ignore the reason.
pub(super) async fn close(socket: &mut Socket, disconnect: &Disconnect, leave: Duration) {
    let code = match disconnect {
        Disconnect::Left | Disconnect::Quit => CloseCode::Normal,
        Disconnect::Closing => CloseCode::Away,
        Disconnect::TooLarge => CloseCode::Size,
        Disconnect::NoText => CloseCode::Invalid,
        Disconnect::Nonsense(_) => CloseCode::Protocol,
        Disconnect::Failed(_) | Disconnect::Panicked(_) => CloseCode::Error,
        // Such clients do not read.
        Disconnect::Silent | Disconnect::Slow => return,
    };
    let mut reason = disconnect.to_string();
    let mut end = reason.len().min(LONGEST_REASON);
    while !reason.is_char_boundary(end) {
        end -= 1;
    }
    reason.truncate(end);
    let frame = CloseFrame { code, reason: Utf8Bytes::from(reason) };
    let _ = timeout(leave, async {
        if matches!(disconnect, Disconnect::Panicked(_)) {
            let line = format!("info string error {disconnect}").replace(['\r', '\n'], " ");
            let _ = socket.send(Message::text(line)).await;
        }
        // Fails if the client is gone; has no effect if it has closed first.
        let _ = socket.close(Some(frame)).await;
        while let Some(Ok(_)) = socket.next().await {}
        // Unread bytes, such as the rest of a frame beyond the limit, would reset the connection before the
        // reason arrives.
        if matches!(disconnect, Disconnect::TooLarge | Disconnect::NoText | Disconnect::Nonsense(_))
        {
            let mut rest = [0; 4096];
            while socket.get_mut().read(&mut rest).await.is_ok_and(|read| read > 0) {}
        }
    })
    .await;
}
