//! An engine at the other end of a WebSocket.
//!
//! One thread carries frames in both directions, so that the caller never waits longer than it wants
//! to. It ends with the connection.

use super::carrier::{self, Heard as Incoming, Order, Words};
use super::{Event, Exit, Heard, Transport, WebAddress};
use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

/// Lines that may wait to be received. An engine that says more meets a full connection.
const WAITING_LINES: usize = 1024;
/// How long the carrier may take to end when the connection is torn down.
const END: Duration = Duration::from_millis(500);

/// A connection to a server.
#[derive(Debug)]
pub struct Socket {
    /// `None` when no more will be sent.
    orders: Option<UnboundedSender<Order>>,
    incoming: Receiver<Incoming>,
    /// Lines that came while something else was waited for.
    early: VecDeque<Heard>,
    /// The connection below, to tear it down.
    stream: TcpStream,
    words: Arc<Mutex<Words>>,
    ending: Option<Exit>,
}

impl Socket {
    pub(super) fn connect(address: &WebAddress, patience: Duration) -> io::Result<Self> {
        let deadline = Instant::now() + patience;
        let stream = reach(address, patience)?;
        stream.set_nodelay(true)?;
        let carried = stream.try_clone()?;
        carried.set_nonblocking(true)?;
        let (orders, received) = unbounded_channel();
        let (sender, incoming) = sync_channel(WAITING_LINES);
        let (ready, greeted) = sync_channel(1);
        let words = Arc::<Mutex<Words>>::default();
        let (url, kept) = (address.to_string(), Arc::clone(&words));
        thread::Builder::new().name("engine socket".to_owned()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(carrier::carry(&url, carried, ready, received, sender, &kept));
        })?;
        match greeted.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Ok(())) => {
                let (orders, early) = (Some(orders), VecDeque::new());
                Ok(Self { orders, incoming, early, stream, words, ending: None })
            }
            Ok(Err(reason)) => Err(io::Error::other(reason)),
            Err(_) => {
                // The thread ends with the connection.
                let _ = stream.shutdown(Shutdown::Both);
                Err(io::Error::new(io::ErrorKind::TimedOut, "no WebSocket answers there"))
            }
        }
    }

    /// Pings the other side; whether it answers until the deadline. Lines that come meanwhile are there
    /// for the next [`Transport::receive`].
    pub fn ping(&mut self, deadline: Instant) -> bool {
        let payload = Bytes::from(format!("{deadline:?}"));
        self.order(Order::Send(Message::Ping(payload.clone())));
        loop {
            match self.incoming.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Incoming::Line(heard)) => self.early.push_back(heard),
                Ok(Incoming::Pong(answer)) if answer == payload => return true,
                Ok(Incoming::Pong(_)) => {}
                Err(_) => return false,
            }
        }
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The carrier has left if the other side has: `receive` will tell.
            let _ = orders.send(order);
        }
    }
}

/// Connects to the first of the addresses behind a name that answers.
fn reach(address: &WebAddress, patience: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "no such host");
    for place in (address.host(), address.port()).to_socket_addrs()? {
        match TcpStream::connect_timeout(&place, patience) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Transport for Socket {
    /// Bytes that are sent together go into one frame, as text if they are; without the last line
    /// end, as PTN Ninja does it.
    fn send(&mut self, bytes: &[u8]) {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let message = match String::from_utf8(bytes.to_vec()) {
            Ok(text) => Message::Text(Utf8Bytes::from(text)),
            Err(error) => Message::Binary(error.into_bytes().into()),
        };
        self.order(Order::Send(message));
    }

    fn receive(&mut self, deadline: Instant) -> Event {
        if let Some(heard) = self.early.pop_front() {
            return Event::Line(heard);
        }
        loop {
            match self.incoming.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Incoming::Line(heard)) => return Event::Line(heard),
                Ok(Incoming::Pong(_)) => {}
                Err(RecvTimeoutError::Timeout) => return Event::Silence,
                Err(RecvTimeoutError::Disconnected) => {
                    return Event::Ended(*self.ending.get_or_insert(Exit::Closed));
                }
            }
        }
    }

    fn close(&mut self) {
        self.order(Order::Close);
        self.orders = None;
    }

    fn kill(&mut self) -> Exit {
        if let Some(ending) = self.ending {
            return ending;
        }
        // Torn down without a word, as by a computer that is switched off.
        let _ = self.stream.shutdown(Shutdown::Both);
        let deadline = Instant::now() + END;
        while Instant::now() < deadline
            && !matches!(self.incoming.recv_timeout(END), Err(RecvTimeoutError::Disconnected))
        {
        }
        self.ending = Some(Exit::Killed);
        Exit::Killed
    }

    /// What was not one line of text in a frame, and why the other side has closed.
    fn last_words(&self) -> Vec<String> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).newest()
    }

    /// Number of frames that were not one line of text.
    fn stray_lines(&self) -> usize {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).strays()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}
