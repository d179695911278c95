//! The sums of the first layer over the piles, updated by moves.

use super::{Inputs, Network, Pair};
use crate::board::{Contents, Observer, Position};
use crate::types::{Color, MAX_SIZE, Square};
use arrayvec::ArrayVec;

/// The sums of both players for one position, White's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums(pub(super) Pair);

impl Sums {
    /// Computes the sums of a position from scratch.
    pub fn new<const N: usize>(network: &Network, position: &Position<N>) -> Self {
        let mut sums = Pair::new([network.bias; 2]);
        for square in position.occupied() {
            for input in inputs(network, square, position.contents(square)) {
                sums.add(&network.piles[usize::from(input)]);
            }
        }
        Self(sums)
    }

    /// Becomes the sums after a move.
    #[inline(always)]
    pub(in crate::eval) fn follow(&mut self, before: &Self, network: &Network, change: &Change) {
        self.0.follow(&before.0, &network.piles, &change.off, &change.on);
    }

    /// The sums without the contents of a square.
    pub(super) fn without(&self, network: &Network, square: Square, contents: Contents) -> Self {
        let mut without = *self;
        without.0.follow(&self.0, &network.piles, &inputs(network, square, contents), &[]);
        without
    }
}

/// White's active inputs of a square.
fn inputs(network: &Network, square: Square, contents: Contents) -> ArrayVec<u16, 3> {
    let mut on = ArrayVec::new();
    let inputs = Inputs::new(network.size);
    inputs.pile(square, contents, Color::White, |input| on.push(input as u16));
    on
}

/// The inputs, from White's view, that a move turns off and on.
#[derive(Clone, Debug)]
pub(in crate::eval) struct Change {
    inputs: Inputs,
    off: ArrayVec<u16, MAX_CHANGED>,
    on: ArrayVec<u16, MAX_CHANGED>,
}

/// Maximum number of inputs that a move turns on or off: a pile and two numbers of deeper captives for each square of
/// the longest line.
const MAX_CHANGED: usize = 3 * MAX_SIZE;

impl Change {
    /// No change on a board of this size.
    #[inline(always)]
    pub(in crate::eval) const fn new(size: usize) -> Self {
        Self { inputs: Inputs::new(size), off: ArrayVec::new_const(), on: ArrayVec::new_const() }
    }

    /// Clears the change.
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
