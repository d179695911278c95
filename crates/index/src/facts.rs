//! The facts of a game that filters need.

use stonefall_engine::Color;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::types::{ByColor, MIN_SIZE};

/// The facts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Identifiers of the players, 0 if unknown.
    pub players: ByColor<u32>,
    /// Ratings, 0 if unknown.
    pub ratings: ByColor<u16>,
    /// Days since 1970, 0 if unknown.
    pub day: u16,
    /// Seconds of each player and per move.
    pub time: (u16, u16),
    /// Komi.
    pub half_komi: i8,
    /// Size, result and tournament in one byte: see [`class`].
    pub class: u8,
}

/// The results by their places in a class.
pub(crate) const RESULTS: [GameResult; 8] = [
    GameResult::Unfinished,
    GameResult::Win(Color::White, Reason::Road),
    GameResult::Win(Color::Black, Reason::Road),
    GameResult::Win(Color::White, Reason::Flats),
    GameResult::Win(Color::Black, Reason::Flats),
    GameResult::Win(Color::White, Reason::Other),
    GameResult::Win(Color::Black, Reason::Other),
    GameResult::Draw,
];

/// The byte of a board size, a result, and whether the game belongs to a tournament: the size minus 3 (bits 0 to 2), the
/// result (bits 3 to 5) and the tournament (bit 6).
#[must_use]
pub fn class(size: usize, result: GameResult, is_tournament: bool) -> u8 {
    let result = RESULTS.iter().position(|&known| known == result).unwrap_or_default();
    size.saturating_sub(MIN_SIZE) as u8 | (result as u8) << 3 | u8::from(is_tournament) << 6
}

/// Size, place of the result and tournament of a class.
pub(crate) const fn parts(class: u8) -> (u8, u8, bool) {
    ((class & 7) + MIN_SIZE as u8, class >> 3 & 7, class >> 6 & 1 == 1)
}

impl Facts {
    /// Board size.
    #[must_use]
    pub const fn size(&self) -> u8 {
        parts(self.class).0
    }

    /// The result.
    pub(crate) const fn result(&self) -> GameResult {
        RESULTS[parts(self.class).1 as usize]
    }

    /// The rank of a game among those with the highest ratings: the higher one comes first, then the newer one.
    pub(crate) fn rank(&self) -> u32 {
        let ByColor([white, black]) = self.ratings;
        rank(white, black, self.day)
    }
}

/// [`Facts::rank`]: the mean of both ratings, or 0 if one of them is unknown, and the day.
pub(crate) fn rank(white: u16, black: u16, day: u16) -> u32 {
    let mean = if white == 0 || black == 0 { 0 } else { u32::from(white).midpoint(black.into()) };
    mean << 16 | u32::from(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_read_back() {
        for (place, result) in RESULTS.into_iter().enumerate() {
            for size in 3..=8 {
                let found = class(size, result, size % 2 == 0);
                assert_eq!(parts(found), (size as u8, place as u8, size % 2 == 0));
            }
        }
    }
}
