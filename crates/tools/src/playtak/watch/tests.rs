//! The watcher, line by line, without a network.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::watcher::{Step, Watcher};
use super::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::time::{Duration, Instant};
use stonefall_engine::Color;
use stonefall_engine::notation::ptn_file::GameResult;

const SECOND: Duration = Duration::from_secs(1);
/// 5x5, 600 s + 10 s, komi 2.
const SETTING: &str = "5 600 10 4 21 1 1 0 0 0";

/// A watcher with a clock that the test moves, the lines that it sent, and its changes.
struct Driver {
    watcher: Watcher,
    now: Instant,
    sent: Vec<String>,
    changes: Vec<Change>,
    reconnects: Vec<&'static str>,
}

impl Driver {
    /// A watcher that is logged in, with these games in the list.
    fn new(target: Option<Target>, games: &[&str]) -> Self {
        let now = Instant::now();
        let watcher = Watcher::new("abcdefghijklmnopqrst".to_owned(), now);
        let (sent, changes, reconnects) = (Vec::new(), Vec::new(), Vec::new());
        let mut this = Self { watcher, now, sent, changes, reconnects };
        this.watcher.watch(target, now);
        this.log_in(games);
        this
    }

    /// A watcher of the game 3 between `ann` and `bob` after these moves.
    fn watching(moves: &[&str]) -> Self {
        let mut this = Self::new(Some(Target::Game(3)), &["3 ann bob"]);
        assert_eq!(this.sent(), ["Observe 3"]);
        this.observed("3 ann bob", moves);
        assert_eq!(this.changes(), ["game"]);
        this
    }

    fn log_in(&mut self, games: &[&str]) {
        self.watcher.connected(self.now);
        self.lines(&["Welcome!", "Login or Register"]);
        let client = format!("Client Stonefall-{}", env!("CARGO_PKG_VERSION"));
        let login = "Login Guest abcdefghijklmnopqrst";
        assert_eq!(self.sent(), [&client, "Protocol 4", login]);
        self.lines(&["OK", "OK", "Welcome Guest5!"]);
        for game in games {
            self.lines(&[&format!("GameList Add {game} {SETTING}")]);
        }
        self.lines(&["OnlinePlayers [\"ann\", \"bob\"]"]);
        assert!(self.changes.is_empty());
        assert_eq!(self.sent(), ["PING"]);
        self.lines(&["OK"]);
        let Change::Games(listed) = self.changes.remove(0) else { panic!("no list") };
        assert_eq!(listed.len(), games.len());
    }

    /// The answer to `Observe`.
    fn observed(&mut self, game: &str, moves: &[&str]) {
        let number = game.split(' ').next().unwrap();
        self.lines(&[&format!("Observe {game} {SETTING}")]);
        for mv in moves {
            self.lines(&[&format!("Game#{number} {mv}")]);
        }
        self.lines(&[&format!("Game#{number} Timems 500000 400000")]);
    }

    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            self.watcher.line(line, self.now);
        }
        self.take();
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.watcher.tick(self.now);
        self.take();
    }

    fn take(&mut self) {
        for step in self.watcher.steps() {
            match step {
                Step::Send(request) => self.sent.push(request.line()),
                Step::Report(change) => self.changes.push(change),
                Step::Reconnect(reason) => self.reconnects.push(reason),
            }
        }
    }

    /// The lines sent since the last call.
    fn sent(&mut self) -> Vec<String> {
        std::mem::take(&mut self.sent)
    }

    /// The types of the changes since the last call.
    fn changes(&mut self) -> Vec<String> {
        let changes = std::mem::take(&mut self.changes);
        changes.iter().map(|it| it.message()["type"].as_str().unwrap().to_owned()).collect()
    }

    /// The game of the only change.
    fn game(&mut self) -> WatchedGame {
        match &std::mem::take(&mut self.changes)[..] {
            [Change::Game(game, _)] => (**game).clone(),
            others => panic!("{others:?}"),
        }
    }
}

#[test]
fn a_game_is_followed_to_its_end() {
    let mut driver = Driver::new(Some(Target::Game(3)), &["2 eve joe", "3 ann bob"]);
    assert_eq!(driver.sent(), ["Observe 3"]);
    driver.observed("3 ann bob", &["P A1", "P E5"]);
    let game = driver.game();
    assert_eq!(game.moves(), ["a1", "e5"]);
    assert_eq!(game.clock_of(), Some(Color::White));
    let clocks = game.clocks(driver.now + 5 * SECOND);
    assert_eq!(clocks.0, [495 * SECOND, 400 * SECOND]);
    assert_eq!(game.listed.setting.half_komi, 4);
    driver.lines(&["Game#3 Timems 505000 400000", "Game#3 P C3", "Game#2 P A1"]);
    assert_eq!(driver.changes(), ["clocks", "move"]);
    driver.lines(&["Game#3 Undo"]);
    let game = driver.game();
    assert_eq!((game.moves().len(), game.clock_of()), (2, Some(Color::White)));
    driver.lines(&["Game#3 RequestUndo", "Game#3 OfferDraw", "Game#3 GivenTime black 15000"]);
    assert_eq!(driver.changes(), ["undo_request", "draw_offer", "given_time"]);
    driver.now += 3 * SECOND;
    driver.lines(&["Game#3 Over 0-1"]);
    let game = driver.game();
    assert_eq!(game.result(), GameResult::read("0-1"));
    assert_eq!(game.end_words().unwrap(), "White resigns: Black wins");
    // The clocks stand still.
    assert_eq!(game.clocks(driver.now + 9 * SECOND)[Color::White], 502 * SECOND);
    driver.lines(&[
        "Game#3 P C3",
        "Game#3 Over 1-0",
        &format!("GameList Remove 3 ann bob {SETTING}"),
    ]);
    assert_eq!(driver.changes(), ["games"]);
    assert!(driver.sent().is_empty());
}

