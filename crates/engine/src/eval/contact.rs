//! Neighboring pieces: capstones, walls, and control of squares.

use super::terms::{CAPSTONE_FREE, CAPSTONE_IDLE, CAPSTONE_ON, CONTROL, PRESSED, WALL_CONTACT};
use super::trace::Trace;
use super::view::{SideView, View};
use crate::board::Position;
use crate::types::Bitboard;

/// For every square, the number of its neighbors in a set: three sets of squares hold the bits of the number.
#[derive(Clone, Copy)]
struct Neighbors([u64; 3]);

impl Neighbors {
    #[inline(always)]
    fn new(set: Bitboard) -> Self {
        let (Bitboard(north), Bitboard(south)) = (set.north(), set.south());
        let (Bitboard(east), Bitboard(west)) = (set.east(), set.west());
        let (vertical, horizontal) = (north ^ south, east ^ west);
        let (columns, rows) = (north & south, east & west);
        Self([vertical ^ horizontal, columns ^ rows ^ (vertical & horizontal), columns & rows])
    }

    /// The squares with more neighbors in this set than in the other.
    #[inline(always)]
    fn more_than(self, other: Self) -> Bitboard {
        let Self([one, two, four]) = self;
        let Self([other_one, other_two, other_four]) = other;
        let by_one = one & !other_one;
        let by_two = two & !other_two | !(two ^ other_two) & by_one;
        Bitboard(four & !other_four | !(four ^ other_four) & by_two)
    }
}

impl<const N: usize> View<'_, N> {
    /// Counts the neighbors of capstones and walls. (Isolated capstones: Syntaks, Tiltak. Attacks of capstones:
    /// Tiltak.)
    #[inline(always)]
    pub(super) fn capstones_and_walls(&self, trace: &mut impl Trace) {
        let beside = |own: &SideView| own.capstones.neighbors() & Position::<N>::BOARD;
        if (self.mover.capstones | self.waiting.capstones).is_some() {
            self.each(trace, CAPSTONE_FREE, |own, _| (beside(own) - self.blockers).len());
            self.each(trace, CAPSTONE_ON, |own, enemy| (beside(own) & enemy.walls).len());
            self.each(trace, CAPSTONE_ON.at(1), |own, enemy| {
                (beside(own) & enemy.flats & self.tall).len()
            });
            self.each(trace, CAPSTONE_ON.at(2), |own, enemy| (beside(own) & enemy.flats).len());
            self.each(trace, CAPSTONE_IDLE, |own, enemy| {
                let busy = (enemy.all | self.tall).neighbors();
                (own.capstones - busy).len()
            });
        }
        if (self.mover.walls | self.waiting.walls).is_some() {
            self.each(trace, WALL_CONTACT, |own, enemy| (own.walls.neighbors() & enemy.road).len());
        }
    }

    /// Counts the squares that a side controls with more neighbors.
    #[inline(always)]
    pub(super) fn control(&self, trace: &mut impl Trace) {
        let mover = Neighbors::new(self.mover.all);
        let waiting = Neighbors::new(self.waiting.all);
        let held = [mover.more_than(waiting), waiting.more_than(mover)];
        let by = |side: &SideView| held[side.turn as usize];
        self.each(trace, CONTROL, |own, _| (by(own) & self.empty).len());
        self.by_turn(trace, PRESSED, |own, enemy| (by(own) & enemy.flats).len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn neighbors_are_counted() {
        let mut state = 3u64;
        for _ in 0..500 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let sets = [Bitboard(state), Bitboard(state.rotate_left(29) ^ state >> 7)];
            let more = Neighbors::new(sets[0]).more_than(Neighbors::new(sets[1]));
            for square in Square::all(8) {
                let beside = square.bitboard().neighbors();
                let [own, other] = sets.map(|set| (beside & set).len());
                assert_eq!(more.has(square), own > other, "{square} {sets:?}");
            }
        }
    }
}
