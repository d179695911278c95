//! The first words of a connection: who may come in.

use super::frame::LARGEST_FRAME;
use super::http::{self, Request};
use super::{Origins, Refusal, Timeouts};
use crate::transport::Pool;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::handshake::server::{
    ErrorResponse, Request as Upgrade, Response,
};
use tokio_tungstenite::tungstenite::http::header::{
    CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, ORIGIN,
};
use tokio_tungstenite::tungstenite::http::{HeaderMap, StatusCode};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

/// A connection that has been handshake.
pub(super) type Socket = WebSocketStream<TcpStream>;

/// How often it is looked whether a full house has a place.
const LOOK: Duration = Duration::from_millis(10);
/// Who leaves without a word so soon was not let in by a browser. (Connections that a browser has opened ahead of time and does not
/// need end later.)
const AT_ONCE: Duration = Duration::from_secs(1);

/// What came of a greeting.
pub(super) enum Handshake {
    /// A client, and the page that it comes from.
    Upgraded(Box<Socket>, Option<String>),
    /// A browser that has got a file, or has asked for nothing.
    FileSent,
}

/// Greets whoever has connected.
///
/// # Errors
/// If it may not come in, or does not want to.
pub(super) async fn handshake(
    stream: TcpStream,
    origins: &Origins,
    pool: &Pool,
    timeouts: &Timeouts,
) -> Result<Handshake, Refusal> {
    // Answers are short and wanted at once.
    let _ = stream.set_nodelay(true);
    let came = Instant::now();
    let wish = match timeout(timeouts.handshake, http::look(&stream)).await {
        Ok(wish) => wish.map_err(|error| Refusal::Failed(error.to_string()))?,
        // Browsers open connections ahead of time, and do not always need them.
        Err(_) => return Ok(Handshake::FileSent),
    };
    match wish {
        Request::Nothing if came.elapsed() < AT_ONCE => Err(Refusal::Wordless),
        Request::Nothing => Ok(Handshake::FileSent),
        Request::TooLarge => {
            http::answer(stream, None, origins, timeouts.write).await;
            Err(Refusal::Failed("too much for a request".to_owned()))
        }
        Request::Page(request) => {
            if http::answer(stream, Some(&request), origins, timeouts.write).await {
                Ok(Handshake::FileSent)
            } else {
                Err(Refusal::Host(request.shown_host()))
            }
        }
        Request::SessionThread => {
            let deadline = Instant::now() + timeouts.place;
            while pool.is_full() && Instant::now() < deadline {
                sleep(LOOK).await;
            }
            match timeout(timeouts.handshake, upgrade(stream, origins, pool)).await {
                Ok(result) => result,
                Err(_) => Err(Refusal::Silent),
            }
        }
    }
}

async fn upgrade(stream: TcpStream, origins: &Origins, pool: &Pool) -> Result<Handshake, Refusal> {
    let own = stream.local_addr().ok();
    let mut verdict = Ok(None);
    #[expect(clippy::result_large_err, reason = "the library's own signature")]
    let callback = |request: &Upgrade, response: Response| {
        verdict = check_origin(request.headers(), own, origins, pool);
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
        (Ok(socket), Ok(origin)) => Ok(Handshake::Upgraded(Box::new(socket), origin)),
        (_, Err(refusal)) => Err(refusal),
        (Err(Error::Http(response)), _) => Err(Refusal::Failed(response.status().to_string())),
        (Err(error), _) => Err(Refusal::Failed(error.to_string())),
    }
}

/// Whether a request may come in; returns the page that it comes from.
fn check_origin(
    headers: &HeaderMap,
    own: Option<SocketAddr>,
    origins: &Origins,
    pool: &Pool,
) -> Result<Option<String>, Refusal> {
    let mut origin = None;
    for value in headers.get_all(ORIGIN) {
        let text: String = String::from_utf8_lossy(value.as_bytes())
            .chars()
            .filter(|char| !char.is_control())
            .take(100)
            .collect();
        if !value.to_str().is_ok_and(|value| origins.accepts(Some(value), own)) {
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