#[test]
fn ends_have_words() {
    for (moves, lines, code, words) in [
        (&[][..], &["Over 1/2-1/2"][..], "1/2-1/2", "Draw by agreement"),
        (&[], &["Over 0-0"], "*", "The game ended without a result"),
        (&["P A1"], &["Timems 9000 0", "Over 1-0"], "1-0", "Black's time is up: White wins"),
        (&[], &["Over 1-0"], "1-0", "Black resigns: White wins"),
        (&[], &["Abandoned. ann quit"], "0-1", "ann did not come back: Black wins"),
        (&[], &["Abandoned. eve quit"], "*", "The game ended while there was no connection"),
        (&[], &["Over F-0"], "F-0", "White wins on flats"),
        (
            &["P A1", "P E5", "P E4", "P B1", "P E3", "P B2", "P E2", "P B3", "P E1"],
            &["Over R-0"],
            "R-0",
            "White wins by a road",
        ),
    ] {
        let mut driver = Driver::watching(moves);
        for line in lines {
            driver.changes.clear();
            driver.lines(&[&format!("Game#3 {line}")]);
        }
        let game = driver.game();
        assert_eq!(game.result().unwrap().code(), code, "{lines:?}");
        assert_eq!(game.end_words().unwrap(), words, "{lines:?}");
    }
}

#[test]
fn a_number_without_a_game_is_reported() {
    let mut driver = Driver::new(Some(Target::Game(4)), &["3 ann bob"]);
    assert_eq!(driver.changes(), ["no_game"]);
    assert!(driver.sent().is_empty());
    // A game that ends before the answer to the request.
    driver.watcher.watch(Some(Target::Game(3)), driver.now);
    driver.take();
    assert_eq!(driver.sent(), ["Observe 3"]);
    driver.lines(&[&format!("GameList Remove 3 ann bob {SETTING}"), "NOK"]);
    assert_eq!(driver.changes(), ["games", "no_game"]);
}

#[test]
fn a_player_is_followed_from_game_to_game() {
    let mut driver = Driver::new(Some(Target::Player("Bob".to_owned())), &["3 eve joe"]);
    assert_eq!(driver.changes(), ["waiting"]);
    driver.lines(&[&format!("GameList Add 4 ann joe {SETTING}")]);
    assert!(driver.sent().is_empty());
    driver.lines(&[&format!("GameList Add 5 ann bob {SETTING}")]);
    assert_eq!(driver.sent(), ["Observe 5"]);
    driver.observed("5 ann bob", &[]);
    driver.lines(&["Game#5 Over 1-0", &format!("GameList Remove 5 ann bob {SETTING}")]);
    driver.lines(&[&format!("GameList Add 6 bob eve {SETTING}")]);
    assert_eq!(driver.sent(), ["Observe 6"]);
    driver.observed("6 bob eve", &["P A1"]);
    assert_eq!(driver.changes(), ["games", "games", "game", "over", "games", "games", "game"]);
}

#[test]
fn the_target_changes() {
    let mut driver = Driver::watching(&["P A1"]);
    driver.lines(&[&format!("GameList Add 4 eve joe {SETTING}")]);
    driver.watcher.watch(Some(Target::Game(4)), driver.now);
    driver.lines(&["Game#3 P E5"]);
    assert_eq!(driver.sent(), ["Unobserve 3", "Observe 4"]);
    // The target changes again before the answer.
    driver.watcher.watch(None, driver.now);
    driver.observed("4 eve joe", &["P A1"]);
    assert_eq!(driver.sent(), ["Unobserve 4"]);
    assert_eq!(driver.changes(), ["games"]);
}

#[test]
fn a_lost_connection_returns_to_the_game() {
    let mut driver = Driver::watching(&["P A1"]);
    driver.watcher.disconnected("gone".to_owned(), SECOND);
    driver.take();
    assert_eq!(driver.changes(), ["lost"]);
    driver.log_in(&["3 ann bob"]);
    assert_eq!(driver.sent(), ["Observe 3"]);
    driver.observed("3 ann bob", &["P A1", "P E5"]);
    assert_eq!(driver.game().moves(), ["a1", "e5"]);
    // The game ends during the next lost connection.
    driver.watcher.disconnected("gone".to_owned(), SECOND);
    driver.take();
    driver.changes.clear();
    driver.log_in(&[]);
    assert_eq!(driver.game().end_words().unwrap(), "The game ended while there was no connection");
    assert!(driver.sent().is_empty());
    // The next one is no news.
    driver.watcher.disconnected("gone".to_owned(), SECOND);
    driver.take();
    driver.changes.clear();
    driver.log_in(&[]);
    assert!(driver.changes.is_empty());
}

