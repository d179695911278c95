//! The watcher as a state machine: lines of the server and the passing of time go in, requests and [`Change`]s come
//! out. It knows no network and no screen.

use super::change::Change;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use stonefall_playtak::protocol::{ListedGame, Login, Notice, Request};

/// Time between two signs of life; the server drops a client after a minute of silence.
const PING: Duration = Duration::from_secs(25);
/// Silence of the server after which the connection counts as lost. Every ping has an answer.
const SILENCE: Duration = Duration::from_secs(70);

/// The progress of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// No connection.
    Offline,
    /// Connected, before the login.
    Greeting,
    /// Logged in; the list of games arrives. The answer to a ping ends it.
    Listing,
    /// The list is complete.
    Ready,
}

/// A task of the program around a watcher.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Send a line.
    Send(Request),
    /// Report news.
    Report(Change),
    /// Close the connection and open a new one, for this reason.
    Reconnect(&'static str),
}

/// A client that watches games as a guest.
pub struct Watcher {
    token: String,
    phase: Phase,
    games: BTreeMap<u32, ListedGame>,
    last_line: Instant,
    next_ping: Instant,
    steps: Vec<Step>,
}

impl Watcher {
    /// A watcher without a connection. The token makes it the same guest on every connection.
    #[must_use]
    pub const fn new(token: String, now: Instant) -> Self {
        Self {
            token,
            phase: Phase::Offline,
            games: BTreeMap::new(),
            last_line: now,
            next_ping: now,
            steps: Vec::new(),
        }
    }

    /// The steps since the last call, in order.
    pub(super) fn steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    /// A connection is open.
    pub(super) fn connected(&mut self, now: Instant) {
        self.phase = Phase::Greeting;
        self.games.clear();
        self.last_line = now;
        self.next_ping = now + PING;
    }

    /// The connection is lost.
    pub(super) fn disconnected(&mut self, reason: String) {
        self.phase = Phase::Offline;
        self.report(Change::Lost(reason));
    }

    /// Receives a line of the server. Unknown lines have no effect.
    pub(super) fn line(&mut self, line: &str, now: Instant) {
        self.last_line = now;
        match Notice::read(line) {
            Some(Notice::LoginRequest) if self.phase == Phase::Greeting => self.log_in(),
            Some(Notice::LoggedIn(_)) => {
                self.phase = Phase::Listing;
                self.send(Request::Ping);
            }
            Some(Notice::Ok) if self.phase == Phase::Listing => {
                self.phase = Phase::Ready;
                self.report(Change::Games(self.games.values().cloned().collect()));
            }
            Some(Notice::NewGame(game)) => drop(self.games.insert(game.number, game)),
            Some(Notice::RemoveGame(number)) => drop(self.games.remove(&number)),
            _ => {}
        }
    }

    /// Lets time pass. The program calls this every second or more often.
    pub(super) fn tick(&mut self, now: Instant) {
        if now.saturating_duration_since(self.last_line) > SILENCE {
            self.last_line = now;
            self.steps.push(Step::Reconnect("the server is silent"));
        } else if now >= self.next_ping {
            self.next_ping = now + PING;
            self.send(Request::Ping);
        }
    }

    fn log_in(&mut self) {
        self.send(Request::Client(format!("Stonefall-{}", env!("CARGO_PKG_VERSION"))));
        self.send(Request::Protocol);
        self.send(Request::Login(Login::Guest(self.token.clone())));
    }

    fn send(&mut self, request: Request) {
        self.steps.push(Step::Send(request));
    }

    fn report(&mut self, change: Change) {
        self.steps.push(Step::Report(change));
    }
}
