//! The sums of the first layer over the piles, kept up to date move by move.

use super::{HIDDEN, Inputs, Network, Pair};
use crate::board::{Contents, Observer, Position};
use crate::types::{Color, MAX_SIZE, Square};
use arrayvec::ArrayVec;

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

    /// The sums after a move.
    #[inline(always)]
    pub(in crate::eval) fn after(&self, network: &Network, change: &Change) -> Self {
        Self(self.0.changed(&network.piles, &change.off, &change.on))
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

/// What a move changes: the inputs as White sees them that it turns off and on.
#[derive(Clone, Debug)]
pub(in crate::eval) struct Change {
    inputs: Inputs,
    off: ArrayVec<u16, MOST>,
    on: ArrayVec<u16, MOST>,
}

/// The most inputs that a move turns on, or off: a pile, and two numbers of deeper captives, for each square of the
/// longest line.
const MOST: usize = 3 * MAX_SIZE;

impl Change {
    /// No change on a board of this size.
    #[inline(always)]
    pub(in crate::eval) const fn new(size: usize) -> Self {
        Self { inputs: Inputs::new(size), off: ArrayVec::new_const(), on: ArrayVec::new_const() }
    }

    /// Forgets the move.
    #[inline(always)]
    pub(in crate::eval) fn clear(&mut self) {
        self.off.clear();
        self.on.clear();
    }
}

impl Observer for Change {
    #[inline(always)]
    fn changed(&mut self, square: Square, before: Contents, after: Contents) {
        let Self { inputs, off, on } = self;
        inputs.pile(square, before, Color::White, |input| off.push(input as u16));
        inputs.pile(square, after, Color::White, |input| on.push(input as u16));
    }
}
