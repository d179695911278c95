//! The thread's work of a [`Socket`](super::Socket): frames in both directions.

use super::{Heard as Line, lines};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::future::pending;
use std::net::TcpStream;
use std::sync::mpsc::{SendError, SyncSender};
use std::sync::{Mutex, PoisonError};
use tokio::select;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// What the caller wants done.
#[derive(Debug)]
pub(super) enum Order {
    /// A frame is to be sent.
    Send(Message),
    /// Nothing more will be said.
    Close,
}

/// What has come in.
#[derive(Debug)]
pub(super) enum Heard {
    Line(Line),
    /// The answer to a ping, with what the ping had in it.
    Pong(Bytes),
}

/// Words that are kept.
const KEPT: usize = 10;

/// What the other side does beside the protocol.
#[derive(Debug, Default)]
pub(super) struct Words {
    newest: Vec<String>,
    strays: usize,
}

impl Words {
    pub(super) fn newest(&self) -> Vec<String> {
        self.newest.clone()
    }

    pub(super) const fn strays(&self) -> usize {
        self.strays
    }

    fn keep(&mut self, text: String) {
        if self.newest.len() == KEPT {
            self.newest.remove(0);
        }
        self.newest.push(text);
    }
}

/// Asks for a session, says on `ready` whether it was granted, and carries frames until either side
/// has left.
pub(super) async fn carry(
    url: &str,
    stream: TcpStream,
    ready: SyncSender<Result<(), String>>,
    orders: UnboundedReceiver<Order>,
    incoming: SyncSender<Heard>,
    words: &Mutex<Words>,
) {
    let greeted = match tokio::net::TcpStream::from_std(stream) {
        Ok(stream) => client_async(url, stream).await.map_err(|error| refusal(&error)),
        Err(error) => Err(error.to_string()),
    };
    let (socket, _) = match greeted {
        Ok(socket) => socket,
        Err(refusal) => {
            // The caller does not wait any more if this fails.
            let _ = ready.send(Err(refusal));
            return;
        }
    };
    if ready.send(Ok(())).is_err() {
        return;
    }
    let (sink, frames) = socket.split();
    select! {
        () = send(sink, orders) => {}
        () = receive(frames, &incoming, words) => {}
    }
}

/// Why a session is not granted, with what the server says.
fn refusal(error: &Error) -> String {
    let Error::Http(response) = error else { return error.to_string() };
    let body = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    let words: Vec<_> = body.split_whitespace().collect();
    format!("{}: {}", response.status(), words.join(" "))
}

type Stream = WebSocketStream<tokio::net::TcpStream>;

/// Carries out orders. It never returns while the other side may still say something.
async fn send(mut sink: SplitSink<Stream, Message>, mut orders: UnboundedReceiver<Order>) {
    loop {
        let sent = match orders.recv().await {
            Some(Order::Send(message)) => sink.send(message).await,
            Some(Order::Close) => sink.send(Message::Close(None)).await,
            None => return pending().await,
        };
        if sent.is_err() {
            return pending().await;
        }
    }
}

/// Passes lines on until there are no more, or nobody wants them.
async fn receive(
    mut frames: SplitStream<Stream>,
    incoming: &SyncSender<Heard>,
    words: &Mutex<Words>,
) {
    let note = |text: String, strays| {
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.strays += strays;
        words.keep(text);
    };
    while let Some(message) = frames.next().await {
        let passed = match message {
            Ok(Message::Text(text)) => {
                let count = text.as_str().trim_end_matches(['\r', '\n']).lines().count();
                if count > 1 {
                    note(format!("a frame of {count} lines"), 1);
                }
                pass(text.as_bytes(), incoming)
            }
            Ok(Message::Binary(bytes)) => {
                note(format!("a binary frame of {} bytes", bytes.len()), 1);
                pass(&bytes, incoming)
            }
            Ok(Message::Pong(bytes)) => incoming.send(Heard::Pong(bytes)),
            Ok(Message::Close(Some(CloseFrame { code, reason }))) => {
                note(format!("closed with code {}: {reason}", u16::from(code)), 0);
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(error) => {
                note(error.to_string(), 0);
                return;
            }
        };
        if passed.is_err() {
            return;
        }
    }
}

/// The lines of a frame; an empty frame is an empty line.
fn pass(bytes: &[u8], incoming: &SyncSender<Heard>) -> Result<(), SendError<Heard>> {
    if bytes.is_empty() {
        return pass(b"\n", incoming);
    }
    let mut result = Ok(());
    lines::read(bytes, |line| {
        result = incoming.send(Heard::Line(line));
        if result.is_ok() { Ok(()) } else { Err(()) }
    });
    result
}
