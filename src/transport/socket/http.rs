//! HTTP: one request per connection, and the files of the page.

use super::{Origins, Setup, Timeouts};
use crate::page;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// Longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// Maximum number of headers of a request.
const MAX_HEADERS: usize = 64;
/// Address of the opening explorer, as that of PTN Ninja's own service.
const EXPLORER_PATH: &str = "/api/v1";
/// Address of the puzzles that a player missed. It is there without them, too, so that pages may ask.
const PUZZLES_PATH: &str = "/own-puzzles.tsv";
const PUZZLES_KIND: &str = "text/tab-separated-values; charset=utf-8";
/// Pause between two looks at an incomplete head.
const PAUSE: Duration = Duration::from_millis(5);
/// Maximum number of bytes after a request to read before closing the connection.
const LONGEST_REST: u64 = 1 << 20;

/// The request of a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// A session, or bytes that are no HTTP: the WebSocket library answers both.
    Session,
    /// A question to the opening explorer: the path below its address.
    Explorer(PlainRequest, String),
    /// A file.
    File(PlainRequest),
    /// A head beyond the limits.
    TooLarge,
    /// The end of the connection.
    Nothing,
}

/// A request without a WebSocket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlainRequest {
    pub(super) method: String,
    path: String,
    /// Name of the server in the request; `None` without exactly one.
    host: Option<String>,
    /// Origins of the page; replacement characters stand for bytes outside UTF-8.
    pub(super) origins: Vec<String>,
    /// Length of the head in bytes.
    pub(super) length: usize,
    /// Length of the body in bytes; `None` if it is not known before.
    pub(super) body: Option<usize>,
}

/// Parses the request of a connection without taking it from the stream.
///
/// # Errors
/// If the connection breaks.
pub(super) async fn peek(stream: &TcpStream) -> std::io::Result<Request> {
    let mut head = vec![0; LONGEST_HEAD];
    let mut seen = 0;
    loop {
        let length = stream.peek(&mut head).await?;
        if length == 0 {
            return Ok(Request::Nothing);
        }
        if length > seen {
            seen = length;
            if let Some(request) = parse(&head[..length]) {
                return Ok(request);
            }
            if length == LONGEST_HEAD {
                return Ok(Request::TooLarge);
            }
        }
        // `peek` returns the same part again at once, so that only waiting shows more.
        sleep(PAUSE).await;
    }
}

/// Parses a head; `None` if it is incomplete.
fn parse(head: &[u8]) -> Option<Request> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(head) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return None,
        Err(httparse::Error::TooManyHeaders) => return Some(Request::TooLarge),
        Err(_) => return Some(Request::Session),
    };
    let named = |name: &'static str| {
        let all = request.headers.iter();
        all.filter(move |header| header.name.eq_ignore_ascii_case(name))
    };
    if named("upgrade").next().is_some() {
        return Some(Request::Session);
    }
    let texts = |name| named(name).map(|it| String::from_utf8_lossy(it.value).into_owned());
    let only = |name| {
        let mut texts = texts(name);
        texts.next().filter(|_| texts.next().is_none())
    };
    let is_chunked = named("transfer-encoding").next().is_some();
    let plain = PlainRequest {
        method: request.method.unwrap_or_default().to_owned(),
        path: request.path.unwrap_or_default().to_owned(),
        host: only("host"),
        origins: texts("origin").collect(),
        length,
        body: only("content-length").filter(|_| !is_chunked).and_then(|it| it.parse().ok()),
    };
    let below = plain.path.strip_prefix(EXPLORER_PATH).map(ToOwned::to_owned);
    Some(match below.filter(|rest| rest.is_empty() || rest.starts_with(['/', '?'])) {
        Some(below) => Request::Explorer(plain, below),
        None => Request::File(plain),
    })
}

/// An answer; `more` has the headers beyond the common ones.
pub(super) struct Answer {
    pub(super) status: &'static str,
    pub(super) kind: &'static str,
    pub(super) more: String,
    pub(super) body: Vec<u8>,
}

/// The message to a client that asks for another host name.
pub(super) const OTHER_HOST: &str =
    "host name not allowed; the server's flag --allow-origin can allow it";

impl Answer {
    fn text(status: &'static str, text: &str) -> Self {
        let kind = "text/plain; charset=utf-8";
        Self { status, kind, more: String::new(), body: format!("{text}\n").into_bytes() }
    }

    fn too_large() -> Self {
        Self::text("431 Request Header Fields Too Large", "the head of the request is too large")
    }

