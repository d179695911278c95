//! An engine behind a WebSocket.
//!
//! One thread carries frames in both directions, so that the caller never blocks past its deadline.
//! The thread ends with the connection.

use super::ClientError;
use super::transport::{Diagnostics, Ends, Line, Message, Transport, read_lines};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::notation::excerpt;
use tokio::select;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::http::Uri;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// Address of an engine behind a WebSocket, such as `ws://localhost:7731`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebAddress(String);

impl FromStr for WebAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let is_encrypted = text.starts_with("wss:");
            let note = if is_encrypted { "; encrypted connections are not supported" } else { "" };
            let found = excerpt(text, 80);
            format!("expected an address such as ws://localhost:7731, found '{found}'{note}")
        };
        let uri: Uri = text.trim().parse().map_err(|_| wrong())?;
        if uri.scheme_str() != Some("ws") || uri.host().is_none_or(str::is_empty) {
            return Err(wrong());
        }
        Ok(Self(text.trim().to_owned()))
    }
}

impl fmt::Display for WebAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl WebAddress {
    /// Connects within a time.
    pub(super) fn connect(&self, within: Duration) -> Result<Transport, ClientError> {
        let failure = |reason| ClientError::Connect { address: self.to_string(), reason };
        let (transport, ends) = Transport::new(None);
        let (ready, is_ready) = sync_channel(1);
        let url = self.to_string();
        let carry = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            match runtime {
                Ok(runtime) => runtime.block_on(carry(&url, within, &ready, ends)),
                Err(error) => drop(ready.send(Err(error.to_string()))),
            }
        };
        let thread = thread::Builder::new().name("engine socket".to_owned()).spawn(carry);
        thread.map_err(|error| failure(error.to_string()))?;
        let answer = is_ready.recv().unwrap_or_else(|error| Err(error.to_string()));
        answer.map(|()| transport).map_err(failure)
    }
}

type Stream = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// Opens the WebSocket, reports on `ready` whether the server accepted it, and carries frames until
/// either side ends the connection.
async fn carry(url: &str, within: Duration, ready: &SyncSender<Result<(), String>>, ends: Ends) {
    let opened = match timeout(within, connect_async_with_config(url, None, true)).await {
        Ok(opened) => opened.map_err(|error| refusal(&error)),
        Err(_) => Err("no WebSocket answers there".to_owned()),
    };
    let socket = match opened {
        Ok((socket, _)) => socket,
        Err(refusal) => return drop(ready.send(Err(refusal))),
    };
    let _ = ready.send(Ok(()));
    let (sink, frames) = socket.split();
    let Ends { messages, lines, diagnostics } = ends;
    select! {
        () = send(sink, messages) => {}
        () = receive(frames, lines, diagnostics) => {}
    }
}

/// The reason for a refused handshake, with the body of the server's response.
fn refusal(error: &Error) -> String {
    match error {
        Error::Io(error) => error.to_string(),
        Error::Http(response) => {
            let body = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
            let words: Vec<_> = body.split_whitespace().collect();
            format!("{}: {}", response.status(), words.join(" "))
        }
        error => error.to_string(),
    }
}

/// Sends frames until the client drops the connection. The server then sees the same as after a power failure of the
/// client, unless a close frame came before.
async fn send(mut sink: SplitSink<Stream, Frame>, mut messages: UnboundedReceiver<Message>) {
    while let Some(message) = messages.recv().await {
        let frame = match message {
            // One frame without the last line end, like PTN Ninja: text, or binary if it is not UTF-8.
            Message::Bytes(mut bytes, sent) => {
                let _ = sent.set(Instant::now());
                bytes.pop_if(|last| *last == b'\n');
                match String::from_utf8(bytes) {
                    Ok(text) => Frame::text(text),
                    Err(error) => Frame::binary(error.into_bytes()),
                }
            }
            Message::Close => Frame::Close(None),
        };
        // After an error the server may still send.
        let _ = sink.send(frame).await;
    }
}

/// Passes lines on until the connection ends or the receiver is dropped. Notes frames other than one line of text, and the
/// reason of a close frame.
async fn receive(
    mut frames: SplitStream<Stream>,
    lines: SyncSender<Line>,
    diagnostics: Arc<Diagnostics>,
) {
    // An empty frame is an empty line.
    let pass = |bytes: &[u8]| {
        let bytes = if bytes.is_empty() { b"\n" } else { bytes };
        read_lines(bytes, |line| lines.send(line).is_ok())
    };
    while let Some(frame) = frames.next().await {
        let is_wanted = match frame {
            Ok(Frame::Text(text)) => {
                let count = text.trim_end_matches(['\r', '\n']).lines().count();
                if count > 1 {
                    diagnostics.push(&format!("a frame of {count} lines"));
                }
                pass(text.as_bytes())
            }
            Ok(Frame::Binary(bytes)) => {
                diagnostics.push(&format!("a binary frame of {} bytes", bytes.len()));
                pass(&bytes)
            }
            Ok(Frame::Close(Some(CloseFrame { code, reason }))) => {
                let notice = format!("closed with code {}: {reason}", u16::from(code));
                diagnostics.push_uncounted(&notice);
                true
            }
            Ok(_) => true,
            Err(error) => {
                diagnostics.push_uncounted(&error.to_string());
                false
            }
        };
        if !is_wanted {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_addresses() {
        for text in ["ws://localhost:7731", "ws://[::1]:80/tak?x", " ws://example.org/ "] {
            let address: Result<WebAddress, String> = text.parse();
            assert_eq!(address.map(|it| it.to_string()), Ok(text.trim().to_owned()));
        }
        for text in ["", "localhost:7731", "http://localhost", "ws://", "ws:// x", "./engine"] {
            assert!(text.parse::<WebAddress>().is_err(), "{text}");
        }
        let encrypted = "wss://x:1".parse::<WebAddress>();
        assert!(encrypted.is_err_and(|it| it.ends_with("encrypted connections are not supported")));
    }
}
