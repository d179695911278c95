//! The bot among people: undo, draws, resignation, chat, levels.

use super::*;

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
    for (text, resigns) in [("full", true), ("6", true), ("5", false)] {
        let level = ChosenLevel::read(text).unwrap();
        let mut driver = Driver::in_game(Settings { level, ..seeking() }, "white", RATED);
        driver.pass(SECOND);
        let thought = driver.thought().unwrap();
        assert_eq!(thought.level, text.parse().ok().and_then(Level::new));
        let mut result =
            Search::new(1).run(&thought.game, Limits::depth(1), SearchSettings::default(), &mut ());
        result.lines[0].value = stonefall_engine::Value::Loss { plies: 4 };
        driver.bot.found(thought.id, result.best, result.lines.first().cloned(), driver.now);
        driver.lines(&[]);
        assert_eq!(driver.sent().contains(&"Game#7 Resign".to_owned()), resigns, "{text}");
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
    assert_eq!(driver.played(), [""; 0]);
    driver.pass(2 * SECOND);
    assert_eq!(driver.played(), ["Game#7 P A1"]);

    let mut bots = Driver::new(settings);
    bots.lines(&[&format!("Game Start 7 me vs robot white {RATED}")]);
    bots.pass(SECOND);
    let thought = bots.thought().unwrap();
    bots.find(&thought, "a1");
    assert_eq!(bots.played(), ["Game#7 P A1"]);
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

/// Plays a game of eight plies in which the opponent wins or loses.
fn finished_game(driver: &mut Driver, number: u32, result: &str) {
    driver.lines(&[&format!("Game Start {number} you vs me black {UNRATED}")]);
    for square in ["A1", "B1", "C1", "D1", "E1", "A3", "B3", "C3"] {
        driver.lines(&[&format!("Game#{number} P {square}")]);
    }
    driver.lines(&[&format!("Game#{number} Over {result}")]);
    driver.actions.clear();
}

#[test]
fn the_level_follows_the_results_and_the_bot_says_so() {
    let mut driver = Driver::new(Settings { level: ChosenLevel::Auto, ..seeking() });
    driver.bot.rated("you".to_owned(), Some(960.0), driver.now);
    finished_game(&mut driver, 7, "R-0");
    finished_game(&mut driver, 8, "1-0");
    driver.pass(2 * SECOND);
    let told = "Tell you You won twice in a row: I play at level 4 from the next game on.";
    assert!(driver.sent().contains(&told.to_owned()));
    driver.lines(&[&format!("Game Start 9 you vs me black {UNRATED}"), "Game#9 P A1"]);
    driver.pass(SECOND);
    let greeting = "ShoutRoom me-you Hello! I play at level 4. \"help\" lists my commands.";
    let actions = driver.actions.clone();
    assert_eq!(driver.thought().unwrap().level, Level::new(4));
    driver.actions = actions;
    driver.pass(SECOND);
    assert!(driver.sent().contains(&greeting.to_owned()));
}

#[test]
fn a_rating_decides_about_the_first_level() {
    let mut driver = Driver::new(Settings { level: ChosenLevel::Auto, ..seeking() });
    driver.lines(&[&format!("Game Start 7 you vs me black {UNRATED}"), "Game#7 P A1"]);
    let asked = driver.actions.iter().any(|action| match action {
        Action::AskRating(player) => player == "you",
        _ => false,
    });
    assert!(asked);
    driver.bot.rated("you".to_owned(), Some(1400.0), driver.now);
    driver.pass(SECOND);
    assert_eq!(driver.thought().unwrap().level, Level::new(9));
    // The bot has announced this level.
    driver.bot.rated("you".to_owned(), Some(800.0), driver.now);
    driver.lines(&["Game#7 Over R-0"]);
    let ptn = driver.archived();
    for tag in ["[Level2 \"9\"]", "[Rating1 \"800\"]", "[Rated \"no\"]"] {
        assert!(ptn.contains(tag), "{ptn}");
    }
}

#[test]
fn wishes_of_a_player_shape_the_seek_for_this_player() {
    let mut driver = Driver::new(seeking());
    for (text, seek) in [
        ("play", "Seek 5 180 5 W 4 21 1 0 0 0 0 you"),
        ("size 6", ""),
        ("color white", ""),
        ("komi 0.5", ""),
        ("time 10+3", ""),
        ("size 10", ""),
        ("play", "Seek 6 600 3 B 1 30 1 0 0 0 0 you"),
        ("forget", ""),
        ("play", "Seek 5 180 5 W 4 21 1 0 0 0 0 you"),
    ] {
        driver.sent();
        driver.lines(&[&format!("Tell <you> {text}")]);
        let sent = driver.sent();
        let seeks: Vec<_> = sent.iter().filter(|line| line.starts_with("Seek")).collect();
        assert_eq!(seeks.first().map_or("", |line| line.as_str()), seek, "{text}: {sent:?}");
    }
    // Another player's games are the usual ones.
    driver.lines(&["Tell <other> play"]);
    assert!(driver.sent().contains(&"Seek 5 180 5 W 4 21 1 0 0 0 0 other".to_owned()));
}

#[test]
fn a_seek_for_one_player_stays_for_a_minute() {
    let mut driver = Driver::new(seeking());
    driver.lines(&["Tell <you> play"]);
    driver.sent();
    driver.pass(50 * SECOND);
    driver.lines(&["OK"]);
    assert!(!driver.sent().iter().any(|line| line.starts_with("Seek")));
    driver.pass(11 * SECOND);
    assert!(driver.sent().contains(&"Seek 5 180 5 W 4 21 1 0 0 0 0 ".to_owned()));
}

#[test]
fn a_player_gets_a_link_and_thanks_after_the_game() {
    let thanks = Some("Thank you!".to_owned());
    let mut driver = Driver::new(Settings { thanks, ..seeking() });
    finished_game(&mut driver, 7, "R-0");
    driver.lines(&["Tell <you> link"]);
    let mut sent = driver.sent();
    for _ in 0..5 {
        driver.pass(SECOND);
        sent.extend(driver.sent());
    }
    assert!(sent.contains(&"Tell you Thank you!".to_owned()), "{sent:?}");
    assert!(sent.iter().any(|line| line.starts_with("Tell you https://ptn.ninja/")), "{sent:?}");
}

#[test]
fn the_bot_remembers_players_but_not_those_without_an_account() {
    let mut driver = Driver::new(seeking());
    driver.lines(&["Tell <you> size 6", "Tell <Guest12> size 4"]);
    let kept = driver.actions.iter().rev().find_map(|action| match action {
        Action::KeepPlayers(text) => Some(text.clone()),
        _ => None,
    });
    let kept = kept.unwrap();
    assert!(kept.contains("you") && !kept.contains("Guest12"), "{kept}");
    let players = Players::read(&kept).unwrap();
    let login = Login::Account { name: "me".to_owned(), password: "secret1".to_owned() };
    let mut next = Driver { bot: Bot::new(seeking(), login, players, driver.now), ..driver };
    next.bot.connected(next.now);
    next.lines(&["Login or Register", "Welcome me!", "Tell <you> play"]);
    assert!(next.sent().contains(&"Seek 6 180 5 W 4 30 1 0 0 0 0 you".to_owned()));
}
