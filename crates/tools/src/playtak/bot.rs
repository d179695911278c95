//! The bot as a state machine: lines of the server, results of searches and the passing of time go in, [`Action`]s
//! come out. Tests drive it line by line.

use super::game::BotGame;
use super::levels::Players;
use super::session::{Action, Exit, Session};
use super::settings::{BotSettings, WantedGame};
use crate::version::VERSION;
use std::collections::BTreeMap;
use std::mem;
use std::time::{Duration, Instant};
use stonefall_engine::Move;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::search::Info;
use stonefall_playtak::protocol::{GameEvent, GameStart, Login, Notice, Request, Seek};

/// Time after a login in which the server resumes a running game.
const RESUMING: Duration = Duration::from_millis(300);
/// Time after a game before the next seek, for a rematch.
const BETWEEN_GAMES: Duration = Duration::from_secs(3);
/// Time for the server to answer an `Accept` or to announce a game.
const ACCEPTING: Duration = Duration::from_secs(10);
/// Time between two looks at the clock without own seeks.
const WAITING: Duration = Duration::from_secs(1);

/// The bot.
pub struct Bot {
    session: Session,
    stage: Stage,
    login: Login,
    /// Seeks of other players on the server.
    seeks: BTreeMap<u32, Seek>,
    /// Number of own seeks so far: they take turns.
    sought: usize,
    /// The game that a lost connection interrupted, until the next game begins.
    interrupted: Option<Box<BotGame>>,
    /// Number of finished games.
    finished: u32,
    is_leaving: bool,
}

/// The phases of the bot.
enum Stage {
    /// No connection.
    Offline,
    /// Connected, before the login.
    Greeting,
    /// Without a game.
    Lobby {
        /// When the next seek is due.
        seek_at: Instant,
    },
    /// Waiting for the game of a seek that the bot accepted.
    Accepting {
        /// When the bot gives up.
        until: Instant,
    },
    /// In a game.
    Playing(Box<BotGame>),
}

impl Bot {
    /// A bot without a connection.
    #[must_use]
    pub fn new(settings: BotSettings, login: Login, players: Players, now: Instant) -> Self {
        Self {
            session: Session::new(settings, players, now),
            stage: Stage::Offline,
            login,
            seeks: BTreeMap::new(),
            sought: 0,
            interrupted: None,
            finished: 0,
            is_leaving: false,
        }
    }

    /// The actions since the last call, in order.
    pub fn actions(&mut self) -> Vec<Action> {
        self.session.take_actions()
    }

    /// A connection is open.
    pub fn connected(&mut self, now: Instant) {
        self.disconnected();
        self.stage = Stage::Greeting;
        self.session.connected(now);
        self.seeks.clear();
    }

    /// The connection is lost. A running game stays in memory until the server resumes it or announces another one.
    pub fn disconnected(&mut self) {
        if let Stage::Playing(mut game) = mem::replace(&mut self.stage, Stage::Offline) {
            game.stop_thinking(&mut self.session);
            self.interrupted = Some(game);
        }
    }

    /// No new games; the current one is played to its end. A second call leaves now.
    pub fn leave(&mut self) {
        let game = match &self.stage {
            Stage::Playing(game) => Some(game),
            _ => self.interrupted.as_ref(),
        };
        match game {
            Some(game) if self.is_leaving => {
                let text = format!("{} is not finished", game.title());
                self.session.report(text);
                self.exit(Exit::Done);
            }
            Some(_) => {
                self.is_leaving = true;
                self.session.report("leaves after this game (once more leaves now)".to_owned());
            }
            None => self.exit(Exit::Done),
        }
    }

    /// Receives a line of the server.
    pub fn line(&mut self, line: &str, now: Instant) {
        self.session.heard(line, now);
        match Notice::read(line) {
            Some(notice) => self.notice(notice, now),
            None => self.session.report(format!("unknown line, skipped: {line:?}")),
        }
    }

    /// Receives the move of a search, with its last report.
    pub fn found(&mut self, id: u64, mv: Option<Move>, info: Option<Info>, now: Instant) {
        if let (Stage::Playing(game), Some(mv)) = (&mut self.stage, mv) {
            game.found(id, mv, info, &mut self.session, now);
        }
    }

    /// Receives a player's rating; `None` if the player has none.
    pub fn rated(&mut self, player: String, rating: Option<f64>, now: Instant) {
        self.session.rated(player, rating);
        if let Stage::Playing(game) = &mut self.stage {
            game.choose_level(&self.session);
        }
        self.look_at_seeks(now);
    }

    /// Lets time pass. The program calls this ten times a second or more often.
    pub fn tick(&mut self, now: Instant) {
        if matches!(self.stage, Stage::Offline) || !self.session.keep_alive(now) {
            return;
        }
        match &mut self.stage {
            Stage::Lobby { seek_at: at } | Stage::Accepting { until: at } if now >= *at => {
                self.find_game(now);
            }
            Stage::Playing(game) => game.go_on(&mut self.session, now),
            _ => {}
        }
    }

