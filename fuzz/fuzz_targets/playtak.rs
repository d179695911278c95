//! A connection to PlayTak: no line of the server or of a player makes the bot panic or send what it should not.
#![cfg_attr(feature = "run", no_main)]

use std::time::{Duration, Instant};
use stonefall_engine::Search;
use stonefall_engine::search::{Limits, Settings as SearchSettings};
use stonefall_fuzz::fuzz_target;
use stonefall_playtak::protocol::{Login, MAX_TEXT, read_move, write_move};
use stonefall_tools::playtak::{Action, Bot, BotLevel, BotSettings, MoveTask, Players};

/// The longest line besides a text of chat.
const LONGEST: usize = 200;

fuzz_target!(|text: &str| {
    let settings = BotSettings {
        accept: vec![BotSettings::ALL.to_owned()],
        accept_rating: Some([0.0, 2000.0]),
        // Full strength ponders.
        level: Some(if text.len().is_multiple_of(2) { BotLevel::Full } else { BotLevel::Auto }),
        ..BotSettings::default()
    };
    let login = Login::Account { name: "me".to_owned(), password: "secret".to_owned() };
    let mut now = Instant::now();
    let mut bot = Bot::new(settings, login, Players::default(), now);
    bot.connected(now);
    let mut pondered = None;
    for line in text.split('\n') {
        if let Some(mv) = read_move(line) {
            assert_eq!(read_move(&write_move(mv)), Some(mv), "{line}");
        }
        bot.line(line, now);
        now += Duration::from_millis(700);
        bot.tick(now);
        carry_out(&mut bot, &mut pondered, now);
    }
});

/// Ends a search.
fn answer(bot: &mut Bot, task: &MoveTask, now: Instant) {
    assert!(!task.game.moves().is_empty(), "a search of a game that is over");
    let limits = Limits::depth(2);
    let found = Search::new(1).run(&task.game, limits, SearchSettings::default(), &mut ());
    bot.found(task.id, found.best, found.lines.first().cloned(), now);
}

fn carry_out(bot: &mut Bot, pondered: &mut Option<Box<MoveTask>>, now: Instant) {
    if let Some(task) = pondered.take_if(|task| !task.limits.is_pondering()) {
        answer(bot, &task, now);
    }
    for action in bot.actions() {
        match action {
            Action::Send(request) => {
                let line = request.line();
                assert!(!line.contains(['\n', '\r']), "{line:?}");
                assert!(line.len() <= LONGEST + MAX_TEXT, "{line:?}");
            }
            Action::Think(task) if task.limits.is_pondering() => *pondered = Some(task),
            Action::Think(task) => answer(bot, &task, now),
            Action::KeepPlayers(text) => {
                assert!(Players::read(&text).is_ok(), "{text}");
            }
            Action::AskRating(player) => {
                let rating = player.len().is_multiple_of(2).then_some(100.0 * player.len() as f64);
                bot.rated(player, rating, now);
            }
            Action::Reconnect(_) => {
                bot.disconnected();
                bot.connected(now);
            }
            _ => {}
        }
    }
}
