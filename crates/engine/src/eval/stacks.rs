//! Stacks: their captives, mobility and attackers.

use super::terms::{
    ATTACKED, CAPTIVES, DEEP, HARD, LEVERAGE, MOBILITY, OUTNUMBERED, PREY, SUPPORTS,
};
use super::trace::Trace;
use super::view::{SideView, View};
use crate::board::Position;
use crate::types::{Bitboard, Color, Piece, Square};

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
