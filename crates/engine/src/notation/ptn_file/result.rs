//! Results of games.

use crate::board::{Outcome, WinReason};
use crate::types::Color;
use std::fmt;

/// Reason of a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// `R`: a road.
    Road,
    /// `F`: flats.
    Flats,
    /// `1`: resignation, time or anything else.
    Other,
}

/// The result in the text of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// A win.
    Win(Color, Reason),
    /// `1/2-1/2`
    Draw,
    /// `*` or `0-0`: no result.
    Unfinished,
}

impl GameResult {
    const CODES: [(Self, &'static str); 8] = [
        (Self::Win(Color::White, Reason::Road), "R-0"),
        (Self::Win(Color::Black, Reason::Road), "0-R"),
        (Self::Win(Color::White, Reason::Flats), "F-0"),
        (Self::Win(Color::Black, Reason::Flats), "0-F"),
        (Self::Win(Color::White, Reason::Other), "1-0"),
        (Self::Win(Color::Black, Reason::Other), "0-1"),
        (Self::Draw, "1/2-1/2"),
        (Self::Unfinished, "*"),
    ];

    /// Reads a tag's value or a token, in any case, also with spaces, long dashes and in old spellings: `1 - 0`, `1-2-1-2`.
    pub fn read(text: &str) -> Option<Self> {
        let mut text = text.split_whitespace().collect::<String>();
        text = text.replace(['\u{2013}', '\u{2014}', '\u{2212}'], "-").replace('\u{bd}', "1/2");
        match text.as_str() {
            "1/2" | "1-2-1-2" | "0.5-0.5" => text = "1/2-1/2".to_owned(),
            "0-0" => text = "*".to_owned(),
            _ => {}
        }
        let found = Self::CODES.iter().find(|(_, code)| code.eq_ignore_ascii_case(&text));
        found.map(|&(result, _)| result)
    }

    /// The result in PTN: `R-0`, `0-F`, `1/2-1/2`.
    pub fn code(self) -> &'static str {
        let found = Self::CODES.iter().find(|&&(result, _)| result == self);
        found.map_or("*", |&(_, code)| code)
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(winner, WinReason::Road) => Self::Win(winner, Reason::Road),
            Outcome::Win(winner, WinReason::Flats) => Self::Win(winner, Reason::Flats),
            Outcome::Draw(_) => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}
