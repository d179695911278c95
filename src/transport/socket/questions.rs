//! Questions of pages to the opening explorer, over HTTP.
//!
//! A browser sends the origin of a page with its question. Other pages than those that may use the engine get no
//! answer; allowed ones get the headers that let them read it (CORS).

use super::http::{Answer, OTHER_HOST, PlainRequest, send};
use super::{Refusal, Setup};
use crate::transport::explorer::{LONGEST_BODY, Reply, question, without_database};
use std::io;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Answers a question.
///
/// # Errors
/// If the page or the host name is not allowed.
pub(super) async fn answer(
    mut stream: TcpStream,
    request: &PlainRequest,
    path: &str,
    setup: &Setup,
) -> Result<(), Refusal> {
    let Setup { origins, timeouts, .. } = setup;
    let own = stream.local_addr().ok();
    let checked = if request.has_own_host(&stream, origins) {
        origins.check(&request.origins, own)
    } else {
        Err(Refusal::Host(request.shown_host()))
    };
    let (answer, unread) = match &checked {
        Ok(origin) => {
            let read = timeout(timeouts.handshake, body(&mut stream, request)).await;
            // The client is gone, or sends less than it announces.
            let Ok(Ok(body)) = read else { return Ok(()) };
            (allowed(request, path, body, origin.as_deref(), setup).await, 0)
        }
        Err(refusal) => (refused(refusal), request.length),
    };
    send(stream, &answer, &request.method, unread, timeouts).await;
    checked.map(|_| ())
}

/// Takes a request from the stream; returns its body, or the reply to a body beyond the limits.
async fn body(
    stream: &mut TcpStream,
    request: &PlainRequest,
) -> io::Result<Result<Vec<u8>, Reply>> {
    let mut head = vec![0; request.length];
    stream.read_exact(&mut head).await?;
    let length = match request.body {
        None if request.method == "POST" => {
            let message = "expected the header Content-Length, found none";
            return Ok(Err(Reply::error("411 Length Required", message)));
        }
        length => length.unwrap_or(0),
    };
    if length > LONGEST_BODY {
        let message = format!("expected a body of at most {LONGEST_BODY} bytes, found {length}");
        return Ok(Err(Reply::error("413 Content Too Large", message)));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(Ok(body))
}

/// The answer to an allowed page, or to a program.
async fn allowed(
    request: &PlainRequest,
    path: &str,
    body: Result<Vec<u8>, Reply>,
    origin: Option<&str>,
    setup: &Setup,
) -> Answer {
    let sharing = origin.map_or_else(String::new, |origin| {
        format!("Access-Control-Allow-Origin: {origin}\r\nVary: Origin\r\n")
    });
    if request.method == "OPTIONS" {
        return preflight(&sharing);
    }
    let reply = match body.and_then(|body| question(&request.method, path, &body)) {
        Ok(question) => match &setup.explorer {
            Some(explorer) => explorer.answer(question, setup.timeouts.question).await,
            None => without_database(&question),
        },
        Err(reply) => reply,
    };
    json(reply, sharing)
}

/// The answer to a browser that asks which requests a page may send. A public page such as PTN Ninja also needs the
/// permission to use a server of this machine.
fn preflight(sharing: &str) -> Answer {
    let more = format!(
        "{sharing}Access-Control-Allow-Methods: GET, HEAD, POST\r\n\
         Access-Control-Allow-Headers: Content-Type\r\nAccess-Control-Max-Age: 600\r\n\
         Access-Control-Allow-Private-Network: true\r\n"
    );
    Answer { status: "200 OK", kind: KIND, more, body: Vec::new() }
}

fn refused(refusal: &Refusal) -> Answer {
    let message = match refusal {
        Refusal::Host(_) => OTHER_HOST.to_owned(),
        refusal => refusal.to_string(),
    };
    json(Reply::error("403 Forbidden", message), String::new())
}

const KIND: &str = "application/json";

fn json(reply: Reply, more: String) -> Answer {
    let body = reply.body.to_string().into_bytes();
    Answer { status: reply.status, kind: KIND, more, body }
}
