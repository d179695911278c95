//! How games of a match end.

use std::fmt;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::notation::ptn_file::{GameResult, Reason as PtnReason};
use stonefall_engine::types::Color;

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// A road.
    Road,
    /// Flats, also equal ones.
    Flats,
    /// The same position too often.
    Repetition,
    /// Too many plies without a placement or a flattening.
    ReversiblePlies,
    /// Too many plies.
    Length,
    /// Both engines agreed on who wins.
    AgreedWin,
    /// Both engines agreed that nobody does.
    AgreedDraw,
    /// An engine ended, or could not be started again.
    Crash,
    /// An engine did not answer.
    Hang,
    /// An engine named something that is no legal move.
    IllegalMove,
    /// An engine used more time than it had.
    Time,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Road,
        Self::Flats,
        Self::Repetition,
        Self::ReversiblePlies,
        Self::Length,
        Self::AgreedWin,
        Self::AgreedDraw,
        Self::Crash,
        Self::Hang,
        Self::IllegalMove,
        Self::Time,
    ];

    /// What an engine can lose by beside losing.
    pub const FAULTS: [Self; 4] = [Self::Crash, Self::Hang, Self::IllegalMove, Self::Time];

    /// The words that the `Termination` tag begins with.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::Flats => "flats",
            Self::Repetition => "repetition",
            Self::ReversiblePlies => "reversible plies",
            Self::Length => "length",
            Self::AgreedWin => "agreed win",
            Self::AgreedDraw => "agreed draw",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::IllegalMove => "illegal move",
            Self::Time => "time",
        }
    }

    /// Whether an engine has failed.
    #[must_use]
    pub fn is_fault(self) -> bool {
        Self::FAULTS.contains(&self)
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who has won; nobody in a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
    /// More about it, if there is more; of one line.
    pub detail: String,
}

impl Ending {
    /// A game that is lost by a fault of this player's engine.
    pub(super) fn fault(loser: Color, reason: Reason, detail: impl Into<String>) -> Self {
        Self { winner: Some(loser.opponent()), reason, detail: detail.into() }
    }

    /// A draw.
    pub(super) const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason, detail: String::new() }
    }

    /// The result as PTN has it.
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

    /// Reads the result and the `Termination` of a game.
    pub(super) fn read(result: GameResult, termination: &str) -> Option<Self> {
        let (name, detail) = termination.split_once(": ").unwrap_or((termination, ""));
        let reason = Reason::ALL.into_iter().find(|reason| reason.name() == name)?;
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

/// The value of the `Termination` tag.
impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.reason.name())?;
        if self.detail.is_empty() { Ok(()) } else { write!(out, ": {}", self.detail) }
    }
}
