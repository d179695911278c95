//! The content of the four squares beside a square, as one number.

use crate::board::Position;
use crate::types::{Direction, Square};

/// States of a square: empty, an own flat, a flat of the opponent, an own wall or capstone, one of the opponent, or
/// beyond the edge.
pub(super) const STATES: usize = 6;

/// Number of surroundings apart from rotations and reflections.
pub(super) const ROUND: usize = 231;

/// Number of surroundings apart from the reflection that keeps one direction.
pub(super) const AHEAD: usize = 756;

/// The stones of a position from the mover's view.
pub(super) struct Surroundings<const N: usize> {
    own: u64,
    theirs: u64,
    /// Walls, capstones, and squares beyond the edge.
    solid: u64,
    /// Three groups of four bits for the squares to the north, east, south and west: own stones, stones of the opponent,
    /// and solid squares. Many moves ask for the same square.
    beside: [u16; Square::COUNT],
}

impl<const N: usize> Surroundings<N> {
    #[inline(always)]
    pub(super) fn new(position: &Position<N>) -> Self {
        let mover = position.to_move();
        Self::from_sets(
            position.owned(mover).0,
            position.owned(mover.opponent()).0,
            (position.walls() | position.capstones()).0 | !Position::<N>::BOARD.0,
        )
    }

    #[inline(always)]
    fn from_sets(own: u64, theirs: u64, solid: u64) -> Self {
        let mut beside = [0; Square::COUNT];
        for square in Square::all(N) {
            let edge = if N == 8 { edges(square) } else { 0 };
            let own = around(own, square) & !edge;
            let theirs = around(theirs, square) & !edge;
            let solid = around(solid, square) | edge;
            beside[square.index()] = (own | theirs << 4 | solid << 8) as u16;
        }
        Self { own, theirs, solid, beside }
    }

    /// The surroundings of a square apart from rotations and reflections, below [`ROUND`].
    #[inline(always)]
    pub(super) fn round(&self, square: Square) -> usize {
        ROUND_CLASSES[usize::from(self.beside[square]) & 0xfff].into()
    }

    /// The surroundings of a square seen in a direction, apart from reflections, below [`AHEAD`].
    #[inline(always)]
    pub(super) fn ahead(&self, square: Square, direction: Direction) -> usize {
        // The square in this direction becomes the lowest bit of each group.
        let beside = usize::from(self.beside[square]);
        let first = 0x111 * (0xf << direction.index() & 0xf);
        let turned = (beside & first) >> direction.index()
            | (beside & !first) << (4 - direction.index()) & 0xfff;
        AHEAD_CLASSES[turned].into()
    }

    /// The state of a square on the board, below [`STATES`].
    #[inline(always)]
    pub(super) fn state(&self, square: Square) -> usize {
        let bit = |set: u64| (set >> square.index() & 1) as usize;
        bit(self.own) + 2 * bit(self.theirs) + 2 * bit(self.solid)
    }
}

/// The members of a set to the north, east, south and west of a square, in the lowest four bits. On a board of 8x8 those
/// beyond the edge are others.
#[inline(always)]
const fn around(set: u64, square: Square) -> usize {
    // After a rotation by the square they are bits 8, 1, -8 and -1; the product moves each to its place.
    const BESIDE: u64 = 1 << 8 | 1 << 1 | 1 << 56 | 1 << 63;
    const MOVE: u64 = 1 << 52 | 1 << 60 | 1 << 6 | 1;
    let beside = set.rotate_right(square.index() as u32) & BESIDE;
    (beside.wrapping_mul(MOVE) >> 60) as usize
}

/// The directions in which a square of a board of 8x8 has no neighbor.
#[inline(always)]
fn edges(square: Square) -> usize {
    let (file, rank) = (square.file(), square.rank());
    usize::from(rank == 7)
        | usize::from(file == 7) << 1
        | usize::from(rank == 0) << 2
        | usize::from(file == 0) << 3
}

