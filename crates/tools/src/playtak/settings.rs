//! Settings of the bot: those of its file, and the flags in front of them.

use super::levels::BotLevel;
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::ops::Not;
use std::path::PathBuf;
use std::time::Duration;
use stonefall_engine::{Color, Opening};
use stonefall_playtak::protocol::{Setting, SettingError};
use thiserror::Error;
use toml::{Table, Value};

/// Settings of the bot, as flags and as keys of the settings file. The rarer ones are keys only.
#[derive(Args, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BotSettings {
    /// Server: wss:// or ws:// [default: wss://playtak.com/ws]
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// Name of the account
    #[arg(long, value_name = "NAME", conflicts_with = "guest")]
    pub name: Option<String>,
    /// File with the password
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// Play as a guest; the token in the archive brings the same guest back
    #[arg(long)]
    #[serde(skip_serializing_if = "Not::not")]
    pub guest: bool,
    /// Level of play: full, 1 to 18, or auto to follow each opponent's results [default: full]
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<BotLevel>,
    /// Accept seeks of: all, bots, or a name (several times)
    #[arg(long, value_name = "NAME")]
    pub accept: Vec<String>,
    /// Leave after N games
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,
    /// Folder of finished games, one file per month [default: playtak]
    #[arg(long, value_name = "FOLDER")]
    pub archive: Option<PathBuf>,
    /// Search in the opponent's time at full strength [default: true]
    #[arg(long, value_name = "BOOL")]
    pub ponder: Option<bool>,
    /// Threads of the search [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory of the search in MiB [default: 64]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: Option<u32>,
    /// Lowest and highest rating of players whose seeks are accepted; players without a rating are refused then.
    #[arg(skip)]
    pub accept_rating: Option<[f64; 2]>,
    /// Board sizes of seeks that are accepted; empty for all.
    #[arg(skip)]
    pub accept_sizes: Vec<usize>,
    /// Players whose seeks are ignored.
    #[arg(skip)]
    pub block: Vec<String>,
    /// Seconds of a move against a person, at least, if the clock allows it.
    #[arg(skip)]
    pub pace: Option<f64>,
    /// Undos that a person may take back in an unrated game.
    #[arg(skip)]
    pub undos: Option<u32>,
    /// Whether to resign lost games. Levels below 11 never do, so that beginners see their road.
    #[arg(skip)]
    pub resign: Option<bool>,
    /// A line for people after each game.
    #[arg(skip)]
    pub thanks: Option<String>,
    /// Address of the page with a player's rating, without the name; empty for none.
    #[arg(skip)]
    pub ratings: Option<String>,
    /// Seconds after which the next seek takes the place of one that nobody accepted.
    #[arg(skip)]
    pub rotation: Option<u32>,
    /// The games that the bot seeks, in turn.
    #[arg(skip)]
    pub seek: Vec<WantedGame>,
}

/// A game that the bot seeks.
#[derive(Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct WantedGame {
    /// Seek games on this board size
    #[arg(long, value_name = "N", default_value = "6", value_parser = RangedU64ValueParser::<usize>::new().range(3..=8))]
    pub size: usize,
    /// Seconds of each player
    #[arg(long, value_name = "S", default_value = "600")]
    pub time: u32,
    /// Seconds per move
    #[arg(long, value_name = "S", default_value = "10")]
    pub increment: u32,
    /// Komi of Black in half flats, 0 to 8
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(i32).range(0..=8))]
    pub half_komi: i32,
    /// Color of the bot
    #[arg(long, value_name = "COLOR", default_value = "any")]
    pub color: WantedColor,
    /// Seek games that do not count for ratings
    #[arg(long)]
    pub unrated: bool,
    /// Only this player may accept
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// Flats and walls of each player.
    #[arg(skip)]
    pub pieces: Option<u32>,
    /// Capstones of each player.
    #[arg(skip)]
    pub capstones: Option<u32>,
    /// The first moves.
    #[arg(skip)]
    pub opening: WantedOpening,
}

