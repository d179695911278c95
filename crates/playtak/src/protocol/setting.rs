//! The setting of a seek or a game: board, clock, pieces.

use super::words::Words;
use std::time::Duration;
use stonefall_engine::types::{RulesError, SizeError, check_size};
use stonefall_engine::{Color, HalfKomi, Opening, Rules};
use thiserror::Error;

/// Everything that two players agree on before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Board size, 3 to 8.
    pub size: usize,
    /// Time of each player.
    pub time: Duration,
    /// Time that a player gets with each move.
    pub increment: Duration,
    /// Whether the increment grows: it is multiplied by the number of the player's move.
    pub increment_scales: bool,
    /// Komi of Black in half flats.
    pub half_komi: i32,
    /// Flats and walls of each player.
    pub stones: u32,
    /// Capstones of each player.
    pub capstones: u32,
    /// Whether the game does not count for ratings.
    pub is_unrated: bool,
    /// The first moves.
    pub opening: Opening,
}

/// A setting that this engine cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SettingError {
    /// Board size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Pieces or komi.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl Setting {
    /// A rated game with the usual pieces, without komi, and with this time and increment.
    #[must_use]
    pub fn standard(size: usize, time: Duration, increment: Duration) -> Self {
        let pieces = Rules::standard(size).pieces[Color::White];
        Self {
            size,
            time,
            increment,
            increment_scales: false,
            half_komi: 0,
            stones: pieces.stones.into(),
            capstones: pieces.capstones.into(),
            is_unrated: false,
            opening: Opening::Swap,
        }
    }

    /// The rules of a game with this setting. PlayTak ends a game after fifty plies without a placement.
    ///
    /// # Errors
    /// If the engine does not know the board size, the pieces or the komi.
    pub fn rules(&self) -> Result<Rules, SettingError> {
        const REVERSIBLE_PLIES: u16 = 50;
        let size = check_size(self.size)?;
        let count = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        let mut rules = Rules::standard(size).with_komi(HalfKomi::new(self.half_komi)?);
        for pieces in &mut rules.pieces.0 {
            pieces.stones = count(self.stones);
            pieces.capstones = count(self.capstones);
        }
        rules.opening = self.opening;
        rules.reversible_plies = REVERSIBLE_PLIES;
        rules.check(size)?;
        Ok(rules)
    }

    /// The oldest version of the protocol in which a client can seek such a game.
    #[must_use]
    pub fn needed_version(&self) -> u32 {
        if self.opening == Opening::DoubleBlackStack { 4 } else { 2 }
    }

    /// The increment of a player's move with this number, from 1.
    #[must_use]
    pub fn increment_of(&self, move_number: u32) -> Duration {
        if self.increment_scales {
            self.increment.saturating_mul(move_number)
        } else {
            self.increment
        }
    }

    /// Reads `size time increment [scales]`.
    pub(super) fn read_clock(words: &mut Words<'_>, scales: bool) -> Option<Self> {
        let size = words.number()? as usize;
        let time = words.seconds()?;
        let increment = words.seconds()?;
        let increment_scales = scales && words.flag()?;
        Some(Self { increment_scales, ..Self::standard(check_size(size).ok()?, time, increment) })
    }

    /// Reads `komi pieces capstones unrated tournament trigger amount`, which follows the clock, the color or both.
    pub(super) fn read_pieces(&mut self, words: &mut Words<'_>) -> Option<()> {
        self.half_komi = words.number()? as i32;
        self.stones = words.number()?;
        self.capstones = words.number()?;
        self.is_unrated = words.flag()?;
        // Tournaments change nothing for a player, and extra time comes with the clocks of the server.
        words.flag().and(words.number()).and(words.number()).map(drop)
    }

    /// Reads the opening, the last word of protocol 4.
    pub(super) fn read_opening(&mut self, words: &mut Words<'_>) -> Option<()> {
        self.opening = match words.next()? {
            "0" => Opening::Swap,
            "1" => Opening::DoubleBlackStack,
            _ => return None,
        };
        Some(())
    }

    /// Writes `size time increment [scales] color komi pieces capstones unrated tournament trigger amount [opening]`
    /// for a version of the protocol, without a tournament and extra time.
    pub(super) fn write(&self, color: Option<Color>, version: u32) -> String {
        let flag = u8::from;
        let seconds = |time: Duration| time.as_secs();
        let color = color.map_or("A", |color| match color {
            Color::White => "W",
            Color::Black => "B",
        });
        let mut words = vec![
            self.size.to_string(),
            seconds(self.time).to_string(),
            seconds(self.increment).to_string(),
        ];
        if version >= 3 {
            words.push(flag(self.increment_scales).to_string());
        }
        words.extend([
            color.to_owned(),
            self.half_komi.to_string(),
            self.stones.to_string(),
            self.capstones.to_string(),
            flag(self.is_unrated).to_string(),
            "0 0 0".to_owned(),
        ]);
        if version >= 4 {
            words.push(flag(self.opening == Opening::DoubleBlackStack).to_string());
        }
        words.join(" ")
    }
}
