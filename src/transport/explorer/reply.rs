//! Replies: a status of HTTP and JSON.

use serde_json::{Value, json};
use stonefall_tools::games::DatabaseError;

/// An answer to a client.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::transport) struct Reply {
    /// Status of HTTP, with its words.
    pub(in crate::transport) status: &'static str,
    pub(in crate::transport) body: Value,
}

impl Reply {
    pub(super) const fn good(body: Value) -> Self {
        Self { status: "200 OK", body }
    }

    /// A request with wrong content.
    pub(super) fn wrong(message: impl Into<String>) -> Self {
        Self::error("400 Bad Request", message)
    }

    /// A request for something that does not exist.
    pub(super) fn missing(message: impl Into<String>) -> Self {
        Self::error("404 Not Found", message)
    }

    /// More questions than the explorer can answer in time.
    pub(super) fn busy(message: impl Into<String>) -> Self {
        Self::error("503 Service Unavailable", message)
    }

    /// A failure that is not the client's.
    pub(super) fn failed(message: impl Into<String>) -> Self {
        Self::error("500 Internal Server Error", message)
    }

    /// An error: its status and a message.
    pub(in crate::transport) fn error(status: &'static str, message: impl Into<String>) -> Self {
        let number = status.split(' ').next().and_then(|it| it.parse::<u16>().ok());
        Self { status, body: json!({ "status": number, "message": message.into() }) }
    }
}

impl From<DatabaseError> for Reply {
    fn from(error: DatabaseError) -> Self {
        let message = error.to_string();
        match error {
            DatabaseError::NoPlayer(_) => Self::wrong(message),
            DatabaseError::NoGame(_) => Self::missing(message),
            DatabaseError::Late => Self::busy(message),
            _ => Self::failed(message),
        }
    }
}
