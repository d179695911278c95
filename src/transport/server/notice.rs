//! Messages for the person who started the server.

use std::any::Any;
use std::net::SocketAddr;
use std::time::Duration;
use thiserror::Error;

/// An event of the server.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Notice {
    /// A session has begun.
    #[error(
        "session {number}: {} connected from {from} ({open} open)",
        .origin.as_deref().unwrap_or("a program")
    )]
    Opened {
        /// Number of the session, from 1.
        number: u64,
        /// Address of the client.
        from: SocketAddr,
        /// Origin of the client, if it is a page.
        origin: Option<String>,
        /// Number of open sessions.
        open: usize,
    },
    /// A session has ended.
    #[error("session {number}: over after {} s: {disconnect}", .after.as_secs())]
    Closed {
        /// Number of the session, from 1.
        number: u64,
        /// Reason of the end.
        disconnect: Disconnect,
        /// Duration of the session.
        after: Duration,
    },
    /// A connection was refused.
    #[error("refused {from}: {refusal}")]
    Refused {
        /// Address of the client.
        from: SocketAddr,
        /// Reason.
        refusal: Refusal,
    },
    /// The system refuses connections.
    #[error("cannot accept connections: {0}")]
    Trouble(String),
    /// A connection has ended with a panic.
    #[error("a connection failed, please report it: {0}")]
    Panicked(String),
}

/// Reason for refusing a connection.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// A page of another origin.
    #[error(
        "expected PTN Ninja or a page of this machine, found {0}; stonefall serve --allow-origin {0} \
         allows it"
    )]
    Origin(String),
    /// The maximum number of sessions is reached.
    #[error("expected at most {0} sessions (--max-sessions), found another one")]
    Full(usize),
    /// A browser requested the page under another host name.
    #[error("host name not allowed: {0}; --allow-origin http://{0} allows it")]
    Host(String),
    /// The oldest silent connection of too many.
    #[error("expected a request, found none while other connections waited")]
    Crowded,
    /// A connection without a request, as from a browser that blocks the page.
    #[error(
        "expected a request, found a closed connection; after Connect in a browser: allow the page to access other \
         apps and services on this device (in Chrome behind the icon left of the address)"
    )]
    Wordless,
    /// Not HTTP, or no WebSocket.
    #[error("expected a request: {0}")]
    Failed(String),
}

/// Reason for the end of a session. The client receives the text, too.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Disconnect {
    /// The client closed the connection.
    #[error("the client left")]
    Left,
    /// The client sent `quit`.
    #[error("quit")]
    Quit,
    /// The server closes.
    #[error("the server closes")]
    Closing,
    /// The client misses pings.
    #[error("the client does not answer pings")]
    Silent,
    /// The client does not read its answers.
    #[error("the client does not read its answers")]
    Slow,
    /// A frame beyond the limit.
    #[error("expected frames of at most {0} bytes, found a larger one")]
    TooLarge(usize),
    /// A text frame with other bytes.
    #[error("expected text frames in UTF-8, found other bytes")]
    NoText,
    /// Bytes outside the WebSocket protocol.
    #[error("{0}")]
    Nonsense(String),
    /// The session could not start.
    #[error("{0}")]
    Failed(String),
    /// The session panicked.
    #[error("the session failed, please report it: {0}")]
    Panicked(String),
}

impl Disconnect {
    /// Whether the client may read a reason.
    pub(super) const fn has_reader(&self) -> bool {
        !matches!(self, Self::Silent | Self::Slow)
    }
}

/// The message of a panic.
pub(super) fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
        .to_owned()
}
