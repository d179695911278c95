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

/// An address without the standard port, which browsers omit.
fn address(text: &str) -> Option<String> {
    let uri: Uri = text.parse().ok()?;
    let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
    let port = authority.port_u16();
    let host = authority.host();
    // Neither a name of a user, nor a wrong port, nor a path.
    let rest = authority.as_str().strip_prefix(host)?;
    let is_bare = rest.is_empty() || port.is_some();
    let is_all = text.trim_end_matches('/').len() == scheme.len() + 3 + authority.as_str().len();
    let is_host = |char: char| char.is_ascii_alphanumeric() || "-._:[]".contains(char);
    if !is_bare || !is_all || host.is_empty() || !host.chars().all(is_host) {
        return None;
    }
    Some(match (scheme, port) {
        ("http", Some(80)) | ("https", Some(443)) | (_, None) => format!("{scheme}://{host}"),
        (_, Some(port)) => format!("{scheme}://{host}:{port}"),
    })
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Origin {
    /// Whether pages from there are always allowed: PTN Ninja and pages of this machine.
    fn is_always_allowed(&self) -> bool {
        let rest = self.0.strip_prefix("http://").or_else(|| self.0.strip_prefix("https://"));
        let is_named = |name: &&str| {
            let port = rest.and_then(|rest| rest.strip_prefix(*name));
            port.is_some_and(|port| port.is_empty() || port.starts_with(':'))
        };
        self.0 == PTN_NINJA || THIS_MACHINE.iter().any(is_named)
    }
}

/// Pages that may connect in addition to PTN Ninja and the pages of this machine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origins(Vec<Origin>);

impl Origins {
    /// These origins in addition.
    pub const fn with(added: Vec<Origin>) -> Self {
        Self(added)
    }

    /// Whether a page with this `Origin` header may connect to the server at the address `own`, whose own page may, too.
    pub(super) fn allow(&self, header: &str, own: Option<SocketAddr>) -> bool {
        if self.0.iter().any(|origin| origin.0 == "*") {
            return true;
        }
        // A page cannot have the origin `*`, which only a flag may contain.
        let Some(origin) = header.parse().ok().filter(|origin: &Origin| origin.0 != "*") else {
            return false;
        };
        let own = own.map(|own| SocketAddr::new(own.ip().to_canonical(), own.port()));
        let is_own =
            || own.and_then(|own| address(&format!("http://{own}"))) == Some(origin.0.clone());
        origin.is_always_allowed() || self.0.contains(&origin) || is_own()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn origins(added: &[&str]) -> Origins {
        Origins::with(added.iter().map(|text| text.parse().unwrap()).collect())
    }

    #[test]
    fn ptn_ninja_this_machine_and_programs_are_allowed() {
        let origins = origins(&[]);
        for origin in [
            "https://ptn.ninja",
            "http://localhost",
            "http://localhost:8080",
            "https://localhost:3",
            "http://127.0.0.1:5000",
            "http://[::1]:80",
        ] {
            assert!(origins.allow(origin, None), "{origin}");
        }
    }

    #[test]
    fn other_pages_are_refused() {
        let origins = origins(&[]);
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
            assert!(!origins.allow(origin, None), "{origin}");
        }
    }

    #[test]
    fn origins_can_be_added() {
        let more = origins(&["HTTPS://Example.org:443/", "null"]);
        assert!(more.allow("https://example.org", None) && more.allow("null", None));
        assert!(!more.allow("http://example.org", None) && !more.allow("file://", None));
        assert!(more.allow("https://ptn.ninja", None));
        assert!(origins(&["*"]).allow("https://evil.example", None));
    }

    #[test]
    fn other_texts_are_no_origins() {
        for text in ["", "example.org", "https://", "https://a b", "https://a/b", "://x", "1://x"] {
            let error = text.parse::<Origin>().unwrap_err();
            assert!(error.starts_with("expected an origin"), "{text}");
        }
    }
}
