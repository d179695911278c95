//! The server: TEI over WebSockets as PTN Ninja uses it, the files of the board, a page that is such a client, and the
//! opening explorer (docs/games.md).
//!
//! A text frame from the client has one or more commands, with or without line ends. Each line of the engine is a
//! frame. Every connection is a session with its own engine; the sessions share a [`Capacity`]. Frames, lines,
//! queues, sessions and waiting times have limits.
//!
//! One thread runs all connections; each session has another one. A panic ends only its connection or session.

mod explorer;
mod origin;
mod routes;
mod session;
mod settings;

pub use explorer::Explorer;
pub use origin::Origin;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use routes::{Visitor, routes};
use session::Opening;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use stonefall_engine::options::Options;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::select;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{sleep, timeout};

/// How the server is set up.
pub struct Setup {
    /// Options of a new session.
    pub options: Options,
    /// Pages that may connect in addition to PTN Ninja and the pages of this machine.
    pub origins: Vec<Origin>,
    /// Resources that the sessions share.
    pub capacity: Capacity,
    /// The game database for the opening explorer.
    pub explorer: Option<Explorer>,
    /// The table of puzzles that a player missed, for the page; empty without one.
    pub puzzles: String,
    /// Waiting times.
    pub timeouts: Timeouts,
    /// Receives messages for the person who started the server.
    pub on_notice: Box<dyn Fn(&str) + Send + Sync>,
}

/// Waiting times for clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From the connection to the request.
    pub handshake: Duration,
    /// Between two pings; a client that misses three in a row is gone.
    pub ping: Duration,
    /// For an answer to be sent.
    pub write: Duration,
    /// For another session to end, at the maximum of sessions: a reloaded page connects before its old connection
    /// is closed.
    pub place: Duration,
    /// For an answer of the explorer.
    pub question: Duration,
    /// For a client to close its connection after the server.
    pub leave: Duration,
    /// For the sessions to end when the server closes.
    pub closing: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            ping: Duration::from_secs(15),
            write: Duration::from_secs(10),
            place: Duration::from_millis(500),
            question: Duration::from_secs(15),
            leave: Duration::from_secs(1),
            closing: Duration::from_secs(3),
        }
    }
}

/// Resources that the sessions share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// Sessions at one time.
    pub sessions: usize,
    /// Search threads of all sessions.
    pub threads: usize,
    /// Memory of all transposition tables, in MiB.
    pub hash_mib: usize,
}

/// The resources of a server, with a permit for each further session.
#[derive(Clone)]
struct Pool {
    capacity: Capacity,
    permits: Arc<Semaphore>,
    /// Number of sessions so far.
    count: Arc<AtomicU64>,
}

impl Pool {
    /// A share for another session. At the maximum of sessions it waits for the end of one; `None` after the limit.
    async fn join(&self, limit: Duration) -> Option<Share> {
        let permit = timeout(limit, Arc::clone(&self.permits).acquire_owned()).await.ok()?.ok()?;
        let number = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        Some(Share { number, pool: self.clone(), _permit: permit })
    }

    /// Number of open sessions.
    fn open(&self) -> usize {
        self.capacity.sessions - self.permits.available_permits()
    }
}

/// The resources of one session: equal parts of the capacity. Dropping it returns them.
pub(super) struct Share {
    /// Number of the session, from 1.
    pub(super) number: u64,
    pool: Pool,
    _permit: OwnedSemaphorePermit,
}

impl Share {
    /// Threads for a search now, at least one.
    pub(super) fn threads(&self) -> usize {
        (self.pool.capacity.threads / self.pool.open().max(1)).max(1)
    }

    /// Memory for the table now, in MiB, at least one.
    pub(super) fn hash_mib(&self) -> usize {
        (self.pool.capacity.hash_mib / self.pool.open().max(1)).max(1)
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<ServerState>,
}

/// State that the connections share.
struct ServerState {
    setup: Setup,
    pool: Pool,
}

/// Pause after the system refuses a connection, most likely for lack of files.
const PAUSE: Duration = Duration::from_millis(100);
/// Longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// Maximum number of headers of a request.
const MAX_HEADERS: usize = 64;

impl Server {
    /// Listens at a port of an address; port 0 means any free port.
    ///
    /// # Errors
    /// If the machine has no such address, or the port is taken.
    pub async fn bind(address: &str, port: u16, setup: Setup) -> io::Result<Self> {
        let listener = TcpListener::bind((address, port)).await?;
        let capacity = setup.capacity;
        let permits = Arc::new(Semaphore::new(capacity.sessions));
        let pool = Pool { capacity, permits, count: Arc::default() };
        Ok(Self { listener, shared: Arc::new(ServerState { setup, pool }) })
    }

    /// The address and port of the server.
    ///
    /// # Errors
    /// If the system does not know them.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop`; then running searches answer, and all connections are closed.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let (close, closing) = watch::channel(());
        let mut stop = pin!(stop);
        loop {
            select! {
                () = &mut stop => break,
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, from)) => {
                        let shared = Arc::clone(&self.shared);
                        tokio::spawn(shared.receive(stream, from, closing.clone()));
                    }
                    Err(error) => {
                        self.shared.notify(&format!("cannot accept connections: {error}"));
                        sleep(PAUSE).await;
                    }
                },
            }
        }
        drop((self.listener, closing));
        // Fails without open connections.
        let _ = close.send(());
        let _ = timeout(self.shared.setup.timeouts.closing, close.closed()).await;
    }
}

