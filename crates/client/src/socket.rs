//! An engine behind a WebSocket.
//!
//! One thread carries frames in both directions, so that the caller never blocks past its deadline.
//! The thread ends with the connection.

use super::transport::{Diagnostics, read_lines};
use super::{ClientError, Event, Exit, Line, Transport};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::fmt;
use std::future::pending;
use std::io;
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::notation::excerpt;
use tokio::select;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::http::Uri;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Address of an engine behind a WebSocket, such as `ws://localhost:7731`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebAddress {
    text: String,
    host: String,
    port: u16,
}

/// Port of addresses without a port, as in HTTP.
const USUAL_PORT: u16 = 80;

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
        let host = uri.host().unwrap_or_default();
        // `Uri` keeps the brackets of an IPv6 address; `to_socket_addrs` expects none.
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        if uri.scheme_str() != Some("ws") || host.is_empty() {
            return Err(wrong());
        }
        let port = uri.port_u16().unwrap_or(USUAL_PORT);
        Ok(Self { text: text.trim().to_owned(), host, port })
    }
}

impl fmt::Display for WebAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

/// Lines that may wait to be received; after that, the connection is no longer read.
const WAITING_LINES: usize = 1024;
/// Longest wait for the end of the thread after the connection is cut.
const END: Duration = Duration::from_millis(500);

/// A connection to a server.
#[derive(Debug)]
pub struct Socket {
    /// `None` after [`Transport::close`].
    outgoing: Option<UnboundedSender<Message>>,
    lines: Receiver<Line>,
    stream: TcpStream,
    diagnostics: Arc<Diagnostics>,
    ending: Option<Exit>,
}

impl Socket {
    /// Connects within `timeout`.
    ///
    /// # Errors
    /// If no server listens there, or it refuses the connection or does not answer in time.
    pub fn connect(address: &WebAddress, timeout: Duration) -> Result<Self, ClientError> {
        Self::open(address, timeout).map_err(|reason| ClientError::Connect {
            address: address.to_string(),
            reason: reason.to_string(),
        })
    }

    fn open(address: &WebAddress, timeout: Duration) -> io::Result<Self> {
        let deadline = Instant::now() + timeout;
        let stream = reach(address, timeout)?;
        stream.set_nodelay(true)?;
        let carried = stream.try_clone()?;
        carried.set_nonblocking(true)?;
        let (outgoing, received) = unbounded_channel();
        let (to_lines, lines) = sync_channel(WAITING_LINES);
        let (ready, accepted) = sync_channel(1);
        let diagnostics = Arc::<Diagnostics>::default();
        let url = address.to_string();
        let to = Reader { lines: to_lines, diagnostics: Arc::clone(&diagnostics) };
        thread::Builder::new().name("engine socket".to_owned()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(carry(&url, carried, ready, received, to));
        })?;
        match accepted.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Ok(())) => {
                Ok(Self { outgoing: Some(outgoing), lines, stream, diagnostics, ending: None })
            }
            Ok(Err(reason)) => Err(io::Error::other(reason)),
            Err(_) => {
                // The thread ends with the connection.
                let _ = stream.shutdown(Shutdown::Both);
                Err(io::Error::new(io::ErrorKind::TimedOut, "no WebSocket answers there"))
            }
        }
    }

    fn push(&self, message: Message) {
        if let Some(outgoing) = &self.outgoing {
            // If the thread has ended, `receive` returns the end of the connection.
            let _ = outgoing.send(message);
        }
    }
}

