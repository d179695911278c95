//! The bot as a state machine: lines of the server, results of searches and the passing of time go in, [`Action`]s
//! come out. It knows no network, no files and no threads, so that tests drive it line by line.

use super::action::{Action, Exit};
use super::chat::Chat;
use super::game::OwnGame;
use super::open_seeks::OpenSeeks;
use super::players::Players;
use super::settings::Settings;
use crate::version::VERSION;
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};
use stonefall_engine::Move;
use stonefall_engine::ponder::Ponder;
use stonefall_engine::search::Info;
use stonefall_playtak::protocol::{Login, Notice, Request, version_of};

/// Time between two signs of life; the server drops a client after a minute of silence.
const PING: Duration = Duration::from_secs(25);
/// Silence of the server after which the connection counts as lost. Every ping has an answer.
const SILENCE: Duration = Duration::from_secs(70);
/// Time without a line after which a game that was just announced is complete: the moves of a resumed game follow its
/// announcement at once.
pub(super) const SETTLED: Duration = Duration::from_millis(300);
/// Time after a game before the next seek, for a rematch.
pub(super) const BETWEEN_GAMES: Duration = Duration::from_secs(3);
/// Time for the server to answer an `Accept` or to announce a game.
pub(super) const ACCEPTING: Duration = Duration::from_secs(10);

/// The state of the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// No connection.
    Offline,
    /// Connected, before the login.
    Greeting,
    /// Logged in, without a game, until something is due.
    Idle {
        /// When the next seek is due.
        seek_at: Instant,
    },
    /// Waiting for the game of a seek that the bot accepted.
    Accepting {
        /// When the bot gives up.
        until: Instant,
    },
    /// In a game.
    Playing,
}

/// A move that waits for the right moment, or for the server's answer.
pub(super) enum Pending {
    /// Nothing.
    Nothing,
    /// A search runs, since.
    Thinking(u64, Instant),
    /// A search runs in the opponent's time.
    Pondering(Pondering),
    /// A move to send at this time.
    Move(Move, Option<Info>, Instant),
    /// The server has not yet confirmed this move. The second one is the expected reply.
    Sent(Move, Option<Move>),
}

/// A search of the position after the opponent's expected reply.
pub(super) struct Pondering {
    pub(super) id: u64,
    pub(super) reply: Move,
    /// The bot's clock in the limits of the search.
    pub(super) clock: Duration,
    pub(super) ponder: Ponder,
}

/// The bot.
pub struct Bot {
    pub(super) settings: Settings,
    pub(super) login: Login,
    pub(super) phase: Phase,
    pub(super) own_name: String,
    /// Version of the protocol, as the server's lines show it.
    pub(super) version: Option<u32>,
    pub(super) people: HashSet<String>,
    pub(super) players: Players,
    /// Ratings, as far as the bot has asked for them; `None` is unknown.
    pub(super) ratings: HashMap<String, Option<f64>>,
    pub(super) seeks: OpenSeeks,
    /// Minute of the day in UTC.
    pub(super) minute: u32,
    pub(super) game: Option<OwnGame>,
    pub(super) pending: Pending,
    /// No search starts before this time.
    pub(super) think_at: Option<Instant>,
    /// Whether moves of a resumed game may still arrive; each of them delays the search.
    pub(super) is_settling: bool,
    pub(super) last_line: Instant,
    pub(super) next_ping: Instant,
    /// Requests that the server answers with `OK`, with the time of each.
    pub(super) unanswered: VecDeque<Instant>,
    pub(super) round_trip: Duration,
    pub(super) thoughts: u64,
    pub(super) finished: u32,
    pub(super) is_leaving: bool,
    pub(super) chat: Chat,
    pub(super) last_finished: Option<OwnGame>,
    pub(super) actions: Vec<Action>,
}

impl Bot {
    /// A bot without a connection.
    #[must_use]
    pub fn new(settings: Settings, login: Login, players: Players, now: Instant) -> Self {
        Self {
            settings,
            login,
            phase: Phase::Offline,
            own_name: String::new(),
            version: None,
            people: HashSet::new(),
            players,
            ratings: HashMap::new(),
            seeks: OpenSeeks::default(),
            minute: 0,
            game: None,
            pending: Pending::Nothing,
            think_at: None,
            is_settling: false,
            last_line: now,
            next_ping: now + PING,
            unanswered: VecDeque::new(),
            round_trip: Duration::ZERO,
            thoughts: 0,
            finished: 0,
            is_leaving: false,
            chat: Chat::default(),
            last_finished: None,
            actions: Vec::new(),
        }
    }

    /// The actions since the last call, in order.
    pub fn actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    /// A connection is open.
    pub fn connected(&mut self, now: Instant) {
        self.phase = Phase::Greeting;
        self.last_line = now;
        self.next_ping = now + PING;
        self.unanswered.clear();
        self.seeks.clear();
        self.ratings.clear();
        self.stop_thinking();
    }

