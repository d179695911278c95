//! Own seeks, and seeks that the bot accepts.

use super::*;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn seeks_take_turns() {
    let other = WantedGame {
        opponent: Some("you".to_owned()),
        ..WantedGame { color: WantedColor::Any, ..wanted() }
    };
    let mut driver = TestBot::new(BotSettings { seek: vec![wanted(), other], ..seeking() });
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
    let settings = BotSettings {
        accept: names(&["bots", "you"]),
        block: names(&["pest"]),
        ..BotSettings::default()
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
        let mut driver = TestBot::new(settings.clone());
        driver.lines(&[line]);
        driver.pass(SECOND);
        assert_eq!(driver.sent().contains(&"Accept 3".to_owned()), accepted, "{line}");
        driver.lines(&["NOK"]);
        driver.pass(10 * SECOND);
        assert_eq!(driver.sent(), [""; 0], "a refused seek is not accepted again");
    }
}

#[test]
fn a_suitable_seek_is_accepted_while_an_own_seek_waits() {
    let accept = names(&["bots"]);
    let mut driver = TestBot::new(BotSettings { accept, accept_sizes: vec![5, 6], ..seeking() });
    driver.pass(SECOND);
    driver.sent();
    driver.lines(&["Seek new 3 robot 4 180 5 A 4 15 0 0 0 0 0 0 1"]);
    assert_eq!(driver.sent(), [""; 0], "another size");
    driver.lines(&["Seek new 4 robot 6 180 5 A 4 30 1 0 0 0 0 0 1"]);
    assert_eq!(driver.sent(), ["Accept 4"]);
    driver.lines(&["Seek new 5 robot 5 180 5 A 4 21 1 0 0 0 0 0 1"]);
    assert_eq!(driver.sent(), [""; 0], "the game of the first seek may still begin");
    driver.pass(11 * SECOND);
    assert!(driver.sent().contains(&"Accept 5".to_owned()));
}

#[test]
fn ratings_decide_about_seeks() {
    let accept = names(&["all", "friend"]);
    let settings =
        BotSettings { accept, accept_rating: Some([1000.0, 1500.0]), ..BotSettings::default() };
    for (player, rating, accepted) in [
        ("you", Some(1000.0), true),
        ("you", Some(1501.0), false),
        ("you", None, false),
        ("friend", None, true),
    ] {
        let mut driver = TestBot::new(settings.clone());
        driver.pass(SECOND);
        driver.sent();
        driver.lines(&[&format!("Seek new 3 {player} 5 180 5 A 4 21 1 0 0 0 0 0 0")]);
        driver.bot.rated(player.to_owned(), rating, driver.now);
        driver.lines(&[]);
        assert_eq!(driver.sent().contains(&"Accept 3".to_owned()), accepted, "{player} {rating:?}");
    }
}
