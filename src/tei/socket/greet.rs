//! The first words of a connection: who may come in.

use super::frame::LARGEST_FRAME;
use super::{Origins, Refusal};
use crate::tei::Pool;
use std::io;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::header::{
    CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, ORIGIN,
};
use tokio_tungstenite::tungstenite::http::{HeaderMap, StatusCode};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

/// A connection that has been greeted.
pub(super) type Socket = WebSocketStream<TcpStream>;

/// How long a full house is waited for to have a place: a page that is loaded anew comes back before
/// it has quite left.
const RELOAD: Duration = Duration::from_millis(500);
/// How often it is looked whether it has.
const LOOK: Duration = Duration::from_millis(10);

/// Greets whoever has connected; returns the connection and the page that it comes from.
///
/// # Errors
/// If it may not come in, or does not want to.
pub(super) async fn greet(
    stream: TcpStream,
    origins: &Origins,
    pool: &Pool,
    patience: Duration,
) -> Result<(Socket, Option<String>), Refusal> {
    // Answers are short and wanted at once.
    let _ = stream.set_nodelay(true);
    let deadline = Instant::now() + RELOAD;
    while pool.is_full() && Instant::now() < deadline {
        sleep(LOOK).await;
    }
    match timeout(patience, shake_hands(stream, origins, pool)).await {
        Ok(result) => result,
        Err(_) => Err(Refusal::Silent),
    }
}

async fn shake_hands(
    stream: TcpStream,
    origins: &Origins,
    pool: &Pool,
) -> Result<(Socket, Option<String>), Refusal> {
    let mut head = [0; 4096];
    // Nothing is taken out of the stream by this look.
    let length =
        stream.peek(&mut head).await.map_err(|error| Refusal::Failed(error.to_string()))?;
    if is_visit(&head[..length]) {
        // The visitor is gone if this fails.
        let _ = show_page(stream, &mut head[..length]).await;
        return Err(Refusal::Visit);
    }
    let mut verdict = Ok(None);
    #[expect(clippy::result_large_err, reason = "the library's own signature")]
    let callback = |request: &Request, response: Response| {
        verdict = judge(request.headers(), origins, pool);
        match &verdict {
            Ok(_) => Ok(response),
            Err(refusal) => Err(refused(refusal)),
        }
    };
    let config = WebSocketConfig::default()
        .max_frame_size(Some(LARGEST_FRAME))
        .max_message_size(Some(LARGEST_FRAME));
    let result = accept_hdr_async_with_config(stream, callback, Some(config)).await;
    match (result, verdict) {
        (Ok(socket), Ok(origin)) => Ok((socket, origin)),
        (_, Err(refusal)) => Err(refusal),
        (Err(Error::Http(response)), _) => Err(Refusal::Failed(response.status().to_string())),
        (Err(error), _) => Err(Refusal::Failed(error.to_string())),
    }
}

/// Whether a request may come in; returns the page that it comes from.
fn judge(headers: &HeaderMap, origins: &Origins, pool: &Pool) -> Result<Option<String>, Refusal> {
    let mut origin = None;
    for value in headers.get_all(ORIGIN) {
        let text: String = String::from_utf8_lossy(value.as_bytes())
            .chars()
            .filter(|char| !char.is_control())
            .take(100)
            .collect();
        if !value.to_str().is_ok_and(|value| origins.allows(Some(value))) {
            return Err(Refusal::Origin(text));
        }
        origin = Some(text);
    }
    if pool.is_full() { Err(Refusal::Full(pool.open())) } else { Ok(origin) }
}

/// The answer to a request that is refused, with the reason in words.
fn refused(refusal: &Refusal) -> ErrorResponse {
    let text = format!("{refusal}\n");
    let length = HeaderValue::from(text.len());
    let mut response = ErrorResponse::new(Some(text));
    *response.status_mut() = match refusal {
        Refusal::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::FORBIDDEN,
    };
    let mut add = |name: HeaderName, value| response.headers_mut().insert(name, value);
    add(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    add(CONTENT_LENGTH, length);
    add(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Whether somebody has typed the address into a browser.
fn is_visit(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let is_request = head.starts_with("get ") || head.starts_with("head ");
    is_request && head.contains("\r\n\r\n") && !head.contains("\r\nupgrade:")
}

const PAGE: &str = "<!doctype html><title>Stonefall</title>\
    <p>This is <b>Stonefall</b>, a Tak engine, and it works. It speaks with programs over a WebSocket \
    at this address, not with people in a browser.</p>\
    <p>In <a href='https://ptn.ninja'>PTN Ninja</a>, open the analysis panel, <i>Engines</i>, \
    <i>Add Engine</i>, <i>TEI</i>, give it this address and port, and press <i>Connect</i>.</p>";

async fn show_page(mut stream: TcpStream, read: &mut [u8]) -> io::Result<()> {
    // What is not read would tear the connection down before the page is there.
    stream.try_read(read)?;
    let length = PAGE.len();
    let page = format!(
        "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nContent-Type: text/html; \
         charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{PAGE}"
    );
    stream.write_all(page.as_bytes()).await?;
    stream.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_are_told_from_clients() {
        assert!(is_visit(b"GET / HTTP/1.1\r\nHost: localhost:7731\r\n\r\n"));
        assert!(!is_visit(b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\n\r\n"));
        assert!(!is_visit(b"GET / HTTP/1.1\r\nHost: x\r\n"));
        assert!(!is_visit(b"tei\n"));
    }
}
