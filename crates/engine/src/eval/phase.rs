//! The phase of the game, and the race to the flat count.

use crate::board::Position;
use crate::types::Color;

/// The shares of opening, middle and end in a position. Their sum is [`Phase::WHOLE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    shares: [i32; 3],
}

impl Phase {
    /// The sum of the three shares.
    pub const WHOLE: i32 = 64;

    /// The phase of a position.
    ///
    /// The share of the opening falls to zero while the players place pieces on half as many squares as the board
    /// has. The share of the end grows with fewer remaining plies. (Phases by reserves: Tiltak.)
    #[inline(always)]
    pub(super) fn new<const N: usize>(position: &Position<N>, race: Race) -> Self {
        let span = (N * N / 2) as i32;
        let pieces = &position.rules().pieces;
        let placed: i32 = Color::ALL
            .into_iter()
            .map(|color| pieces[color].total() as i32 - position.reserve(color).total() as i32)
            .sum();
        let end = Self::WHOLE * (span - race.plies).max(0) / span;
        let opening = (Self::WHOLE * (span - placed).max(0) / span).min(Self::WHOLE - end);
        Self { shares: [opening, Self::WHOLE - opening - end, end] }
    }

    /// The shares of opening, middle and end.
    pub const fn shares(self) -> [i32; 3] {
        self.shares
    }

    /// Blends three numbers into one. Rounds toward zero, so that opposite numbers give opposite values.
    #[inline(always)]
    pub(crate) const fn blend(self, [opening, middle, end]: [i32; 3]) -> i32 {
        let [first, second, third] = self.shares;
        (opening * first + middle * second + end * third) / Self::WHOLE
    }
}

/// The end of the game if both players place only flats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Race {
    /// Plies until the board is full or a reserve is empty.
    pub(super) plies: i32,
    /// The lead of the side to move at that time, in half flats including komi.
    pub(super) lead: i32,
}

impl Race {
    /// The race in a position whose game is not over.
    #[inline(always)]
    pub(super) fn new<const N: usize>(position: &Position<N>) -> Self {
        let mover = position.to_move();
        let own = position.reserve(mover).total() as i32;
        let other = position.reserve(mover.opponent()).total() as i32;
        let empty = position.empty().len() as i32;
        let plies = (2 * own - 1).min(2 * other).min(empty).max(1);
        let last_is_own = plies & 1;
        Self { plies, lead: position.half_flats_ahead(mover) + 2 * last_is_own }
    }

    /// The index of the length in [`RACE`](super::terms::RACE).
    #[inline(always)]
    pub(super) const fn bucket(self) -> usize {
        match self.plies {
            ..=1 => 0,
            2 => 1,
            3..=4 => 2,
            5..=6 => 3,
            7..=10 => 4,
            11..=16 => 5,
            _ => 6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{HalfKomi, Move, Piece, Rules, Square};

    #[test]
    fn blending_is_odd() {
        let phase = Phase { shares: [10, 21, 33] };
        assert_eq!(phase.blend([100, -55, 7]), -phase.blend([-100, 55, -7]));
        assert_eq!(phase.blend([640, 640, 640]), 640);
    }

    #[test]
    fn the_start_is_opening_and_a_race_of_all_squares() -> Result<(), crate::types::RulesError> {
        let mut position = Position::<5>::start(Rules::standard(5).with_komi(HalfKomi::new(3)?));
        let race = Race::new(&position);
        assert_eq!(race, Race { plies: 25, lead: 2 - 3 });
        assert_eq!(race.bucket(), 6);
        assert_eq!(Phase::new(&position, race).shares(), [64, 0, 0]);
        position.play(Move::place(Square::new(0, 0), Piece::Flat), &mut ());
        // A black flat, Black to move, komi for Black, and an even number of empty squares.
        assert_eq!(Race::new(&position), Race { plies: 24, lead: 2 + 3 });
        Ok(())
    }
}
