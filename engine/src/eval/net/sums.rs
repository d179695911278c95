//! The sums of the first layer over the piles, kept up to date move by move.

use super::{HIDDEN, Inputs, Network, Pair};
use crate::board::{Contents, Observer, Position};
use crate::types::{Color, Square};

/// The sums of both players for one position, White's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums(Pair);

impl Sums {
    /// The sums of a position, from nothing.
    #[must_use]
    pub fn new<const N: usize>(network: &Network, position: &Position<N>) -> Self {
        let mut sums = Self(Pair::new([network.bias; 2]));
        for square in position.occupied() {
            sums.change(network, square, position.contents(square), Pair::add);
        }
        sums
    }

    /// The sums without what lies on a square.
    pub(super) fn without(mut self, network: &Network, square: Square, contents: Contents) -> Self {
        self.change(network, square, contents, Pair::subtract);
        self
    }

    /// A player's sums, and behind them the opponent's.
    #[inline(always)]
    pub(super) fn seen_by(&self, color: Color) -> Pair {
        let mut sums = self.0;
        if color == Color::Black {
            let (white, black) = sums.0.split_at_mut(HIDDEN);
            white.swap_with_slice(black);
        }
        sums
    }

    #[inline(always)]
    fn change(
        &mut self,
        network: &Network,
        square: Square,
        contents: Contents,
        apply: impl Fn(&mut Pair, &Pair),
    ) {
        Inputs::new(network.size).pile(square, contents, Color::White, |input| {
            apply(&mut self.0, &network.piles[input]);
        });
    }
}

/// Keeps sums up to date while a move is played.
pub(in crate::eval) struct Update<'a> {
    pub(in crate::eval) network: &'a Network,
    pub(in crate::eval) sums: &'a mut Sums,
}

impl Observer for Update<'_> {
    #[inline(always)]
    fn changed(&mut self, square: Square, before: Contents, after: Contents) {
        self.sums.change(self.network, square, before, Pair::subtract);
        self.sums.change(self.network, square, after, Pair::add);
    }
}