#[test]
fn a_move_that_cannot_be_played_requests_the_game_once() {
    let mut driver = Driver::watching(&["P A1"]);
    driver.lines(&["Game#3 P A1", "Game#3 P A1", "Game#3 Over 1-0"]);
    assert_eq!(driver.sent(), ["Observe 3"]);
    assert!(driver.changes().is_empty());
    driver.observed("3 ann bob", &["P A1", "P E5"]);
    assert_eq!(driver.changes(), ["game"]);
    driver.lines(&["Game#3 P A1"]);
    assert_eq!(driver.sent(), ["Observe 3"]);
    driver.observed("3 ann bob", &["P A1", "P E5", "P E5"]);
    assert_eq!(driver.game().end, Some(End::Unreadable));
    assert_eq!(driver.sent(), ["Unobserve 3"]);
}

#[test]
fn a_setting_that_the_engine_does_not_know_is_reported() {
    let mut driver = Driver::new(Some(Target::Game(3)), &["3 ann bob"]);
    driver.sent.clear();
    driver.lines(&["Observe 3 ann bob 5 600 10 4 0 1 1 0 0 0", "Game#3 P A1"]);
    let message = driver.changes.remove(0).message();
    assert!(message["text"].as_str().unwrap().starts_with("game 3 cannot be shown: expected "));
    assert_eq!(driver.sent(), ["Unobserve 3"]);
}

#[test]
fn silence_and_refusals_end_the_connection() {
    let mut driver = Driver::watching(&[]);
    driver.pass(26 * SECOND);
    assert_eq!(driver.sent(), ["PING"]);
    driver.pass(45 * SECOND);
    assert_eq!(driver.reconnects, ["the server is silent"]);
    driver.lines(&["Authentication failure"]);
    assert_eq!(driver.reconnects[1], "the server refuses the login of a guest");
}

#[test]
fn nothing_in_a_line_reaches_the_terminal_as_a_command() {
    let mut driver = Driver::new(None, &[]);
    driver.lines(&["Message \u{1b}[2Jgone\u{7}", "Game#3 P A1", "nonsense", ""]);
    assert_eq!(driver.changes.remove(0).message()["text"], "[2Jgone");
    assert!(driver.changes.is_empty());
}

#[test]
fn repetitions_do_not_end_a_game_but_fifty_plies_do() {
    let turn = ["M E5 E4 1", "M A1 A2 1", "M E4 E5 1", "M A2 A1 1"];
    for (plies, words) in
        [(8, "Draw by agreement"), (50, "Draw: too many moves without a placement")]
    {
        let mut driver = Driver::watching(&["P A1", "P E5"]);
        for mv in turn.iter().cycle().take(plies) {
            driver.lines(&[&format!("Game#3 {mv}")]);
        }
        driver.changes.clear();
        driver.lines(&["Game#3 Over 1/2-1/2"]);
        assert_eq!(driver.game().end_words().unwrap(), words);
    }
}

/// Forms of lines; `N` is a number, `S` a square.
const FORMS: [&str; 16] = [
    "Login or Register",
    "Welcome Guest1!",
    "OK",
    "NOK",
    "Authentication failure",
    "GameList Add N ann bob 5 600 10 4 21 1 1 0 0 0",
    "GameList Remove N ann bob 5 600 10 4 21 1 1 0 0 0",
    "Observe N ann bob 5 600 10 4 21 1 1 0 0 0",
    "Observe N eve joe 3 60 1 0 10 0 1 1 5 30",
    "Game#N Timems 1000 4294967295",
    "Game#N P S",
    "Game#N M S S 1",
    "Game#N Undo",
    "Game#N Over 1/2-1/2",
    "Game#N Abandoned. bob quit",
    "Game#N GivenTime white 15000",
];

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]
    #[test]
    fn any_lines_do_no_harm(
        lines in vec((0..FORMS.len(), 0..4u32, "[A-E][1-5]", "[A-E][1-5]"), 0..60),
        player in any::<bool>(),
    ) {
        let target = if player { Target::Player("ann".to_owned()) } else { Target::Game(2) };
        let mut driver = Driver::new(Some(target), &["2 ann bob"]);
        for (form, number, from, to) in lines {
            let line = FORMS[form].replacen('N', &number.to_string(), 1);
            let line = line.replacen('S', &from, 1).replacen('S', &to, 1);
            driver.lines(&[&line]);
            driver.pass(SECOND);
        }
        for change in &driver.changes {
            prop_assert!(change.message()["type"].is_string());
        }
        for line in driver.sent() {
            let verb = line.split(' ').next().unwrap().to_owned();
            let known = ["Client", "Protocol", "Login", "PING", "Observe", "Unobserve"];
            prop_assert!(known.contains(&verb.as_str()), "{}", line);
        }
    }
}
