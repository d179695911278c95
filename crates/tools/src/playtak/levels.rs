//! Levels of play: chosen by the operator, or found from results.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use stonefall_engine::search::Level;
use thiserror::Error;

/// A choice of the bot's strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum BotLevel {
    /// Full strength.
    Full,
    /// The level that suits the opponent.
    Auto,
    /// This level.
    Number(Level),
}

/// A text that is no level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected full, auto, or a level from 1 to 18, found {0}")]
pub struct BotLevelError(String);

impl FromStr for BotLevel {
    type Err = BotLevelError;

    fn from_str(text: &str) -> Result<Self, BotLevelError> {
        match text {
            "full" => Ok(Self::Full),
            "auto" => Ok(Self::Auto),
            number => match number.parse().ok().and_then(Level::new) {
                Some(level) => Ok(Self::Number(level)),
                None => Err(BotLevelError(text.to_owned())),
            },
        }
    }
}

impl fmt::Display for BotLevel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => out.write_str("full"),
            Self::Auto => out.write_str("auto"),
            Self::Number(level) => write!(out, "{}", level.number()),
        }
    }
}

impl From<BotLevel> for String {
    fn from(level: BotLevel) -> Self {
        level.to_string()
    }
}

impl TryFrom<String> for BotLevel {
    type Error = BotLevelError;

    fn try_from(text: String) -> Result<Self, BotLevelError> {
        text.parse()
    }
}

/// Assumed rating of level 1, for the first game against a player; a guess.
const FIRST_RATING: f64 = 200.0;
/// Assumed step between the ratings of two levels, half of that in docs/levels.md, because people differ less from
/// bots than bots from each other.
const RATING_STEP: f64 = 75.0;
/// The level for a player without a rating.
const UNRATED: u8 = 11;
/// Full strength follows the highest level.
const FULL: u8 = Level::HIGHEST + 1;
/// Results in a row that change the level by one.
const IN_A_ROW: i8 = 2;

/// A level that follows the results against one player: two wins of the player in a row raise it by one, two losses in
/// a row lower it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutoLevel {
    /// The number of a level, or [`FULL`].
    level: u8,
    /// Wins of the player in a row, or losses as a negative number.
    streak: i8,
}

impl AutoLevel {
    /// The level for a first game: the one with the nearest rating.
    pub(super) fn start(rating: Option<f64>) -> Self {
        let level = rating.map_or(UNRATED, |rating| {
            let steps = (rating - FIRST_RATING) / RATING_STEP;
            steps.round().clamp(0.0, f64::from(FULL - Level::LOWEST)) as u8 + Level::LOWEST
        });
        Self { level, streak: 0 }
    }

    /// The level; `None` is full strength.
    pub(super) fn level(self) -> Option<Level> {
        Level::new(self.level)
    }

    /// Counts a game. Returns a sentence for the player if the level changes.
    pub(super) fn count(&mut self, player_won: Option<bool>) -> Option<String> {
        self.streak = match player_won {
            None => 0,
            Some(true) => self.streak.max(0).saturating_add(1),
            Some(false) => self.streak.min(0).saturating_sub(1),
        };
        if self.streak.abs() < IN_A_ROW {
            return None;
        }
        let won = self.streak > 0;
        self.streak = 0;
        // A level from a file may be any number.
        let next = if won { self.level.saturating_add(1) } else { self.level.saturating_sub(1) };
        if !(1..=FULL).contains(&next) {
            return None;
        }
        self.level = next;
        let result = if won { "won" } else { "lost" };
        let level = level_name(self.level());
        Some(format!("You {result} twice in a row: I play at {level} from the next game on."))
    }
}

/// The name of a level in a chat line; `None` is full strength.
pub(super) fn level_name(level: Option<Level>) -> String {
    level.map_or_else(|| "full strength".to_owned(), |level| level.to_string())
}

/// Names of players without an account begin with this word. The server gives them to others later.
const WITHOUT_ACCOUNT: &str = "Guest";

/// The level that suits each player, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Players(BTreeMap<String, AutoLevel>);

impl Players {
    /// Reads the file of players.
    ///
    /// # Errors
    /// If the text is not that of such a file.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text).map(Self)
    }

    /// The file of players, as JSON. Players without an account are left out.
    pub(super) fn write(&self) -> String {
        let kept: BTreeMap<_, _> =
            self.0.iter().filter(|(name, _)| !name.starts_with(WITHOUT_ACCOUNT)).collect();
        // A map from texts to numbers has no reason to fail.
        serde_json::to_string_pretty(&kept).unwrap_or_default()
    }

    pub(super) fn get(&self, name: &str) -> Option<AutoLevel> {
        self.0.get(name).copied()
    }

    pub(super) fn set(&mut self, name: &str, level: AutoLevel) {
        self.0.insert(name.to_owned(), level);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_first_level_follows_the_rating() {
        for (rating, level) in
            [(None, 11), (Some(0.0), 1), (Some(955.0), 11), (Some(1500.0), 18), (Some(2500.0), 19)]
        {
            assert_eq!(AutoLevel::start(rating).level, level, "{rating:?}");
        }
        assert_eq!(AutoLevel::start(Some(2500.0)).level(), None);
    }

    #[test]
    fn two_results_in_a_row_change_the_level() {
        let mut auto = AutoLevel::start(None);
        for (result, level, told) in [
            (Some(true), 11, false),
            (None, 11, false),
            (Some(true), 11, false),
            (Some(true), 12, true),
            (Some(true), 12, false),
            (Some(false), 12, false),
            (Some(false), 11, true),
        ] {
            let told_now = auto.count(result);
            assert_eq!((auto.level, told_now.is_some()), (level, told), "{told_now:?}");
        }
        for level in [1, FULL] {
            let mut auto = AutoLevel { level, streak: 0 };
            for _ in 0..5 {
                assert_eq!(auto.count(Some(level == FULL)), None, "no level beyond the ends");
            }
            assert_eq!(auto.level, level);
        }
    }

    #[test]
    fn levels_and_players_are_read_as_they_were_written() {
        for text in ["full", "auto", "1", "18"] {
            assert_eq!(text.parse::<BotLevel>().unwrap().to_string(), text);
        }
        for text in ["0", "19", "Full", ""] {
            let error = text.parse::<BotLevel>().unwrap_err().to_string();
            assert!(error.contains("expected full, auto, or a level from 1 to 18"), "{error}");
        }
        let mut players = Players::default();
        players.set("Alice", AutoLevel::start(Some(1200.0)));
        let known = players.clone();
        players.set("Guest7", AutoLevel::start(None));
        assert_eq!(Players::read(&players.write()).unwrap(), known);
        for text in ["", "[]", "{\"Alice\": {\"level\": \"x\"}}", "{\"Alice\": {\"size\": 6}}"] {
            assert!(Players::read(text).is_err(), "{text}");
        }
    }
}
