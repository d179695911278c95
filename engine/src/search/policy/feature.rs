//! The features of the policy and the numbers of their weights.

use super::surroundings::{AHEAD, ROUND, STATES};

/// A feature: the numbers of its weights. It has a row for each value, once for each kind of move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feature {
    start: usize,
    kinds: usize,
    rows: usize,
}

impl Feature {
    const fn first(kinds: usize, rows: usize) -> Self {
        Self { start: 0, kinds, rows }
    }

    /// The feature behind this one.
    const fn then(self, kinds: usize, rows: usize) -> Self {
        Self { start: self.end(), kinds, rows }
    }

    const fn end(self) -> usize {
        self.start + self.kinds * self.rows
    }

    /// The number of a weight.
    #[inline(always)]
    pub(super) const fn of(self, kind: usize, row: usize) -> usize {
        debug_assert!(kind < self.kinds && row < self.rows);
        self.start + kind * self.rows + row
    }
}

/// Kinds of pieces.
const PIECES: usize = 3;
/// Heights of a stack, 7 for more.
pub(super) const HEIGHTS: usize = 8;
/// Rows of [`near`].
const NEAR: usize = 5 * 64;
/// Rows of [`lines`].
const LINES: usize = 64;

// Placements, by piece.

/// The squares beside the square.
pub(super) const PLACED_BESIDE: Feature = Feature::first(PIECES, ROUND);
/// The square, apart from symmetries.
pub(super) const PLACED_ON: Feature = PLACED_BESIDE.then(PIECES, 16);
/// Rank and file of the square.
pub(super) const PLACED_LINES: Feature = PLACED_ON.then(PIECES, LINES);
/// Whether a road stone here makes tak.
pub(super) const PLACED_TAK: Feature = PLACED_LINES.then(PIECES, 2);
/// The opponent's last move.
pub(super) const PLACED_BEFORE: Feature = PLACED_TAK.then(PIECES, NEAR);
/// The mover's last move.
pub(super) const PLACED_EARLIER: Feature = PLACED_BEFORE.then(PIECES, NEAR);

// Spreads, by the piece on top of the stack.

/// Flats won, and how full the board is.
pub(super) const WON: Feature = PLACED_EARLIER.then(PIECES, 9 * 4);
/// The squares beside the last square, seen in the direction of the spread.
pub(super) const END_BESIDE: Feature = WON.then(PIECES, AHEAD);
/// The state of the last square before the spread, and its height.
pub(super) const END_ON: Feature = END_BESIDE.then(PIECES, STATES * HEIGHTS);
/// Rank and file of the last square.
pub(super) const END_LINES: Feature = END_ON.then(PIECES, LINES);
/// The opponent's last move, and whether the spread covers it.
pub(super) const END_BEFORE: Feature = END_LINES.then(PIECES, 2 * NEAR);
/// The mover's last move.
pub(super) const END_EARLIER: Feature = END_BEFORE.then(PIECES, NEAR);

// Spreads of every stack.

/// The squares beside the first square, by its new top: none, an own flat, or a flat of the opponent.
pub(super) const LEFT_BESIDE: Feature = END_EARLIER.then(3, AHEAD);
/// Own captives that become tops of the squares behind the first, and captives of the opponent.
pub(super) const UNCOVERED: Feature = LEFT_BESIDE.then(1, 64);

/// Number of weights.
pub(super) const COUNT: usize = UNCOVERED.end();

/// The row of a rank or file with these numbers of own road stones and of other stones that block it.
#[inline(always)]
pub(super) fn lines(own: usize, obstacles: usize) -> u8 {
    (own.min(7) * 8 + obstacles.min(7)) as u8
}

/// The row of a number of flats won, in a quarter of the game.
#[inline(always)]
pub(super) fn won(flats: i32, quarter: usize) -> usize {
    (flats + 3).clamp(0, 8) as usize * 4 + quarter
}

/// The row of a square with this distance in files and ranks from a move of this kind.
#[inline(always)]
pub(super) fn near(kind: usize, files: usize, ranks: usize) -> usize {
    kind * 64 + files.min(ranks) * 8 + files.max(ranks)
}
