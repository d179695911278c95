//! Settings of the bot, as its file has them.

use super::levels::{ChosenLevel, LevelError};
use super::rest::{RestHours, RestHoursError};
use serde::Deserialize;
use std::ops::RangeInclusive;
use std::time::Duration;
use stonefall_engine::{Color, Opening};
use stonefall_playtak::protocol::{ExtraTime, Setting, SettingError};
use thiserror::Error;

/// Settings of the bot.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The games that the bot seeks, in turn.
    pub seeks: Vec<WantedGame>,
    /// Time after which the next seek takes the place of one that nobody accepted.
    pub rotation: Duration,
    /// Players whose seeks the bot accepts.
    pub accept: Vec<Accepted>,
    /// Players whose seeks and messages the bot ignores.
    pub blocked: Vec<String>,
    /// Number of games after which the bot leaves.
    pub games: Option<u32>,
    /// Ratings of players whose seeks the bot accepts; `None` accepts players without a rating, too.
    pub accept_rating: Option<RangeInclusive<f64>>,
    /// Board sizes of seeks that the bot accepts; empty for all.
    pub accept_sizes: Vec<usize>,
    /// Hours without new games.
    pub rest: Vec<RestHours>,
    /// Level of play against players who have not chosen one.
    pub level: ChosenLevel,
    /// Shortest time of a move against a person, if the clock allows it.
    pub pace: Duration,
    /// Whether to search in the opponent's time, at full strength.
    pub ponder: bool,
    /// Undos that a person may take back in an unrated game.
    pub undos: u32,
    /// Whether to resign lost games. Levels below 6 never do, so that beginners see their road.
    pub resign: bool,
    /// A line for people after each game.
    pub thanks: Option<String>,
}

/// A game that the bot seeks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WantedGame {
    /// Board, clock and pieces.
    pub setting: Setting,
    /// Color of the bot; `None` leaves it to chance.
    pub color: Option<Color>,
    /// The only player who may accept.
    pub opponent: Option<String>,
}

/// Players whose seeks the bot accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Accepted {
    /// Everybody.
    Everybody,
    /// Bots.
    Bots,
    /// The player with this name.
    Player(String),
}

impl Accepted {
    /// Reads `all`, `bots` or a name.
    #[must_use]
    pub fn read(text: &str) -> Self {
        match text {
            "all" => Self::Everybody,
            "bots" => Self::Bots,
            name => Self::Player(name.to_owned()),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seeks: Vec::new(),
            rotation: Duration::from_secs(180),
            accept: Vec::new(),
            blocked: Vec::new(),
            games: None,
            accept_rating: None,
            accept_sizes: Vec::new(),
            rest: Vec::new(),
            level: ChosenLevel::Full,
            pace: Duration::from_secs(2),
            ponder: true,
            undos: 3,
            resign: true,
            thanks: None,
        }
    }
}

/// The settings file, before its values are checked.
#[derive(Clone, Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SettingsFile {
    /// Address of the server.
    pub server: Option<String>,
    /// Name of the account.
    pub name: Option<String>,
    /// File with the password of the account.
    pub password_file: Option<String>,
    /// Token of a guest: twenty small letters.
    pub guest: Option<String>,
    /// Folder of the archive.
    pub archive: Option<String>,
    /// `full`, `auto`, or a level from 1 to 10.
    pub level: Option<String>,
    /// Threads of the search.
    pub threads: Option<u16>,
    /// Memory of the search in MiB.
    pub hash: Option<u32>,
    /// Number of games.
    pub games: Option<u32>,
    /// Seconds of a move against a person.
    pub pace: Option<f64>,
    /// Whether to search in the opponent's time.
    pub ponder: Option<bool>,
    /// Undos in an unrated game.
    pub undos: Option<u32>,
    /// Whether to resign.
    pub resign: Option<bool>,
    /// A line for people after each game.
    pub thanks: Option<String>,
    /// Whether to annotate finished games.
    pub annotate: Option<bool>,
    /// Address of the page with a player's rating, without the name; empty for none.
    pub ratings: Option<String>,
    /// Hours without new games: `22:00-06:00`.
    pub rest: Vec<String>,
    /// Lowest and highest rating of players whose seeks are accepted.
    pub accept_rating: Option<[f64; 2]>,
    /// Board sizes of seeks that are accepted.
    pub accept_sizes: Vec<usize>,
    /// Seconds until the next seek.
    pub rotation: Option<u32>,
    /// `all`, `bots` or names.
    pub accept: Vec<String>,
    /// Names.
    pub block: Vec<String>,
    /// The seeks.
    pub seek: Vec<SeekEntry>,
}

