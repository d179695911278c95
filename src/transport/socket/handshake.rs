//! The start of a connection: a file, an answer of the explorer, a session or a refusal.

use super::frame::LARGEST_FRAME;
use super::http::{self, Request};
use super::{Origins, Refusal, Setup, questions};
use crate::transport::share::{Pool, Share};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
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

/// A WebSocket after its handshake.
pub(super) type Socket = WebSocketStream<TcpStream>;

/// A connection that ends sooner without a request is one that the browser forbids its page. (Connections that a
/// browser opens in advance and does not need end later.)
const AT_ONCE: Duration = Duration::from_secs(1);

/// Result of a handshake.
pub(super) enum Handshake {
    /// A session, the origin of the page that opened it, and its share.
    Upgraded(Box<Socket>, Option<String>, Share),
    /// A request for a file or to the explorer, or no request.
    FileSent,
}

/// Answers the request of a new connection. `pool` has the sessions.
///
/// # Errors
/// If the connection is refused, or sends nothing.
pub(super) async fn handshake(
    stream: TcpStream,
    setup: &Setup,
    pool: &Pool,
) -> Result<Handshake, Refusal> {
    let Setup { origins, timeouts, .. } = setup;
    // Answers are short and must not wait for more.
    let _ = stream.set_nodelay(true);
    let start = Instant::now();
    let request = match timeout(timeouts.handshake, http::peek(&stream)).await {
        Ok(request) => request.map_err(|error| Refusal::Failed(error.to_string()))?,
        // Browsers open connections in advance.
        Err(_) => return Ok(Handshake::FileSent),
    };
    match request {
        Request::Nothing if start.elapsed() < AT_ONCE => Err(Refusal::Wordless),
        Request::Nothing => Ok(Handshake::FileSent),
        Request::TooLarge => {
            http::answer(stream, None, setup).await;
            Err(Refusal::Failed("the head of the request is too large".to_owned()))
        }
        Request::Explorer(request, path) => {
            questions::answer(stream, &request, &path, setup).await?;
            Ok(Handshake::FileSent)
        }
        Request::File(request) => {
            if http::answer(stream, Some(&request), setup).await {
                Ok(Handshake::FileSent)
            } else {
                Err(Refusal::Host(request.shown_host()))
            }
        }
        Request::Session => {
            let share = pool.join(timeouts.place).await.ok_or_else(|| Refusal::Full(pool.open()));
            match timeout(timeouts.handshake, upgrade(stream, origins, share)).await {
                Ok(result) => result,
                Err(_) => Err(Refusal::Silent),
            }
        }
    }
}

async fn upgrade(
    stream: TcpStream,
    origins: &Origins,
    share: Result<Share, Refusal>,
) -> Result<Handshake, Refusal> {
    let own = stream.local_addr().ok();
    let mut verdict = Ok(None);
    #[expect(clippy::result_large_err, reason = "the library's own signature")]
    let callback = |request: &Upgrade, response: Response| {
        verdict = check_origin(request.headers(), own, origins)
            .and_then(|origin| share.as_ref().map(|_| origin).map_err(Clone::clone));
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
        (Ok(socket), Ok(origin)) => Ok(Handshake::Upgraded(Box::new(socket), origin, share?)),
        (_, Err(refusal)) => Err(refusal),
        (Err(Error::Http(response)), _) => Err(Refusal::Failed(response.status().to_string())),
        (Err(error), _) => Err(Refusal::Failed(error.to_string())),
    }
}

/// Accepts or refuses a request for a session; returns the origin of its page.
fn check_origin(
    headers: &HeaderMap,
    own: Option<SocketAddr>,
    origins: &Origins,
) -> Result<Option<String>, Refusal> {
    let headers = headers.get_all(ORIGIN).into_iter();
    let headers: Vec<_> =
        headers.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
    origins.check(&headers, own)
}

/// The answer to a refused request, with the reason.
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