/// The classes of surroundings under the reflection that keeps the direction, and under all symmetries.
static AHEAD_CLASSES: [u16; 4096] = classes(1, AHEAD);
static ROUND_CLASSES: [u16; 4096] = classes(4, ROUND);

/// Numbers the classes of surroundings that are equal after a rotation by less than `turns` quarters or a reflection.
/// `count` is the number of classes.
const fn classes(turns: usize, count: usize) -> [u16; 4096] {
    let mut classes = [0; 4096];
    let mut next = 0;
    let mut bits = 0;
    while bits < classes.len() {
        let least = least_image(bits, turns);
        if least < bits {
            classes[bits] = classes[least];
        } else if bits & 15 & bits >> 4 == 0 {
            // A square has one owner at most.
            classes[bits] = next;
            next += 1;
        }
        bits += 1;
    }
    assert!(next as usize == count);
    classes
}

const fn least_image(bits: usize, turns: usize) -> usize {
    let mut least = bits;
    let mut turn = 0;
    while turn < turns {
        let turned = image(bits, turn, false);
        let mirrored = image(bits, turn, true);
        least = if turned < least { turned } else { least };
        least = if mirrored < least { mirrored } else { least };
        turn += 1;
    }
    least
}

/// The surroundings after a reflection that exchanges right and left, and a number of quarter turns.
const fn image(bits: usize, turns: usize, mirrored: bool) -> usize {
    let mut image = 0;
    let mut group = 0;
    while group < 12 {
        let mut four = bits >> group & 15;
        if mirrored {
            four = four & 0b0101 | four >> 2 & 0b0010 | four << 2 & 0b1000;
        }
        image |= ((four | four << 4) >> turns & 15) << group;
        group += 4;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Bitboard;
    use std::collections::BTreeMap;

    /// The states of the squares in four directions, asked one by one.
    fn states<const N: usize>(
        surroundings: &Surroundings<N>,
        square: Square,
        first: Direction,
    ) -> [usize; 4] {
        [0, 1, 2, 3].map(|turn| {
            let direction = Direction::from_index(first.index() + turn);
            let neighbor = square.neighbor(direction, 1, N);
            neighbor.map_or(STATES - 1, |neighbor| surroundings.state(neighbor))
        })
    }

    /// Classes by number: equal states have one class, and a class has equal states.
    fn agree(
        known: &mut BTreeMap<usize, [usize; 4]>,
        class: usize,
        least: [usize; 4],
        most: usize,
    ) {
        assert!(class < most);
        assert_eq!(*known.entry(class).or_insert(least), least, "class {class}");
    }

    fn compare<const N: usize>() {
        let mut state = 3u64;
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 31
        };
        let (mut round, mut ahead) = (BTreeMap::new(), BTreeMap::new());
        for _ in 0..3000 {
            let board = Bitboard::board(N).0;
            let (filled, owner, noble) = (word() | word(), word(), word() & word());
            let surroundings = Surroundings::<N>::from_sets(
                filled & owner & board,
                filled & !owner & board,
                filled & noble | !board,
            );
            for square in Square::all(N) {
                let mirrored = |[front, right, back, left]: [usize; 4]| [front, left, back, right];
                let images = Direction::ALL.map(|direction| {
                    let seen = states(&surroundings, square, direction);
                    let least = seen.min(mirrored(seen));
                    agree(&mut ahead, surroundings.ahead(square, direction), least, AHEAD);
                    least
                });
                let least = images.into_iter().min().unwrap_or_default();
                agree(&mut round, surroundings.round(square), least, ROUND);
            }
        }
        for known in [round, ahead] {
            let mut values: Vec<_> = known.values().collect();
            values.sort_unstable();
            values.dedup();
            assert!(values.len() == known.len() && known.len() > 100, "{}", known.len());
        }
    }

    #[test]
    fn classes_are_those_of_the_neighbors_one_by_one() {
        compare::<3>();
        compare::<5>();
        compare::<7>();
        compare::<8>();
    }
}
