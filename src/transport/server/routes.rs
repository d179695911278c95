//! The routes: sessions and the files of the page at any path, and the opening explorer below `/api/v1`.
//!
//! A browser lets every page send requests to its own machine. So a session and the explorer refuse pages of other
//! origins, and files and the explorer refuse other host names: anybody can register a name for this machine's address,
//! and a page of that name could read the answers.

use super::explorer::{Answer, Refusal, answer};
use super::origin::is_allowed;
use super::session::{LARGEST_FRAME, Opening};
use super::{ServerState, Setup};
use crate::page;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde::Serialize;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Address of the opening explorer, as that of PTN Ninja's own service.
const EXPLORER_PATH: &str = "/api/v1";
/// Address of the puzzles that a player missed. It is there without them, too, so that pages may ask.
const PUZZLES_PATH: &str = "/own-puzzles.tsv";
/// Longest body of a request, in bytes.
const LONGEST_BODY: usize = 16 << 10;
const PUZZLES_KIND: &str = "text/tab-separated-values; charset=utf-8";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-cache"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The client of a connection.
pub(super) struct Visitor {
    pub(super) shared: Arc<ServerState>,
    pub(super) from: SocketAddr,
    /// Address of the server in this connection.
    pub(super) own: Option<SocketAddr>,
    /// Takes the WebSocket of the client.
    pub(super) opened: mpsc::Sender<Opening>,
}

/// The service of one connection.
pub(super) fn routes(visitor: Arc<Visitor>) -> Router {
    Router::new()
        .route(EXPLORER_PATH, any(explore))
        .route(&format!("{EXPLORER_PATH}/"), any(explore))
        .route(&format!("{EXPLORER_PATH}/{{*question}}"), any(explore))
        .fallback(session_or_file)
        .layer(from_fn(with_headers))
        .with_state(visitor)
}

/// Adds the headers of every answer. A connection has one request.
async fn with_headers(request: Request, next: Next) -> Response {
    let mut answer = (HEADERS, next.run(request).await).into_response();
    if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
        answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}

async fn session_or_file(
    State(visitor): State<Arc<Visitor>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, _) = request.into_parts();
    let wanted = head.headers.get(header::UPGRADE);
    if wanted.is_some_and(|it| it.as_bytes().eq_ignore_ascii_case(b"websocket")) {
        visitor.open(upgrade, &head.headers)
    } else {
        visitor.file(&head)
    }
}

/// Answers a question to the explorer, always as JSON. Pages get the headers that let them read the answer (CORS).
async fn explore(State(visitor): State<Arc<Visitor>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let checked = visitor.host(&head).and_then(|_| visitor.origin(&head.headers));
    let origin = match checked {
        Ok(origin) => origin,
        Err(refusal) => return as_json(Err(refusal)),
    };
    let mut answer = if head.method == Method::OPTIONS {
        preflight().into_response()
    } else {
        as_json(visitor.explore(&head, body).await)
    };
    if let Some(origin) = origin.and_then(|origin| HeaderValue::try_from(origin).ok()) {
        answer.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        answer.headers_mut().insert(header::VARY, HeaderValue::from_static("Origin"));
    }
    answer
}

