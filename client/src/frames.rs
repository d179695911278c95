//! The task behind a [`Socket`](super::Socket): frames in both directions.

use super::diagnostics::Diagnostics;
use super::{Line, lines};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::future::pending;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender};
use tokio::select;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Where the content of received frames goes.
pub(super) struct Received {
    pub(super) lines: SyncSender<Line>,
    /// The payloads of pongs.
    pub(super) pongs: Sender<Bytes>,
    pub(super) diagnostics: Arc<Diagnostics>,
}

/// Opens the WebSocket, reports on `ready` whether the server accepted it, and carries frames until
/// either side closes.
pub(super) async fn carry(
    url: &str,
    stream: TcpStream,
    ready: SyncSender<Result<(), String>>,
    outgoing: UnboundedReceiver<Message>,
    to: Received,
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
        () = receive(frames, &to) => {}
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
async fn receive(mut frames: SplitStream<Stream>, to: &Received) {
    while let Some(message) = frames.next().await {
        let passed = match message {
            Ok(Message::Text(text)) => {
                let count = text.as_str().trim_end_matches(['\r', '\n']).lines().count();
                if count > 1 {
                    to.diagnostics.push(&format!("a frame of {count} lines"));
                }
                pass(text.as_bytes(), to)
            }
            Ok(Message::Binary(bytes)) => {
                to.diagnostics.push(&format!("a binary frame of {} bytes", bytes.len()));
                pass(&bytes, to)
            }
            Ok(Message::Pong(bytes)) => to.pongs.send(bytes).is_ok(),
            Ok(Message::Close(Some(CloseFrame { code, reason }))) => {
                let notice = format!("closed with code {}: {reason}", u16::from(code));
                to.diagnostics.push_uncounted(&notice);
                true
            }
            Ok(_) => true,
            Err(error) => {
                to.diagnostics.push_uncounted(&error.to_string());
                false
            }
        };
        if !passed {
            return;
        }
    }
}

/// Passes on the lines of a frame; an empty frame is an empty line. Returns whether the receiver
/// still exists.
fn pass(bytes: &[u8], to: &Received) -> bool {
    lines::read(if bytes.is_empty() { b"\n" } else { bytes }, |line| to.lines.send(line).is_ok())
}
