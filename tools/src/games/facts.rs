//! The facts of a game that filters need, in twenty bytes.
//!
//! Each segment has the facts of its games in one blob, in order: both players (four bytes each), their ratings (two
//! each, 0 if unknown), the day since 1970 (two, 0 if unknown), time and increment in seconds (two each, at most
//! 65,535), the komi in half flats (one, signed), and one byte with the board size minus 3 (bits 0 to 2), the result
//! (bits 3 to 5) and whether the game belongs to a tournament (bit 6).

use stonefall_engine::Color;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::types::{ByColor, MIN_SIZE};

/// Length of a game's facts.
pub(super) const LENGTH: usize = 20;

/// The facts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    /// Identifiers of the players, 0 if unknown.
    pub(super) players: ByColor<u32>,
    /// Ratings, 0 if unknown.
    pub(super) ratings: ByColor<u16>,
    /// Days since 1970, 0 if unknown.
    pub(super) day: u16,
    /// Seconds of each player and per move.
    pub(super) time: (u16, u16),
    /// Komi.
    pub(super) half_komi: i8,
    /// Size, result and tournament in one byte: see [`Facts::size`], [`Facts::result`] and [`classes`].
    pub(super) class: u8,
}

/// The results by [`Facts::result_index`].
pub(super) const RESULTS: [GameResult; 8] = [
    GameResult::Unfinished,
    GameResult::Win(Color::White, Reason::Road),
    GameResult::Win(Color::Black, Reason::Road),
    GameResult::Win(Color::White, Reason::Flats),
    GameResult::Win(Color::Black, Reason::Flats),
    GameResult::Win(Color::White, Reason::Other),
    GameResult::Win(Color::Black, Reason::Other),
    GameResult::Draw,
];

/// The byte of a board size, a result, and whether the game belongs to a tournament.
pub(super) fn class(size: usize, result: GameResult, is_tournament: bool) -> u8 {
    let result = RESULTS.iter().position(|&known| known == result).unwrap_or_default();
    size.saturating_sub(MIN_SIZE) as u8 | (result as u8) << 3 | u8::from(is_tournament) << 6
}

/// The classes whose size, result and tournament are permitted.
pub(super) fn classes(is_permitted: impl Fn(u8, GameResult, bool) -> bool) -> [bool; 256] {
    std::array::from_fn(|class| {
        let class = class as u8;
        is_permitted(size_of(class), RESULTS[usize::from(class >> 3 & 7)], class >> 6 & 1 == 1)
    })
}

const fn size_of(class: u8) -> u8 {
    (class & 7) + MIN_SIZE as u8
}

impl Facts {
    /// Board size.
    pub(super) const fn size(&self) -> u8 {
        size_of(self.class)
    }

    /// The place of the result in [`RESULTS`].
    #[inline(always)]
    pub(super) fn result_index(&self) -> usize {
        usize::from(self.class >> 3 & 7)
    }

    /// The result.
    pub(super) fn result(&self) -> GameResult {
        RESULTS[self.result_index()]
    }

    pub(super) fn push_to(&self, bytes: &mut Vec<u8>) {
        let ByColor([white, black]) = self.ratings;
        for color in Color::ALL {
            bytes.extend(self.players[color].to_le_bytes());
        }
        let (time, increment) = self.time;
        for number in [white, black, self.day, time, increment] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([self.half_komi as u8, self.class]);
    }

    /// The facts of the bytes. (A query reads those of all games, so this is short.)
    #[inline(always)]
    pub(super) fn read(bytes: &[u8; LENGTH]) -> Self {
        let player =
            |at| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let number = |at| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Self {
            players: ByColor::new(player(0), player(4)),
            ratings: ByColor::new(number(8), number(10)),
            day: number(12),
            time: (number(14), number(16)),
            half_komi: bytes[18] as i8,
            class: bytes[19],
        }
    }

    /// The rank of a game among those with the highest ratings: the higher one comes first, then the newer one.
    #[inline(always)]
    pub(super) fn rank(&self) -> u32 {
        self.mean_rating() << 16 | u32::from(self.day)
    }

    /// The mean of both ratings; 0 if one of them is unknown.
    #[inline(always)]
    fn mean_rating(&self) -> u32 {
        let ByColor([white, black]) = self.ratings;
        if white == 0 || black == 0 { 0 } else { (u32::from(white) + u32::from(black)) / 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_back() {
        for (index, result) in RESULTS.into_iter().enumerate() {
            let facts = Facts {
                players: ByColor::new(70_000, 3),
                ratings: ByColor::new(1800, 0),
                day: 20_000,
                time: (600, 20),
                half_komi: -4,
                class: class(3 + index % 6, result, index % 2 == 0),
            };
            let mut bytes = Vec::new();
            facts.push_to(&mut bytes);
            assert_eq!(bytes.len(), LENGTH);
            assert_eq!(bytes.first_chunk().map(Facts::read), Some(facts));
            assert_eq!((facts.size(), facts.result()), (3 + index as u8 % 6, result));
            let only = classes(|size, found, is_tournament| {
                (size, found, is_tournament) == (facts.size(), result, index % 2 == 0)
            });
            // One bit of the byte is free.
            assert_eq!(only.iter().filter(|&&it| it).count(), 2);
            assert!(only[usize::from(facts.class)]);
        }
    }
}
