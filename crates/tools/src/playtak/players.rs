//! Players that the bot remembers: the games that they like, and the level that suits them.

use super::levels::{AutoLevel, ChosenLevel};
use super::settings::WantedGame;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use stonefall_engine::Color;
use stonefall_playtak::protocol::Setting;

/// Names of players without an account begin with this word. The server gives them to others later.
const WITHOUT_ACCOUNT: &str = "Guest";

/// A player that the bot remembers. A value that is not there has the default of the bot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Player {
    /// The level that the player chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<ChosenLevel>,
    /// The level that suits the player, by the results so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto: Option<AutoLevel>,
    /// Board size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// Color of the player: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<PlayerColor>,
    /// Komi of Black in half flats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_komi: Option<i32>,
    /// Seconds of each player, and seconds per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<[u32; 2]>,
}

/// A color that a player wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerColor {
    /// The first player.
    White,
    /// The second player.
    Black,
}

impl PlayerColor {
    /// The color of the bot.
    fn of_bot(self) -> Color {
        match self {
            Self::White => Color::Black,
            Self::Black => Color::White,
        }
    }
}

impl Player {
    /// The game that the player wants, where `usual` is the game of other players.
    ///
    /// A board of another size has its usual pieces.
    pub(super) fn wanted(&self, name: &str, usual: &WantedGame) -> WantedGame {
        let mut setting = match self.size {
            Some(size) if size != usual.setting.size => {
                let Setting { time, increment, .. } = usual.setting;
                Setting {
                    half_komi: usual.setting.half_komi,
                    is_unrated: usual.setting.is_unrated,
                    ..Setting::standard(size, time, increment)
                }
            }
            _ => usual.setting.clone(),
        };
        if let Some([time, increment]) = self.clock {
            setting.time = Duration::from_secs(time.into());
            setting.increment = Duration::from_secs(increment.into());
            setting.increment_scales = false;
        }
        setting.half_komi = self.half_komi.unwrap_or(setting.half_komi);
        let color = self.color.map(PlayerColor::of_bot).or(usual.color);
        WantedGame { setting, color, opponent: Some(name.to_owned()) }
    }

    /// Everything that is remembered, in one chat line.
    pub(super) fn describe(&self) -> String {
        let parts = [
            self.level.map(|level| format!("level {level}")),
            self.auto.map(|auto| format!("suitable level {auto}")),
            self.size.map(|size| format!("size {size}")),
            self.color.map(|color| match color {
                PlayerColor::White => "color white".to_owned(),
                PlayerColor::Black => "color black".to_owned(),
            }),
            self.half_komi.map(|komi| format!("komi {}", f64::from(komi) / 2.0)),
            self.clock
                .map(|[time, increment]| format!("time {}+{increment}", f64::from(time) / 60.0)),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        match parts.len() {
            0 => "I remember nothing about you.".to_owned(),
            _ => format!("I remember: {}. \"forget\" deletes it.", parts.join(", ")),
        }
    }
}

/// All players that the bot remembers, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Players(BTreeMap<String, Player>);

impl Players {
    /// Reads the file of players.
    ///
    /// # Errors
    /// If the text is not what `Players::write` writes.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text).map(Self)
    }

    /// The file of players, as JSON. Players without an account are left out.
    pub(super) fn write(&self) -> String {
        let kept: BTreeMap<_, _> =
            self.0.iter().filter(|(name, _)| !name.starts_with(WITHOUT_ACCOUNT)).collect();
        // A map from texts to plain values has no reason to fail.
        serde_json::to_string_pretty(&kept).unwrap_or_default()
    }

    /// The player with this name.
    pub(super) fn get(&self, name: &str) -> Player {
        self.0.get(name).cloned().unwrap_or_default()
    }

    /// Changes what the bot remembers about a player.
    pub(super) fn change(&mut self, name: &str) -> &mut Player {
        self.0.entry(name.to_owned()).or_default()
    }

    /// Forgets a player.
    pub(super) fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use stonefall_engine::search::Level;

    #[test]
    fn players_are_read_as_they_were_written() {
        let mut players = Players::default();
        players.change("Guest7").size = Some(4);
        *players.change("Alice") = Player {
            level: Some(ChosenLevel::Auto),
            auto: Some(AutoLevel::start(Some(1200.0))),
            size: Some(6),
            color: Some(PlayerColor::White),
            half_komi: Some(3),
            clock: Some([600, 5]),
        };
        players.change("Bob").level = Level::new(3).map(ChosenLevel::Number);
        let text = players.write();
        players.forget("Guest7");
        assert_eq!(Players::read(&text).unwrap(), players, "{text}");
        let described = players.get("Alice").describe();
        assert!(described.contains("level auto, suitable level "), "{described}");
        assert!(described.contains("size 6, color white, komi 1.5, time 10+5."), "{described}");
        for text in ["", "[]", "{\"Alice\": {\"size\": \"x\"}}", "{\"Alice\": {\"level\": \"12\"}}"]
        {
            assert!(Players::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_wishes_of_a_player_change_the_usual_game() {
        let seconds = Duration::from_secs;
        let usual = WantedGame {
            setting: Setting {
                half_komi: 4,
                stones: 25,
                ..Setting::standard(5, seconds(600), seconds(5))
            },
            color: None,
            opponent: None,
        };
        let wanted = Player::default().wanted("Alice", &usual);
        assert_eq!(wanted, WantedGame { opponent: Some("Alice".to_owned()), ..usual.clone() });
        let player = Player {
            size: Some(6),
            color: Some(PlayerColor::White),
            half_komi: Some(1),
            clock: Some([180, 2]),
            ..Player::default()
        };
        let wanted = player.wanted("Alice", &usual);
        assert_eq!(wanted.color, Some(Color::Black));
        assert_eq!(
            wanted.setting,
            Setting { half_komi: 1, ..Setting::standard(6, seconds(180), seconds(2)) }
        );
    }
}