/// Color of the bot in a game that it seeks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WantedColor {
    /// By chance
    #[default]
    Any,
    /// The first player
    White,
    /// The second player
    Black,
}

/// The first moves of a game that the bot seeks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WantedOpening {
    /// Each player first places a flat of the other one.
    #[default]
    Swap,
    /// White first places two black flats on one square.
    DoubleBlackStack,
}

impl Default for WantedGame {
    fn default() -> Self {
        Self {
            size: 6,
            time: 600,
            increment: 10,
            half_komi: 4,
            color: WantedColor::Any,
            unrated: false,
            opponent: None,
            pieces: None,
            capstones: None,
            opening: WantedOpening::Swap,
        }
    }
}

/// A setting that the bot cannot use.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SettingsError {
    /// A number.
    #[error("expected {expected}, found {found} ({name})")]
    Value {
        /// The setting.
        name: &'static str,
        /// The possible values.
        expected: &'static str,
        /// The value.
        found: String,
    },
    /// A game that the engine or the server does not know.
    #[error("seek {0}: {1}")]
    Game(usize, SettingError),
    /// Nothing to play.
    #[error("expected a game to seek (--size) or seeks to accept (--accept), found none")]
    Idle,
    /// The merged settings are not settings.
    #[error("{0}")]
    Merge(String),
}

impl BotSettings {
    /// Stands for everybody in `accept`.
    pub const ALL: &str = "all";
    /// Stands for all bots in `accept`.
    pub const BOTS: &str = "bots";

    /// These flags in front of the settings of a file. Lists have the entries of both.
    ///
    /// # Errors
    /// If the bot cannot use a value.
    pub fn over(&self, file: Self) -> Result<Self, SettingsError> {
        let table = |settings: &Self| Table::try_from(settings);
        let merge = |mut file: Table, flags: Table| -> Result<Self, toml::de::Error> {
            for (key, value) in flags {
                match (file.get_mut(&key), value) {
                    (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
                    (_, value) => drop(file.insert(key, value)),
                }
            }
            file.try_into()
        };
        let failed = |error: &dyn std::error::Error| SettingsError::Merge(error.to_string());
        let (file, flags) = (table(&file), table(self));
        let file = file.map_err(|error| failed(&error))?;
        let merged = merge(file, flags.map_err(|error| failed(&error))?);
        let mut merged = merged.map_err(|error| failed(&error))?;
        // A guest has no name: the flag counts.
        if self.guest {
            merged.name = None;
        }
        merged.check()?;
        Ok(merged)
    }

    fn check(&self) -> Result<(), SettingsError> {
        if self.pace.is_some_and(|pace| Duration::try_from_secs_f64(pace).is_err()) {
            return Err(value("pace", "seconds from 0", &self.pace));
        }
        if self.accept_rating.is_some_and(|[low, high]| low > high) {
            let expected = "the lowest and the highest rating";
            return Err(value("accept-rating", expected, &self.accept_rating));
        }
        for (index, seek) in self.seek.iter().enumerate() {
            if !(0..=8).contains(&seek.half_komi) {
                return Err(value("half-komi", "0 to 8", &Some(seek.half_komi)));
            }
            seek.setting().rules().map_err(|error| SettingsError::Game(index + 1, error))?;
        }
        let is_idle = self.seek.is_empty() && self.accept.is_empty();
        if is_idle { Err(SettingsError::Idle) } else { Ok(()) }
    }

    /// The level of play.
    #[must_use]
    pub fn level(&self) -> BotLevel {
        self.level.unwrap_or(BotLevel::Full)
    }

    /// Shortest time of a move against a person.
    pub(super) fn pace(&self) -> Duration {
        Duration::try_from_secs_f64(self.pace.unwrap_or(2.0)).unwrap_or_default()
    }

    /// Time of a seek.
    pub(super) fn rotation(&self) -> Duration {
        Duration::from_secs(self.rotation.unwrap_or(180).into())
    }
}

fn value(
    name: &'static str,
    expected: &'static str,
    found: &Option<impl std::fmt::Debug>,
) -> SettingsError {
    let found = found.as_ref().map_or_else(String::new, |found| format!("{found:?}"));
    SettingsError::Value { name, expected, found }
}

impl WantedGame {
    /// Board, clock and pieces.
    #[must_use]
    pub fn setting(&self) -> Setting {
        let seconds = |number: u32| Duration::from_secs(number.into());
        // The check refuses other sizes before they are played.
        let usual = Setting::standard(self.size, seconds(self.time), seconds(self.increment));
        Setting {
            half_komi: self.half_komi,
            stones: self.pieces.unwrap_or(usual.stones),
            capstones: self.capstones.unwrap_or(usual.capstones),
            is_unrated: self.unrated,
            opening: match self.opening {
                WantedOpening::Swap => Opening::Swap,
                WantedOpening::DoubleBlackStack => Opening::DoubleBlackStack,
            },
            ..usual
        }
    }

