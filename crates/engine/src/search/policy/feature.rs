//! The features of the policy and the numbers of their weights.

use super::surroundings::{AHEAD, ROUND, STATES};
use crate::types::Square;

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

    pub(super) const fn rows(self) -> usize {
        self.rows
    }

    const fn end(self) -> usize {
        self.start + self.kinds * self.rows
    }

    #[inline(always)]
    pub(super) const fn of(self, kind: usize, row: usize) -> usize {
        debug_assert!(kind < self.kinds && row < self.rows);
        self.start + kind * self.rows + row
    }

    /// The number of a row of a feature of placements, where a row has the weights of all pieces.
    #[inline(always)]
    pub(super) const fn row(self, row: usize) -> usize {
        debug_assert!(self.start.is_multiple_of(PIECES) && self.end() <= PLACED_EARLIER.end());
        self.start / PIECES + row
    }
}

/// Kinds of pieces.
pub(super) const PIECES: usize = 3;
/// Heights of a stack, 7 for more.
pub(super) const HEIGHTS: usize = 8;
/// Rows of [`near`].
const NEAR: usize = 5 * 64;
/// Rows of [`lines`].
const LINES: usize = 64;

// Placements, by piece. They come first, so that [`Feature::row`] is simple.

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
/// All features of placements.
pub(super) const PLACED: [Feature; 6] =
    [PLACED_BESIDE, PLACED_ON, PLACED_LINES, PLACED_TAK, PLACED_BEFORE, PLACED_EARLIER];
/// Number of rows of placements.
pub(super) const PLACED_ROWS: usize = PLACED_EARLIER.end() / PIECES;

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

/// The row of a square after a move of this kind on another one: their distances in files and ranks.
#[inline(always)]
pub(super) fn near(kind: usize, from: Square, to: Square) -> usize {
    kind * 64 + usize::from(DISTANCES[from.index()][to.index()])
}

/// The smaller and the larger distance of each two squares, as digits of base 8.
static DISTANCES: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[0; Square::COUNT]; Square::COUNT];
    let mut pair = 0;
    while pair < Square::COUNT * Square::COUNT {
        let (from, to) = (Square::from_index(pair / 64), Square::from_index(pair % 64));
        let files = from.file().abs_diff(to.file());
        let ranks = from.rank().abs_diff(to.rank());
        let [least, most] = if files < ranks { [files, ranks] } else { [ranks, files] };
        table[pair / 64][pair % 64] = (least * 8 + most) as u8;
        pair += 1;
    }
    table
};

/// The row of a square apart from symmetries: its distances from the nearest edges, the smaller one first.
#[inline(always)]
pub(super) const fn fold<const N: usize>(square: Square) -> usize {
    const fn from_edge(line: usize, size: usize) -> usize {
        if line < size - 1 - line { line } else { size - 1 - line }
    }
    let (file, rank) = (from_edge(square.file(), N), from_edge(square.rank(), N));
    if file < rank { file * 4 + rank } else { rank * 4 + file }
}
