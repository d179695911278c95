//! The watcher as a state machine: lines of the server, targets and the passing of time go in, requests and
//! [`Change`]s come out. It knows no network and no screen.

use super::change::{Change, WatchNews};
use super::game::{End, WatchedGame};
use super::target::Target;
use crate::version::VERSION;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use stonefall_playtak::protocol::{GameEvent, ListedGame, Login, Notice, Request};

/// Time between two signs of life; the server drops a client after a minute of silence.
const PING: Duration = Duration::from_secs(25);
/// Silence of the server after which the connection counts as lost. Every ping has an answer.
const SILENCE: Duration = Duration::from_secs(70);
/// Maximum number of listed games; a strange server may send any number.
const MAX_GAMES: usize = 1000;

/// The progress of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WatchPhase {
    /// No connection.
    Offline,
    /// Connected, before the login.
    Greeting,
    /// Logged in; the list of games arrives. The answer to a ping ends it.
    Listing,
    /// The list is complete.
    Ready,
}

/// The progress of a watched game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WatchStage {
    /// Requested again. Events before the answer do not count.
    Requested,
    /// The moves so far arrive; the clocks end them.
    Arriving,
    /// Everything that arrives is news.
    Live,
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

/// A client that watches games as a guest. It sends only the login, `PING`, `Observe`, `Unobserve` and `quit`.
pub(super) struct Watcher {
    token: String,
    phase: WatchPhase,
    games: BTreeMap<u32, ListedGame>,
    target: Option<Target>,
    watched: Option<WatchedGame>,
    stage: WatchStage,
    /// Number of plies at which a move could not be played and the game was requested again.
    repeated_at: Option<u32>,
    last_line: Instant,
    next_ping: Instant,
    steps: Vec<Step>,
}

impl Watcher {
    /// A watcher without a connection. The token makes it the same guest on every connection.
    #[must_use]
    pub(super) const fn new(token: String, now: Instant) -> Self {
        Self {
            token,
            phase: WatchPhase::Offline,
            games: BTreeMap::new(),
            target: None,
            watched: None,
            stage: WatchStage::Live,
            repeated_at: None,
            last_line: now,
            next_ping: now,
            steps: Vec::new(),
        }
    }

    /// Watches this from now on, and nothing else.
    pub(super) fn watch(&mut self, target: Option<Target>, now: Instant) {
        if let Some(number) = self.watched_number().filter(|_| self.is_watching()) {
            self.send(Request::Unobserve(number));
        }
        self.watched = None;
        self.repeated_at = None;
        self.target = target;
        self.find(now);
    }

    /// The steps since the last call, in order.
    pub(super) fn steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    /// A connection is open.
    pub(super) fn connected(&mut self, now: Instant) {
        self.phase = WatchPhase::Greeting;
        self.games.clear();
        self.last_line = now;
        self.next_ping = now + PING;
    }

    /// The connection is lost. The watched game stays in memory until the server sends it again.
    pub(super) fn disconnected(&mut self, reason: String, wait: Duration) {
        self.phase = WatchPhase::Offline;
        self.report(Change::Lost { reason, wait });
    }

    /// Lets time pass. The program calls this every second or more often.
    pub(super) fn tick(&mut self, now: Instant) {
        if now.saturating_duration_since(self.last_line) > SILENCE {
            self.last_line = now;
            self.steps.push(Step::Reconnect("the server is silent"));
        } else if now >= self.next_ping
            && matches!(self.phase, WatchPhase::Listing | WatchPhase::Ready)
        {
            self.next_ping = now + PING;
            self.send(Request::Ping);
        }
    }

    /// Receives a line of the server. Unknown lines have no effect.
    pub(super) fn line(&mut self, line: &str, now: Instant) {
        self.last_line = now;
        match Notice::read(line) {
            Some(Notice::LoginRequest) if self.phase == WatchPhase::Greeting => self.log_in(),
            Some(Notice::LoggedIn(_)) => {
                self.phase = WatchPhase::Listing;
                self.send(Request::Ping);
            }
            Some(Notice::AuthenticationFailure) => {
                self.steps.push(Step::Reconnect("the server refuses the login of a guest"));
            }
            Some(Notice::Ok) if self.phase == WatchPhase::Listing => {
                self.phase = WatchPhase::Ready;
                self.list();
                self.find(now);
            }
            Some(Notice::NewGame(game)) => self.begins(game, now),
            Some(Notice::RemoveGame(number)) => self.ends(number, now),
            Some(Notice::Observe(game)) => self.observe(game, now),
            Some(Notice::Game(number, event)) => self.event(number, event, now),
            Some(Notice::Message(text)) => self.report(Change::Message(text)),
            _ => {}
        }
    }

