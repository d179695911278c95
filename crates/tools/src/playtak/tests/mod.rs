//! The bot, line by line, without a network.
#![allow(clippy::unwrap_used)]

mod games;
mod people;
mod ponder;
mod seeks;

use super::*;
use std::time::{Duration, Instant};
use stonefall_engine::search::{Info, Level, Limits, Settings as SearchSettings};
use stonefall_engine::{Color, Move, Search, Value, parse_move};
use stonefall_playtak::protocol::{Login, Request};

const SECOND: Duration = Duration::from_secs(1);

/// A bot with a clock that the test moves, and what it has done.
struct TestBot {
    bot: Bot,
    now: Instant,
    actions: Vec<Action>,
}

impl TestBot {
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
        let players = if color == "white" { "me vs you" } else { "you vs me" };
        this.lines(&[&format!("Game Start 7 {players} {color} {options}")]);
        assert_eq!(this.sent(), ["JoinRoom me-you"]);
        this
    }

    /// A game of the bot as White, and the search for its first move.
    fn thinking(settings: BotSettings, options: &str) -> (Self, MoveTask) {
        let mut this = Self::in_game(settings, "white", options);
        this.pass(SECOND);
        let thought = this.thought().unwrap();
        (this, thought)
    }

    /// The connection is lost and comes back, with these lines after the login.
    fn reconnect(&mut self, lines: &[&str]) {
        self.bot.disconnected();
        self.bot.connected(self.now);
        self.lines(&["Login or Register", "Welcome me!"]);
        self.lines(lines);
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

    /// The last action of a kind since the last call.
    fn taken<T>(&mut self, pick: impl Fn(Action) -> Option<T>) -> Option<T> {
        self.actions.drain(..).rev().find_map(pick)
    }

    /// The search that was started since the last call.
    fn thought(&mut self) -> Option<MoveTask> {
        self.taken(|action| if let Action::Think(task) = action { Some(*task) } else { None })
    }

    fn exit(&mut self) -> Option<Exit> {
        self.taken(|action| if let Action::Exit(exit) = action { Some(exit) } else { None })
    }

    /// The lines of a game that were sent since the last call.
    fn played(&mut self) -> Vec<String> {
        self.sent().into_iter().filter(|line| line.starts_with("Game#")).collect()
    }

    /// The archived game.
    fn archived(&mut self) -> String {
        self.taken(|action| if let Action::Archive(ptn) = action { Some(ptn) } else { None })
            .unwrap()
    }

    /// Whether the bot asks for a new connection, or keeps a refused move.
    fn has(&self, kind: &str) -> bool {
        self.actions.iter().any(|action| format!("{action:?}").starts_with(kind))
    }

    /// Answers a search with a move, and a report of it with these changes.
    fn find_with(
        &mut self,
        thought: &MoveTask,
        text: &str,
        change: impl FnOnce(&mut Info),
    ) -> Move {
        let mv = thought.game.read_move(text).unwrap();
        let result =
            Search::new(1).run(&thought.game, Limits::depth(1), SearchSettings::default(), &mut ());
        let mut info = result.lines[0].clone();
        change(&mut info);
        self.bot.found(thought.id, Some(mv), Some(info), self.now);
        self.actions.extend(self.bot.actions());
        mv
    }

    fn find(&mut self, thought: &MoveTask, text: &str) -> Move {
        self.find_with(thought, text, |_| {})
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
