//! The bot, line by line, without a network.
#![allow(clippy::unwrap_used)]

mod games;
mod people;
mod ponder;
mod seeks;

use super::*;
use std::time::{Duration, Instant};
use stonefall_engine::search::{Info, Level, Limits, Settings as SearchSettings};
use stonefall_engine::{Color, Move, Search};
use stonefall_playtak::protocol::{Login, Request};

const SECOND: Duration = Duration::from_secs(1);

/// A bot with a clock that the test moves, and what it has done.
struct Driver {
    bot: Bot,
    now: Instant,
    actions: Vec<Action>,
}

impl Driver {
    /// A bot that is logged in as `me`.
    fn new(settings: BotSettings) -> Self {
        let now = Instant::now();
        let mut this = Self {
            bot: Bot::new(settings, login(), Players::default(), now),
            now,
            actions: Vec::new(),
        };
        this.bot.connected(now);
        this.lines(&["Welcome!", "Login or Register"]);
        assert_eq!(
            this.sent(),
            [
                &format!("Client Stonefall-{}", env!("CARGO_PKG_VERSION")),
                "Protocol 4",
                "Login me secret1"
            ]
        );
        this.lines(&["OK", "OK", "Welcome me!", "OnlinePlayers [\"me\", \"you\"]"]);
        this.actions.clear();
        this
    }

    /// A game that begins with the bot as this color, against `you`.
    fn in_game(settings: BotSettings, color: &str, options: &str) -> Self {
        let mut this = Self::new(settings);
        this.lines(&[&format!(
            "Game Start 7 {} {color} {options}",
            match color {
                "white" => "me vs you",
                _ => "you vs me",
            }
        )]);
        assert_eq!(this.sent(), ["JoinRoom me-you"]);
        this
    }

    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            self.bot.line(line, self.now);
        }
        self.actions.extend(self.bot.actions());
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.bot.tick(self.now);
        self.actions.extend(self.bot.actions());
    }

    /// The lines sent since the last call.
    fn sent(&mut self) -> Vec<String> {
        let lines = |action: &Action| match action {
            Action::Send(request) => Some(request.line()),
            _ => None,
        };
        self.actions.drain(..).filter_map(|action| lines(&action)).collect()
    }

    /// The search that was started since the last call.
    fn thought(&mut self) -> Option<MoveTask> {
        self.actions.drain(..).rev().find_map(|action| match action {
            Action::Think(thought) => Some(*thought),
            _ => None,
        })
    }

    fn exit(&mut self) -> Option<Exit> {
        self.actions.drain(..).find_map(|action| match action {
            Action::Exit(exit) => Some(exit),
            _ => None,
        })
    }

    /// The lines of a game that were sent since the last call.
    fn played(&mut self) -> Vec<String> {
        self.sent().into_iter().filter(|line| line.starts_with("Game#")).collect()
    }

    /// The archived game.
    fn archived(&mut self) -> String {
        let archived = self.actions.drain(..).find_map(|action| match action {
            Action::Archive(ptn) => Some(ptn),
            _ => None,
        });
        archived.unwrap()
    }

    /// Answers a search with a move and the expected reply.
    fn find_with_reply(&mut self, thought: &MoveTask, mv: &str, reply: &str) {
        let mv = thought.game.read_move(mv).unwrap();
        let reply = thought.game.after(mv).unwrap().read_move(reply).unwrap();
        let result =
            Search::new(1).run(&thought.game, Limits::depth(1), SearchSettings::default(), &mut ());
        let info = Info { pv: vec![mv, reply], ..result.lines[0].clone() };
        self.bot.found(thought.id, Some(mv), Some(info), self.now);
        self.actions.extend(self.bot.actions());
    }

    /// Answers a search with a move, and a report of it.
    fn find(&mut self, thought: &MoveTask, text: &str) -> Move {
        let mv = thought.game.read_move(text).unwrap();
        let result =
            Search::new(1).run(&thought.game, Limits::depth(1), SearchSettings::default(), &mut ());
        self.bot.found(thought.id, Some(mv), result.lines.first().cloned(), self.now);
        self.actions.extend(self.bot.actions());
        mv
    }
}

const UNRATED: &str = "5 180 5 4 21 1 1 0 0 0 0";
const RATED: &str = "5 180 5 4 21 1 0 0 0 0 0";

fn login() -> Login {
    Login::Account { name: "me".to_owned(), password: "secret1".to_owned() }
}

fn wanted() -> WantedGame {
    WantedGame {
        size: 5,
        time: 180,
        increment: 5,
        color: WantedColor::White,
        ..WantedGame::default()
    }
}

fn seeking() -> BotSettings {
    BotSettings { seek: vec![wanted()], pace: Some(0.0), ..BotSettings::default() }
}
