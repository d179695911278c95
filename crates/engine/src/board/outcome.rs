//! Results of games.

use super::{History, Position, Roads, Turn, road};
use crate::cpu::versions;
use crate::types::Color;

/// The reason of a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum WinReason {
    /// A road from edge to edge.
    Road,
    /// More flats, including komi, when the board is full or a player has no pieces left.
    Flats,
}

/// The reason of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// Equal flat counts, including komi.
    Flats,
    /// Third occurrence of a position.
    Repetition,
    /// Too many plies without a placement or a flattened wall.
    ReversiblePlies,
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A win of this player.
    Win(Color, WinReason),
    /// A draw.
    Draw(DrawReason),
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(winner, _) => Some(winner),
            Self::Draw(_) => None,
        }
    }
}

impl<const N: usize> Position<N> {
    versions! {
        /// The result if the stones on the board have ended the game by a road or by flats. If both players have a
        /// road, the player who moved last wins. Repetitions need [`Position::outcome_with`].
        pub fn outcome(&self) -> Option<Outcome> = outcome_body as [outcome_basic, outcome_v3];
    }

    #[inline(always)]
    fn outcome_body(&self) -> Option<Outcome> {
        let last = self.to_move().opponent();
        if road::has_road::<N>(self.road_stones(last)) {
            return Some(Outcome::Win(last, WinReason::Road));
        }
        if road::has_road::<N>(self.road_stones(last.opponent())) {
            return Some(Outcome::Win(last.opponent(), WinReason::Road));
        }
        self.flats_end().then(|| self.flat_result())
    }

    /// Like [`Position::outcome`], with known roads.
    #[inline(always)]
    pub(crate) fn outcome_on(&self, roads: &Roads) -> Option<Outcome> {
        // The waiting side moved last.
        if roads.has_road(Turn::Waiting) {
            return Some(Outcome::Win(self.to_move().opponent(), WinReason::Road));
        }
        if roads.has_road(Turn::Mover) {
            return Some(Outcome::Win(self.to_move(), WinReason::Road));
        }
        self.flats_end().then(|| self.flat_result())
    }

    /// Whether the board is full or a player has no pieces left.
    #[inline(always)]
    pub(crate) fn flats_end(&self) -> bool {
        self.empty().is_empty() || Color::ALL.iter().any(|&color| self.reserve(color).total() == 0)
    }

    /// The result by flat count, including komi, even if the game has not ended.
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

    /// The result including the draws that need the game's history: third occurrence and, if the rules have a
    /// limit, reversible plies.
    pub fn outcome_with(&self, history: &History) -> Option<Outcome> {
        let limit = self.rules.reversible_plies as usize;
        self.outcome().or_else(|| {
            if history.is_third(self) {
                Some(Outcome::Draw(DrawReason::Repetition))
            } else if limit > 0 && self.reversible_plies() >= limit {
                Some(Outcome::Draw(DrawReason::ReversiblePlies))
            } else {
                None
            }
        })
    }
}
