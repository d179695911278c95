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
    /// Reads a tag's value or a token.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "R-0" | "r-0" => Self::Win(Color::White, Reason::Road),
            "0-R" | "0-r" => Self::Win(Color::Black, Reason::Road),
            "F-0" | "f-0" => Self::Win(Color::White, Reason::Flats),
            "0-F" | "0-f" => Self::Win(Color::Black, Reason::Flats),
            "1-0" => Self::Win(Color::White, Reason::Other),
            "0-1" => Self::Win(Color::Black, Reason::Other),
            "1/2-1/2" | "1/2" => Self::Draw,
            "*" | "0-0" => Self::Unfinished,
            _ => return None,
        })
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
        let (winner, reason) = match self {
            Self::Win(winner, Reason::Road) => (winner, 'R'),
            Self::Win(winner, Reason::Flats) => (winner, 'F'),
            Self::Win(winner, Reason::Other) => (winner, '1'),
            Self::Draw => return out.write_str("1/2-1/2"),
            Self::Unfinished => return out.write_str("*"),
        };
        match winner {
            Color::White => write!(out, "{reason}-0"),
            Color::Black => write!(out, "0-{reason}"),
        }
    }
}
