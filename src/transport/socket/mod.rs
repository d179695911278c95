//! The conversation over a WebSocket: what PTN Ninja speaks.
//!
//! Text frames carry commands, one or several, with or without line ends; each line that the engine
//! says goes out in a frame of its own. Every connection is a session with an engine of its own;
//! [`Capacity`] is divided among them. All of it is bounded: frames, lines, queues, sessions, and the
//! time that anybody is waited for.
//!
//! A browser that asks for a file at the same address gets the board: a page that is such a client.
//!
//! All connections are carried by one thread; each conversation has another one.

mod connection;
mod frame;
mod handshake;
mod http;
mod notice;
mod origin;
mod session;

pub use notice::{Disconnect, Notice, Refusal};
pub use origin::{Origin, OriginError, Origins};

use super::{Capacity, Pool};
use handshake::Handshake;
use session::SessionThread;
use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stonefall_engine::options::Options;
use tokio::net::{TcpListener, TcpStream};
use tokio::select;
use tokio::sync::{oneshot, watch};
use tokio::task::{JoinSet, yield_now};
use tokio::time::{sleep, timeout};

/// How the server is set up.
pub struct Setup {
    /// What the options of every session begin with.
    pub options: Options,
    /// The pages that may connect.
    pub origins: Origins,
    /// What there is for all sessions together.
    pub capacity: Capacity,
    /// How long clients are waited for.
    pub timeouts: Timeouts,
    /// Hears of who comes and goes.
    pub tell: Box<dyn Fn(&Notice) + Send + Sync>,
}

/// How long clients are waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// To ask for a session, after they have connected.
    pub handshake: Duration,
    /// Between two pings; a client that has missed three in a row is gone.
    pub ping: Duration,
    /// To make room for an answer.
    pub write: Duration,
    /// How long a client is kept waiting for a place in a full house: a page that is loaded anew comes
    /// back before it has quite left.
    pub place: Duration,
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
            closing: Duration::from_secs(3),
        }
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What the connections have in common.
struct Shared {
    setup: Setup,
    pool: Arc<Pool>,
    /// Numbers sessions.
    count: AtomicU64,
}

/// Connections that may be in the doorway, not yet handshake. If there are more, who has been silent for the longest time
/// has to leave: silence must not keep others out.
const DOORWAY: usize = 64;
/// Connections that may be handshake or on their way out beside the sessions.
const MOST: usize = 2 * DOORWAY;
/// Pause after the system refuses a connection: it has no files left, most likely.
const PAUSE: Duration = Duration::from_millis(100);

impl Server {
    /// Listens at a port of an address; port 0 is any that is free.
    ///
    /// # Errors
    /// If there is no such address here, or the port is taken.
    pub async fn bind(address: &str, port: u16, setup: Setup) -> io::Result<Self> {
        let listener = TcpListener::bind((address, port)).await?;
        let pool = Arc::new(Pool::new(setup.capacity));
        Ok(Self { listener, shared: Arc::new(Shared { setup, pool, count: AtomicU64::new(0) }) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop`; searches that run then are answered, and everybody is told goodbye.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let (close, closing) = watch::channel(false);
        let mut guests = JoinSet::new();
        let mut doorway: VecDeque<oneshot::Sender<()>> = VecDeque::new();
        let mut stop = pin!(stop);
        loop {
            select! {
                // Whoever has left makes room before the next one comes.
                biased;
                () = &mut stop => break,
                Some(_) = guests.join_next() => {}
                accepted = self.listener.accept() => match accepted {
                    // Those beyond are dropped without a word: nobody has so many windows.
                    Ok((stream, from)) if guests.len() < MOST + self.shared.pool.open() => {
                        doorway.retain(|guest| !guest.is_closed());
                        if doorway.len() >= DOORWAY && let Some(silent) = doorway.pop_front() {
                            let _ = silent.send(());
                            // It leaves now: of many who come at once none may find the house full of those.
                            yield_now().await;
                        }
                        let (sender, leave) = oneshot::channel();
                        doorway.push_back(sender);
                        let shared = Arc::clone(&self.shared);
                        guests.spawn(shared.receive(stream, from, leave, closing.clone()));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        self.shared.tell(&Notice::Trouble(error.to_string()));
                        sleep(PAUSE).await;
                    }
                },
            }
        }
        drop(self.listener);
        // Nobody is there to be told if this fails.
        let _ = close.send(true);
        let time = self.shared.setup.timeouts.closing;
        let _ = timeout(time, async { while guests.join_next().await.is_some() {} }).await;
    }
}

impl Shared {
    fn tell(&self, notice: &Notice) {
        (self.setup.tell)(notice);
    }

    /// A connection from its first word to its last.
    async fn receive(
        self: Arc<Self>,
        stream: TcpStream,
        from: SocketAddr,
        mut leave: oneshot::Receiver<()>,
        closing: watch::Receiver<bool>,
    ) {
        let Setup { origins, timeouts, options, .. } = &self.setup;
        let mut too_late = closing.clone();
        let handshake = select! {
            handshake = handshake::handshake(stream, origins, &self.pool, timeouts) => handshake,
            _ = too_late.changed() => return,
            Ok(()) = &mut leave => Err(Refusal::Crowded),
        };
        drop(leave);
        let (mut socket, origin) = match handshake {
            Ok(Handshake::Upgraded(socket, origin)) => (socket, origin),
            Ok(Handshake::FileSent) => return,
            Err(refusal) => return self.tell(&Notice::Refused { from, refusal }),
        };
        let Some(share) = self.pool.join() else {
            // Somebody else was quicker.
            let refusal = Refusal::Full(self.pool.open());
            connection::close(&mut socket, &Disconnect::Failed(refusal.to_string())).await;
            return self.tell(&Notice::Refused { from, refusal });
        };
        let number = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        let since = Instant::now();
        self.tell(&Notice::Opened { number, from, origin, open: self.pool.open() });
        let disconnect = match SessionThread::start(options.clone(), share, number, timeouts.write)
        {
            Ok(session) => connection::carry(&mut socket, session, timeouts, closing).await,
            Err(error) => Disconnect::Failed(error.to_string()),
        };
        self.tell(&Notice::Closed {
            number,
            disconnect: disconnect.clone(),
            after: since.elapsed(),
        });
        connection::close(&mut socket, &disconnect).await;
    }
}
