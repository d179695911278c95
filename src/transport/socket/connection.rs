//! One connection: frames to lines, answers to frames, and pings.

use super::frame::Frame;
use super::handshake::Socket;
use super::session::SessionThread;
use super::wire::{self, Pings};
use super::{Disconnect, Timeouts};
use crate::transport::Line;
use futures_util::{SinkExt, StreamExt};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::select;
use tokio::sync::mpsc::{OwnedPermit, Sender};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

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
    let mut pings = Pings::new(timeouts.ping);
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
                // Those that wait behind it go with it.
                let more = std::iter::from_fn(|| session.answers.try_recv().ok());
                let answers = std::iter::once(answer).chain(more).map(Message::text);
                if let Err(disconnect) = wire::send(socket, answers, timeouts.write).await {
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
                pings.heard();
                match message {
                    None | Some(Ok(Message::Close(_))) => return Disconnect::Left,
                    Some(Err(error)) => return wire::disconnect(&error),
                    Some(Ok(message)) => frame = read(message).filter(|frame| !frame.is_empty()),
                }
            }
            () = pings.due() => {
                // Nothing reads answers to pings while lines of a frame wait.
                if frame.is_some() {
                    pings.heard();
                }
                if let Err(disconnect) = pings.send(socket, timeouts.write).await {
                    return disconnect;
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

/// Closes the connection with a reason for the client. After a panic the client also receives a line of TEI:
/// many clients ignore the reason.
pub(super) async fn close(socket: &mut Socket, disconnect: &Disconnect, leave: Duration) {
    let code = match disconnect {
        Disconnect::Left | Disconnect::Quit => CloseCode::Normal,
        Disconnect::Closing => CloseCode::Away,
        Disconnect::TooLarge(_) => CloseCode::Size,
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
        if matches!(
            disconnect,
            Disconnect::TooLarge(_) | Disconnect::NoText | Disconnect::Nonsense(_)
        ) {
            let mut rest = [0; 4096];
            while socket.get_mut().read(&mut rest).await.is_ok_and(|read| read > 0) {}
        }
    })
    .await;
}
