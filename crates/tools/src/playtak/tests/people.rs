//! The bot among people: undo, draws, resignation, levels.

use super::*;

#[test]
fn people_take_back_moves_in_unrated_games() {
    let mut driver = TestBot::in_game(seeking(), "black", UNRATED);
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

    let mut rated = TestBot::in_game(seeking(), "black", RATED);
    rated.lines(&["Game#7 P A1", "Game#7 RequestUndo"]);
    rated.pass(SECOND);
    let sent = rated.sent();
    assert!(sent.contains(&"ShoutRoom me-you No undo in rated games.".to_owned()), "{sent:?}");
}

#[test]
fn draws_are_accepted_when_the_bot_is_not_better() {
    let mut driver = TestBot::in_game(seeking(), "white", UNRATED);
    driver.lines(&["Game#7 OfferDraw"]);
    assert!(!driver.sent().contains(&"Game#7 OfferDraw".to_owned()), "nothing searched yet");
    driver.pass(SECOND);
    let thought = driver.thought().unwrap();
    driver.find_with(&thought, "a1", |info| info.value = Value::CentiFlats(-20));
    driver.lines(&["OK", "Game#7 OfferDraw"]);
    assert!(driver.sent().contains(&"Game#7 OfferDraw".to_owned()));
}

#[test]
fn only_strong_levels_resign() {
    for (text, resigns) in [("full", true), ("15", true), ("14", false)] {
        let level = text.parse().ok();
        let (mut driver, thought) = TestBot::thinking(BotSettings { level, ..seeking() }, RATED);
        assert_eq!(thought.level, text.parse().ok().and_then(Level::new));
        driver.find_with(&thought, "a1", |info| info.value = Value::Loss { plies: 4 });
        assert_eq!(driver.sent().contains(&"Game#7 Resign".to_owned()), resigns, "{text}");
    }
}

#[test]
fn people_wait_a_little_for_a_move() {
    let settings = BotSettings { pace: Some(3.0), ..seeking() };
    let (mut driver, thought) = TestBot::thinking(settings.clone(), RATED);
    driver.find(&thought, "a1");
    driver.pass(2 * SECOND);
    assert_eq!(driver.played(), [""; 0]);
    driver.pass(2 * SECOND);
    assert_eq!(driver.played(), ["Game#7 P A1"]);

    let mut bots = TestBot::new(settings);
    bots.lines(&[&format!("Game Start 7 me vs robot white {RATED}")]);
    bots.pass(SECOND);
    let thought = bots.thought().unwrap();
    bots.find(&thought, "a1");
    assert_eq!(bots.played(), ["Game#7 P A1"]);
}

/// Plays a game of eight plies in which the opponent wins or loses.
fn finished_game(driver: &mut TestBot, number: u32, result: &str) {
    driver.lines(&[&format!("Game Start {number} you vs me black {UNRATED}")]);
    for square in ["A1", "B1", "C1", "D1", "E1", "A3", "B3", "C3"] {
        driver.lines(&[&format!("Game#{number} P {square}")]);
    }
    driver.lines(&[&format!("Game#{number} Over {result}")]);
    driver.actions.clear();
}

#[test]
fn the_level_follows_the_results_and_the_bot_says_so() {
    let mut driver = TestBot::new(BotSettings { level: Some(BotLevel::Auto), ..seeking() });
    driver.bot.rated("you".to_owned(), Some(960.0), driver.now);
    finished_game(&mut driver, 7, "R-0");
    finished_game(&mut driver, 8, "1-0");
    driver.pass(2 * SECOND);
    let told = "Tell you You won twice in a row: I play at level 12 from the next game on.";
    assert!(driver.sent().contains(&told.to_owned()));
    driver.lines(&[&format!("Game Start 9 you vs me black {UNRATED}"), "Game#9 P A1"]);
    driver.pass(SECOND);
    let greeting = "ShoutRoom me-you Hello! I am a program and play at level 12.";
    let actions = driver.actions.clone();
    assert_eq!(driver.thought().unwrap().level, Level::new(12));
    driver.actions = actions;
    driver.pass(SECOND);
    assert!(driver.sent().contains(&greeting.to_owned()));
}

#[test]
fn a_rating_decides_about_the_first_level() {
    let mut driver = TestBot::new(BotSettings { level: Some(BotLevel::Auto), ..seeking() });
    driver.lines(&[&format!("Game Start 7 you vs me black {UNRATED}"), "Game#7 P A1"]);
    assert!(driver.has("AskRating(\"you\")"));
    driver.bot.rated("you".to_owned(), Some(1400.0), driver.now);
    driver.pass(SECOND);
    assert_eq!(driver.thought().unwrap().level, Level::new(17));
    // The bot has announced this level.
    driver.bot.rated("you".to_owned(), Some(800.0), driver.now);
    driver.lines(&["Game#7 Over R-0"]);
    let ptn = driver.archived();
    for tag in ["[Level2 \"17\"]", "[Rating1 \"800\"]", "[Rated \"no\"]"] {
        assert!(ptn.contains(tag), "{ptn}");
    }
}

#[test]
fn people_get_thanks_after_the_game() {
    let thanks = Some("Thank you!".to_owned());
    let mut driver = TestBot::new(BotSettings { thanks, ..seeking() });
    finished_game(&mut driver, 7, "R-0");
    driver.pass(SECOND);
    assert_eq!(driver.sent(), ["Tell you Thank you!"]);
}

#[test]
fn chat_lines_wait_for_their_turn() {
    let mut driver = TestBot::in_game(seeking(), "black", RATED);
    for _ in 0..40 {
        driver.lines(&["Game#7 RequestUndo"]);
    }
    let mut tenths = Vec::new();
    for tenth in 0..400 {
        driver.lines(&["OK"]);
        driver.pass(SECOND / 10);
        let lines = driver.sent();
        tenths.extend(lines.iter().filter(|line| line.starts_with("ShoutRoom")).map(|_| tenth));
    }
    assert_eq!(tenths, (0..20).map(|line| 20 * line).collect::<Vec<_>>());
}

#[test]
fn the_bot_remembers_levels_of_players_with_an_account() {
    let mut driver = TestBot::new(BotSettings { level: Some(BotLevel::Auto), ..seeking() });
    let game = |number: u32, player: &str| {
        let mut lines = vec![format!("Game Start {number} {player} vs me black {UNRATED}")];
        let squares = ["A1", "B1", "C1", "D1", "E1", "A3"];
        lines.extend(squares.map(|square| format!("Game#{number} P {square}")));
        lines.push(format!("Game#{number} Over R-0"));
        lines
    };
    let mut kept = String::new();
    for (number, player) in [(1, "you"), (2, "you"), (3, "Guest12")] {
        for line in game(number, player) {
            driver.lines(&[&line]);
        }
        let text = |action| if let Action::KeepPlayers(text) = action { Some(text) } else { None };
        kept = driver.taken(text).unwrap();
    }
    assert!(kept.contains("you") && !kept.contains("Guest12"), "{kept}");
    let players = Players::read(&kept).unwrap();
    let settings = BotSettings { level: Some(BotLevel::Auto), ..seeking() };
    let mut next = TestBot { bot: Bot::new(settings, login(), players, driver.now), ..driver };
    next.reconnect(&[&format!("Game Start 9 you vs me black {UNRATED}"), "Game#9 P A1"]);
    next.pass(SECOND);
    assert_eq!(next.thought().unwrap().level, Level::new(12));
}
