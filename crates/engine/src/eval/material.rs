//! Flats, reserves, the race to the flat count, and the squares of pieces.

use super::phase::Race;
use super::terms::{
    CAPSTONE_AT, CAPSTONES, FLAT_AT, FLATS, KOMI, RACE, RACE_LEAD, RESERVE, TEMPO, WALL_AT, WALLS,
};
use super::trace::Trace;
use super::view::View;
use crate::types::{Bitboard, Color, Square};

/// Number of classes of squares on the largest board.
const CLASSES: usize = 10;

/// The class of a square. Symmetries of the board map a class to itself.
///
/// Classes are numbered from the corner: a1, b1, b2, c1, c2, c3 and so on. 4x4 has the first three, 6x6 the first six
/// and 8x8 all ten.
const fn class(square: Square, size: usize) -> usize {
    const fn inset(line: usize, size: usize) -> usize {
        if line < size - 1 - line { line } else { size - 1 - line }
    }
    let file = inset(square.file(), size);
    let rank = inset(square.rank(), size);
    let (low, high) = if file < rank { (file, rank) } else { (rank, file) };
    high * (high + 1) / 2 + low
}

/// Number of classes of a board.
const fn class_count(size: usize) -> usize {
    let insets = size.div_ceil(2);
    insets * (insets + 1) / 2
}

/// The squares of every class.
const fn class_sets(size: usize) -> [Bitboard; CLASSES] {
    let mut sets = [Bitboard::EMPTY; CLASSES];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        if square.is_on(size) {
            sets[class(square, size)].0 |= square.bitboard().0;
        }
        index += 1;
    }
    sets
}

impl<const N: usize> View<'_, N> {
    const CLASS_COUNT: usize = class_count(N);
    const CLASS_SETS: [Bitboard; CLASSES] = class_sets(N);

    /// Counts the pieces on the board and in the reserves, and the race.
    ///
    /// (Separate weights of flats, walls, capstones and reserves: Topaz, Syntaks.)
    #[inline(always)]
    pub(super) fn material(&self, trace: &mut impl Trace, race: Race) {
        trace.add(TEMPO, 1, 0);
        let komi = self.position.rules().half_komi.half_flats();
        match self.mover.color {
            Color::White => trace.add(KOMI, (-komi).max(0), komi.max(0)),
            Color::Black => trace.add(KOMI, komi.max(0), (-komi).max(0)),
        }
        self.each(trace, FLATS, |own, _| own.flats.len());
        self.each(trace, WALLS, |own, _| own.walls.len());
        self.each(trace, CAPSTONES, |own, _| own.capstones.len());
        self.each(trace, RESERVE, |own, _| self.position.reserve(own.color).stones as usize);

        let ahead = i32::from(race.lead > 0);
        let behind = i32::from(race.lead < 0);
        trace.add(RACE.at(race.bucket()), ahead, behind);
        let lead = race.lead.clamp(-8, 8);
        trace.add(RACE_LEAD.at(race.bucket()), lead.max(0), (-lead).max(0));
    }

    /// Counts the pieces by class of square. (Value by distance from the center: Syntaks, Topaz.)
    #[inline(always)]
    pub(super) fn locations(&self, trace: &mut impl Trace) {
        for (index, &set) in Self::CLASS_SETS.iter().enumerate().take(Self::CLASS_COUNT) {
            self.each(trace, FLAT_AT.at(index), |own, _| (own.flats & set).len());
        }
        // Openings have no blockers and skip two thirds of the counts.
        if self.blockers.is_some() {
            for (index, &set) in Self::CLASS_SETS.iter().enumerate().take(Self::CLASS_COUNT) {
                self.each(trace, WALL_AT.at(index), |own, _| (own.walls & set).len());
                self.each(trace, CAPSTONE_AT.at(index), |own, _| (own.capstones & set).len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;

    #[test]
    fn symmetries_map_classes_to_themselves() {
        for size in 3..=8 {
            let sets = class_sets(size);
            for square in Square::all(size) {
                let images: Bitboard =
                    Symmetry::ALL.iter().map(|symmetry| symmetry.square(square, size)).collect();
                assert_eq!(sets[class(square, size)], images, "{square} on {size}");
            }
            assert_eq!(sets.iter().filter(|set| set.is_some()).count(), class_count(size));
        }
    }

    #[test]
    fn the_first_square_names_a_class() {
        for size in 3..=8 {
            for (index, set) in class_sets(size).into_iter().enumerate().take(class_count(size)) {
                // By file first, as the names count.
                let square = set.min_by_key(|square| (square.file(), square.rank()));
                let mirrored = square.map(|square| Square::new(square.rank(), square.file()));
                let name = mirrored.map_or(String::new(), |square| format!("flat like {square}"));
                assert_eq!(FLAT_AT.at(index).name(), name);
            }
        }
    }
}
