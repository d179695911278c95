//! Pieces and their places: flats, reserves, the race to the flat count, stacks, capstones, walls, and control of squares.

use super::terms::{
    ATTACKED, CAPSTONE_AT, CAPSTONE_FREE, CAPSTONE_IDLE, CAPSTONE_ON, CAPSTONES, CAPTIVES, CONTROL,
    DEEP, FLAT_AT, FLATS, HARD, KOMI, LEVERAGE, MOBILITY, OUTNUMBERED, PRESSED, PREY, RACE,
    RACE_LEAD, RESERVE, SUPPORTS, TEMPO, WALL_AT, WALL_CONTACT, WALLS,
};
use super::{Race, SideView, Trace, View};
use crate::board::Position;
use crate::types::{Bitboard, Color, Piece, Square};

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

/// The counts of one side's stacks with one kind of piece on top.
#[derive(Clone, Copy, Default)]
struct StackCounts {
    supports: usize,
    captives: usize,
    hard: usize,
    deep_supports: usize,
    deep_captives: usize,
    mobility: usize,
    leverage: usize,
    prey: usize,
    attacked: usize,
    outnumbered: usize,
}

impl<const N: usize> View<'_, N> {
    /// Counts the stacks of both sides.
    #[inline(always)]
    pub(super) fn stacks(&self, trace: &mut impl Trace) {
        let tall = self.tall;
        self.stacks_with(Piece::Flat, [self.mover.flats & tall, self.waiting.flats & tall], trace);
        self.stacks_with(Piece::Wall, [self.mover.walls & tall, self.waiting.walls & tall], trace);
        self.stacks_with(
            Piece::Capstone,
            [self.mover.capstones & tall, self.waiting.capstones & tall],
            trace,
        );
    }

    /// Counts the stacks with one kind of piece on top.
    ///
    /// (Captives and supports by the piece on top: Topaz, Syntaks. Separate counts of near and deep ones, and
    /// mobility: Tiltak.)
    #[inline(always)]
    fn stacks_with(&self, top: Piece, [own, other]: [Bitboard; 2], trace: &mut impl Trace) {
        if (own | other).is_empty() {
            return;
        }
        let mover = self.counts(own, &self.mover, &self.waiting);
        let waiting = self.counts(other, &self.waiting, &self.mover);
        let mut add = |term, count: fn(&StackCounts) -> usize| {
            trace.add(term, count(&mover) as i32, count(&waiting) as i32);
        };
        let kind = top.index();
        add(SUPPORTS.at(kind), |counts| counts.supports);
        add(CAPTIVES.at(kind), |counts| counts.captives);
        add(HARD.at(kind), |counts| counts.hard);
        add(DEEP, |counts| counts.deep_supports);
        add(DEEP.at(1), |counts| counts.deep_captives);
        add(MOBILITY.at(kind), |counts| counts.mobility);
        add(LEVERAGE.at(kind), |counts| counts.leverage);
        add(PREY.at(kind), |counts| counts.prey);
        if top == Piece::Flat {
            trace.add(ATTACKED, mover.attacked as i32, 0);
            trace.add(ATTACKED.at(1), 0, waiting.attacked as i32);
            trace.add(OUTNUMBERED, mover.outnumbered as i32, 0);
            trace.add(OUTNUMBERED.at(1), 0, waiting.outnumbered as i32);
        }
    }

    #[inline(always)]
    fn counts(&self, stacks: Bitboard, own: &SideView, enemy: &SideView) -> StackCounts {
        let mut counts = StackCounts::default();
        let stops = (self.blockers | !Position::<N>::BOARD).0;
        for square in stacks {
            let captives = self.position.captives(square);
            let len = captives.len();
            let black = captives.black();
            // The captives that the stack can carry, without the sentinel.
            let near = len.min(N - 1);
            let near_bits = captives.0 as u64 & ((1 << near) - 1);
            let near_black = near_bits.count_ones() as usize;
            let (supports, all_supports, hard) = match own.color {
                Color::White => (near - near_black, len - black, !captives.0 & 1),
                Color::Black => (near_black, black, captives.0 & 1),
            };
            counts.supports += supports;
            counts.captives += near - supports;
            counts.hard += hard as usize;
            counts.deep_supports += all_supports - supports;
            counts.deep_captives += len - near - (all_supports - supports);

            let reach = reach(square, near + 1, stops);
            counts.mobility += reach;
            counts.leverage += reach * supports;

            let beside = square.bitboard().neighbors();
            if supports > 0 {
                counts.prey += (beside & enemy.flats).len();
            }
            let attackers = (beside & enemy.all).len();
            let defenders = (beside & own.all).len();
            counts.attacked += if attackers > 0 { near } else { 0 };
            counts.outnumbered += if attackers > defenders { near } else { 0 };
        }
        counts
    }
}

/// Number of squares that a stack reaches with at most `carry` steps in a straight line, before the first of
/// `stops`, which include all squares beyond the board.
#[inline(always)]
fn reach(square: Square, carry: usize, stops: u64) -> usize {
    const FILE: u64 = 0x0101_0101_0101_0100;
    let index = square.index();
    // The number of free squares before the nearest stop of a ray. Guard bits mark the edge of the 8x8 grid.
    let up = stops >> index;
    let down = stops << (63 - index);
    let north = ((up & FILE).trailing_zeros() >> 3) - 1;
    let south = ((down & FILE.reverse_bits()).leading_zeros() >> 3) - 1;
    let last_file = 7 - square.file();
    let east = (up >> 1 | 1 << last_file).trailing_zeros();
    let west = (down << 1 | 1 << (63 - square.file())).leading_zeros();
    let carry = carry as u32;
    // No bit marks the edge beyond ranks 1 and 8.
    let north = north.min(7 - square.rank() as u32);
    let south = south.min(square.rank() as u32);
    (north.min(carry) + east.min(carry) + south.min(carry) + west.min(carry)) as usize
}

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
    use crate::board::Symmetry;
    use crate::types::{Direction, Square};

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

    #[test]
    fn reach_agrees_with_single_steps() {
        let mut state = 5u64;
        for size in 3..=8 {
            for round in 0..300 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let blockers = Bitboard(state & state.rotate_left(19)) & Bitboard::board(size);
                let carry = 1 + round % size;
                for square in Square::all(size) {
                    let steps = |direction| {
                        (1..=carry)
                            .take_while(|&steps| {
                                square
                                    .neighbor(direction, steps, size)
                                    .is_some_and(|target| !blockers.has(target))
                            })
                            .count()
                    };
                    let expected: usize = Direction::ALL.into_iter().map(steps).sum();
                    let stops = (blockers | !Bitboard::board(size)).0;
                    assert_eq!(reach(square, carry, stops), expected, "{square} {blockers:?}");
                }
            }
        }
    }

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
