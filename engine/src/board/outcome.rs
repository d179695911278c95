//! How a game ends.

use super::{History, Position, Roads, Turn, road};
use crate::types::Color;

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// A road from edge to edge.
    Road,
    /// More flats, komi included, on a full board or when a player's pieces are used up.
    Flats,
}

/// Why a game was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// Equal flat counts, komi included.
    Flats,
    /// The same position for the third time.
    Repetition,
    /// Too many plies without a placement or a flattening.
    ReversiblePlies,
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A player has won.
    Win(Color, WinReason),
    /// Nobody has won.
    Draw(DrawReason),
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(winner, _) => Some(winner),
            Self::Draw(_) => None,
        }
    }
}

impl<const N: usize> Position<N> {
    /// The result if the stones on the board have ended the game: a road (the mover's counts if both
    /// have one), or flats. Repetitions are not seen here: see [`Position::outcome_with`].
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let mover = self.to_move().opponent();
        if let Some(winner) = self.road_winner(mover) {
            return Some(Outcome::Win(winner, WinReason::Road));
        }
        if self.flats_end() {
            return Some(self.flat_result());
        }
        None
    }

    /// The same where the roads are known.
    #[must_use]
    #[inline(always)]
    pub(crate) fn outcome_on(&self, roads: &Roads) -> Option<Outcome> {
        // Who has just moved is waiting now.
        if roads.has_road(Turn::Waiting) {
            return Some(Outcome::Win(self.to_move().opponent(), WinReason::Road));
        }
        if roads.has_road(Turn::Mover) {
            return Some(Outcome::Win(self.to_move(), WinReason::Road));
        }
        self.flats_end().then(|| self.flat_result())
    }

    /// The player with a road; `mover` if both have one.
    #[inline(always)]
    fn road_winner(&self, mover: Color) -> Option<Color> {
        if road::has_road::<N>(self.road_stones(mover)) {
            Some(mover)
        } else if road::has_road::<N>(self.road_stones(mover.opponent())) {
            Some(mover.opponent())
        } else {
            None
        }
    }

    /// Whether the board is full or a player has used up all pieces.
    #[must_use]
    #[inline(always)]
    pub(crate) fn flats_end(&self) -> bool {
        self.empty().is_empty() || Color::ALL.iter().any(|&color| self.reserve(color).total() == 0)
    }

    /// The result by flat count, komi included, whether or not the game has ended.
    #[must_use]
    pub(crate) fn flat_result(&self) -> Outcome {
        let lead = self.half_flat_lead();
        if lead > 0 {
            Outcome::Win(Color::White, WinReason::Flats)
        } else if lead < 0 {
            Outcome::Win(Color::Black, WinReason::Flats)
        } else {
            Outcome::Draw(DrawReason::Flats)
        }
    }

    /// The result with the draws that need the game's history: third occurrence, and the rule on
    /// reversible plies if the game has one.
    #[must_use]
    pub fn outcome_with(&self, history: &History) -> Option<Outcome> {
        if let Some(outcome) = self.outcome() {
            return Some(outcome);
        }
        if history.repetitions(self) >= 2 {
            return Some(Outcome::Draw(DrawReason::Repetition));
        }
        let limit = self.rules.reversible_plies as usize;
        if limit > 0 && self.reversible_plies() >= limit {
            return Some(Outcome::Draw(DrawReason::ReversiblePlies));
        }
        None
    }
}
