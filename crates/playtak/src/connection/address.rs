//! Addresses of servers.

use std::fmt;
use std::str::FromStr;
use stonefall_engine::notation::excerpt;
use thiserror::Error;
use tokio_tungstenite::tungstenite::http::Uri;

/// Path of PlayTak's WebSocket, from playtak-ui.
const PATH: &str = "/ws";

/// Address of a server: `wss://playtak.com/ws`, `ws://127.0.0.1:9999` or `tcp://playtak.com:10000`. A host name
/// `HOST` means `wss://HOST/ws`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    pub(super) transport: Transport,
    /// Host; an IPv6 address has brackets.
    host: String,
    pub(super) port: u16,
    /// Path and query of a WebSocket, from `/`.
    pub(super) path: String,
}

/// The carrier of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Transport {
    /// A WebSocket over TLS.
    Tls,
    /// A WebSocket without encryption.
    WebSocket,
    /// TCP without encryption.
    Tcp,
}

impl Transport {
    const ALL: [Self; 3] = [Self::Tls, Self::WebSocket, Self::Tcp];

    fn scheme(self) -> &'static str {
        match self {
            Self::Tls => "wss",
            Self::WebSocket => "ws",
            Self::Tcp => "tcp",
        }
    }

    /// Port of an address without a port: that of the web, and PlayTak's for TCP.
    fn usual_port(self) -> u16 {
        match self {
            Self::Tls => 443,
            Self::WebSocket => 80,
            Self::Tcp => 10000,
        }
    }
}

/// A text that is not an address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected an address such as wss://playtak.com/ws, ws://127.0.0.1:9999 or tcp://playtak.com:10000, found '{0}'"
)]
pub struct AddressError(String);

impl Address {
    /// The host as name lookup and TLS expect it: an IPv6 address without brackets.
    pub(super) fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    fn read(text: &str) -> Option<Self> {
        if !text.contains("://") {
            let is_name = !text.is_empty() && !text.contains([':', '/', '?', '#']);
            return if is_name { Self::read(&format!("wss://{text}{PATH}")) } else { None };
        }
        let uri: Uri = text.parse().ok()?;
        let scheme = uri.scheme_str()?;
        let transport = Transport::ALL.into_iter().find(|known| known.scheme() == scheme)?;
        let host = uri.host().filter(|host| !host.is_empty())?.to_owned();
        // The rest is a port: a user name would be in front of the host and is refused here.
        let port = match uri.authority()?.as_str().strip_prefix(&host)? {
            "" => transport.usual_port(),
            rest => rest.strip_prefix(':')?.parse().ok()?,
        };
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let fits = transport != Transport::Tcp || path == "/";
        fits.then_some(Self { transport, host, port, path })
    }
}

/// PlayTak itself: `wss://playtak.com/ws`.
impl Default for Address {
    fn default() -> Self {
        let transport = Transport::Tls;
        let (host, path) = ("playtak.com".to_owned(), PATH.to_owned());
        Self { transport, host, port: transport.usual_port(), path }
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        Self::read(text).ok_or_else(|| AddressError(excerpt(text, 80).to_string()))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { transport, host, port, path } = self;
        write!(out, "{}://{host}", transport.scheme())?;
        if *transport == Transport::Tcp || *port != transport.usual_port() {
            write!(out, ":{port}")?;
        }
        out.write_str(if path == "/" { "" } else { path })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for (text, host, port, written) in [
            ("wss://playtak.com/ws", "playtak.com", 443, "wss://playtak.com/ws"),
            ("wss://playtak.com:443/ws", "playtak.com", 443, "wss://playtak.com/ws"),
            ("playtak.com", "playtak.com", 443, "wss://playtak.com/ws"),
            (" localhost ", "localhost", 443, "wss://localhost/ws"),
            ("ws://127.0.0.1:9999", "127.0.0.1", 9999, "ws://127.0.0.1:9999"),
            ("ws://127.0.0.1:9999/", "127.0.0.1", 9999, "ws://127.0.0.1:9999"),
            ("ws://x.org/a?b=c", "x.org", 80, "ws://x.org/a?b=c"),
            ("ws://[::1]:80/ws", "::1", 80, "ws://[::1]/ws"),
            ("tcp://playtak.com:10000", "playtak.com", 10000, "tcp://playtak.com:10000"),
            ("tcp://playtak.com/", "playtak.com", 10000, "tcp://playtak.com:10000"),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!((address.host(), address.port), (host, port), "{text}");
            assert_eq!(address.to_string(), written);
            assert_eq!(written.parse(), Ok(address));
        }
        assert_eq!(Ok(Address::default()), "wss://playtak.com/ws".parse());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            " ",
            "playtak.com:10000",
            "playtak.com/ws",
            "two words",
            "http://playtak.com",
            "wss://",
            "wss:///ws",
            "wss://:443/ws",
            "wss://playtak.com:/ws",
            "wss://playtak.com:65536/ws",
            "wss://playtak.com:x/ws",
            "wss://me@playtak.com/ws",
            "wss://me:secret@playtak.com/ws",
            "tcp://playtak.com:10000/ws",
            "://x",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
        let error = "http://x".parse::<Address>().unwrap_err().to_string();
        assert!(error.starts_with("expected an address") && error.ends_with("found 'http://x'"));
    }
}
