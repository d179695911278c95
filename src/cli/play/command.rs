//! Commands of the player.

use super::read_level;
use stonefall_engine::notation::excerpt;
use stonefall_engine::search::Level;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    /// An empty line.
    Nothing,
    /// Any other text, probably a move.
    Move(String),
    Help,
    Hint,
    /// Takes back this number of the player's own moves.
    Undo(usize),
    /// Changes the level, or shows it.
    Level(Option<Level>),
    Resign,
    Draw,
    Save(Option<String>),
    Show,
    Moves,
    Score,
    Tps,
    Clock,
    Switch,
    Quit,
    /// A command with a wrong argument.
    Wrong(String),
}

/// Reads a line; commands ignore case.
pub(super) fn read(line: &str) -> PlayCommand {
    let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match word.to_ascii_lowercase().as_str() {
        "" => PlayCommand::Nothing,
        "help" | "h" | "?" | "commands" => PlayCommand::Help,
        "hint" => PlayCommand::Hint,
        "undo" | "back" | "takeback" | "u" => return undo(word, rest),
        "level" if rest.is_empty() => PlayCommand::Level(None),
        "level" => {
            return read_level(rest)
                .map_or_else(PlayCommand::Wrong, |it| PlayCommand::Level(Some(it)));
        }
        "resign" => PlayCommand::Resign,
        "draw" => PlayCommand::Draw,
        // A name may have spaces.
        "save" => return PlayCommand::Save((!rest.is_empty()).then(|| rest.to_owned())),
        "show" | "board" => PlayCommand::Show,
        "moves" | "game" => PlayCommand::Moves,
        "score" | "eval" => PlayCommand::Score,
        "tps" => PlayCommand::Tps,
        "clock" | "time" => PlayCommand::Clock,
        "switch" | "swap" => PlayCommand::Switch,
        "quit" | "exit" | "q" | "bye" => PlayCommand::Quit,
        _ => return PlayCommand::Move(line.to_owned()),
    };
    if rest.is_empty() {
        command
    } else {
        PlayCommand::Wrong(format!("expected nothing after {word}, found {}", short(rest)))
    }
}

fn undo(word: &str, rest: &str) -> PlayCommand {
    match rest.parse() {
        _ if rest.is_empty() => PlayCommand::Undo(1),
        Ok(count) if count > 0 => PlayCommand::Undo(count),
        _ => PlayCommand::Wrong(format!(
            "expected {word}, or {word} and the number of your moves, found {}",
            short(rest)
        )),
    }
}

/// Text shortened for a message.
pub(super) fn short(text: &str) -> String {
    excerpt(text, 30)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn distinguishes_commands_from_moves() {
        for (line, command) in [
            ("  \r\n", PlayCommand::Nothing),
            ("HELP", PlayCommand::Help),
            ("?", PlayCommand::Help),
            (" undo ", PlayCommand::Undo(1)),
            ("back 3", PlayCommand::Undo(3)),
            ("level", PlayCommand::Level(None)),
            ("level 9", PlayCommand::Level(Level::new(9))),
            ("save my game.ptn", PlayCommand::Save(Some("my game.ptn".into()))),
            ("save", PlayCommand::Save(None)),
            ("q", PlayCommand::Quit),
            ("c3'", PlayCommand::Move("c3'".into())),
            ("Sa1", PlayCommand::Move("Sa1".into())),
            ("hepl me", PlayCommand::Move("hepl me".into())),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
    }
}
