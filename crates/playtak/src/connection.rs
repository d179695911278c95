//! Lines over a WebSocket, with TLS or without encryption.

use futures_util::{SinkExt, StreamExt};
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::mem;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use stonefall_engine::notation::excerpt;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::time;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Uri};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
};

/// The subprotocol of PlayTak's WebSocket. The server names it in every answer, so a client must ask for it.
const SUBPROTOCOL: &str = "binary";
/// The longest line in bytes, without its end.
pub const MAX_LINE: usize = 64 * 1024;
/// The longest message of a WebSocket in bytes. A message may hold several lines.
const MAX_MESSAGE: usize = 1024 * 1024;
/// Longest wait for the other side when a connection is closed.
const CLOSING: Duration = Duration::from_secs(1);

/// Address of a server: `wss://playtak.com/ws`, or `ws://127.0.0.1:9999` without encryption. A host name `HOST` means
/// `wss://HOST/ws`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(String);

/// A text that is not an address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected an address such as wss://playtak.com/ws or ws://127.0.0.1:9999, found '{0}'")]
pub struct AddressError(String);

/// PlayTak itself: `wss://playtak.com/ws`.
impl Default for Address {
    fn default() -> Self {
        Self("wss://playtak.com/ws".to_owned())
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let is_name = !text.is_empty() && !text.contains([':', '/', '?', '#']);
        let url = if is_name { format!("wss://{text}/ws") } else { text.to_owned() };
        let is_server = |uri: &Uri| {
            // The rest of the authority is a port. A user name would be in front of the host and is refused here.
            let host = uri.host().filter(|host| !host.is_empty());
            let rest = uri.authority().and_then(|all| all.as_str().strip_prefix(host?));
            let port =
                |rest: &str| rest.strip_prefix(':').is_some_and(|it| it.parse::<u16>().is_ok());
            matches!(uri.scheme_str(), Some("wss" | "ws"))
                && rest.is_some_and(|rest| rest.is_empty() || port(rest))
        };
        match url.parse() {
            Ok(uri) if is_server(&uri) => Ok(Self(url)),
            _ => Err(AddressError(excerpt(text, 80).to_string())),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A connection to a server, which carries lines in both directions.
pub struct Connection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    lines: Lines,
    is_open: bool,
}

impl Connection {
    /// Resolves the name, connects, and opens TLS and the WebSocket, all of it within `timeout`. TLS trusts the
    /// certificate authorities of Mozilla.
    ///
    /// # Errors
    /// If a step fails or the time is over. The text has the address.
    pub async fn open(address: &Address, timeout: Duration) -> io::Result<Self> {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        Self::open_trusting(roots, address, timeout).await
    }

    /// Opens a connection; these certificate authorities confirm the server of a TLS connection.
    async fn open_trusting(
        roots: RootCertStore,
        address: &Address,
        timeout: Duration,
    ) -> io::Result<Self> {
        let reason = match time::timeout(timeout, Self::connect(address, roots)).await {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("expected an answer within {timeout:?}, found none"),
        };
        Err(io::Error::other(format!("cannot connect to {address}: {reason}")))
    }

    async fn connect(address: &Address, roots: RootCertStore) -> io::Result<Self> {
        let mut request = address.0.as_str().into_client_request().map_err(failure)?;
        let subprotocol = HeaderValue::from_static(SUBPROTOCOL);
        request.headers_mut().insert("Sec-WebSocket-Protocol", subprotocol);
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        // The cryptography is named, because a default of the process may be missing.
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let tls = Connector::Rustls(Arc::new(tls));
        let opened = connect_async_tls_with_config(request, Some(config), true, Some(tls)).await;
        let (socket, _) = opened.map_err(failure)?;
        Ok(Self { socket, lines: Lines::default(), is_open: true })
    }

    /// Sends a line. If the caller drops the future early, a part of the line may have been sent.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if the text contains the end of a line; nothing was sent then. Other errors
    /// mean that the connection has failed.
    pub async fn send(&mut self, line: &str) -> io::Result<()> {
        if line.contains(['\n', '\r']) {
            let message = "expected one line, found the end of a line in it";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.socket.send(Message::text(format!("{line}\n"))).await.map_err(failure)
    }

    /// Returns the next line without its end, or `None` at the end of the connection. An unfinished last line and
    /// empty lines are skipped. No line is lost if the caller drops the future early, so the call may stand in
    /// `tokio::select!`.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] if a line is longer than [`MAX_LINE`] or not UTF-8. Such an error concerns one
    /// line; the next call returns the line after it. (PlayTak forwards the bytes of a chat text as they are and cuts
    /// a long text between any two bytes, so other players can cause this error.) Other errors mean that the
    /// connection has failed; after one, the next call returns `None`.
    pub async fn receive(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.lines.complete.pop_front() {
                return line.map(Some);
            }
            if !self.is_open {
                return Ok(None);
            }
            match self.socket.next().await {
                Some(Ok(message)) if message.is_text() || message.is_binary() => {
                    self.lines.push(&message.into_data());
                }
                Some(Ok(message)) => self.is_open = !message.is_close(),
                Some(Err(error)) => {
                    self.is_open = false;
                    if !is_end(&error) {
                        return Err(failure(error));
                    }
                }
                None => self.is_open = false,
            }
        }
    }

    /// Closes the connection after everything that was sent. Waits a second at most for the other side.
    pub async fn close(mut self) {
        let close = async {
            self.socket.close(None).await?;
            // A connection with unread bytes would be reset, and the other side could lose the last lines.
            while let Some(Ok(_)) = self.socket.next().await {}
            Ok::<_, SocketError>(())
        };
        // The connection ends in any case.
        let _ = time::timeout(CLOSING, close).await;
    }
}

/// Whether the connection has ended. PlayTak's server ends it without a close frame.
fn is_end(error: &SocketError) -> bool {
    match error {
        SocketError::ConnectionClosed
        | SocketError::AlreadyClosed
        | SocketError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => true,
        // TLS without its last message.
        SocketError::Io(error) => error.kind() == io::ErrorKind::UnexpectedEof,
        _ => false,
    }
}

fn failure(error: SocketError) -> io::Error {
    match error {
        SocketError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// Lines from bytes that arrive in pieces. Ends of lines are `\n` or `\r\n`; empty lines are skipped.
#[derive(Default)]
struct Lines {
    /// Lines that nobody has taken yet. An error concerns only one line.
    complete: VecDeque<io::Result<String>>,
    /// The beginning of the next line.
    partial: Vec<u8>,
    /// Whether that line is already too long; the rest of it is skipped.
    is_too_long: bool,
}

impl Lines {
    fn push(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let text = piece.strip_suffix(b"\n");
            let added = text.unwrap_or(piece);
            // One byte more for `\r`.
            self.is_too_long |= self.partial.len() + added.len() > MAX_LINE + 1;
            if !self.is_too_long {
                self.partial.extend_from_slice(added);
            }
            if text.is_some() {
                self.complete_line();
            }
        }
    }

    fn complete_line(&mut self) {
        let mut line = mem::take(&mut self.partial);
        if line.ends_with(b"\r") {
            line.pop();
        }
        let line = if mem::take(&mut self.is_too_long) || line.len() > MAX_LINE {
            Err(format!("expected a line of at most {MAX_LINE} bytes, found a longer one"))
        } else {
            String::from_utf8(line).map_err(|error| {
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                format!("expected a line of UTF-8, found '{text}'")
            })
        };
        if line.as_ref().is_ok_and(String::is_empty) {
            return;
        }
        let invalid = |message| io::Error::new(io::ErrorKind::InvalidData, message);
        self.complete.push_back(line.map_err(invalid));
    }
}

#[cfg(test)]
mod tests;
