//! Commands of the player.

use super::read_level;
use stonefall_engine::notation::excerpt;
use stonefall_engine::search::Level;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
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
pub(super) fn read(line: &str) -> Command {
    let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match word.to_ascii_lowercase().as_str() {
        "" => Command::Nothing,
        "help" | "h" | "?" | "commands" => Command::Help,
        "hint" => Command::Hint,
        "undo" | "back" | "takeback" | "u" => return undo(word, rest),
        "level" if rest.is_empty() => Command::Level(None),
        "level" => {
            return read_level(rest).map_or_else(Command::Wrong, |it| Command::Level(Some(it)));
        }
        "resign" => Command::Resign,
        "draw" => Command::Draw,
        // A name may have spaces.
        "save" => return Command::Save((!rest.is_empty()).then(|| rest.to_owned())),
        "show" | "board" => Command::Show,
        "moves" | "game" => Command::Moves,
        "score" | "eval" => Command::Score,
        "tps" => Command::Tps,
        "clock" | "time" => Command::Clock,
        "switch" | "swap" => Command::Switch,
        "quit" | "exit" | "q" | "bye" => Command::Quit,
        _ => return Command::Move(line.to_owned()),
    };
    if rest.is_empty() {
        command
    } else {
        Command::Wrong(format!("expected nothing after {word}, found {}", short(rest)))
    }
}

fn undo(word: &str, rest: &str) -> Command {
    match rest.parse() {
        _ if rest.is_empty() => Command::Undo(1),
        Ok(count) if count > 0 => Command::Undo(count),
        _ => Command::Wrong(format!(
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
            ("  \r\n", Command::Nothing),
            ("HELP", Command::Help),
            ("?", Command::Help),
            (" undo ", Command::Undo(1)),
            ("back 3", Command::Undo(3)),
            ("level", Command::Level(None)),
            ("level 9", Command::Level(Level::new(9))),
            ("save my game.ptn", Command::Save(Some("my game.ptn".into()))),
            ("save", Command::Save(None)),
            ("q", Command::Quit),
            ("c3'", Command::Move("c3'".into())),
            ("Sa1", Command::Move("Sa1".into())),
            ("hepl me", Command::Move("hepl me".into())),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
    }
}