    /// The connection is lost. A running game stays in memory until the server resumes it or reports another one.
    pub fn disconnected(&mut self) {
        self.phase = Phase::Offline;
        self.stop_thinking();
    }

    /// No new games; the current one is played to its end. A second call leaves now.
    pub fn leave(&mut self) {
        if self.is_leaving || self.game.is_none() {
            if let Some(game) = &self.game {
                let (number, opponent) = (game.start.number, game.opponent());
                let text = format!("game {number} against {opponent} is not finished");
                self.report(text);
            }
            self.exit(Exit::Done);
            return;
        }
        self.is_leaving = true;
        self.report("leaves after this game (once more leaves now)".to_owned());
    }

    /// Receives a line of the server.
    pub fn line(&mut self, line: &str, now: Instant) {
        self.last_line = now;
        self.version = version_of(line).or(self.version);
        match Notice::read(line) {
            Some(notice) => self.notice(notice, now),
            None => self.report(format!("unknown line, skipped: {line:?}")),
        }
    }

    fn notice(&mut self, notice: Notice, now: Instant) {
        match notice {
            Notice::LoginRequest if self.phase == Phase::Greeting => {
                let name = format!("Stonefall-{VERSION}");
                self.ask(Request::Client(name), now);
                self.ask(Request::Protocol, now);
                self.send(Request::Login(self.login.clone()));
            }
            Notice::LoggedIn(name) => {
                self.report(format!("logged in as {name}"));
                self.ask_rating(&name);
                self.own_name = name;
                // The running game of a guest arrives before this line.
                if self.phase == Phase::Greeting {
                    self.phase = Phase::Idle { seek_at: now + SETTLED };
                }
            }
            Notice::AuthenticationFailure => self.exit(Exit::LoginRefused),
            Notice::Message(text) => self.message(&text, now),
            Notice::Ok => self.confirmed(now),
            Notice::Error(reason) => self.refused(&reason),
            Notice::Refused if self.is_without_game() => {
                self.phase = Phase::Idle { seek_at: now + BETWEEN_GAMES };
            }
            Notice::OnlinePlayers(names) => self.people = names.into_iter().collect(),
            Notice::NewSeek(seek) => self.offered(seek, now),
            Notice::RemoveSeek(number) => self.seeks.remove(number),
            Notice::AcceptRematch(number) => self.send(Request::Accept(number)),
            Notice::GameStart(start) => self.begin(start, now),
            Notice::Game(number, event) => self.event(number, event, now),
            Notice::Tell { from, text } => self.told(&from, &text, None, now),
            Notice::RoomShout { room, from, text } => self.told(&from, &text, Some(room), now),
            _ => {}
        }
    }

    /// A message for people: some of them end the connection.
    fn message(&mut self, text: &str, now: Instant) {
        self.report(format!("server: {text}"));
        if text.contains("game is resumed") {
            self.resumed(now);
        } else if text.contains("logged in from another window") {
            self.exit(Exit::LoginElsewhere);
        } else if text.to_lowercase().contains("banned") {
            self.exit(Exit::Banned);
        }
    }

    /// Tells the bot the minute of the day in UTC.
    pub fn set_minute(&mut self, minute: u32) {
        self.minute = minute;
    }

    /// Lets time pass. The program calls this ten times a second or more often.
    pub fn tick(&mut self, now: Instant) {
        if self.phase == Phase::Offline {
            return;
        }
        if now.saturating_duration_since(self.last_line) > SILENCE {
            self.last_line = now;
            self.actions.push(Action::Reconnect("the server is silent"));
            return;
        }
        if now >= self.next_ping {
            self.next_ping = now + PING;
            self.ask(Request::Ping, now);
        }
        if let Some(request) = self.chat.due(now) {
            self.send(request);
        }
        match self.phase {
            Phase::Idle { seek_at: at } | Phase::Accepting { until: at } if now >= at => {
                self.find_game(now);
            }
            Phase::Playing => self.go_on(now),
            _ => {}
        }
    }
}

impl Bot {
    pub(super) fn stop_thinking(&mut self) {
        if matches!(self.pending, Pending::Thinking(..) | Pending::Pondering(_)) {
            self.actions.push(Action::StopThinking);
        }
        if !matches!(self.pending, Pending::Sent(..)) || self.phase != Phase::Playing {
            self.pending = Pending::Nothing;
        }
    }

    pub(super) fn send(&mut self, request: Request) {
        self.actions.push(Action::Send(request));
    }

    /// Sends a request that the server answers with `OK`.
    pub(super) fn ask(&mut self, request: Request, now: Instant) {
        self.unanswered.push_back(now);
        self.send(request);
    }

    pub(super) fn report(&mut self, text: String) {
        self.actions.push(Action::Report(text));
    }

    pub(super) fn exit(&mut self, exit: Exit) {
        self.stop_thinking();
        self.send(Request::Quit);
        self.actions.push(Action::Exit(exit));
    }
}