/// Connects to the first address of a host that answers.
fn reach(address: &WebAddress, timeout: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "no such host");
    for place in (&*address.host, address.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&place, timeout) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Transport for Socket {
    /// Sends the bytes as one frame without the last line end, like PTN Ninja: a text frame, or a
    /// binary one if they are not UTF-8.
    fn send(&mut self, bytes: &[u8]) {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let message = match String::from_utf8(bytes.to_vec()) {
            Ok(text) => Message::Text(Utf8Bytes::from(text)),
            Err(error) => Message::Binary(error.into_bytes().into()),
        };
        self.push(message);
    }

    fn receive(&mut self, deadline: Instant) -> Event {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Event::Line(line),
            Err(RecvTimeoutError::Timeout) => Event::Timeout,
            Err(RecvTimeoutError::Disconnected) => {
                Event::Ended(*self.ending.get_or_insert(Exit::Closed))
            }
        }
    }

    fn close(&mut self) {
        self.push(Message::Close(None));
        self.outgoing = None;
    }

    fn kill(&mut self) -> Exit {
        if let Some(ending) = self.ending {
            return ending;
        }
        // No close frame: the server sees the same as after a power failure of the client.
        let _ = self.stream.shutdown(Shutdown::Both);
        let deadline = Instant::now() + END;
        while Instant::now() < deadline
            && !matches!(self.lines.recv_timeout(END), Err(RecvTimeoutError::Disconnected))
        {
        }
        self.ending = Some(Exit::Killed);
        Exit::Killed
    }

    /// Frames other than one line of text, and the reason of a close frame.
    fn diagnostics(&self) -> (usize, Vec<String>) {
        self.diagnostics.read()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Reads the content of received frames.
struct Reader {
    lines: SyncSender<Line>,
    diagnostics: Arc<Diagnostics>,
}

/// Opens the WebSocket, reports on `ready` whether the server accepted it, and carries frames until
/// either side closes.
async fn carry(
    url: &str,
    stream: TcpStream,
    ready: SyncSender<Result<(), String>>,
    outgoing: UnboundedReceiver<Message>,
    to: Reader,
) {
    let opened = match tokio::net::TcpStream::from_std(stream) {
        Ok(stream) => client_async(url, stream).await.map_err(|error| refusal(&error)),
        Err(error) => Err(error.to_string()),
    };
    // Sending fails only if the caller no longer waits.
    let (answer, socket) = match opened {
        Ok((socket, _)) => (Ok(()), Some(socket)),
        Err(refusal) => (Err(refusal), None),
    };
    let is_awaited = ready.send(answer).is_ok();
    let Some(socket) = socket.filter(|_| is_awaited) else { return };
    let (sink, frames) = socket.split();
    select! {
        () = send(sink, outgoing) => {}
        () = to.receive(frames) => {}
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

impl Reader {
    /// Passes lines on until the connection ends or the receiver is dropped.
    async fn receive(&self, mut frames: SplitStream<Stream>) {
        while let Some(message) = frames.next().await {
            let is_wanted = match message {
                Ok(Message::Text(text)) => {
                    let count = text.as_str().trim_end_matches(['\r', '\n']).lines().count();
                    if count > 1 {
                        self.diagnostics.push(&format!("a frame of {count} lines"));
                    }
                    self.pass(text.as_bytes())
                }
                Ok(Message::Binary(bytes)) => {
                    self.diagnostics.push(&format!("a binary frame of {} bytes", bytes.len()));
                    self.pass(&bytes)
                }
                Ok(Message::Close(Some(CloseFrame { code, reason }))) => {
                    let notice = format!("closed with code {}: {reason}", u16::from(code));
                    self.diagnostics.push_uncounted(&notice);
                    true
                }
                Ok(_) => true,
                Err(error) => {
                    self.diagnostics.push_uncounted(&error.to_string());
                    false
                }
            };
            if !is_wanted {
                return;
            }
        }
    }

    /// Passes on the lines of a frame; an empty frame is an empty line. Returns whether the receiver
    /// still exists.
    fn pass(&self, bytes: &[u8]) -> bool {
        let bytes = if bytes.is_empty() { b"\n" } else { bytes };
        read_lines(bytes, |line| self.lines.send(line).is_ok())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn reads_addresses() {
        for (text, host, port) in [
            ("ws://localhost:7731", "localhost", 7731),
            ("ws://[::1]:80/tak?x", "::1", 80),
            (" ws://example.org/ ", "example.org", 80),
        ] {
            let address: WebAddress = text.parse().unwrap();
            assert_eq!((&*address.host, address.port), (host, port));
            assert_eq!(address.to_string(), text.trim());
        }
    }

    #[test]
    fn rejects_other_texts() {
        for text in ["", "localhost:7731", "http://localhost", "ws://", "ws:// x", "./engine"] {
            assert!(text.parse::<WebAddress>().is_err(), "{text}");
        }
        let error = "wss://x:1".parse::<WebAddress>().unwrap_err();
        assert!(error.ends_with("encrypted connections are not supported"), "{error}");
    }
}
