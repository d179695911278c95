//! Games: moves, clocks, lost connections, the end.

use super::*;

#[test]
fn a_game_is_played_by_the_clock_of_the_server() {
    let mut driver = TestBot::in_game(seeking(), "white", RATED);
    assert!(driver.thought().is_none(), "moves of a resumed game may follow");
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    assert_eq!(thought.limits.increment[Color::White], 5 * SECOND);
    let left = thought.limits.time[Color::White].unwrap();
    assert!(left < 179 * SECOND && left > 178 * SECOND, "{left:?}");
    driver.pass(2 * SECOND);
    driver.find(&thought, "a1");
    assert_eq!(driver.played(), ["Game#7 P A1"]);
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
    let ptn = driver.archived();
    assert!(
        ptn.contains("[Player1 \"me\"]") && ptn.contains("1. a1 {") && ptn.contains("R-0"),
        "{ptn}"
    );
}

#[test]
fn increments_grow() {
    // 60 s, and an increment of 5 s for each move so far.
    let mut driver = TestBot::in_game(seeking(), "black", "5 60 5 1 4 21 1 1 0 0 0 0");
    driver.lines(&["Game#7 P A1", "Game#7 P B1", "Game#7 P C1"]);
    driver.pass(SECOND);
    assert_eq!(driver.thought().unwrap().limits.increment[Color::Black], 10 * SECOND);
}

#[test]
fn a_resumed_game_goes_on_where_it_was() {
    let mut driver = TestBot::in_game(seeking(), "black", RATED);
    driver.lines(&["Game#7 P A1", "Game#7 P E5", "Game#7 P C3"]);
    driver.pass(SECOND / 10);
    assert!(driver.thought().is_none(), "more moves may follow");
    driver.lines(&["Game#7 Timems 100000 90000", "Message Your game is resumed"]);
    driver.pass(Duration::ZERO);
    let thought = driver.thought().unwrap();
    assert_eq!((thought.game.ply(), thought.game.to_move()), (3, Color::Black));
    // The connection is lost during the search; its move must not be played in the resumed game.
    driver.reconnect(&[&format!("Game Start 7 you vs me black {RATED}")]);
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
    let (mut driver, thought) = TestBot::thinking(seeking(), RATED);
    let mv = driver.find(&thought, "a1");
    driver.actions.clear();
    driver.lines(&["NOK", "Error:It is not your turn"]);
    let report =
        driver.taken(|action| if let Action::Refused(text) = action { Some(text) } else { None });
    let report = report.unwrap();
    assert!(report.contains("a1") && report.contains("x5/x5/x5/x5/x5 1 1"), "{report}");
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    assert_eq!(thought.game.ply(), 0);
    assert!(thought.limits.search_moves.len() == 24 && !thought.limits.search_moves.contains(&mv));
}

#[test]
fn a_move_that_is_illegal_here_leads_to_a_new_connection() {
    let mut driver = TestBot::in_game(seeking(), "black", RATED);
    driver.lines(&["Game#7 P A1", "Game#7 P A1"]);
    assert!(driver.has("Refused"));
    assert!(driver.has("Reconnect"));
}

#[test]
fn the_bot_leaves_after_the_game_or_at_once() {
    let mut driver = TestBot::in_game(seeking(), "white", RATED);
    driver.bot.leave();
    driver.lines(&[]);
    assert_eq!(driver.exit(), None);
    driver.lines(&["Game#7 Over 1-0"]);
    driver.pass(5 * SECOND);
    assert_eq!(driver.exit(), Some(Exit::Done));

    driver = TestBot::in_game(seeking(), "white", RATED);
    driver.bot.leave();
    driver.bot.leave();
    driver.lines(&[]);
    assert_eq!(driver.exit(), Some(Exit::Done));

    let mut driver = TestBot::in_game(BotSettings { games: Some(1), ..seeking() }, "white", RATED);
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
        let mut driver = TestBot::new(seeking());
        driver.lines(&[line]);
        assert_eq!(driver.exit(), Some(exit), "{line}");
    }
}

#[test]
fn silence_is_noticed_and_unknown_lines_are_skipped() {
    let mut driver = TestBot::new(seeking());
    driver.lines(&["What is this?", "Game#99 P A1", "Game#7 Nonsense"]);
    let reports = driver.actions.iter().filter(|action| matches!(action, Action::Report(_)));
    assert_eq!(reports.count(), 2);
    driver.pass(30 * SECOND);
    assert!(driver.sent().contains(&Request::Ping.line()));
    driver.lines(&["OK"]);
    driver.pass(60 * SECOND);
    assert!(!driver.has("Reconnect"));
    driver.pass(20 * SECOND);
    assert!(driver.has("Reconnect"));
}

#[test]
fn evaluations_and_clocks_survive_a_lost_connection() {
    let (mut driver, thought) = TestBot::thinking(seeking(), RATED);
    driver.find(&thought, "a1");
    driver.lines(&[
        "Game#7 Timems 182500 180000",
        "OK",
        "Game#7 Timems 182500 171200",
        "Game#7 P E5",
    ]);
    let thought = driver.thought().unwrap();
    driver.find(&thought, "c3");
    driver.lines(&["Game#7 Timems 181000 171200", "OK"]);
    driver.reconnect(&[
        &format!("Game Start 7 me vs you white {RATED}"),
        "Game#7 P A1",
        "Game#7 P E5",
        "Game#7 P C3",
        "Game#7 Timems 181000 160000",
        "Game#7 Over 1-0",
    ]);
    let ptn = driver.archived();
    // The opponent's ply has the evaluation of the search after it.
    assert_eq!(ptn.matches('{').count(), 6, "{ptn}");
    for clock in ["[%clk 0:03:02.5]", "[%clk 0:02:51.2]", "[%clk 0:03:01.0]"] {
        assert!(ptn.contains(clock), "{ptn}");
    }
}

#[test]
fn each_game_has_its_own_random_choices_also_after_a_lost_connection() {
    let mut driver = TestBot::new(seeking());
    let seed = |number: u32, driver: &mut TestBot| {
        driver.lines(&[&format!("Game Start {number} you vs me black {RATED}")]);
        driver.lines(&[&format!("Game#{number} P A1")]);
        driver.pass(SECOND);
        driver.thought().unwrap().seed
    };
    let first = seed(7, &mut driver);
    driver.reconnect(&[]);
    assert_eq!(seed(7, &mut driver), first);
    driver.lines(&["Game#7 Over 1-0"]);
    assert_ne!(seed(8, &mut driver), first);
}

#[test]
fn an_announced_level_survives_a_lost_connection() {
    let settings = BotSettings { level: "3".parse().ok(), ..seeking() };
    let mut driver = TestBot::in_game(settings, "white", UNRATED);
    driver.pass(SECOND);
    assert_eq!(driver.thought().unwrap().level, Level::new(3));
    driver.reconnect(&[]);
    driver.lines(&[&format!("Game Start 7 me vs you white {UNRATED}")]);
    driver.pass(SECOND);
    assert_eq!(driver.thought().unwrap().level, Level::new(3));
}
