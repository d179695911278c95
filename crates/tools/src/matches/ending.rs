//! Ends of games in a match.

use std::fmt;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::notation::ptn_file::{GameResult, Reason as PtnReason};
use stonefall_engine::types::Color;

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// A road.
    Road,
    /// A flat count, drawn or won.
    Flats,
    /// A repeated position.
    Repetition,
    /// Too many plies without a placement or a flattened wall.
    ReversiblePlies,
    /// Too many plies.
    Length,
    /// Both engines agreed on the winner.
    AgreedWin,
    /// Both engines agreed on a draw.
    AgreedDraw,
    /// An engine ended, or could not be restarted.
    Crash,
    /// An engine did not answer.
    Hang,
    /// An engine sent an illegal move.
    IllegalMove,
    /// An engine exceeded its time.
    Time,
}

impl Reason {
    /// All reasons with the first words of their `Termination` tags, in the order of the enum.
    const NAMES: [(Self, &str); 11] = [
        (Self::Road, "road"),
        (Self::Flats, "flats"),
        (Self::Repetition, "repetition"),
        (Self::ReversiblePlies, "reversible plies"),
        (Self::Length, "length"),
        (Self::AgreedWin, "agreed win"),
        (Self::AgreedDraw, "agreed draw"),
        (Self::Crash, "crash"),
        (Self::Hang, "hang"),
        (Self::IllegalMove, "illegal move"),
        (Self::Time, "time"),
    ];

    /// Reasons that are faults of the loser's engine.
    pub const FAULTS: [Self; 4] = [Self::Crash, Self::Hang, Self::IllegalMove, Self::Time];

    /// First words of the `Termination` tag.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// Whether an engine failed.
    #[must_use]
    pub fn is_fault(self) -> bool {
        Self::FAULTS.contains(&self)
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
    /// Details in one line, or empty.
    pub detail: String,
}

impl Ending {
    /// A game lost by a fault of the loser's engine.
    pub(super) fn fault(loser: Color, reason: Reason, detail: impl Into<String>) -> Self {
        Self { winner: Some(loser.opponent()), reason, detail: detail.into() }
    }

    /// A draw.
    pub(super) const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason, detail: String::new() }
    }

    /// The result in PTN.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        let reason = match self.reason {
            Reason::Road => PtnReason::Road,
            Reason::Flats => PtnReason::Flats,
            _ => PtnReason::Other,
        };
        match self.winner {
            Some(winner) => GameResult::Win(winner, reason),
            None => GameResult::Draw,
        }
    }

    /// Reads the result and the `Termination` tag of a game.
    pub(super) fn read(result: GameResult, termination: &str) -> Option<Self> {
        let (name, detail) = termination.split_once(": ").unwrap_or((termination, ""));
        let (reason, _) = *Reason::NAMES.iter().find(|(_, known)| *known == name)?;
        let winner = match result {
            GameResult::Win(winner, _) => Some(winner),
            GameResult::Draw => None,
            GameResult::Unfinished => return None,
        };
        Some(Self { winner, reason, detail: detail.to_owned() })
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        let reason = match outcome {
            Outcome::Win(_, WinReason::Road) => Reason::Road,
            Outcome::Win(_, WinReason::Flats) | Outcome::Draw(DrawReason::Flats) => Reason::Flats,
            Outcome::Draw(DrawReason::Repetition) => Reason::Repetition,
            Outcome::Draw(DrawReason::ReversiblePlies) => Reason::ReversiblePlies,
        };
        Self { winner: outcome.winner(), reason, detail: String::new() }
    }
}

/// Value of the `Termination` tag.
impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.reason.name())?;
        if self.detail.is_empty() { Ok(()) } else { write!(out, ": {}", self.detail) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_order_of_the_enum() {
        for (reason, name) in Reason::NAMES {
            assert_eq!(reason.name(), name);
        }
    }
}
