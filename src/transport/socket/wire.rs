//! Messages on a WebSocket: sending with a time limit, pings, and the reasons of its end.

use super::Disconnect;
use super::handshake::Socket;
use futures_util::SinkExt;
use std::time::Duration;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

/// Maximum number of consecutive pings without an answer.
const MISSED_PINGS: u32 = 2;

/// Pings to a client. Every client answers them, also while its user does nothing.
pub(super) struct Pings {
    ticks: Interval,
    missed: u32,
}

impl Pings {
    pub(super) fn new(period: Duration) -> Self {
        let mut ticks = interval_at(Instant::now() + period, period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { ticks, missed: 0 }
    }

    /// Notes a sign of life.
    pub(super) const fn heard(&mut self) {
        self.missed = 0;
    }

    /// Waits until the next ping is due.
    pub(super) async fn due(&mut self) {
        self.ticks.tick().await;
    }

    /// Sends a ping; an error if the client missed the last ones.
    pub(super) async fn send(
        &mut self,
        socket: &mut Socket,
        write_timeout: Duration,
    ) -> Result<(), Disconnect> {
        self.missed += 1;
        if self.missed > MISSED_PINGS {
            return Err(Disconnect::Silent);
        }
        let message = Message::Ping(Bytes::from_static(b"stonefall"));
        send(socket, [message], write_timeout).await
    }
}

/// Sends messages, each in its own frame.
pub(super) async fn send(
    socket: &mut Socket,
    messages: impl IntoIterator<Item = Message>,
    write_timeout: Duration,
) -> Result<(), Disconnect> {
    let send = async {
        for message in messages {
            socket.feed(message).await?;
        }
        socket.flush().await
    };
    match timeout(write_timeout, send).await {
        Ok(result) => result.map_err(|error| disconnect(&error)),
        Err(_) => Err(Disconnect::Slow),
    }
}

/// The reason of an end by an error.
pub(super) fn disconnect(error: &Error) -> Disconnect {
    match error {
        Error::Capacity(CapacityError::MessageTooLong { max_size, .. }) => {
            Disconnect::TooLarge(*max_size)
        }
        Error::Utf8(_) => Disconnect::NoText,
        Error::Io(_) | Error::ConnectionClosed | Error::AlreadyClosed => Disconnect::Left,
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Disconnect::Left,
        error => Disconnect::Nonsense(error.to_string()),
    }
}
