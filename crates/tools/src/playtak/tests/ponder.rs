//! Pondering: searches in the opponent's time.

use super::*;

/// A bot that has played a1, expects e5, and has the server's answer.
fn after_a_move(settings: BotSettings) -> TestBot {
    let (mut driver, thought) = TestBot::thinking(settings, UNRATED);
    assert!(thought.limits.ponder.is_none());
    let [mv, reply] = ["a1", "e5"].map(|text| parse_move(text).unwrap());
    driver.find_with(&thought, "a1", |info| info.pv = vec![mv, reply]);
    assert!(driver.thought().is_none(), "the server has not confirmed the move");
    driver.lines(&["Game#7 Timems 182000 180000", "OK"]);
    driver
}

#[test]
fn the_expected_reply_goes_on_with_the_search() {
    let mut driver = after_a_move(seeking());
    let thought = driver.thought().unwrap();
    assert_eq!(thought.game.ply(), 2);
    assert_eq!(thought.level, None);
    let left = thought.limits.time[Color::White].unwrap();
    assert!(left < 182 * SECOND && left > 181 * SECOND, "{left:?}");
    assert!(thought.limits.is_pondering());
    driver.pass(20 * SECOND);
    driver.lines(&["Game#7 Timems 182000 160000", "Game#7 P E5"]);
    assert_eq!(thought.limits.ponder.as_ref().unwrap().hit_at(), Some(driver.now));
    assert!(driver.thought().is_none() && driver.played().is_empty());
    driver.find(&thought, "c3");
    assert_eq!(driver.played(), ["Game#7 P C3"]);
}

#[test]
fn another_reply_ends_the_search() {
    // The clock of the last one is less than the search counts on.
    for lines in [
        ["Game#7 Timems 182000 160000", "Game#7 P E4"],
        ["Game#7 Timems 181000 160000", "Game#7 P E5"],
    ] {
        let mut driver = after_a_move(seeking());
        let pondered = driver.thought().unwrap();
        driver.lines(&lines);
        let stop = driver.actions.iter().position(|it| matches!(it, Action::StopThinking));
        let think = driver.actions.iter().position(|it| matches!(it, Action::Think(_)));
        assert!(stop.is_some() && stop < think, "{:?}", driver.actions);
        let thought = driver.thought().unwrap();
        assert!(thought.id != pondered.id && thought.limits.ponder.is_none());
        assert!(pondered.limits.is_pondering());
        // A late result counts for nothing.
        driver.find(&pondered, "b2");
        assert!(driver.played().is_empty());
        driver.find(&thought, "c3");
        assert_eq!(driver.played(), ["Game#7 P C3"]);
    }
}

#[test]
fn everything_else_ends_the_search() {
    for line in ["Game#7 Undo", "Game#7 Over 1-0", "Game#7 Abandoned. you quit"] {
        let mut driver = after_a_move(seeking());
        let pondered = driver.thought().unwrap();
        driver.lines(&[line]);
        assert!(driver.has("StopThinking"), "{line}");
        driver.find(&pondered, "c3");
        assert!(driver.played().is_empty(), "{line}");
    }
    let ends: [fn(&mut Bot); 2] = [Bot::disconnected, |bot| {
        bot.leave();
        bot.leave();
    }];
    for end in ends {
        let mut driver = after_a_move(seeking());
        end(&mut driver.bot);
        driver.lines(&[]);
        assert!(driver.has("StopThinking"));
    }
}

#[test]
fn levels_and_bots_without_the_setting_do_not_ponder() {
    let level = "10".parse().ok();
    for settings in
        [BotSettings { ponder: Some(false), ..seeking() }, BotSettings { level, ..seeking() }]
    {
        assert!(after_a_move(settings).thought().is_none());
    }
}
