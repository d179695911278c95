//! Texts of a game.

use super::{ENGINE, StrengthArgs};
use std::time::Duration;
use stonefall_engine::search::Level;

pub(super) const HELP: &str = "
   Moves     a1 flat on a1      Sa1 wall      Ca1 capstone
             a1+ a1- a1> a1<    one stone up, down, right, left
             3c3>12             three stones from c3 to the right: one on d3, two on e3
   hint      the best move and the score
   score     the score and your winning chance
   undo      takes your last move back (undo 3: three of them); also back
   level 5   sets the level of Stonefall, 1 to 10
   switch    changes sides
   draw      offers a draw
   resign    resigns the game
   show      draws the board; tps writes the position
   moves     the game so far, as PTN
   save FILE writes the game to a new file, and every move from now on
   clock     the time left, if you play with clocks
   quit      leaves (as does Ctrl-D); the game is saved
   While Stonefall thinks, Ctrl-C or Enter makes it move at once.

";

/// Strength of the engine: `at level 3`, `at full strength, 5 s per move`.
pub(super) fn strength(strength: StrengthArgs, has_clock: bool) -> String {
    let mut text = match strength.level {
        Some(level) => format!("at {level} of {}", Level::HIGHEST),
        None => "at full strength".into(),
    };
    if let Some(time) = strength.movetime {
        text += &format!(", {} per move", seconds(time));
    } else if has_clock {
        text += ", on the clock";
    }
    text
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

/// Name of the engine in a game, with its level; [`level_in_name`] reads it.
pub(super) fn engine_name(level: Option<Level>) -> String {
    level.map_or_else(|| ENGINE.into(), |level| format!("{ENGINE} ({level})"))
}

/// Level in an engine's name.
pub(super) fn level_in_name(name: &str) -> Option<Level> {
    let number = name.strip_prefix(ENGINE)?.strip_prefix(" (level ")?.strip_suffix(')')?;
    Level::new(number.parse().ok()?)
}

/// Whether a text could be a move: it has a square or at least a digit.
pub(super) fn looks_like_move(text: &str) -> bool {
    text.len() <= 14 && text.chars().any(|letter| letter.is_ascii_digit())
}

/// Every line of a text, indented.
pub(super) fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}").trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_level_from_a_name() {
        for level in (1..=10).filter_map(Level::new) {
            assert_eq!(level_in_name(&engine_name(Some(level))), Some(level));
        }
        for name in ["Stonefall", "Ann (level 3)", "Stonefall (level 11)", "Stonefall (level x)"] {
            assert_eq!(level_in_name(name), None, "{name}");
        }
    }
}
