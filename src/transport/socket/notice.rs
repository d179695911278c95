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

/// Why somebody is not let in.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The page is none of those that may.
    #[error(
        "pages from {0} may not use this engine; whoever started it can allow them with \
         --allow-origin {0}"
    )]
    Origin(String),
    /// There are as many sessions as there may be.
    #[error("there are {0} sessions already; --max-sessions allows more")]
    Full(usize),
    /// It did not ask for a session in time.
    #[error("it did not ask for anything")]
    Silent,
    /// A browser has asked for the page by a name that is none of the server's.
    #[error(
        "it asked for the page of {0}, a name that is none of this server's; --allow-origin \
         http://{0} makes it one"
    )]
    Host(String),
    /// There were many, and this one had not asked for anything for the longest time.
    #[error("it did not ask for anything, and others were waiting")]
    Crowded,
    /// It connected and left without a word: so do browsers that may not let a page in.
    #[error(
        "it left without a word; if you have just pressed Connect, your browser blocks the page: allow it to access \
         other apps and services on this device (in Chrome behind the icon left of the address)"
    )]
    Wordless,
    /// It does not speak the protocol.
    #[error("it is no WebSocket: {0}")]
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
