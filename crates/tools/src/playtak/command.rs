//! Commands of players, as they write them into the chat.

use super::levels::ChosenLevel;
use super::players::PlayerColor;
use stonefall_engine::types::check_size;

/// A command of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChatCommand {
    /// A list of the commands.
    Help,
    /// A preference for the games from now on.
    Prefer(Preference),
    /// A game with the player's settings.
    Play,
    /// The last game once more, with the colors exchanged.
    Again,
    /// The bot's view of its last moves.
    Why,
    /// A link to the last game.
    Link,
    /// Everything that the bot remembers about the player.
    Settings,
    /// Forget the player.
    Forget,
    /// A command with a value that it does not have; the text lists the values.
    Expected(&'static str),
}

/// A preference of a player; `None` takes it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Preference {
    /// Level of the bot.
    Level(ChosenLevel),
    /// Board size.
    Size(usize),
    /// Color of the player.
    Color(Option<PlayerColor>),
    /// Komi in half flats.
    HalfKomi(i32),
    /// Seconds of each player, and seconds per move.
    Clock([u32; 2]),
}

impl ChatCommand {
    /// The answer to [`ChatCommand::Help`].
    pub(super) const HELP: &'static str = "level 1-10, full or auto; size 3-8; color white, black or any; komi 0-4; \
        time 10+5 (minutes + seconds); play: a game with these settings; again: same game, other color; \
        why, link: the last game; settings; forget";

    /// Reads a line; `None` if it is no command.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let mut words = text.split_whitespace();
        let (word, value) = (words.next()?, words.next());
        if words.next().is_some() {
            return None;
        }
        let preference = |preference: Option<Preference>, expected| {
            Some(preference.map_or(Self::Expected(expected), Self::Prefer))
        };
        match (word, value) {
            ("help" | "commands" | "?", None) => Some(Self::Help),
            ("play" | "seek", None) => Some(Self::Play),
            ("again" | "rematch", None) => Some(Self::Again),
            ("why" | "why?", None) => Some(Self::Why),
            ("link" | "ptn", None) => Some(Self::Link),
            ("settings", None) => Some(Self::Settings),
            ("forget", None) => Some(Self::Forget),
            ("level", Some(value)) => preference(
                ChosenLevel::read(value).ok().map(Preference::Level),
                "level 1 to 10, level full or level auto",
            ),
            ("size", Some(value)) => {
                preference(read_size(value).map(Preference::Size), "size 3 to 8")
            }
            ("color", Some(value)) => preference(
                read_color(value).map(Preference::Color),
                "color white, color black or color any",
            ),
            ("komi", Some(value)) => preference(
                read_komi(value).map(Preference::HalfKomi),
                "komi 0 to 4 in steps of a half",
            ),
            ("time", Some(value)) => preference(
                read_clock(value).map(Preference::Clock),
                "time MINUTES+SECONDS, such as time 10+5",
            ),
            _ => None,
        }
    }
}

fn read_size(text: &str) -> Option<usize> {
    let size = text.split_once('x').map_or(text, |(size, _)| size);
    check_size(size.parse().ok()?).ok()
}

fn read_color(text: &str) -> Option<Option<PlayerColor>> {
    match text {
        "white" => Some(Some(PlayerColor::White)),
        "black" => Some(Some(PlayerColor::Black)),
        "any" => Some(None),
        _ => None,
    }
}

fn read_komi(text: &str) -> Option<i32> {
    let half = text.parse::<f64>().ok()? * 2.0;
    (half.fract() == 0.0 && (0.0..=8.0).contains(&half)).then_some(half as i32)
}

fn read_clock(text: &str) -> Option<[u32; 2]> {
    /// Longest clock in minutes and longest increment in seconds.
    const LONGEST: [u32; 2] = [180, 120];
    let (minutes, increment) = text.split_once('+').unwrap_or((text, "0"));
    let [minutes, increment] = [minutes.parse::<u32>().ok()?, increment.parse::<u32>().ok()?];
    let is_possible = (1..=LONGEST[0]).contains(&minutes) && increment <= LONGEST[1];
    is_possible.then(|| [minutes * 60, increment])
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::search::Level;
    use stonefall_playtak::protocol::MAX_TEXT;

    #[test]
    fn commands_are_read() {
        use ChatCommand::{Again, Expected, Forget, Help, Link, Play, Prefer, Settings, Why};
        for (text, command) in [
            ("help", Help),
            ("  Level FULL ", Prefer(Preference::Level(ChosenLevel::Full))),
            ("level auto", Prefer(Preference::Level(ChosenLevel::Auto))),
            ("size 6x6", Prefer(Preference::Size(6))),
            ("Size 4", Prefer(Preference::Size(4))),
            ("color black", Prefer(Preference::Color(Some(PlayerColor::Black)))),
            ("color any", Prefer(Preference::Color(None))),
            ("komi 2.5", Prefer(Preference::HalfKomi(5))),
            ("time 10+5", Prefer(Preference::Clock([600, 5]))),
            ("time 3", Prefer(Preference::Clock([180, 0]))),
            ("play", Play),
            ("again", Again),
            ("Why?", Why),
            ("link", Link),
            ("settings", Settings),
            ("forget", Forget),
            ("level 11", Expected("level 1 to 10, level full or level auto")),
            ("size 9", Expected("size 3 to 8")),
            ("color red", Expected("color white, color black or color any")),
            ("komi 2.3", Expected("komi 0 to 4 in steps of a half")),
            ("time 0+5", Expected("time MINUTES+SECONDS, such as time 10+5")),
            ("time 4000000000", Expected("time MINUTES+SECONDS, such as time 10+5")),
            ("time flies", Expected("time MINUTES+SECONDS, such as time 10+5")),
        ] {
            assert_eq!(ChatCommand::read(text), Some(command), "{text}");
        }
        let three =
            Level::new(3).map(|level| Prefer(Preference::Level(ChosenLevel::Number(level))));
        assert_eq!(ChatCommand::read("level 3"), three);
        for text in ["hello", "help me", "", "level", "time is short", "time 99999999999"] {
            let found = ChatCommand::read(text);
            assert!(matches!(found, None | Some(Expected(_))), "{text}: {found:?}");
        }
        assert_eq!(ChatCommand::read("time is short"), None);
        assert!(ChatCommand::HELP.len() <= MAX_TEXT, "{}", ChatCommand::HELP.len());
    }
}