impl ServerState {
    fn notify(&self, notice: &str) {
        (self.setup.on_notice)(notice);
    }

    /// Serves a connection from its request to its end.
    async fn receive(
        self: Arc<Self>,
        stream: TcpStream,
        from: SocketAddr,
        mut closing: watch::Receiver<()>,
    ) {
        let Ok([stream, twin]) = twins(stream) else { return };
        let mut server_closes = closing.clone();
        let opening = select! {
            opening = self.answer(stream, from) => opening,
            _ = server_closes.changed() => return,
        };
        let has_reader = match opening {
            Some(opening) => self.play(opening, from, &mut closing).await,
            None => true,
        };
        if has_reader {
            linger(twin, self.setup.timeouts.leave).await;
        }
    }

    /// Answers the request of a connection, or returns the session that it begins.
    async fn answer(self: &Arc<Self>, stream: TcpStream, from: SocketAddr) -> Option<Opening> {
        let timeouts = &self.setup.timeouts;
        let (opened, mut opening) = mpsc::channel(1);
        let own = stream.local_addr().ok();
        let shared = Arc::clone(self);
        let visitor = Arc::new(Visitor { shared, from, own, opened });
        let service = TowerToHyperService::new(routes(visitor));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(timeouts.handshake)
            .max_headers(MAX_HEADERS)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        // The parts of an answer have limits of their own; this one is for slow readers.
        let longest = timeouts.handshake + timeouts.question + timeouts.write;
        if let Ok(Err(error)) = timeout(longest, connection).await
            && error.is_parse()
        {
            self.notify(&format!("refused {from}: expected a request: {error}"));
        }
        opening.recv().await
    }
}

/// A stream, and another handle of the same.
fn twins(stream: TcpStream) -> io::Result<[TcpStream; 2]> {
    // Answers are short and must not wait for more.
    let _ = stream.set_nodelay(true);
    let stream = stream.into_std()?;
    let twin = stream.try_clone()?;
    Ok([TcpStream::from_std(stream)?, TcpStream::from_std(twin)?])
}

/// Ends a connection after the client. Unread bytes, such as the rest of a frame beyond the limit, would reset it before
/// the last answer arrives; Windows even discards an answer that has arrived.
async fn linger(mut stream: TcpStream, time: Duration) {
    // Fails if the client is gone.
    let _ = stream.shutdown().await;
    let _ = timeout(time, tokio::io::copy(&mut stream, &mut tokio::io::sink())).await;
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use futures_util::{SinkExt, StreamExt};
    use std::future::pending;
    use std::sync::mpsc::channel;
    use tokio_tungstenite::client_async;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

    /// Sends a line to a new session; returns the first message of its answer and the code of its close frame.
    async fn ask(address: SocketAddr, line: &str) -> (Option<String>, Option<CloseCode>) {
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut client, _) = client_async(format!("ws://{address}"), stream).await.unwrap();
        // Sending fails after a panic of the connection.
        let _ = client.send(Message::text(line)).await;
        let _ = client.send(Message::text("quit")).await;
        let (mut answer, mut code) = (None, None);
        while let Some(Ok(message)) = client.next().await {
            match message {
                Message::Text(text) => answer = answer.or(Some(text.to_string())),
                Message::Close(frame) => code = frame.map(|frame| frame.code),
                _ => {}
            }
        }
        (answer, code)
    }

    #[test]
    fn a_panic_ends_only_its_session() {
        let (sender, notices) = channel();
        let setup = Setup {
            options: Options { hash_mib: 1, ..Options::default() },
            origins: Vec::new(),
            capacity: Capacity { sessions: 2, threads: 2, hash_mib: 2 },
            explorer: None,
            puzzles: String::new(),
            // A share returns a moment after its session.
            timeouts: Timeouts { place: Duration::from_secs(100), ..Timeouts::default() },
            on_notice: Box::new(move |notice| {
                sender.send(notice.to_owned()).unwrap();
                let panics = notice.starts_with("session 3: a program connected");
                assert!(!panics, "a panic of this test");
            }),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = Server::bind("127.0.0.1", 0, setup).await.unwrap();
            let address = server.address().unwrap();
            let clients = async {
                let stream = TcpStream::connect(address).await.unwrap();
                let (mut other, _) = client_async(format!("ws://{address}"), stream).await.unwrap();
                // The session panics.
                let (answer, code) = ask(address, "panic").await;
                let answer = answer.unwrap();
                assert!(answer.starts_with("info string error the session failed"), "{answer}");
                assert_eq!(code, Some(CloseCode::Error));
                // The connection panics.
                assert_eq!(ask(address, "isready").await, (None, None));
                // Other sessions continue, and both shares are free again.
                other.send(Message::text("isready")).await.unwrap();
                assert_eq!(other.next().await.unwrap().unwrap(), Message::text("readyok"));
                let good = (Some("readyok".to_owned()), Some(CloseCode::Normal));
                assert_eq!(ask(address, "isready").await, good);
            };
            select! {
                () = server.run(pending()) => {}
                () = clients => {}
            }
        });
        let end = "s: the session failed, please report it: a panic of a test";
        assert!(notices.try_iter().any(|notice| notice.ends_with(end)));
    }
}