    fn notice(&mut self, notice: Notice, now: Instant) {
        match (notice, &mut self.stage) {
            (Notice::LoginRequest, Stage::Greeting) => {
                let name = format!("Stonefall-{VERSION}");
                self.session.ask(Request::Client(name), now);
                self.session.ask(Request::Protocol, now);
                self.session.send(Request::Login(self.login.clone()));
            }
            (Notice::LoggedIn(name), stage) => {
                self.session.logged_in(name);
                // The running game of a guest arrives before this line.
                if matches!(stage, Stage::Greeting) {
                    *stage = Stage::Lobby { seek_at: now + RESUMING };
                }
            }
            (Notice::AuthenticationFailure, _) => self.exit(Exit::LoginRefused),
            (Notice::Message(text), _) => self.message(&text, now),
            (Notice::Ok, stage) => {
                self.session.answered(now);
                if let Stage::Playing(game) = stage {
                    game.confirmed(&mut self.session);
                }
            }
            (Notice::Error(reason), Stage::Playing(game)) => {
                game.refused(&reason, &mut self.session);
            }
            (Notice::Error(reason), _) => self.session.report(format!("server: error: {reason}")),
            (Notice::Refused, stage @ (Stage::Lobby { .. } | Stage::Accepting { .. })) => {
                *stage = Stage::Lobby { seek_at: now + BETWEEN_GAMES };
            }
            (Notice::OnlinePlayers(names), _) => self.session.set_people(names),
            (Notice::NewSeek(seek), _) => {
                self.seeks.insert(seek.number, seek);
                self.look_at_seeks(now);
            }
            (Notice::RemoveSeek(number), _) => drop(self.seeks.remove(&number)),
            (Notice::GameStart(start), _) => self.begin(start, now),
            (Notice::Game(number, event), _) => self.event(number, event, now),
            _ => {}
        }
    }

    /// A message for people: some of them end the connection.
    fn message(&mut self, text: &str, now: Instant) {
        self.session.report(format!("server: {text}"));
        if text.contains("game is resumed") {
            if let Stage::Playing(game) = &mut self.stage {
                game.resumed(now);
            }
        } else if text.contains("logged in from another window") {
            self.exit(Exit::LoginElsewhere);
        } else if text.to_lowercase().contains("banned") {
            self.exit(Exit::Banned);
        }
    }

    fn exit(&mut self, exit: Exit) {
        if let Stage::Playing(game) = &mut self.stage {
            game.stop_thinking(&mut self.session);
        }
        self.session.send(Request::Quit);
        self.session.act(Action::Exit(exit));
    }
}

/// Games.
impl Bot {
    /// A game begins, or goes on after a lost connection; then all moves follow.
    fn begin(&mut self, start: GameStart, now: Instant) {
        self.disconnected();
        self.stage = Stage::Lobby { seek_at: now + BETWEEN_GAMES };
        let number = start.number;
        match BotGame::new(start, self.interrupted.take(), &mut self.session, now) {
            Ok(game) => self.stage = Stage::Playing(Box::new(game)),
            Err(error) => {
                self.session.report(format!("game {number} cannot be played: {error}"));
                self.session.send(Request::Resign(number));
            }
        }
    }

    fn event(&mut self, number: u32, event: GameEvent, now: Instant) {
        let Stage::Playing(game) = &mut self.stage else { return };
        if game.number() != number {
            return;
        }
        match event {
            GameEvent::Over(result) => self.end(result, now),
            GameEvent::Abandoned(_) => {
                let result = game.won();
                self.end(result, now);
            }
            event => game.event(event, &mut self.session, now),
        }
    }

    fn end(&mut self, result: GameResult, now: Instant) {
        let lobby = Stage::Lobby { seek_at: now + BETWEEN_GAMES };
        if let Stage::Playing(game) = mem::replace(&mut self.stage, lobby) {
            self.finished += 1;
            game.finish(result, &mut self.session);
        }
    }
}

/// Between games: own seeks, and seeks that the bot accepts.
impl Bot {
    /// Accepts a seek or makes one, or leaves.
    fn find_game(&mut self, now: Instant) {
        if self.is_finished() {
            self.exit(Exit::Done);
            return;
        }
        self.stage = Stage::Lobby { seek_at: now + WAITING };
        let count = self.session.settings().seek.len();
        if self.accept_seek(now) || count == 0 {
            return;
        }
        self.stage = Stage::Lobby { seek_at: now + self.session.settings().rotation() };
        let wanted = self.session.settings().seek[self.sought % count].clone();
        self.sought += 1;
        self.seek(wanted);
    }

    fn is_finished(&self) -> bool {
        let is_last = |games| self.finished >= games;
        self.is_leaving || self.session.settings().games.is_some_and(is_last)
    }

    /// Seeks a game. New words are sent only to a server whose lines have them.
    fn seek(&mut self, wanted: WantedGame) {
        let (setting, color) = (wanted.setting(), wanted.color());
        let version = setting.needed_version();
        match self.session.version() {
            Some(known) if known < version => self.session.report(format!(
                "expected a server with protocol {version}, found {known}: seek skipped"
            )),
            _ => {
                let opponent = wanted.opponent;
                self.session.send(Request::Seek { setting, color, opponent, version });
            }
        }
    }

    /// Accepts a suitable seek while the bot is in the lobby.
    fn look_at_seeks(&mut self, now: Instant) {
        if matches!(self.stage, Stage::Lobby { .. }) && !self.is_finished() {
            self.accept_seek(now);
        }
    }

    /// Accepts a seek of another player, if one suits.
    fn accept_seek(&mut self, now: Instant) -> bool {
        if self.session.settings().accept_rating.is_some() {
            for seek in self.seeks.values() {
                if self.session.may_suit(seek) {
                    self.session.ask_rating(&seek.player);
                }
            }
        }
        let session = &self.session;
        let suits = |seek: &&Seek| session.may_suit(seek) && session.has_suitable_rating(seek);
        let Some(number) = self.seeks.values().find(suits).map(|seek| seek.number) else {
            return false;
        };
        // If the server refuses, the seek is gone.
        self.seeks.remove(&number);
        self.session.send(Request::Accept(number));
        self.stage = Stage::Accepting { until: now + ACCEPTING };
        true
    }
}