/// A seek of the settings file.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeekEntry {
    size: usize,
    time: u32,
    #[serde(default)]
    increment: u32,
    #[serde(default)]
    increment_scales: bool,
    #[serde(default)]
    color: Option<String>,
    #[serde(default)]
    komi: f64,
    #[serde(default)]
    pieces: Option<u32>,
    #[serde(default)]
    capstones: Option<u32>,
    #[serde(default)]
    opening: Option<String>,
    #[serde(default)]
    unrated: bool,
    #[serde(default)]
    tournament: bool,
    #[serde(default)]
    extra_time: Option<u32>,
    #[serde(default)]
    extra_time_move: Option<u32>,
    #[serde(default)]
    opponent: Option<String>,
}

/// A value of the settings file that the bot cannot use.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SettingsError {
    /// A word or number.
    #[error("expected {expected}, found {found} ({name})")]
    Value {
        /// The setting.
        name: &'static str,
        /// The possible values.
        expected: &'static str,
        /// The value in the file.
        found: String,
    },
    /// A game that the engine cannot play.
    #[error("seek {0}: {1}")]
    Game(usize, SettingError),
    /// Level.
    #[error("{0} (level)")]
    Level(#[from] LevelError),
    /// Rest hours.
    #[error("{0} (rest)")]
    Rest(#[from] RestHoursError),
}

impl SettingsFile {
    /// Checks the values.
    ///
    /// # Errors
    /// For the first value that the bot cannot use.
    pub fn checked(&self) -> Result<Settings, SettingsError> {
        let usual = Settings::default();
        let seeks = self.seek.iter().enumerate().map(|(index, entry)| entry.wanted(index + 1));
        Ok(Settings {
            seeks: seeks.collect::<Result<_, _>>()?,
            rotation: self.rotation.map_or(usual.rotation, |it| Duration::from_secs(it.into())),
            accept: self.accept.iter().map(|text| Accepted::read(text)).collect(),
            blocked: self.block.clone(),
            games: self.games,
            accept_rating: self.accept_rating.map(rating_range).transpose()?,
            accept_sizes: self.accept_sizes.clone(),
            rest: self.rest.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
            level: self.level.as_deref().map_or(Ok(usual.level), ChosenLevel::read)?,
            pace: self.pace.map_or(Ok(usual.pace), |seconds| {
                Duration::try_from_secs_f64(seconds)
                    .map_err(|_| value("pace", "seconds from 0", &seconds))
            })?,
            ponder: self.ponder.unwrap_or(usual.ponder),
            undos: self.undos.unwrap_or(usual.undos),
            resign: self.resign.unwrap_or(usual.resign),
            thanks: self.thanks.clone(),
        })
    }
}

fn rating_range([low, high]: [f64; 2]) -> Result<RangeInclusive<f64>, SettingsError> {
    if low <= high {
        return Ok(low..=high);
    }
    Err(value("accept-rating", "the lowest and the highest rating", &[low, high]))
}

impl SeekEntry {
    fn wanted(&self, number: usize) -> Result<WantedGame, SettingsError> {
        let seconds = |number: u32| Duration::from_secs(number.into());
        let usual = Setting::standard(self.size, seconds(self.time), seconds(self.increment));
        let half_komi = (self.komi * 2.0).round();
        if half_komi != self.komi * 2.0 || !(0.0..=8.0).contains(&half_komi) {
            return Err(value("komi", "0 to 4 in steps of a half", &self.komi));
        }
        let extra_time = self.extra_time.map(|amount| ExtraTime {
            move_number: self.extra_time_move.unwrap_or(1),
            amount: seconds(amount),
        });
        let setting = Setting {
            increment_scales: self.increment_scales,
            half_komi: half_komi as i32,
            stones: self.pieces.unwrap_or(usual.stones),
            capstones: self.capstones.unwrap_or(usual.capstones),
            is_unrated: self.unrated,
            is_tournament: self.tournament,
            extra_time,
            opening: match self.opening.as_deref() {
                None | Some("swap") => Opening::Swap,
                Some("double-black-stack") => Opening::DoubleBlackStack,
                Some(other) => {
                    return Err(value("opening", "swap or double-black-stack", &other));
                }
            },
            ..usual
        };
        setting.rules().map_err(|error| SettingsError::Game(number, error))?;
        let color = match self.color.as_deref() {
            None | Some("any") => None,
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            Some(other) => return Err(value("color", "white, black or any", &other)),
        };
        Ok(WantedGame { setting, color, opponent: self.opponent.clone() })
    }
}

fn value(
    name: &'static str,
    expected: &'static str,
    found: &impl std::fmt::Debug,
) -> SettingsError {
    SettingsError::Value { name, expected, found: format!("{found:?}") }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn settings_are_checked() {
        let read = |text: &str| -> Result<Settings, String> {
            let file: SettingsFile = toml::from_str(text).map_err(|error| error.to_string())?;
            file.checked().map_err(|error| error.to_string())
        };
        let documented = read(include_str!("../../../../docs/playtak.toml")).unwrap();
        assert_eq!(documented.seeks.len(), 2);
        let defaults = Settings { seeks: Vec::new(), accept: Vec::new(), ..documented };
        assert_eq!(defaults, Settings::default());
        let settings = read(
            "level = \"7\"\naccept = [\"bots\", \"you\"]\n[[seek]]\nsize = 5\ntime = 180\nincrement = 5\nkomi = 2.0\n\
             color = \"white\"\n",
        )
        .unwrap();
        assert_eq!(
            settings.seeks,
            [WantedGame {
                setting: Setting {
                    half_komi: 4,
                    ..Setting::standard(5, Duration::from_secs(180), Duration::from_secs(5))
                },
                color: Some(Color::White),
                opponent: None,
            }]
        );
        assert_eq!(settings.level, ChosenLevel::read("7").unwrap());
        assert_eq!(settings.accept, [Accepted::Bots, Accepted::Player("you".to_owned())]);
        for (text, part) in [
            (
                "level = \"11\"",
                "expected full, auto, or a level from 1 to 10, found \"11\" (level)",
            ),
            (
                "accept-rating = [2, 1]",
                "expected the lowest and the highest rating, found [2.0, 1.0]",
            ),
            ("rest = [\"22-6\"]", "expected hours such as 22:00-06:00, found \"22-6\" (rest)"),
            ("pace = -1.0", "expected seconds from 0, found -1.0 (pace)"),
            ("[[seek]]\nsize = 5\ntime = 10\nkomi = 2.3", "in steps of a half, found 2.3 (komi)"),
            ("[[seek]]\nsize = 9\ntime = 10", "seek 1: "),
            ("[[seek]]\nsize = 5\ntime = 10\nopening = \"x\"", "swap or double-black-stack"),
            ("[[seek]]\nsize = 5\ntime = 10\ncolor = \"x\"", "white, black or any"),
            ("[[seek]]\nsize = 5", "missing field"),
            ("passwort = \"x\"", "unknown field"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
