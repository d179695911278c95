//! Small pages of the web, such as a player's rating.

use super::address::{Address, Transport};
use super::{known_roots, open_stream};
use std::io;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

/// Longest page in bytes, with its head.
const LONGEST: u64 = 64 * 1024;
/// Most lines in the head of a page.
const HEAD_LINES: usize = 64;

/// Reads a page of at most 64 KiB. The URL begins with `https://` or `http://`.
///
/// # Errors
/// If the URL is wrong, the server cannot be reached or does not answer within `limit`, or the answer is not the page.
pub async fn read_page(url: &str, limit: Duration) -> io::Result<Vec<u8>> {
    let late = |_| io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {limit:?}"));
    timeout(limit, read(url)).await.map_err(late)?
}

async fn read(url: &str) -> io::Result<Vec<u8>> {
    let wrong = || invalid(format!("expected a URL such as https://playtak.com/, found {url:?}"));
    // The schemes of the web and of WebSockets differ by these letters alone.
    let address = url.strip_prefix("http").map(|rest| format!("ws{rest}").parse::<Address>());
    let address = address.and_then(Result::ok).ok_or_else(wrong)?;
    if address.transport == Transport::Tcp {
        return Err(wrong());
    }
    let mut stream = open_stream(&address, known_roots()).await?;
    // HTTP/1.0: the page ends with the connection and comes in one piece.
    let (host, path) = (address.host(), &address.path);
    let request =
        format!("GET {path} HTTP/1.0\r\nHost: {host}\r\nAccept: application/json\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    match stream.take(LONGEST).read_to_end(&mut answer).await {
        Ok(_) => {}
        // TLS without its last message.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {}
        Err(error) => return Err(error),
    }
    body(&answer)
}

/// The page in an answer.
fn body(answer: &[u8]) -> io::Result<Vec<u8>> {
    let mut headers = [httparse::EMPTY_HEADER; HEAD_LINES];
    let mut head = httparse::Response::new(&mut headers);
    let length = match head.parse(answer).map_err(invalid)? {
        httparse::Status::Complete(length) => length,
        httparse::Status::Partial => return Err(invalid("the answer is incomplete")),
    };
    match head.code {
        Some(200) => {}
        Some(404) => return Err(io::Error::new(io::ErrorKind::NotFound, "no such page")),
        code => return Err(invalid(format!("expected status 200, found {}", code.unwrap_or(0)))),
    }
    if head.headers.iter().any(|header| header.name.eq_ignore_ascii_case("transfer-encoding")) {
        return Err(invalid("expected a page in one piece, found an encoded one"));
    }
    Ok(answer[length..].to_vec())
}

fn invalid(problem: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;

    const LIMIT: Duration = Duration::from_secs(60);

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
    }

    /// Answers one request. Returns the result of the reader and the request.
    fn served(answer: &'static str) -> (io::Result<Vec<u8>>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1/ratings/Alice", listener.local_addr().unwrap());
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                request.extend(byte);
            }
            stream.write_all(answer.as_bytes()).unwrap();
            String::from_utf8(request).unwrap()
        });
        let read = run(read_page(&url, LIMIT));
        (read, server.join().unwrap())
    }

    #[test]
    fn a_page_is_read() {
        let (page, request) = served("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello");
        assert_eq!(page.unwrap(), b"hello");
        assert!(
            request.starts_with("GET /v1/ratings/Alice HTTP/1.0\r\nHost: 127.0.0.1\r\n"),
            "{request}"
        );
    }

    #[test]
    fn other_answers_are_errors() {
        for (answer, kind) in [
            ("HTTP/1.1 404 Not Found\r\n\r\n", io::ErrorKind::NotFound),
            ("HTTP/1.1 500 Oh\r\n\r\n", io::ErrorKind::InvalidData),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5", io::ErrorKind::InvalidData),
            ("HTTP/1.1 200 OK\r\n", io::ErrorKind::InvalidData),
            ("nonsense\r\n\r\n", io::ErrorKind::InvalidData),
            ("", io::ErrorKind::InvalidData),
        ] {
            assert_eq!(served(answer).0.unwrap_err().kind(), kind, "{answer}");
        }
    }

    #[test]
    fn other_addresses_are_errors() {
        for url in ["", "playtak.com", "ftp://playtak.com/", "http://", "httptcp://x"] {
            assert_eq!(
                run(read_page(url, LIMIT)).unwrap_err().kind(),
                io::ErrorKind::InvalidData,
                "{url}"
            );
        }
    }
}
