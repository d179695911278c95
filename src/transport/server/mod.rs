//! The server: TEI over WebSockets as PTN Ninja uses it, the files of the board, a page that is such a client, and the
//! opening explorer (docs/games.md).
//!
//! A text frame from the client has one or more commands, with or without line ends. Each line of the engine is a
//! frame. Every connection is a session with its own engine; the sessions share a [`Capacity`]. Frames, lines,
//! queues, sessions and waiting times have limits.
//!
//! One thread runs all connections; each session has another one. A panic ends only its session.

mod notice;
mod origin;
mod routes;
mod session;

pub use notice::{Disconnect, Notice, Refusal};
pub use origin::{Origin, Origins};

use super::share::{Pool, Share};
use super::{Capacity, Explorer};
use axum::extract::ws::WebSocket;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use notice::panic_text;
use routes::{Visitor, routes};
use session::SessionThread;
use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stonefall_engine::options::Options;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::select;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::{JoinError, JoinSet, yield_now};
use tokio::time::{sleep, timeout};

/// How the server is set up.
pub struct Setup {
    /// Options of a new session.
    pub options: Options,
    /// Pages that may connect.
    pub origins: Origins,
    /// Resources that the sessions share.
    pub capacity: Capacity,
    /// The game database for the opening explorer.
    pub explorer: Option<Explorer>,
    /// The table of puzzles that a player missed, for the page; empty without one.
    pub puzzles: String,
    /// Waiting times.
    pub timeouts: Timeouts,
    /// Receives every notice.
    pub on_notice: Box<dyn Fn(&Notice) + Send + Sync>,
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

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// State that the connections share.
struct Shared {
    setup: Setup,
    pool: Pool,
    /// Number of sessions so far.
    count: AtomicU64,
}

/// A session that begins: its socket, the origin of its page, and its share of the resources.
struct Opening {
    socket: WebSocket,
    origin: Option<String>,
    share: Share,
}

/// Maximum number of connections in the handshake. One more drops the oldest: silent connections must not keep
/// others out.
const MAX_HANDSHAKES: usize = 64;
/// Maximum number of connections without a session: in the handshake, or being closed.
const MAX_CONNECTIONS: usize = 2 * MAX_HANDSHAKES;
/// Pause after the system refuses a connection, most likely for lack of files.
const PAUSE: Duration = Duration::from_millis(100);
/// Longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// Maximum number of headers of a request.
const MAX_HEADERS: usize = 64;
/// A connection that ends sooner without a request is one that the browser forbids its page. (Connections that a
/// browser opens in advance and does not need end later.)
const AT_ONCE: Duration = Duration::from_secs(1);

impl Server {
    /// Listens at a port of an address; port 0 means any free port.
    ///
    /// # Errors
    /// If the machine has no such address, or the port is taken.
    pub async fn bind(address: &str, port: u16, setup: Setup) -> io::Result<Self> {
        let listener = TcpListener::bind((address, port)).await?;
        let pool = Pool::new(setup.capacity);
        let shared = Shared { setup, pool, count: AtomicU64::new(0) };
        Ok(Self { listener, shared: Arc::new(shared) })
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
        let (close, closing) = watch::channel(false);
        let mut connections = JoinSet::new();
        let mut handshakes: VecDeque<oneshot::Sender<()>> = VecDeque::new();
        let mut stop = pin!(stop);
        loop {
            select! {
                // Closed connections make room for the next one.
                biased;
                () = &mut stop => break,
                Some(end) = connections.join_next() => {
                    if let Err(error) = end {
                        self.shared.report(error);
                    }
                }
                accepted = self.listener.accept() => match accepted {
                    // Connections beyond the limit are dropped: no user has this many windows.
                    Ok((stream, from)) if connections.len() < MAX_CONNECTIONS + self.shared.pool.open() => {
                        handshakes.retain(|leave| !leave.is_closed());
                        if handshakes.len() >= MAX_HANDSHAKES
                            && let Some(oldest) = handshakes.pop_front()
                        {
                            let _ = oldest.send(());
                            // The oldest ends before the next connection is accepted.
                            yield_now().await;
                        }
                        let (sender, leave) = oneshot::channel();
                        handshakes.push_back(sender);
                        let shared = Arc::clone(&self.shared);
                        connections.spawn(shared.receive(stream, from, leave, closing.clone()));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        self.shared.notify(&Notice::Trouble(error.to_string()));
                        sleep(PAUSE).await;
                    }
                },
            }
        }
        drop(self.listener);
        // Fails without open connections.
        let _ = close.send(true);
        let time = self.shared.setup.timeouts.closing;
        let _ = timeout(time, async { while connections.join_next().await.is_some() {} }).await;
    }
}

impl Shared {
    fn notify(&self, notice: &Notice) {
        (self.setup.on_notice)(notice);
    }