    /// Color of the bot; `None` leaves it to chance.
    pub(super) fn color(&self) -> Option<Color> {
        match self.color {
            WantedColor::Any => None,
            WantedColor::White => Some(Color::White),
            WantedColor::Black => Some(Color::Black),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(text: &str) -> Result<BotSettings, String> {
        let file: BotSettings = toml::from_str(text).map_err(|error| error.to_string())?;
        BotSettings::default().over(file).map_err(|error| error.to_string())
    }

    #[test]
    fn the_documented_settings_are_read() {
        let documented = read(include_str!("../../../../docs/playtak.toml")).unwrap();
        assert_eq!(documented.seek.len(), 2);
        assert_eq!(documented.seek[0], WantedGame { time: 900, ..WantedGame::default() });
        let expected = BotSettings {
            name: Some("MyBot".to_owned()),
            password_file: Some("/etc/stonefall/playtak-password".into()),
            accept: vec![BotSettings::BOTS.to_owned()],
            seek: documented.seek.clone(),
            ..BotSettings::default()
        };
        assert_eq!(documented, expected);
    }

    #[test]
    fn flags_stand_in_front_of_the_file() {
        let file = "name = \"me\"\nlevel = \"7\"\ngames = 3\naccept = [\"you\"]\n[[seek]]\nsize = 5\nhalf-komi = 0\n";
        let flags = BotSettings {
            level: Some(BotLevel::Full),
            guest: true,
            accept: vec!["bots".to_owned()],
            seek: vec![WantedGame::default()],
            ..BotSettings::default()
        };
        let merged = flags.over(toml::from_str(file).unwrap()).unwrap();
        let five = WantedGame { size: 5, half_komi: 0, ..WantedGame::default() };
        let expected = BotSettings {
            level: Some(BotLevel::Full),
            guest: true,
            games: Some(3),
            accept: vec!["you".to_owned(), "bots".to_owned()],
            seek: vec![five, WantedGame::default()],
            ..BotSettings::default()
        };
        assert_eq!(merged, expected);
    }

    #[test]
    fn wrong_values_are_refused() {
        for (text, part) in [
            ("level = \"19\"", "expected full, auto, or a level from 1 to 18, found 19"),
            (
                "accept-rating = [2, 1]",
                "expected the lowest and the highest rating, found [2.0, 1.0]",
            ),
            ("pace = -1.0", "expected seconds from 0, found -1.0 (pace)"),
            ("[[seek]]\nhalf-komi = 9", "expected 0 to 8, found 9 (half-komi)"),
            ("[[seek]]\nsize = 9", "seek 1: expected a board size from 3 to 8, found 9"),
            ("[[seek]]\nopening = \"x\"", "unknown variant `x`, expected `swap` or"),
            ("[[seek]]\ncolor = \"x\"", "unknown variant `x`, expected one of `any`, `white`"),
            ("passwort = \"x\"", "unknown field"),
            ("", "expected a game to seek"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
