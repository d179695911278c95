//! Lines between the server's state and WebSockets.

use super::State;
use futures_util::{SinkExt, StreamExt};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;
use tokio::{select, time};
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Time between two looks at the clocks.
const TICK: Duration = Duration::from_millis(10);

type Shared = Arc<Mutex<State>>;

/// Serves clients until the server is dropped.
pub fn run(listener: std::net::TcpListener, state: Shared, stopped: oneshot::Receiver<()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener).unwrap();
        select! {
            () = listen(&listener, &state) => {}
            _ = stopped => {}
        }
    });
}

async fn listen(listener: &TcpListener, state: &Shared) {
    let mut ticks = time::interval(TICK);
    loop {
        select! {
            accepted = listener.accept() => {
                let (stream, _) = accepted.unwrap();
                let state = Arc::clone(state);
                // A connection that fails ends like any other.
                tokio::spawn(async move { drop(serve(stream, &state).await) });
            }
            _ = ticks.tick() => state.lock().unwrap().check_clocks(),
        }
    }
}

/// A client of the state, which leaves when this is dropped.
struct Visit<'a> {
    id: u32,
    state: &'a Shared,
    outgoing: UnboundedReceiver<Vec<u8>>,
}

impl<'a> Visit<'a> {
    fn new(state: &'a Shared) -> Self {
        let (out, outgoing) = unbounded_channel();
        let id = state.lock().unwrap().connect(out);
        Self { id, state, outgoing }
    }

    fn receive(&self, line: &str) {
        self.state.lock().unwrap().receive(self.id, line.trim_end_matches(['\r', '\n']));
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        // After a panic of the server, the test has already failed.
        if let Ok(mut state) = self.state.lock() {
            state.disconnect(self.id);
        }
    }
}

async fn serve(stream: TcpStream, state: &Shared) -> Result<(), Error> {
    // The error type is that of tungstenite.
    #[allow(clippy::result_large_err)]
    let choose = |_: &Request, mut response: Response| {
        let chosen = HeaderValue::from_static("binary");
        response.headers_mut().insert("Sec-WebSocket-Protocol", chosen);
        Ok(response)
    };
    let mut socket = accept_hdr_async(stream, choose).await?;
    let mut visit = Visit::new(state);
    loop {
        select! {
            message = socket.next() => match message {
                Some(message) => {
                    let message = message?;
                    if message.is_text() || message.is_binary() {
                        visit.receive(&String::from_utf8_lossy(&message.into_data()));
                    }
                }
                None => return Ok(()),
            },
            bytes = visit.outgoing.recv() => match bytes {
                Some(bytes) => socket.send(Message::binary(bytes)).await?,
                None => return Ok(()),
            },
        }
    }
}