    /// Reports the panic of a connection.
    fn report(&self, error: JoinError) {
        if let Ok(payload) = error.try_into_panic() {
            self.notify(&Notice::Panicked(panic_text(payload.as_ref())));
        }
    }

    /// Serves a connection from its request to its end.
    async fn receive(
        self: Arc<Self>,
        stream: TcpStream,
        from: SocketAddr,
        mut leave: oneshot::Receiver<()>,
        closing: watch::Receiver<bool>,
    ) {
        let Ok([stream, twin]) = twins(stream) else { return };
        let mut server_closes = closing.clone();
        let opening = select! {
            opening = self.answer(stream, twin, from) => opening,
            _ = server_closes.changed() => return,
            Ok(()) = &mut leave => Err(Refusal::Crowded),
        };
        drop(leave);
        match opening {
            Ok(Some((opening, twin))) => self.play(opening, twin, from, closing).await,
            Ok(None) => {}
            Err(refusal) => self.notify(&Notice::Refused { from, refusal }),
        }
    }

    /// Answers the request of a connection to its end, or returns the session that it begins.
    async fn answer(
        self: &Arc<Self>,
        stream: TcpStream,
        twin: TcpStream,
        from: SocketAddr,
    ) -> Result<Option<(Opening, TcpStream)>, Refusal> {
        let timeouts = &self.setup.timeouts;
        let start = Instant::now();
        let (opened, mut opening) = mpsc::channel(1);
        let own = stream.local_addr().ok();
        let shared = Arc::clone(self);
        let visitor = Visitor { shared, from, own, has_asked: AtomicBool::new(false), opened };
        let visitor = Arc::new(visitor);
        let service = TowerToHyperService::new(routes(Arc::clone(&visitor)));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(timeouts.handshake)
            .max_headers(MAX_HEADERS)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        // The parts of an answer have limits of their own; this one is for slow readers.
        let longest = timeouts.handshake + timeouts.place + timeouts.question + timeouts.write;
        let end = timeout(longest, connection).await;
        let has_asked = visitor.has_asked.load(Ordering::Relaxed);
        drop(visitor);
        if let Some(opening) = opening.recv().await {
            return Ok(Some((opening, twin)));
        }
        let verdict = match end {
            Ok(Err(error)) if error.is_parse() => Err(Refusal::Failed(error.to_string())),
            Ok(Ok(())) if !has_asked && start.elapsed() < AT_ONCE => Err(Refusal::Wordless),
            // Browsers open connections in advance.
            _ => Ok(None),
        };
        linger(twin, timeouts.leave).await;
        verdict
    }

    /// Runs a session with the engine.
    async fn play(
        &self,
        Opening { mut socket, origin, share }: Opening,
        twin: TcpStream,
        from: SocketAddr,
        closing: watch::Receiver<bool>,
    ) {
        let Setup { timeouts, options, .. } = &self.setup;
        let since = Instant::now();
        let number = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        self.notify(&Notice::Opened { number, from, origin, open: self.pool.open() });
        let thread = SessionThread::start(options.clone(), share, number, timeouts.write);
        let disconnect = match thread {
            Ok(thread) => session::carry(&mut socket, thread, timeouts, closing).await,
            Err(error) => Disconnect::Failed(error.to_string()),
        };
        let after = since.elapsed();
        self.notify(&Notice::Closed { number, disconnect: disconnect.clone(), after });
        if disconnect.has_reader() {
            session::close(&mut socket, &disconnect, timeouts.leave).await;
            linger(twin, timeouts.leave).await;
        }
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
    #![allow(clippy::unwrap_used, clippy::panic)]
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
            origins: Origins::default(),
            capacity: Capacity { sessions: 2, threads: 2, hash_mib: 2 },
            explorer: None,
            puzzles: String::new(),
            // A share returns a moment after its session.
            timeouts: Timeouts { place: Duration::from_secs(100), ..Timeouts::default() },
            on_notice: Box::new(move |notice| {
                let text = notice.to_string();
                let panics = text.starts_with("session 3: a program connected");
                sender.send(text).unwrap();
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
        let notices: Vec<_> = notices.try_iter().collect();
        for end in [
            "s: the session failed, please report it: a panic of a test",
            "a connection failed, please report it: a panic of this test",
        ] {
            assert!(notices.iter().any(|notice| notice.ends_with(end)), "{notices:#?}");
        }
    }
}
