//! Texts about watched games.

use crate::cli::duration::clock_face;
use std::time::Instant;
use stonefall_engine::report::Style;
use stonefall_engine::search::Info;
use stonefall_engine::{Color, Game};
use stonefall_playtak::protocol::Setting;
use stonefall_tools::playtak::watch::{Change, WatchNews, WatchedGame};

/// Moves shown of a line.
const SHOWN_MOVES: usize = 8;

/// `10:00 +5`, with a growing increment `10:00 +5*n`, with extra time `15:00 +10 (+5:00 at move 35)`.
pub(super) fn clock_setting(setting: &Setting) -> String {
    let scales = if setting.increment_scales { "*n" } else { "" };
    let extra = setting.extra_time.map_or_else(String::new, |extra| {
        format!(" (+{} at move {})", clock_face(extra.amount), extra.move_number)
    });
    format!("{} +{}{scales}{extra}", clock_face(setting.time), setting.increment.as_secs())
}

/// `2`, `2.5`.
pub(super) fn komi(setting: &Setting) -> String {
    let half = if setting.half_komi % 2 == 0 { "" } else { ".5" };
    format!("{}{half}", setting.half_komi / 2)
}

/// `Game 12: alpha (White) - beta (Black), 5x5, clock 10:00 +5, komi 2, unrated`
pub(super) fn title(watched: &WatchedGame) -> String {
    let setting = &watched.listed.setting;
    let size = setting.size;
    let [white, black] = &watched.listed.players.0;
    let rated = if setting.is_unrated { "unrated" } else { "rated" };
    format!(
        "Game {}: {white} (White) - {black} (Black), {size}x{size}, clock {}, komi {}, {rated}",
        watched.listed.number,
        clock_setting(setting),
        komi(setting),
    )
}

/// `alpha 4:31, beta 5:02`
pub(super) fn clocks(watched: &WatchedGame) -> String {
    let clocks = watched.clocks(Instant::now());
    let shown =
        Color::ALL.map(|color| format!("{} {}", watched.player(color), clock_face(clocks[color])));
    shown.join(", ")
}

/// The last moves of the game: `6. c3 d4 7. e5`.
pub(super) fn last_moves(watched: &WatchedGame) -> String {
    let moves = watched.moves();
    let first = moves.len().saturating_sub(SHOWN_MOVES) / 2 * 2;
    let mut words = Vec::new();
    for (ply, mv) in moves.iter().enumerate().skip(first) {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(mv.clone());
    }
    words.join(" ")
}

/// White's chance in percent, with half of the draws.
fn white_chance(game: &Game, info: &Info) -> u32 {
    let own = u32::from(info.wdl.win) + u32::from(info.wdl.draw) / 2;
    let white = if game.to_move() == Color::White { own } else { 1000 - own.min(1000) };
    (white + 5) / 10
}

/// `White 63 %, +0.45, depth 12: c3 d4 e5`
pub(super) fn chances(game: &Game, info: &Info) -> String {
    let verdict = game.verdict(info);
    let mut line = game.spell_line(&info.pv);
    if verdict.winner().is_none() {
        line.truncate(SHOWN_MOVES);
    }
    let (chance, depth, line) = (white_chance(game, info), info.depth, line.join(" "));
    format!("White {chance} %, {verdict}, depth {depth}: {line}")
}

/// White's chance as a bar of twenty characters.
pub(super) fn chance_bar(game: &Game, info: &Info, style: Style) -> String {
    const WIDTH: usize = 20;
    let (white, black) = if style == Style::Ascii { ("#", ".") } else { ("█", "░") };
    let filled = white_chance(game, info) as usize * WIDTH / 100;
    white.repeat(filled) + &black.repeat(WIDTH.saturating_sub(filled))
}

/// News that the board does not show, as a sentence.
pub(super) fn note(change: &Change) -> Option<String> {
    match change {
        Change::Game(watched, news) => game_note(watched, news),
        Change::Waiting(player) => {
            Some(format!("{player} is not playing; waits for the next game (Ctrl-C ends)"))
        }
        Change::Message(text) => Some(format!("Server: {text}")),
        Change::Lost { reason, wait } => {
            Some(format!("{reason}; connects again in {:.1} s", wait.as_secs_f64()))
        }
        Change::Games(_) | Change::NoGame(_) => None,
    }
}

fn game_note(watched: &WatchedGame, news: &WatchNews) -> Option<String> {
    let text = match news {
        WatchNews::Whole | WatchNews::Move(_) | WatchNews::Clocks => return None,
        WatchNews::Undo(mv) => format!("{mv} was taken back"),
        WatchNews::GivenTime(color, time) => {
            format!("{} gets {} s from the opponent", watched.player(*color), time.as_secs())
        }
        WatchNews::DrawOffer => "A player offers a draw".to_owned(),
        WatchNews::UndoRequest => "A player asks to take back the last move".to_owned(),
        WatchNews::Over => format!("{} ({})", watched.end_words()?, watched.result()?.code()),
    };
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use stonefall_playtak::protocol::ExtraTime;

    #[test]
    fn settings_have_words() {
        let seconds = Duration::from_secs;
        let mut setting = Setting::standard(5, seconds(600), seconds(5));
        assert_eq!((clock_setting(&setting), komi(&setting)), ("10:00 +5".into(), "0".into()));
        setting.half_komi = 5;
        setting.increment_scales = true;
        setting.extra_time = Some(ExtraTime { move_number: 35, amount: seconds(300) });
        let words = (clock_setting(&setting), komi(&setting));
        assert_eq!(words, ("10:00 +5*n (+5:00 at move 35)".into(), "2.5".into()));
    }
}
