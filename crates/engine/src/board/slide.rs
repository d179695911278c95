//! The distances of spreads and their drop patterns.

use crate::types::{Bitboard, Direction, Pattern, Square};

/// Drop patterns for a maximum number of stones and a distance.
struct Patterns {
    list: [Pattern; 255],
    len: u8,
}

impl Patterns {
    const EMPTY: Self = Self { list: [Pattern::SINGLE; 255], len: 0 };

    const fn push(&mut self, pattern: Pattern) {
        self.list[self.len as usize] = pattern;
        self.len += 1;
    }
}

type PatternTable = [[Patterns; 9]; 9];

static SPREADS: PatternTable = table(Crush::No);
static CRUSHES: PatternTable = table(Crush::Yes);

#[derive(Clone, Copy)]
enum Crush {
    No,
    /// The capstone lands alone on a wall after the free squares.
    Yes,
}

const fn table(crush: Crush) -> PatternTable {
    let mut table = [const { [const { Patterns::EMPTY }; 9] }; 9];
    let mut carry = 1;
    while carry <= 8 {
        let mut distance = 0;
        while distance <= 8 {
            let mut bits = 1;
            while let Some(pattern) = Pattern::from_bits(bits) {
                let fits = match crush {
                    Crush::No => pattern.distance() <= distance,
                    Crush::Yes => pattern.distance() == distance + 1 && pattern.last_drop() == 1,
                };
                if fits && pattern.carried() <= carry {
                    table[carry][distance].push(pattern);
                }
                bits = bits.wrapping_add(1);
            }
            distance += 1;
        }
        carry += 1;
    }
    table
}

/// Every pattern that carries at most `carry` stones over at most `distance` squares.
#[inline(always)]
pub(super) fn spreads(carry: usize, distance: usize) -> &'static [Pattern] {
    let patterns = &SPREADS[carry][distance];
    &patterns.list[..patterns.len as usize]
}

/// Every pattern that drops one stone, the capstone, on the square after `distance` free ones.
#[inline(always)]
pub(super) fn crushes(carry: usize, distance: usize) -> &'static [Pattern] {
    let patterns = &CRUSHES[carry][distance];
    &patterns.list[..patterns.len as usize]
}

/// Number of patterns of [`spreads`].
#[inline(always)]
pub(super) fn spread_count(carry: usize, distance: usize) -> usize {
    SPREADS[carry][distance].len as usize
}

/// Number of patterns of [`crushes`].
#[inline(always)]
pub(super) fn crush_count(carry: usize, distance: usize) -> usize {
    CRUSHES[carry][distance].len as usize
}

/// Number of squares a stack can slide before the edge or a blocker stops it.
///
/// The nearest blocker is the lowest (or highest) bit of the ray after a shift. Squares beyond a smaller board
/// count as blockers, and the edge of the 8x8 grid limits the rest.
#[inline(always)]
pub(super) fn distance<const N: usize>(
    square: Square,
    direction: Direction,
    blockers: Bitboard,
) -> usize {
    let stops = (blockers | const { Bitboard(!Bitboard::board(N).0) }).0;
    let index = square.index();
    let free = match direction {
        Direction::North => ((stops >> index & 0x0101_0101_0101_0100).trailing_zeros() >> 3) - 1,
        Direction::East => (stops >> index & 0xfe | 0x100).trailing_zeros() - 1,
        Direction::South => {
            ((stops << (63 - index) & 0x0080_8080_8080_8080).leading_zeros() >> 3) - 1
        }
        Direction::West => {
            (stops << (63 - index) & 0x7f00_0000_0000_0000 | 1 << 55).leading_zeros() - 1
        }
    };
    (free as usize).min(square.distance_to_edge(direction, N))
}

/// The squares of `steps` steps from a square. All must be on the board.
#[inline(always)]
pub(super) const fn line(square: Square, direction: Direction, steps: usize) -> Bitboard {
    let index = square.index();
    let column = 0x0101_0101_0101_0101 & ((1 << (8 * (steps & 7))) - 1);
    let row = (1 << (steps & 7)) - 1;
    Bitboard(match direction {
        Direction::North => column << (index & 63) << 8,
        Direction::East => row << (index & 63) << 1,
        Direction::South => column << (index.wrapping_sub(8 * steps) & 63),
        Direction::West => row << (index.wrapping_sub(steps) & 63),
    })
}

/// For each direction, the squares within `carry` steps of a square on a board without blockers.
#[inline(always)]
pub(super) fn rays<const N: usize>(square: Square, carry: usize) -> &'static [Bitboard; 4] {
    let table: &[[[Bitboard; 4]; Square::COUNT]; 9] = const { &ray_table(N) };
    &table[carry][square.index()]
}

const fn ray_table(size: usize) -> [[[Bitboard; 4]; Square::COUNT]; 9] {
    let mut table = [[[Bitboard::EMPTY; 4]; Square::COUNT]; 9];
    let mut index = 0;
    while index < Square::COUNT * 9 * 4 {
        let (carry, square, direction) =
            (index / 4 / Square::COUNT, index / 4 % Square::COUNT, index % 4);
        let place = Square::from_index(square);
        if place.is_on(size) {
            let to_edge = place.distance_to_edge(Direction::ALL[direction], size);
            let steps = if carry < to_edge { carry } else { to_edge };
            table[carry][square][direction] = line(place, Direction::ALL[direction], steps);
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sized;

    /// The slow twin of [`distance`]: one step at a time.
    fn distance_by_steps<const N: usize>(
        square: Square,
        direction: Direction,
        blockers: Bitboard,
    ) -> usize {
        (1..=square.distance_to_edge(direction, N))
            .take_while(|&steps| {
                square.neighbor(direction, steps, N).is_some_and(|square| !blockers.has(square))
            })
            .count()
    }

    fn compare<const N: usize>() {
        let mut state = 1u64;
        for _ in 0..2000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let blockers = Bitboard(state & state.rotate_left(17)) & Bitboard::board(N);
            for square in Square::all(N) {
                for direction in Direction::ALL {
                    assert_eq!(
                        distance::<N>(square, direction, blockers),
                        distance_by_steps::<N>(square, direction, blockers),
                        "{square} {direction:?} {blockers:?}"
                    );
                    let steps = distance::<N>(square, direction, blockers);
                    let walked = (1..=steps)
                        .filter_map(|step| square.neighbor(direction, step, N))
                        .collect::<Bitboard>();
                    assert_eq!(line(square, direction, steps), walked);
                }
            }
        }
    }

    #[test]
    fn distance_agrees_with_single_steps() {
        for size in 3..=8 {
            assert!(sized!(size, N => compare::<N>()).is_ok());
        }
    }

    #[test]
    fn patterns_are_the_compositions() {
        // Compositions of 1..=carry into at most `distance` parts: sums of binomials.
        assert_eq!(spread_count(1, 1), 1);
        assert_eq!(spread_count(3, 2), 1 + 2 + 3);
        assert_eq!(spread_count(8, 8), 255);
        assert_eq!(spread_count(8, 0), 0);
        for carry in 1..=8 {
            for distance in 0..8 {
                for pattern in spreads(carry, distance) {
                    let drops: Vec<_> = pattern.drops().collect();
                    assert!(drops.len() <= distance && drops.iter().sum::<usize>() <= carry);
                    assert_eq!(Pattern::from_drops(&drops), Some(*pattern));
                }
                for pattern in crushes(carry, distance) {
                    let drops: Vec<_> = pattern.drops().collect();
                    assert_eq!(drops.len(), distance + 1);
                    assert_eq!(drops.last(), Some(&1));
                }
            }
        }
    }
}
