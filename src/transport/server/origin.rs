//! Web pages that may use the engine.
//!
//! A browser lets every page open a socket to its own machine and only states the page's origin. So the server has to
//! refuse pages.

use axum::http::Uri;
use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

/// The public site of PTN Ninja.
const PTN_NINJA: &str = "https://ptn.ninja";
/// Names of a machine for itself.
const THIS_MACHINE: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// Texts that are no address: all pages, sandboxed frames, and files.
const SPECIAL: [&str; 3] = ["*", "null", "file://"];

/// Origin of a page as browsers write it: `https://ptn.ninja`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.trim().to_ascii_lowercase();
        if SPECIAL.contains(&lower.as_str()) {
            return Ok(Self(lower));
        }
        address(&lower).map(Self).ok_or_else(|| {
            let found: String = text.chars().filter(|char| !char.is_control()).take(60).collect();
            let expected = "an origin such as https://example.org, null, or * for all pages";
            format!("expected {expected}, found '{found}'")
        })
    }
}

/// An address without the standard port, which browsers omit. It has no user, path, or wrong port.
fn address(text: &str) -> Option<String> {
    let uri: Uri = text.parse().ok()?;
    let scheme =
        uri.scheme_str().filter(|it| it.starts_with(|first: char| first.is_alphabetic()))?;
    let host = uri.host().filter(|host| !host.is_empty())?;
    let port = uri.port_u16().map_or_else(String::new, |port| format!(":{port}"));
    let address = format!("{scheme}://{host}{port}");
    let standard = if scheme == "https" { ":443" } else { ":80" };
    (text.trim_end_matches('/') == address)
        .then(|| address.strip_suffix(standard).unwrap_or(&address).to_owned())
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Whether a page with this `Origin` header may use the server at the address `own`: PTN Ninja, a page of this machine or
/// of the server itself, or one of the added origins.
pub(super) fn is_allowed(added: &[Origin], header: &str, own: Option<SocketAddr>) -> bool {
    if added.iter().any(|origin| origin.0 == "*") {
        return true;
    }
    // A page cannot have the origin `*`, which only a flag may contain.
    let Some(origin) = header.parse().ok().filter(|origin: &Origin| origin.0 != "*") else {
        return false;
    };
    let place = origin.0.strip_prefix("http://").or_else(|| origin.0.strip_prefix("https://"));
    let is_local = THIS_MACHINE.iter().any(|name| {
        let port = place.and_then(|place| place.strip_prefix(name));
        port.is_some_and(|port| port.is_empty() || port.starts_with(':'))
    });
    let own = own.and_then(|own| {
        address(&format!("http://{}", SocketAddr::new(own.ip().to_canonical(), own.port())))
    });
    origin.0 == PTN_NINJA || is_local || added.contains(&origin) || own == Some(origin.0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Whether a page may connect, with these origins in addition.
    fn allows(added: &[&str], origin: &str) -> bool {
        let added: Vec<_> = added.iter().map(|text| text.parse().unwrap()).collect();
        is_allowed(&added, origin, None)
    }

    #[test]
    fn ptn_ninja_this_machine_and_programs_are_allowed() {
        for origin in [
            "https://ptn.ninja",
            "http://localhost",
            "http://localhost:8080",
            "https://localhost:3",
            "http://127.0.0.1:5000",
            "http://[::1]:80",
        ] {
            assert!(allows(&[], origin), "{origin}");
        }
    }

    #[test]
    fn other_pages_are_refused() {
        for origin in [
            "",
            "null",
            "*",
            "file://",
            "http://ptn.ninja",
            "https://ptn.ninja:8443",
            "https://ptn.ninja.evil.example",
            "https://evil.example",
            "https://xptn.ninja",
            "http://localhost.evil.example",
            "http://localhost:80.evil.example",
            "http://localhost:99999",
            "http://127.0.0.1.evil.example",
            "http://192.168.0.1",
            "https://ptn.ninja/../x",
            "https://evil@localhost",
        ] {
            assert!(!allows(&[], origin), "{origin}");
        }
    }

    #[test]
    fn origins_can_be_added() {
        let added = ["HTTPS://Example.org:443/", "null"];
        for origin in ["https://example.org", "null", "https://ptn.ninja"] {
            assert!(allows(&added, origin), "{origin}");
        }
        assert!(!allows(&added, "http://example.org") && !allows(&added, "file://"));
        assert!(allows(&["*"], "https://evil.example"));
    }

    #[test]
    fn other_texts_are_no_origins() {
        for text in ["", "example.org", "https://", "https://a b", "https://a/b", "://x", "1://x"] {
            let error = text.parse::<Origin>().unwrap_err();
            assert!(error.starts_with("expected an origin"), "{text}");
        }
    }
}