    fn log_in(&mut self) {
        self.send(Request::Client(format!("Stonefall-{VERSION}")));
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

/// The list of games.
impl Watcher {
    fn list(&mut self) {
        if self.phase == WatchPhase::Ready {
            self.report(Change::Games(self.games.values().cloned().collect()));
        }
    }

    fn begins(&mut self, game: ListedGame, now: Instant) {
        if self.games.len() >= MAX_GAMES {
            return;
        }
        let is_next = self.target.as_ref().is_some_and(|target| target.matches(&game));
        self.games.insert(game.number, game);
        self.list();
        if is_next && !self.is_watching() {
            self.find(now);
        }
    }

    fn ends(&mut self, number: u32, now: Instant) {
        let is_known = self.games.remove(&number).is_some();
        if self.watched_number() == Some(number) && self.is_watching() {
            self.finish(End::Unseen, now);
        }
        if is_known {
            self.list();
        }
        // The game may end before the answer to the request.
        let is_target = self.target == Some(Target::Game(number));
        if is_target && self.watched_number() != Some(number) && self.phase == WatchPhase::Ready {
            self.report(Change::NoGame(number));
        }
    }

    /// Requests the target's game, if it runs.
    fn find(&mut self, now: Instant) {
        if self.phase != WatchPhase::Ready {
            return;
        }
        let Some(target) = self.target.clone() else { return };
        // The game may have ended while there was no connection.
        let watched = self.watched_number();
        if watched.is_some_and(|number| !self.games.contains_key(&number)) && self.is_watching() {
            self.finish(End::Unseen, now);
        }
        match (target.choose(self.games.values()), target) {
            (Some(number), _) => self.send(Request::Observe(number)),
            (None, Target::Game(number)) if watched == Some(number) => {}
            (None, Target::Game(number)) => self.report(Change::NoGame(number)),
            (None, Target::Player(name)) => self.report(Change::Waiting(name)),
        }
    }
}

/// The watched game.
impl Watcher {
    fn watched_number(&self) -> Option<u32> {
        self.watched.as_ref().map(|watched| watched.listed.number)
    }

    /// Whether a game is watched that is not over.
    fn is_watching(&self) -> bool {
        self.watched.as_ref().is_some_and(|watched| watched.end.is_none())
    }

    fn observe(&mut self, listed: ListedGame, now: Instant) {
        let number = listed.number;
        if !self.target.as_ref().is_some_and(|target| target.matches(&listed)) {
            // The target has changed since the request.
            return self.send(Request::Unobserve(number));
        }
        if self.watched_number() != Some(number) {
            self.repeated_at = None;
        }
        match WatchedGame::new(listed, now) {
            Ok(game) => {
                self.watched = Some(game);
                self.stage = WatchStage::Arriving;
            }
            Err(error) => {
                self.watched = None;
                self.report(Change::Message(format!("game {number} cannot be shown: {error}")));
                self.send(Request::Unobserve(number));
            }
        }
    }

    fn event(&mut self, number: u32, event: GameEvent, now: Instant) {
        let is_it = |watched: &&mut WatchedGame| watched.listed.number == number;
        let Some(watched) = self.watched.as_mut().filter(is_it) else { return };
        if watched.end.is_some() || self.stage == WatchStage::Requested {
            return;
        }
        let news = match event {
            GameEvent::Move(mv) if watched.play(mv).is_ok() => WatchNews::Move(mv),
            GameEvent::Move(_) => return self.repeat(now),
            GameEvent::Undo => match watched.game.last_move() {
                Some(mv) if watched.game.undo() => WatchNews::Undo(mv),
                _ => return,
            },
            GameEvent::Clocks(clocks) => {
                watched.set_clocks(clocks, now);
                match std::mem::replace(&mut self.stage, WatchStage::Live) {
                    WatchStage::Arriving => WatchNews::Whole,
                    WatchStage::Requested | WatchStage::Live => WatchNews::Clocks,
                }
            }
            GameEvent::GivenTime(color, time) => WatchNews::GivenTime(color, time),
            GameEvent::OfferDraw => WatchNews::DrawOffer,
            GameEvent::RequestUndo => WatchNews::UndoRequest,
            GameEvent::RemoveDraw | GameEvent::RemoveUndo => return,
            GameEvent::Over(result) => return self.finish(End::Result(result), now),
            GameEvent::Abandoned(name) => {
                let loser = watched.color_of(&name);
                return self.finish(loser.map_or(End::Unseen, End::Abandoned), now);
            }
        };
        self.tell(news);
    }

    /// Requests the game again after a move that the rules do not allow, as after a line that arrived twice. The second
    /// such move at the same ply ends the game.
    fn repeat(&mut self, now: Instant) {
        let Some(watched) = &self.watched else { return };
        let (number, ply) = (watched.listed.number, watched.game.ply());
        if self.repeated_at.replace(ply) == Some(ply) {
            self.finish(End::Unreadable, now);
            self.send(Request::Unobserve(number));
        } else {
            self.stage = WatchStage::Requested;
            self.send(Request::Observe(number));
        }
    }

    fn finish(&mut self, end: End, now: Instant) {
        self.stage = WatchStage::Live;
        if let Some(watched) = &mut self.watched {
            watched.finish(end, now);
            self.tell(WatchNews::Over);
        }
    }

    fn tell(&mut self, news: WatchNews) {
        if let Some(watched) = self.watched.clone().filter(|_| self.stage == WatchStage::Live) {
            self.report(Change::Game(Box::new(watched), news));
        }
    }
}
