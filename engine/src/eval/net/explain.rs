//! What the network says of a position, laid open.

use super::{Network, Sums};
use crate::board::Position;
use crate::eval::Look;
use crate::types::{Color, Square};

/// What a network adds to the value of a position, from White's view and in inner units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    /// In all.
    pub white: i32,
    /// For each stack, how much of that would be missing without it. Stacks hang together, so these do not add up.
    pub stacks: Vec<(Square, i32)>,
}

impl Network {
    /// Explains what the network says of a position whose game is not over.
    ///
    /// # Panics
    /// If the network is for another board size.
    #[must_use]
    pub fn explain<const N: usize>(&self, position: &Position<N>) -> Learned {
        assert_eq!(self.size, N, "a network for another board");
        let situation = Look::new(position, &position.roads()).situation();
        let white = |sums: &Sums| {
            let value = self.value(sums, position.to_move(), &situation);
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
