//! Addresses of engine servers.

use std::fmt;
use std::str::FromStr;
use stonefall_engine::notation::excerpt;
use tokio_tungstenite::tungstenite::http::Uri;

/// Address of an engine behind a WebSocket, such as `ws://localhost:7731`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebAddress {
    text: String,
    pub(super) host: String,
    pub(super) port: u16,
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
