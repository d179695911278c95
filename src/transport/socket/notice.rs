//! What there is to tell about the sessions, for the person who started the server.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;
use thiserror::Error;

/// Something has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A session has begun.
    Opened {
        /// Its number, from 1.
        number: u64,
        /// The other end of the connection.
        from: SocketAddr,
        /// The page that it comes from, if it is one.
        origin: Option<String>,
        /// Sessions that are open now.
        open: usize,
    },
    /// A session is over.
    Closed {
        /// Its number, from 1.
        number: u64,
        /// What ended it.
        disconnect: Disconnect,
        /// How long it was.
        after: Duration,
    },
    /// Somebody was not let in.
    Refused {
        /// The other end of the connection.
        from: SocketAddr,
        /// Why.
        refusal: Refusal,
    },
    /// The system refuses connections.
    Trouble(String),
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
    /// No request came in time.
    #[error("expected a request, found none")]
    Silent,
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
    /// Not a WebSocket.
    #[error("expected a WebSocket: {0}")]
    Failed(String),
}

/// What ends a session. The words are sent to the client, too.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Disconnect {
    /// The client has left.
    #[error("it has left")]
    Left,
    /// The client has said `quit`.
    #[error("quit")]
    Quit,
    /// The server closes.
    #[error("the server closes")]
    Closing,
    /// Pings stay without an answer.
    #[error("it does not answer any more")]
    Silent,
    /// Answers are not read.
    #[error("it does not read its answers")]
    Slow,
    /// A frame is too large.
    #[error("a frame of more than 4 MiB")]
    TooLarge,
    /// A text frame is no text.
    #[error("a text frame that is no UTF-8")]
    NoText,
    /// What came is no frame.
    #[error("{0}")]
    Nonsense(String),
    /// There is no session for it.
    #[error("{0}")]
    Failed(String),
}

impl fmt::Display for Notice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opened { number, from, origin, open } => {
                let who = origin.as_deref().unwrap_or("a program");
                write!(out, "session {number}: {who} has connected from {from} ({open} open)")
            }
            Self::Closed { number, disconnect, after } => {
                write!(out, "session {number}: over after {} s: {disconnect}", after.as_secs())
            }
            Self::Refused { from, refusal } => write!(out, "refused {from}: {refusal}"),
            Self::Trouble(error) => write!(out, "cannot take connections: {error}"),
        }
    }
}
