//! The task behind a [`Socket`](super::Socket): frames in both directions.

use super::diagnostics::Diagnostics;
use super::{Line, lines};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::future::pending;
use std::net::TcpStream;
use std::sync::mpsc::{SendError, SyncSender};
use tokio::select;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Content of the frames that matter to the caller.
#[derive(Debug)]
pub(super) enum Incoming {
    Line(Line),
    /// The payload of a pong.
    Pong(Bytes),
}

/// Opens the WebSocket, reports on `ready` whether the server accepted it, and carries frames until
/// either side closes.
pub(super) async fn carry(
    url: &str,
    stream: TcpStream,
    ready: SyncSender<Result<(), String>>,
    outgoing: UnboundedReceiver<Message>,
    incoming: SyncSender<Incoming>,
    diagnostics: &Diagnostics,
) {
    let accepted = match tokio::net::TcpStream::from_std(stream) {
        Ok(stream) => client_async(url, stream).await.map_err(|error| refusal(&error)),
        Err(error) => Err(error.to_string()),
    };
    let (socket, _) = match accepted {
        Ok(socket) => socket,
        Err(refusal) => {
            // This fails only if the caller no longer waits.
            let _ = ready.send(Err(refusal));
            return;
        }
    };
    if ready.send(Ok(())).is_err() {
        return;
    }
    let (sink, frames) = socket.split();
    select! {
        () = send(sink, outgoing) => {}
        () = receive(frames, &incoming, diagnostics) => {}
    }
}

/// The reason for a refused handshake, with the body of the server's response.
fn refusal(error: &Error) -> String {
    let Error::Http(response) = error else { return error.to_string() };
    let body = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    let words: Vec<_> = body.split_whitespace().collect();
    format!("{}: {}", response.status(), words.join(" "))
}

type Stream = WebSocketStream<tokio::net::TcpStream>;

/// Sends frames. Never returns, because the other side may still send after the last one.
async fn send(mut sink: SplitSink<Stream, Message>, mut outgoing: UnboundedReceiver<Message>) {
    while let Some(message) = outgoing.recv().await {
        if sink.send(message).await.is_err() {
            break;
        }
    }
    pending().await
}

/// Passes lines on until the connection ends or the receiver is dropped.
async fn receive(
    mut frames: SplitStream<Stream>,
    incoming: &SyncSender<Incoming>,
    diagnostics: &Diagnostics,
) {
    while let Some(message) = frames.next().await {
        let passed = match message {
            Ok(Message::Text(text)) => {
                let count = text.as_str().trim_end_matches(['\r', '\n']).lines().count();
                if count > 1 {
                    diagnostics.push(&format!("a frame of {count} lines"));
                }
                pass(text.as_bytes(), incoming)
            }
            Ok(Message::Binary(bytes)) => {
                diagnostics.push(&format!("a binary frame of {} bytes", bytes.len()));
                pass(&bytes, incoming)
            }
            Ok(Message::Pong(bytes)) => incoming.send(Incoming::Pong(bytes)),
            Ok(Message::Close(Some(CloseFrame { code, reason }))) => {
                diagnostics
                    .push_uncounted(&format!("closed with code {}: {reason}", u16::from(code)));
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(error) => {
                diagnostics.push_uncounted(&error.to_string());
                return;
            }
        };
        if passed.is_err() {
            return;
        }
    }
}

/// Passes on the lines of a frame; an empty frame is an empty line.
fn pass(bytes: &[u8], incoming: &SyncSender<Incoming>) -> Result<(), SendError<Incoming>> {
    let bytes = if bytes.is_empty() { b"\n" } else { bytes };
    let mut result = Ok(());
    lines::read(bytes, |line| {
        result = incoming.send(Incoming::Line(line));
        if result.is_ok() { Ok(()) } else { Err(()) }
    });
    result
}
