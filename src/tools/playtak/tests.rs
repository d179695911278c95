//! The bot, line by line, without a network.
#![allow(clippy::unwrap_used)]

use super::*;
use std::time::{Duration, Instant};
use stonefall_engine::search::{Level, Limits, Settings as SearchSettings};
use stonefall_engine::{Color, Move, Search};
use stonefall_playtak::protocol::{Login, Request, Setting};

const SECOND: Duration = Duration::from_secs(1);

/// A bot with a clock that the test moves, and what it has done.
struct Driver {
    bot: Bot,
    now: Instant,
    actions: Vec<Action>,
}

impl Driver {
    /// A bot that is logged in as `me`.
    fn new(settings: Settings) -> Self {
        let now = Instant::now();
        let login = Login::Account { name: "me".to_owned(), password: "secret1".to_owned() };
        let mut this = Self { bot: Bot::new(settings, login, now), now, actions: Vec::new() };
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
    fn in_game(settings: Settings, color: &str, options: &str) -> Self {
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

fn wanted() -> WantedGame {
    let setting = Setting { half_komi: 4, ..Setting::standard(5, 180 * SECOND, 5 * SECOND) };
    WantedGame { setting, color: Some(Color::White), opponent: None }
}

fn seeking() -> Settings {
    Settings { seeks: vec![wanted()], pace: Duration::ZERO, ..Settings::default() }
}

#[test]
fn seeks_take_turns() {
    let other = WantedGame { color: None, opponent: Some("you".to_owned()), ..wanted() };
    let mut driver = Driver::new(Settings { seeks: vec![wanted(), other], ..seeking() });
    driver.pass(SECOND);
    assert_eq!(driver.sent(), ["Seek 5 180 5 W 4 21 1 0 0 0 0 "]);
    driver.pass(SECOND);
    assert_eq!(driver.sent(), [""; 0]);
    driver.pass(20 * SECOND);
    driver.lines(&["OK"]);
    for _ in 0..8 {
        driver.pass(20 * SECOND);
        driver.lines(&["OK"]);
    }
    assert!(driver.sent().contains(&"Seek 5 180 5 A 4 21 1 0 0 0 0 you".to_owned()));
}

#[test]
fn only_listed_and_playable_seeks_are_accepted() {
    let settings = Settings {
        accept: vec![Accepted::Bots, Accepted::Player("you".to_owned())],
        blocked: vec!["pest".to_owned()],
        ..Settings::default()
    };
    for (line, accepted) in [
        ("Seek new 3 you 5 180 5 W 4 21 1 0 0 0 0 0 0", true),
        ("Seek new 3 robot 5 180 5 A 4 21 1 0 0 0 0 0 1", true),
        ("Seek new 3 robot 5 180 5 0 A 4 21 1 0 0 0 0 me 1", true),
        ("Seek new 3 stranger 5 180 5 A 4 21 1 0 0 0 0 me 0", true),
        ("Seek new 3 stranger 5 180 5 A 4 21 1 0 0 0 0 0 0", false),
        ("Seek new 3 you 5 180 5 W 4 21 1 0 0 0 0 other 0", false),
        ("Seek new 3 pest 5 180 5 W 4 21 1 0 0 0 0 me 1", false),
        ("Seek new 3 me 5 180 5 W 4 21 1 0 0 0 0 0 1", false),
        ("Seek new 3 robot 5 180 5 W 4 80 5 0 0 0 0 0 1", false),
    ] {
        let mut driver = Driver::new(settings.clone());
        driver.lines(&[line]);
        driver.pass(SECOND);
        assert_eq!(driver.sent().contains(&"Accept 3".to_owned()), accepted, "{line}");
        driver.lines(&["NOK"]);
        driver.pass(10 * SECOND);
        assert_eq!(driver.sent(), [""; 0], "a refused seek is not accepted again");
    }
}

#[test]
fn a_game_is_played_by_the_clock_of_the_server() {
    let mut driver = Driver::in_game(seeking(), "white", RATED);
    assert!(driver.thought().is_none(), "moves of a resumed game may follow");
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    assert_eq!(thought.limits.increment[Color::White], 5 * SECOND);
    let left = thought.limits.time[Color::White].unwrap();
    assert!(left < 179 * SECOND && left > 178 * SECOND, "{left:?}");
    driver.pass(2 * SECOND);
    driver.find(&thought, "a1");
    assert_eq!(driver.sent(), ["Game#7 P A1"]);
    driver.lines(&[
        "Game#7 Timems 182000 180000",
        "OK",
        "Game#7 Timems 182000 170000",
        "Game#7 P E5",
    ]);
    let thought = driver.thought().unwrap();
    let left = thought.limits.time[Color::White].unwrap();
    assert!(left < 182 * SECOND && left > 181 * SECOND, "{left:?}");
    assert_eq!(thought.game.ply(), 2);
    driver.find(&thought, "c3");
    driver.lines(&["OK", "Game#7 Over R-0"]);
    let archived = driver.actions.iter().find_map(|action| match action {
        Action::Archive(ptn) => Some(ptn.clone()),
        _ => None,
    });
    let ptn = archived.unwrap();
    assert!(
        ptn.contains("[Player1 \"me\"]") && ptn.contains("1. a1 {") && ptn.contains("R-0"),
        "{ptn}"
    );
}

#[test]
fn a_resumed_game_goes_on_where_it_was() {
    let mut driver = Driver::in_game(seeking(), "black", RATED);
    driver.lines(&["Game#7 P A1", "Game#7 P E5", "Game#7 P C3"]);
    driver.lines(&["Game#7 Timems 100000 90000", "Message Your game is resumed"]);
    assert!(driver.thought().is_none());
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    assert_eq!((thought.game.ply(), thought.game.to_move()), (3, Color::Black));
    // The connection is lost during the search; its move must not be played in the resumed game.
    driver.bot.disconnected();
    driver.bot.connected(driver.now);
    driver.lines(&[
        "Login or Register",
        "Welcome me!",
        &format!("Game Start 7 you vs me black {RATED}"),
    ]);
    driver.lines(&["Game#7 P A1", "Game#7 P E5", "Game#7 P C3", "Game#7 P B3", "Game#7 P C2"]);
    driver.find(&thought, "b3");
    let rooms = |action: &&Action| matches!(action, Action::Send(Request::JoinRoom(_)));
    assert_eq!(driver.actions.iter().filter(rooms).count(), 1, "back in the room");
    assert!(!driver.sent().iter().any(|line| line.starts_with("Game#7")));
    driver.pass(SECOND);
    assert_eq!(driver.thought().unwrap().game.ply(), 5);

    // Guests get the game before their name.
    driver.bot.disconnected();
    driver.bot.connected(driver.now);
    driver.lines(&[
        "Login or Register",
        &format!("Game Start 7 you vs me black {RATED}"),
        "Game#7 P A1",
        "Welcome me!",
    ]);
    driver.pass(SECOND);
    assert_eq!(driver.thought().unwrap().game.ply(), 1);
}

#[test]
fn a_refused_move_is_reported_and_another_one_tried() {
    let mut driver = Driver::in_game(seeking(), "white", RATED);
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    let mv = driver.find(&thought, "a1");
    driver.actions.clear();
    driver.lines(&["NOK", "Error:It is not your turn"]);
    let report = driver.actions.iter().find_map(|action| match action {
        Action::Refused(text) => Some(text.clone()),
        _ => None,
    });
    let report = report.unwrap();
    assert!(report.contains("a1") && report.contains("x5/x5/x5/x5/x5 1 1"), "{report}");
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    assert_eq!(thought.game.ply(), 0);
    assert!(thought.limits.search_moves.len() == 24 && !thought.limits.search_moves.contains(&mv));
}

#[test]
fn a_move_that_is_illegal_here_leads_to_a_new_connection() {
    let mut driver = Driver::in_game(seeking(), "black", RATED);
    driver.lines(&["Game#7 P A1", "Game#7 P A1"]);
    assert!(driver.actions.iter().any(|action| matches!(action, Action::Refused(_))));
    assert!(driver.actions.iter().any(|action| matches!(action, Action::Reconnect(_))));
}

#[test]
fn people_take_back_moves_in_unrated_games() {
    let mut driver = Driver::in_game(seeking(), "black", UNRATED);
    driver.lines(&["Game#7 P A1"]);
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    driver.find(&thought, "e5");
    driver.lines(&["OK"]);
    driver.actions.clear();
    // The person takes back the bot's answer first, then the own move.
    driver.lines(&["Game#7 RequestUndo"]);
    assert_eq!(driver.sent(), ["Game#7 RequestUndo"]);
    driver.lines(&["Game#7 Undo"]);
    driver.pass(SECOND);
    assert!(driver.thought().is_none(), "time for the second undo");
    driver.lines(&["Game#7 RequestUndo", "Game#7 Undo"]);
    driver.pass(10 * SECOND);
    assert!(driver.thought().is_none(), "the person is to move");
    driver.lines(&["Game#7 P B1"]);
    driver.pass(SECOND);
    assert_eq!(driver.thought().unwrap().game.ply(), 1);

    let mut rated = Driver::in_game(seeking(), "black", RATED);
    rated.lines(&["Game#7 P A1", "Game#7 RequestUndo"]);
    rated.pass(SECOND);
    let sent = rated.sent();
    assert!(sent.contains(&"ShoutRoom me-you No undo in rated games.".to_owned()), "{sent:?}");
}

#[test]
fn draws_are_accepted_when_the_bot_is_not_better() {
    let mut driver = Driver::in_game(seeking(), "white", UNRATED);
    driver.lines(&["Game#7 OfferDraw"]);
    assert!(!driver.sent().contains(&"Game#7 OfferDraw".to_owned()), "nothing searched yet");
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    let mut info = Search::new(1)
        .run(&thought.game, Limits::depth(1), SearchSettings::default(), &mut ())
        .lines
        .swap_remove(0);
    info.value = stonefall_engine::Value::CentiFlats(-20);
    driver.bot.found(thought.id, thought.game.read_move("a1").ok(), Some(info), driver.now);
    driver.lines(&["OK", "Game#7 OfferDraw"]);
    assert!(driver.sent().contains(&"Game#7 OfferDraw".to_owned()));
}

#[test]
fn only_strong_levels_resign() {
    for (level, resigns) in [(None, true), (Level::new(6), true), (Level::new(5), false)] {
        let mut driver = Driver::in_game(Settings { level, ..seeking() }, "white", RATED);
        driver.pass(SECOND);
        let thought = driver.thought().unwrap();
        assert_eq!(thought.level, level);
        let mut result =
            Search::new(1).run(&thought.game, Limits::depth(1), SearchSettings::default(), &mut ());
        result.lines[0].value = stonefall_engine::Value::Loss { plies: 4 };
        driver.bot.found(thought.id, result.best, result.lines.first().cloned(), driver.now);
        driver.lines(&[]);
        assert_eq!(driver.sent().contains(&"Game#7 Resign".to_owned()), resigns, "{level:?}");
    }
}

#[test]
fn people_wait_a_little_for_a_move() {
    let settings = Settings { pace: 3 * SECOND, ..seeking() };
    let mut driver = Driver::in_game(settings.clone(), "white", RATED);
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    driver.find(&thought, "a1");
    driver.pass(2 * SECOND);
    assert_eq!(driver.sent(), [""; 0]);
    driver.pass(2 * SECOND);
    assert_eq!(driver.sent(), ["Game#7 P A1"]);

    let mut bots = Driver::new(settings);
    bots.lines(&[&format!("Game Start 7 me vs robot white {RATED}")]);
    bots.pass(SECOND);
    let thought = bots.thought().unwrap();
    bots.find(&thought, "a1");
    assert_eq!(bots.sent(), ["Game#7 P A1"]);
}

#[test]
fn players_command_the_bot_by_chat() {
    let mut driver = Driver::new(seeking());
    driver.lines(&["Tell <you> level 3", "Tell <you> hello", "Tell <me> help", "Tell <you> why"]);
    assert_eq!(driver.sent(), ["Tell you I play at level 3 from the next game on."]);
    driver.pass(2 * SECOND);
    assert!(driver.sent().contains(&"Tell you We have not just played a game.".to_owned()));
    driver.lines(&[&format!("Game Start 7 me vs you white {UNRATED}")]);
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    assert_eq!(thought.level, Level::new(3));
    driver.find(&thought, "a1");
    driver.lines(&["OK", "ShoutRoom me-you <you> why", "Game#7 Over 0-1"]);
    driver.pass(2 * SECOND);
    let sent = driver.sent();
    assert!(
        sent.contains(&"ShoutRoom me-you I answer that after the game.".to_owned()),
        "{sent:?}"
    );
    driver.lines(&["Tell <you> why"]);
    driver.pass(2 * SECOND);
    let sent = driver.sent();
    assert!(sent.iter().any(|line| line.starts_with("Tell you 1. a1: White ")), "{sent:?}");
}

#[test]
fn a_rematch_exchanges_the_colors() {
    let mut driver = Driver::in_game(seeking(), "white", UNRATED);
    driver.lines(&["Game#7 Over 0-1", "Tell <you> again"]);
    assert!(driver.sent().contains(&"Seek 5 180 5 B 4 21 1 1 0 0 0 you".to_owned()));
}

#[test]
fn the_bot_leaves_after_the_game_or_at_once() {
    let mut driver = Driver::in_game(seeking(), "white", RATED);
    driver.bot.leave();
    driver.lines(&[]);
    assert_eq!(driver.exit(), None);
    driver.lines(&["Game#7 Over 1-0"]);
    driver.pass(5 * SECOND);
    assert_eq!(driver.exit(), Some(Exit::Done));

    let mut driver = Driver::in_game(seeking(), "white", RATED);
    driver.bot.leave();
    driver.bot.leave();
    driver.lines(&[]);
    assert_eq!(driver.exit(), Some(Exit::Done));

    let mut driver = Driver::in_game(Settings { games: Some(1), ..seeking() }, "white", RATED);
    driver.lines(&["Game#7 Abandoned. you quit"]);
    driver.pass(5 * SECOND);
    assert_eq!(driver.exit(), Some(Exit::Done));
}

#[test]
fn some_lines_end_the_program() {
    for (line, exit) in [
        ("Authentication failure", Exit::LoginRefused),
        ("Message You've logged in from another window. Disconnecting", Exit::LoginElsewhere),
        ("Message You are banned: spam", Exit::Banned),
    ] {
        let mut driver = Driver::new(seeking());
        driver.lines(&[line]);
        assert_eq!(driver.exit(), Some(exit), "{line}");
    }
}

#[test]
fn silence_is_noticed_and_unknown_lines_are_skipped() {
    let mut driver = Driver::new(seeking());
    driver.lines(&["What is this?", "Game#99 P A1", "Game#7 Nonsense"]);
    let reports = driver.actions.iter().filter(|action| matches!(action, Action::Report(_)));
    assert_eq!(reports.count(), 2);
    driver.pass(30 * SECOND);
    assert!(driver.sent().contains(&Request::Ping.line()));
    driver.lines(&["OK"]);
    driver.pass(60 * SECOND);
    assert!(!driver.actions.iter().any(|action| matches!(action, Action::Reconnect(_))));
    driver.pass(20 * SECOND);
    assert!(driver.actions.iter().any(|action| matches!(action, Action::Reconnect(_))));
}
