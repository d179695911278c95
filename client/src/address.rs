//! Where an engine listens.

use super::{ClientError, Socket};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;
use tokio_tungstenite::tungstenite::http::Uri;

/// The address of an engine that speaks over a WebSocket, such as `ws://localhost:7731`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebAddress {
    text: String,
    host: String,
    port: u16,
}

/// Text that is no such address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected an address such as ws://localhost:7731, found '{found}'{}", note(.found))]
pub struct WebAddressError {
    found: String,
}

fn note(found: &str) -> &'static str {
    if found.starts_with("wss:") { "; encrypted connections are not supported" } else { "" }
}

/// The port of addresses that name none, as the web has it.
const USUAL_PORT: u16 = 80;

impl FromStr for WebAddress {
    type Err = WebAddressError;

    fn from_str(text: &str) -> Result<Self, WebAddressError> {
        let wrong = || WebAddressError {
            found: text.chars().filter(|char| !char.is_control()).take(80).collect(),
        };
        let uri: Uri = text.trim().parse().map_err(|_| wrong())?;
        let host = uri.host().unwrap_or_default();
        // Addresses of IPv6 have brackets here, and nowhere else.
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

impl WebAddress {
    /// Connects.
    ///
    /// # Errors
    /// If nobody listens there or the connection is refused, or not granted in this time.
    pub fn connect(&self, patience: Duration) -> Result<Socket, ClientError> {
        Socket::connect(self, patience).map_err(|reason| ClientError::Connect {
            address: self.text.clone(),
            reason: reason.to_string(),
        })
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, host, port) in [
            ("ws://localhost:7731", "localhost", 7731),
            ("ws://[::1]:80/tak?x", "::1", 80),
            (" ws://example.org/ ", "example.org", 80),
        ] {
            let address: WebAddress = text.parse().unwrap();
            assert_eq!((address.host(), address.port()), (host, port));
            assert_eq!(address.to_string(), text.trim());
        }
    }

    #[test]
    fn other_words_are_refused() {
        for text in ["", "localhost:7731", "http://localhost", "ws://", "ws:// x", "./engine"] {
            assert!(text.parse::<WebAddress>().is_err(), "{text}");
        }
        let error = "wss://x:1".parse::<WebAddress>().unwrap_err().to_string();
        assert!(error.ends_with("encrypted connections are not supported"), "{error}");
    }
}
