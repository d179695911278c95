//! Differences: inputs that are counts for the side to move minus those for the other side.

use super::{SideView, View};
use crate::board::Position;
use crate::types::{Bitboard, Color, Square};

/// The names of the differences.
///
/// - Komi and flats on top count for the flat count, stones in reserve for its end.
/// - The reach of a stack is the number of squares to which it can move. Reach times supports, its own captives that it
///   can carry, tells what a move can bring down. (Mobility of stacks: Tiltak.)
/// - Prey: enemy flats next to stacks with a support.
pub const DIFFERENCES: [&str; COUNT] = [
    "komi in half flats",
    "flats",
    "stones in reserve",
    "reach times supports of flat stacks",
    "reach times supports of wall stacks",
    "reach times supports of capstone stacks",
    "prey of flat stacks",
    "prey of wall stacks",
    "prey of capstone stacks",
];
const COUNT: usize = 9;

impl<const N: usize> View<'_, N> {
    /// The differences in the order of [`DIFFERENCES`].
    #[inline(always)]
    pub(super) fn differences(&self) -> [i32; COUNT] {
        let Self { mover, waiting, position } = self;
        let komi = position.rules().half_komi.half_flats();
        let komi = if mover.color == Color::White { -komi } else { komi };
        let flats = mover.flats.len() as i32 - waiting.flats.len() as i32;
        let [own, other] =
            [mover, waiting].map(|side| i32::from(position.reserve(side.color).stones));
        let mut differences = [komi, flats, own - other, 0, 0, 0, 0, 0, 0];
        if position.tall().is_some() {
            for (own, enemy, sign) in [(mover, waiting, 1), (waiting, mover, -1)] {
                for (kind, tops) in [own.flats, own.walls, own.capstones].into_iter().enumerate() {
                    let [leverage, prey] = self.stacks(tops & position.tall(), own.color, enemy);
                    differences[3 + kind] += sign * leverage;
                    differences[6 + kind] += sign * prey;
                }
            }
        }
        differences
    }

    /// The reach times supports of one player's stacks, and their prey.
    #[inline(always)]
    fn stacks(&self, stacks: Bitboard, owner: Color, enemy: &SideView) -> [i32; 2] {
        let stops = (self.position.blockers() | !Position::<N>::BOARD).0;
        let (mut leverage, mut prey) = (0, 0);
        for square in stacks {
            let captives = self.position.captives(square);
            // The captives that the stack can carry, without the sentinel.
            let near = captives.len().min(N - 1);
            let black = (captives.0 as u64 & ((1 << near) - 1)).count_ones() as usize;
            let supports = if owner == Color::White { near - black } else { black };
            if supports > 0 {
                leverage += reach(square, near + 1, stops) * supports;
                prey += (square.bitboard().neighbors() & enemy.flats).len();
            }
        }
        [leverage as i32, prey as i32]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Direction;

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
}
