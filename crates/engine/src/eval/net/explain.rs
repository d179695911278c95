//! The network's part of a value, by stacks.

use super::{Network, Sums};
use crate::board::Position;
use crate::eval::summary;
use crate::types::{Color, Square};

/// A network's correction of a position's value for White, in inner units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    /// The correction.
    pub white: i32,
    /// For each stack, the difference that its removal makes. The effects of stacks overlap, so that their sum is not
    /// `white`.
    pub stacks: Vec<(Square, i32)>,
}

impl Network {
    /// The correction of a position's value for the side to move, in inner units. The game must not be over.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub(crate) fn correction<const N: usize>(&self, position: &Position<N>) -> i32 {
        assert_eq!(self.size, N, "board size of the network");
        self.value(&Sums::new(self, position), position.to_move(), &summary(position))
    }

    /// Explains the correction of a position whose game is not over.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub fn explain<const N: usize>(&self, position: &Position<N>) -> Learned {
        assert_eq!(self.size, N, "board size of the network");
        let summary = summary(position);
        let white = |sums: &Sums| {
            let value = self.value(sums, position.to_move(), &summary);
            if position.to_move() == Color::White { value } else { -value }
        };
        let sums = Sums::new(self, position);
        let all = white(&sums);
        let without = |square| white(&sums.without(self, square, position.contents(square)));
        let stacks = Square::all(N).filter(|&square| position.occupied().has(square));
        Learned {
            white: all,
            stacks: stacks.map(|square| (square, all - without(square))).collect(),
        }
    }
}
