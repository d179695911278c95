//! Lines over TLS and WebSocket, over a WebSocket without encryption, or over TCP.

mod address;
mod lines;
mod page;

pub use address::{Address, AddressError};
pub use lines::MAX_LINE;
pub use page::read_page;

use address::Transport;
use futures_util::{SinkExt, StreamExt};
use lines::Lines;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The subprotocol of PlayTak's WebSocket. The server names it in every answer, so a client must ask for it.
const SUBPROTOCOL: &str = "binary";
/// The longest message of a WebSocket in bytes. A message may hold several lines.
const MAX_MESSAGE: usize = 1024 * 1024;
/// Longest wait for the other side when a connection is closed.
const CLOSING: Duration = Duration::from_secs(1);

/// A connection to a server, which carries lines in both directions.
pub struct Connection {
    link: Link,
    lines: Lines,
    is_open: bool,
}

/// The reason why a connection was not opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConnectError {
    /// The name is unknown, no server listens there, or the server refused the connection.
    #[error("cannot connect to {address}: {reason}")]
    Failed {
        /// The address.
        address: Address,
        /// The error of the system, of TLS or of the WebSocket.
        reason: String,
    },
    /// The server did not answer in time.
    #[error("cannot connect to {address}: expected an answer within {timeout:?}, found none")]
    Timeout {
        /// The address.
        address: Address,
        /// The wait.
        timeout: Duration,
    },
}

impl Connection {
    /// Resolves the name, connects, and opens TLS and the WebSocket, all of it within `timeout`. TLS trusts the
    /// certificate authorities of Mozilla.
    ///
    /// # Errors
    /// If a step fails or the time is over.
    pub async fn open(address: &Address, timeout: Duration) -> Result<Self, ConnectError> {
        Self::open_trusting(known_roots(), address, timeout).await
    }

    /// Opens a connection; these certificate authorities confirm the server of a TLS connection.
    async fn open_trusting(
        roots: RootCertStore,
        address: &Address,
        timeout: Duration,
    ) -> Result<Self, ConnectError> {
        match time::timeout(timeout, Link::open(address, roots)).await {
            Ok(Ok(link)) => Ok(Self { link, lines: Lines::default(), is_open: true }),
            Ok(Err(error)) => {
                Err(ConnectError::Failed { address: address.clone(), reason: error.to_string() })
            }
            Err(_) => Err(ConnectError::Timeout { address: address.clone(), timeout }),
        }
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
        self.link.write(format!("{line}\n")).await
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
            if let Some(line) = self.lines.next() {
                return line.map(Some);
            }
            if !self.is_open {
                return Ok(None);
            }
            let read = self.link.read(&mut self.lines).await;
            self.is_open = matches!(read, Ok(true));
            read?;
        }
    }

    /// Closes the connection after everything that was sent. Waits a second at most for the other side.
    pub async fn close(mut self) {
        let close = async {
            self.link.shut_down().await?;
            // A connection with unread bytes would be reset, and the other side could lose the last lines.
            while self.link.read(&mut Lines::default()).await? {}
            io::Result::Ok(())
        };
        // The connection ends in any case.
        let _ = time::timeout(CLOSING, close).await;
    }
}

/// Bytes in both directions, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

enum Link {
    Tcp(Box<dyn Stream>),
    WebSocket(Box<WebSocketStream<Box<dyn Stream>>>),
}

impl Link {
    async fn open(address: &Address, roots: RootCertStore) -> io::Result<Self> {
        let stream = open_stream(address, roots).await?;
        if address.transport == Transport::Tcp {
            return Ok(Self::Tcp(stream));
        }
        let mut request = address.to_string().into_client_request().map_err(failure)?;
        let subprotocol = HeaderValue::from_static(SUBPROTOCOL);
        request.headers_mut().insert("Sec-WebSocket-Protocol", subprotocol);
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let opened = client_async_with_config(request, stream, Some(config)).await;
        let (socket, _) = opened.map_err(failure)?;
        Ok(Self::WebSocket(Box::new(socket)))
    }

    async fn write(&mut self, text: String) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => stream.write_all(text.as_bytes()).await,
            Self::WebSocket(socket) => socket.send(Message::text(text)).await.map_err(failure),
        }
    }

    /// Adds the next bytes to `lines`; `false` at the end of the connection.
    async fn read(&mut self, lines: &mut Lines) -> io::Result<bool> {
        match self {
            Self::Tcp(stream) => {
                let mut bytes = [0; 4096];
                let count = stream.read(&mut bytes).await?;
                lines.push(&bytes[..count]);
                Ok(count > 0)
            }
            Self::WebSocket(socket) => match socket.next().await {
                Some(Ok(message)) => {
                    if message.is_text() || message.is_binary() {
                        lines.push(&message.into_data());
                        return Ok(true);
                    }
                    Ok(!message.is_close())
                }
                Some(Err(error)) if !is_end(&error) => Err(failure(error)),
                Some(Err(_)) | None => Ok(false),
            },
        }
    }

    /// Ends this direction of the connection.
    async fn shut_down(&mut self) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => stream.shutdown().await,
            Self::WebSocket(socket) => socket.close(None).await.map_err(failure),
        }
    }
}

/// Connects, and opens TLS if the address asks for it.
async fn open_stream(address: &Address, roots: RootCertStore) -> io::Result<Box<dyn Stream>> {
    let stream = TcpStream::connect((address.host(), address.port)).await?;
    stream.set_nodelay(true)?;
    if address.transport != Transport::Tls {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(address.host().to_owned()).map_err(io::Error::other)?;
    Ok(Box::new(tls(roots)?.connect(name, stream).await?))
}

/// The certificate authorities of Mozilla.
fn known_roots() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }
}

/// TLS with its cryptography named, because a default of the process may be missing.
fn tls(roots: RootCertStore) -> io::Result<TlsConnector> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
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

#[cfg(test)]
mod tests;