    /// The requested file, or an error.
    fn to(request: &PlainRequest, is_accepted: bool, puzzles: &str) -> Self {
        if !is_accepted {
            return Self::text("403 Forbidden", OTHER_HOST);
        }
        if !["GET", "HEAD"].contains(&request.method.as_str()) {
            let more = "Allow: GET, HEAD\r\n".to_owned();
            return Self { more, ..Self::text("405 Method Not Allowed", "expected GET or HEAD") };
        }
        let (kind, bytes) = match page::find(&request.path) {
            Some(file) => (file.kind(), file.bytes),
            None if request.path == PUZZLES_PATH => (PUZZLES_KIND, puzzles.as_bytes()),
            None => return Self::text("404 Not Found", "no such file; the board is at /"),
        };
        let host = request.host.as_deref().unwrap_or_default();
        let more = format!("Content-Security-Policy: {}\r\n", policy(host));
        Self { status: "200 OK", kind, more, body: bytes.to_vec() }
    }

    fn head(&self) -> String {
        format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\
             Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n{}\r\n",
            self.status,
            self.kind,
            self.body.len(),
            self.more,
        )
    }
}

/// Permissions of the page: to load these files and to connect to the engine. (Not for every browser does `'self'`
/// include a WebSocket at the same address.)
fn policy(host: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         manifest-src 'self'; connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    )
}

/// Whether the server may answer under this host name. Anybody can register a name for this machine's address, and
/// then a page of that name could read the answers.
fn is_accepted(host: Option<&str>, own: Option<SocketAddr>, origins: &Origins) -> bool {
    let Some(host) = host else { return false };
    ["http", "https"].iter().any(|scheme| {
        let origin = format!("{scheme}://{host}");
        origins.accepts(Some(&origin), own)
    })
}

/// Answers a request; `None` stands for a head beyond the limits. Returns whether the host name is allowed.
pub(super) async fn answer(
    stream: TcpStream,
    request: Option<&PlainRequest>,
    setup: &Setup,
) -> bool {
    let Setup { origins, timeouts, puzzles, .. } = setup;
    let is_accepted = request.is_none_or(|request| request.has_own_host(&stream, origins));
    let answer = match request {
        Some(request) => Answer::to(request, is_accepted, puzzles),
        None => Answer::too_large(),
    };
    let (method, length) = request.map_or(("", 0), |it| (it.method.as_str(), it.length));
    send(stream, &answer, method, length, timeouts).await;
    is_accepted
}

/// Sends the answer to a request of which `unread` bytes are left, and closes the connection.
pub(super) async fn send(
    mut stream: TcpStream,
    answer: &Answer,
    method: &str,
    unread: usize,
    timeouts: &Timeouts,
) {
    let send = async {
        let mut head = vec![0; unread];
        stream.read_exact(&mut head).await?;
        stream.write_all(answer.head().as_bytes()).await?;
        if method != "HEAD" {
            stream.write_all(&answer.body).await?;
        }
        stream.shutdown().await
    };
    if let Ok(Ok(())) = timeout(timeouts.write, send).await {
        // Unread bytes would reset the connection before the answer arrives; Windows even discards an answer that
        // has arrived.
        let mut rest = stream.take(LONGEST_REST);
        let _ = timeout(timeouts.leave, tokio::io::copy(&mut rest, &mut tokio::io::sink())).await;
    }
}

impl PlainRequest {
    /// Whether the request names this server as its host.
    pub(super) fn has_own_host(&self, stream: &TcpStream, origins: &Origins) -> bool {
        is_accepted(self.host.as_deref(), stream.local_addr().ok(), origins)
    }

    /// The host name for messages.
    pub(super) fn shown_host(&self) -> String {
        let host = self.host.as_deref().unwrap_or("(none)");
        host.chars().filter(|char| !char.is_control()).take(100).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_of_this_machine_are_allowed() {
        let own: Option<SocketAddr> = "192.168.1.5:7731".parse().ok();
        let origins = Origins::with(vec!["https://tak.example".parse().unwrap()]);
        for host in
            ["localhost:7731", "127.0.0.1:1", "[::1]:7731", "192.168.1.5:7731", "tak.example"]
        {
            assert!(is_accepted(Some(host), own, &origins), "{host}");
        }
        for host in
            ["evil.example:7731", "192.168.1.6:7731", "192.168.1.5", "", "a b", "localhost.x"]
        {
            assert!(!is_accepted(Some(host), own, &origins), "{host}");
        }
        assert!(!is_accepted(None, own, &origins));
    }
}