fn as_json(answer: Result<Answer, Refusal>) -> Response {
    #[derive(Serialize)]
    struct RefusalFacts {
        status: u16,
        message: String,
    }
    let (status, body) = match answer {
        Ok(answer) => (StatusCode::OK, serde_json::to_string(&answer)),
        Err(Refusal { status, message }) => {
            (status, serde_json::to_string(&RefusalFacts { status: status.as_u16(), message }))
        }
    };
    // Maps with other keys than text would be the only error.
    let body = body.unwrap_or_default();
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The answer to a browser that asks which requests a page may send. A public page such as PTN Ninja also needs the
/// permission to use a server of this machine.
fn preflight() -> impl IntoResponse {
    [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
        (HeaderName::from_static("access-control-allow-private-network"), "true"),
    ]
}

impl Visitor {
    /// A refusal that the person who started the server should know.
    fn refuse(&self, status: StatusCode, message: String) -> Refusal {
        self.shared.notify(&format!("refused {}: {message}", self.from));
        Refusal { status, message }
    }

    fn allows(&self, origin: &str) -> bool {
        is_allowed(&self.shared.setup.origins, origin, self.own)
    }

    /// The origin of the page that sends a request, for messages. Programs other than browsers send none: they run on this
    /// machine, or the server listens to others on purpose.
    fn origin(&self, headers: &HeaderMap) -> Result<Option<String>, Refusal> {
        let mut last = None;
        // A page cannot hide behind another one.
        for header in headers.get_all(header::ORIGIN) {
            let origin = String::from_utf8_lossy(header.as_bytes());
            let shown: String =
                origin.chars().filter(|char| !char.is_control()).take(100).collect();
            if !self.allows(&origin) {
                let message = format!(
                    "expected PTN Ninja or a page of this machine, found {shown}; stonefall serve \
                     --allow-origin {shown} allows it"
                );
                return Err(self.refuse(StatusCode::FORBIDDEN, message));
            }
            last = Some(shown);
        }
        Ok(last)
    }

    /// The host name of a request, if it is one of this server.
    fn host<'a>(&self, head: &'a Parts) -> Result<&'a str, Refusal> {
        let mut named = head.headers.get_all(header::HOST).into_iter();
        let only = named.next().filter(|_| named.next().is_none());
        let authority = head.uri.authority().map(|authority| authority.as_str());
        let host = authority.or_else(|| only?.to_str().ok()).unwrap_or("(none)");
        if ["http", "https"].iter().any(|scheme| self.allows(&format!("{scheme}://{host}"))) {
            return Ok(host);
        }
        let shown: String = host.chars().take(100).collect();
        let message =
            format!("host name not allowed: {shown}; --allow-origin http://{shown} allows it");
        Err(self.refuse(StatusCode::FORBIDDEN, message))
    }

    /// Begins a session.
    fn open(
        &self,
        upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
        headers: &HeaderMap,
    ) -> Result<Response, Refusal> {
        let upgrade = upgrade.map_err(|error| {
            let message = format!("expected a request: {}", error.body_text());
            self.refuse(StatusCode::BAD_REQUEST, message)
        })?;
        let origin = self.origin(headers)?;
        let opened = self.opened.clone();
        let upgrade = upgrade.max_frame_size(LARGEST_FRAME).max_message_size(LARGEST_FRAME);
        Ok(upgrade.on_upgrade(async move |socket| {
            // Fails if the connection has ended.
            let _ = opened.try_send(Opening { socket, origin });
        }))
    }

    /// The file of a request.
    fn file(&self, head: &Parts) -> Result<Response, Refusal> {
        let host = self.host(head)?;
        if ![Method::GET, Method::HEAD].contains(&head.method) {
            let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "expected GET or HEAD");
            return Ok(([(header::ALLOW, "GET, HEAD")], refusal).into_response());
        }
        let path = head.uri.path();
        let (kind, bytes) = match page::find(path) {
            Some(file) => (file.kind(), Bytes::from_static(file.bytes)),
            None if path == PUZZLES_PATH => {
                (PUZZLES_KIND, self.shared.setup.puzzles.clone().into())
            }
            None => return Err(Refusal::missing("no such file; the board is at /")),
        };
        let kind = (header::CONTENT_TYPE, kind.to_owned());
        Ok(([kind, (header::CONTENT_SECURITY_POLICY, policy(host))], bytes).into_response())
    }

    async fn explore(&self, head: &Parts, body: Body) -> Result<Answer, Refusal> {
        let Setup { timeouts, explorer, .. } = &self.shared.setup;
        let Ok(Ok(body)) = timeout(timeouts.handshake, to_bytes(body, LONGEST_BODY)).await else {
            let message =
                format!("expected a body of at most {LONGEST_BODY} bytes, found a larger one");
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message));
        };
        let path = head.uri.path().strip_prefix(EXPLORER_PATH).unwrap_or_default();
        answer(explorer.as_ref(), &head.method, path, &body, timeouts.question).await
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
