//! A browser that asks for the page: one request, one file, and goodbye.

use super::Origins;
use crate::page;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// The longest head of a request that is read, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// The most headers that a request may have.
const MOST_HEADERS: usize = 64;
/// How often it is looked whether the rest of a head is there.
const LOOK: Duration = Duration::from_millis(5);
/// How much of what is behind a request is read before the connection is closed, and for how long.
const BEHIND: u64 = 1 << 20;
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What somebody who connects asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// A session, or nothing that can be understood: the library of the WebSocket sees to both.
    SessionThread,
    /// A file.
    Page(FileRequest),
    /// A head of more bytes or headers than are read.
    TooLarge,
    /// Nothing: it has left.
    Nothing,
}

/// A request for a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FileRequest {
    method: String,
    path: String,
    /// The name that the browser knows this server by; `None` if it tells none, or several.
    host: Option<String>,
    /// Bytes of the head.
    length: usize,
}

/// Looks at what comes in, and takes nothing out of the stream.
///
/// # Errors
/// If the connection breaks.
pub(super) async fn look(stream: &TcpStream) -> std::io::Result<Request> {
    let mut head = vec![0; LONGEST_HEAD];
    let mut seen = 0;
    loop {
        let length = stream.peek(&mut head).await?;
        if length == 0 {
            return Ok(Request::Nothing);
        }
        if length > seen {
            seen = length;
            if let Some(wish) = read(&head[..length]) {
                return Ok(wish);
            }
            if length == LONGEST_HEAD {
                return Ok(Request::TooLarge);
            }
        }
        // The part that is there is seen again at once: only the clock tells of more.
        sleep(LOOK).await;
    }
}

/// What a head asks for; `None` if it is not all there.
fn read(head: &[u8]) -> Option<Request> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(head) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return None,
        Err(httparse::Error::TooManyHeaders) => return Some(Request::TooLarge),
        Err(_) => return Some(Request::SessionThread),
    };
    let named = |name: &'static str| {
        let all = request.headers.iter();
        all.filter(move |header| header.name.eq_ignore_ascii_case(name))
    };
    if named("upgrade").next().is_some() {
        return Some(Request::SessionThread);
    }
    let mut hosts = named("host").map(|header| String::from_utf8_lossy(header.value).into_owned());
    Some(Request::Page(FileRequest {
        method: request.method.unwrap_or_default().to_owned(),
        path: request.path.unwrap_or_default().to_owned(),
        host: hosts.next().filter(|_| hosts.next().is_none()),
        length,
    }))
}

/// An answer: its status, the headers that it has beside the usual ones, and what it brings.
struct Answer {
    status: &'static str,
    kind: &'static str,
    more: String,
    body: Vec<u8>,
}

impl Answer {
    fn words(status: &'static str, text: &str) -> Self {
        let kind = "text/plain; charset=utf-8";
        Self { status, kind, more: String::new(), body: format!("{text}\n").into_bytes() }
    }

    fn too_large() -> Self {
        Self::words("431 FileRequest Header Fields Too Large", "that is too much for a request")
    }

    /// The file that is asked for, or why there is none.
    fn to(request: &FileRequest, is_accepted: bool) -> Self {
        if !is_accepted {
            return Self::words(
                "403 Forbidden",
                "this name is none of the server's; whoever started it can allow it with --allow-origin",
            );
        }
        if !["GET", "HEAD"].contains(&request.method.as_str()) {
            let more = "Allow: GET, HEAD\r\n".to_owned();
            return Self {
                more,
                ..Self::words("405 Method Not Allowed", "files can only be read")
            };
        }
        let Some(file) = page::find(&request.path) else {
            return Self::words("404 Not Found", "there is no such file; the board is at /");
        };
        let host = request.host.as_deref().unwrap_or_default();
        let more = format!("Content-Security-Policy: {}\r\n", policy(host));
        Self { status: "200 OK", kind: file.kind(), more, body: file.bytes.to_vec() }
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

/// What the page may do: load what is here, talk to the engine, and nothing else. (Not every browser
/// takes a WebSocket at the same address for `'self'`.)
fn policy(host: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         manifest-src 'self'; connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    )
}

/// Whether the page may be shown under the name that a browser knows the server by: a name that
/// anybody can give to this machine's address could be that of any page.
fn is_accepted(host: Option<&str>, own: Option<SocketAddr>, origins: &Origins) -> bool {
    let Some(host) = host else { return false };
    ["http", "https"].iter().any(|scheme| {
        let origin = format!("{scheme}://{host}");
        origins.accepts(Some(&origin), own)
    })
}

/// Answers a request; says whether the name in it was one of the server's.
pub(super) async fn answer(
    mut stream: TcpStream,
    request: Option<&FileRequest>,
    origins: &Origins,
    patience: Duration,
) -> bool {
    let own = stream.local_addr().ok();
    let host = request.and_then(|request| request.host.as_deref());
    let is_accepted = request.is_none() || is_accepted(host, own, origins);
    let answer = match request {
        Some(request) => Answer::to(request, is_accepted),
        None => Answer::too_large(),
    };
    let (method, length) = request.map_or(("", 0), |it| (it.method.as_str(), it.length));
    let send = async {
        let mut head = vec![0; length];
        stream.read_exact(&mut head).await?;
        stream.write_all(answer.head().as_bytes()).await?;
        if method != "HEAD" {
            stream.write_all(&answer.body).await?;
        }
        stream.shutdown().await
    };
    if let Ok(Ok(())) = timeout(patience, send).await {
        // What is not read would tear the connection down before the answer is there; Windows even
        // throws away an answer that has arrived.
        let mut behind = stream.take(BEHIND);
        let _ = timeout(LAST_WORDS, tokio::io::copy(&mut behind, &mut tokio::io::sink())).await;
    }
    is_accepted
}

impl FileRequest {
    /// The name that the browser knows this server by, as it can be shown.
    pub(super) fn shown_host(&self) -> String {
        let host = self.host.as_deref().unwrap_or("(none)");
        host.chars().filter(|char| !char.is_control()).take(100).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn wish(head: &str) -> Option<Request> {
        read(head.as_bytes())
    }

    #[test]
    fn visitors_are_told_from_clients() {
        let head = "GET /a?b HTTP/1.1\r\nHost: localhost:7731\r\n\r\n";
        let Some(Request::Page(request)) = wish(head) else { panic!() };
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/a?b"));
        assert_eq!((request.host.as_deref(), request.length), (Some("localhost:7731"), head.len()));
        let session = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\n\r\n";
        assert_eq!(wish(session), Some(Request::SessionThread));
        assert_eq!(wish("tei\r\n\r\n"), Some(Request::SessionThread));
        assert_eq!(wish("GET / HTTP/1.1\r\nHost: x\r\n"), None);
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MOST_HEADERS + 1));
        assert_eq!(wish(&many), Some(Request::TooLarge));
    }

    #[test]
    fn names_of_this_machine_are_welcome() {
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
