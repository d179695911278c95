//! Web pages that may use the engine.
//!
//! A browser lets every page open a socket to its own machine and only states the page's origin. So the server has to
//! refuse pages.

use super::Refusal;
use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

/// Origin of a page as browsers write it: `https://ptn.ninja`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let found: String = text.chars().filter(|char| !char.is_control()).take(60).collect();
            let expected = "an origin such as https://example.org, null, or * for all pages";
            format!("expected {expected}, found '{found}'")
        };
        let lower = text.trim().to_ascii_lowercase();
        if ["*", "null", "file://"].contains(&lower.as_str()) {
            return Ok(Self(lower));
        }
        let (scheme, rest) = lower.split_once("://").ok_or_else(wrong)?;
        let host = rest.strip_suffix('/').unwrap_or(rest);
        let is_word = |text: &str| {
            text.starts_with(|char: char| char.is_ascii_alphabetic())
                && text.chars().all(|char| char.is_ascii_alphanumeric() || "+-.".contains(char))
        };
        let is_host = |text: &str| {
            !text.is_empty()
                && text.chars().all(|char| char.is_ascii_alphanumeric() || "-._:[]".contains(char))
        };
        if !is_word(scheme) || !is_host(host) {
            return Err(wrong());
        }
        let standard_port = match scheme {
            "http" => ":80",
            "https" => ":443",
            _ => "",
        };
        // Browsers omit the standard port.
        let host = if standard_port.is_empty() {
            host
        } else {
            host.strip_suffix(standard_port).unwrap_or(host)
        };
        Ok(Self(format!("{scheme}://{host}")))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// The public site of PTN Ninja.
const PTN_NINJA: &str = "https://ptn.ninja";
/// Names of a machine for itself.
const THIS_MACHINE: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

impl Origin {
    /// Whether pages from there are always allowed: PTN Ninja and pages of this machine.
    fn is_always_allowed(&self) -> bool {
        let is_here = |scheme: &str| {
            let host = self.0.strip_prefix(scheme)?;
            THIS_MACHINE.iter().find(|name| match host.strip_prefix(**name) {
                Some("") => true,
                Some(port) => port.strip_prefix(':').is_some_and(is_port),
                None => false,
            })
        };
        self.0 == PTN_NINJA || is_here("http://").or_else(|| is_here("https://")).is_some()
    }
}

fn is_port(text: &str) -> bool {
    text.parse::<u16>().is_ok() && text.chars().all(|char| char.is_ascii_digit())
}

/// Pages that may connect in addition to PTN Ninja and the pages of this machine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origins(Vec<Origin>);

impl Origins {
    /// These origins in addition.
    pub const fn with(added: Vec<Origin>) -> Self {
        Self(added)
    }

    /// Whether a page with this `Origin` header may connect. Programs other than browsers send no header: they run on
    /// this machine, or the server listens to others on purpose.
    pub fn allows(&self, header: Option<&str>) -> bool {
        let Some(header) = header else { return true };
        if self.0.iter().any(|origin| origin.0 == "*") {
            return true;
        }
        // A page cannot have the origin `*`, which only a flag may contain.
        let origin = header.parse().ok().filter(|origin: &Origin| origin.0 != "*");
        origin.is_some_and(|origin| origin.is_always_allowed() || self.0.contains(&origin))
    }

    /// Whether a page with this `Origin` may connect to the server at the address `own`, whose own page may, too.
    pub(super) fn accepts(&self, header: Option<&str>, own: Option<SocketAddr>) -> bool {
        let own = own.map(|own| SocketAddr::new(own.ip().to_canonical(), own.port()));
        let own = own.and_then(|own| format!("http://{own}").parse::<Origin>().ok());
        let is_own = || header.and_then(|header| header.parse().ok()) == own && own.is_some();
        self.allows(header) || is_own()
    }

    /// Checks the headers `Origin` of a request; returns the origin of its page for messages.
    ///
    /// # Errors
    /// If a page may not connect.
    pub(super) fn check(
        &self,
        headers: &[String],
        own: Option<SocketAddr>,
    ) -> Result<Option<String>, Refusal> {
        let mut origin = None;
        for header in headers {
            let text = header.chars().filter(|char| !char.is_control()).take(100).collect();
            if !self.accepts(Some(header), own) {
                return Err(Refusal::Origin(text));
            }
            origin = Some(text);
        }
        Ok(origin)
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
            assert!(origins.allows(Some(origin)), "{origin}");
        }
        assert!(origins.allows(None));
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
            assert!(!origins.allows(Some(origin)), "{origin}");
        }
    }

    #[test]
    fn origins_can_be_added() {
        let more = origins(&["HTTPS://Example.org:443/", "null"]);
        assert!(more.allows(Some("https://example.org")) && more.allows(Some("null")));
        assert!(!more.allows(Some("http://example.org")) && !more.allows(Some("file://")));
        assert!(more.allows(Some("https://ptn.ninja")));
        assert!(origins(&["*"]).allows(Some("https://evil.example")));
    }

    #[test]
    fn other_texts_are_no_origins() {
        for text in ["", "example.org", "https://", "https://a b", "https://a/b", "://x", "1://x"] {
            let error = text.parse::<Origin>().unwrap_err();
            assert!(error.starts_with("expected an origin"), "{text}");
        }
    }
}
