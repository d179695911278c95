//! The policy: a linear model of the move that a search chooses. It orders the moves of a node together with the
//! histories, which know nothing yet of most positions.
//!
//! A move has about eight features, such as the stones beside its square or the distance from the opponent's last
//! move. Each feature has a weight for all board sizes. The model gives a move the probability `exp(s) / z`, where `s`
//! is the sum of its weights and `z` the sum of `exp(s)` over all moves. `stonefall policy` fits the weights to the
//! moves of self-play.
//!
//! Sources: linear policies order the moves of Tiltak; the pattern of the stones around a move as a feature is from
//! Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go" (2007).

mod feature;
mod surroundings;

use crate::board::{Position, SpreadResult};
use crate::types::{Bitboard, Direction, Move, MoveKind, Square};
use feature::Feature;
use std::array;
use surroundings::Surroundings;

/// Number of weights.
pub const WEIGHTS: usize = feature::COUNT;

/// One nat in the unit of the weights.
pub const NAT: i32 = 16;

/// The weights in use, a signed byte each.
const SHIPPED: &[u8; WEIGHTS] = include_bytes!("weights.bin");

/// The weights of placements: each row has those of all pieces, 16 bits for each, so that one addition serves all. They
/// are larger by [`RAISE`], so that none is negative.
static PLACED: [u64; feature::PLACED_ROWS] = {
    let mut table = [0; feature::PLACED_ROWS];
    let mut index = 0;
    while index < feature::PLACED.len() {
        let of = feature::PLACED[index];
        let mut row = 0;
        while row < of.rows() {
            let mut piece = 0;
            while piece < feature::PIECES {
                let weight = SHIPPED[of.of(piece, row)] as i8 as i32 + RAISE;
                table[of.row(row)] |= (weight as u64) << (16 * piece);
                piece += 1;
            }
            row += 1;
        }
        index += 1;
    }
    table
};
const RAISE: i32 = 128;
/// Room for the placements on a square: one for each piece and a spare one, so that they fill a vector.
pub(super) const LANES: usize = 4;
const PLACED_FEATURES: usize = 7;

/// The weights in use.
pub fn shipped() -> impl Iterator<Item = i8> {
    SHIPPED.iter().map(|&byte| byte as i8)
}

/// The policy in one position.
pub struct Policy<const N: usize> {
    surroundings: Surroundings<N>,
    /// Row of [`feature::lines`] by rank, and by file.
    ranks: [u8; 8],
    files: [u8; 8],
    /// Squares where a road stone makes tak.
    tak: Bitboard,
    /// The opponent's last move, and the mover's.
    before: Near,
    earlier: Near,
    /// How many quarters of the board are empty, 0 to 3.
    quarter: usize,
}

impl<const N: usize> Policy<N> {
    /// The policy for a position after the opponent's last move and the mover's last move. `tak` are the squares where
    /// a road stone of the mover makes tak ([`Position::tak_squares`]).
    #[inline(always)]
    #[must_use]
    pub fn new(position: &Position<N>, moves: [Option<Move>; 2], tak: Bitboard) -> Self {
        let mover = position.to_move();
        let own = position.road_stones(mover);
        let obstacles = position.road_stones(mover.opponent()) | position.walls();
        let count = |line: Bitboard| feature::lines((own & line).len(), (obstacles & line).len());
        let (mut ranks, mut files) = ([0; 8], [0; 8]);
        for line in 0..N {
            ranks[line] = count(Bitboard::rank(line, N));
            files[line] = count(Bitboard::file(line, N));
        }
        let [before, earlier] = moves.map(Near::new);
        Self {
            surroundings: Surroundings::new(position),
            ranks,
            files,
            tak,
            before,
            earlier,
            quarter: position.empty().len() * 4 / (N * N + 1),
        }
    }

    /// The logarithm of a move's probability in 1/16 nat, apart from a sum that is equal for all moves. It is the sum of
    /// the weights of [`Policy::features`].
    #[inline(always)]
    #[must_use]
    pub fn score(&self, position: &Position<N>, mv: Move) -> i32 {
        let square = mv.square();
        let (direction, pattern) = match mv.kind() {
            MoveKind::Place(piece) => return self.placements(square)[piece.index()],
            MoveKind::Spread(direction, pattern) => (direction, pattern),
        };
        let mut score = 0;
        let add = |feature: usize| score += i32::from(SHIPPED[feature] as i8);
        let end = square.ahead(direction, pattern.distance());
        // Most features of a single stone are constant.
        if position.captives(square).is_empty() {
            let result = position.step_result(square, direction);
            self.spread_features(position, square, direction, end, &result, add);
        } else {
            let result = position.spread_result(square, direction, pattern);
            self.spread_features(position, square, direction, end, &result, add);
        }
        score
    }

    /// The scores of the placements on a square by piece; the last one is unused.
    #[inline(always)]
    pub(super) fn placements(&self, square: Square) -> [i32; LANES] {
        let rows = self.placement(square).map(|(of, row)| PLACED[of.row(row)]);
        let sum: u64 = rows.into_iter().sum();
        array::from_fn(|piece| {
            i32::from((sum >> (16 * piece)) as u16) - PLACED_FEATURES as i32 * RAISE
        })
    }

    /// The features of a placement and their rows.
    #[inline(always)]
    fn placement(&self, square: Square) -> [(Feature, usize); PLACED_FEATURES] {
        [
            (feature::PLACED_BESIDE, self.surroundings.round(square)),
            (feature::PLACED_ON, feature::fold::<N>(square)),
            (feature::PLACED_TAK, self.tak.has(square).into()),
            (feature::PLACED_BEFORE, self.before.row(square)),
            (feature::PLACED_EARLIER, self.earlier.row(square)),
            (feature::PLACED_LINES, self.ranks[square.rank()].into()),
            (feature::PLACED_LINES, self.files[square.file()].into()),
        ]
    }

    /// Calls `visit` for each feature of a legal move: the numbers of its weights, each below [`WEIGHTS`].
    #[inline(always)]
    pub fn features(&self, position: &Position<N>, mv: Move, mut visit: impl FnMut(usize)) {
        let square = mv.square();
        match mv.kind() {
            MoveKind::Place(piece) => {
                for (feature, row) in self.placement(square) {
                    visit(feature.of(piece.index(), row));
                }
            }
            MoveKind::Spread(direction, pattern) => {
                let result = position.spread_result(square, direction, pattern);
                let end = square.ahead(direction, pattern.distance());
                self.spread_features(position, square, direction, end, &result, visit);
            }
        }
    }

    #[inline(always)]
    fn spread_features(
        &self,
        position: &Position<N>,
        square: Square,
        direction: Direction,
        end: Square,
        result: &SpreadResult,
        mut visit: impl FnMut(usize),
    ) {
        let piece = position.top(square).map_or(0, |(_, piece)| piece.index());
        let ahead = |square| self.surroundings.ahead(square, direction);
        visit(feature::WON.of(piece, feature::won(result.won, self.quarter)));
        visit(feature::END_BESIDE.of(piece, ahead(end)));
        let height = position.height(end).min(feature::HEIGHTS - 1);
        let on = self.surroundings.state(end) * feature::HEIGHTS + height;
        visit(feature::END_ON.of(piece, on));
        let before = 2 * self.before.row(end) + self.before.is_on(result.line);
        visit(feature::END_BEFORE.of(piece, before));
        visit(feature::END_EARLIER.of(piece, self.earlier.row(end)));
        visit(feature::LEFT_BESIDE.of(result.left, ahead(square)));
        visit(feature::UNCOVERED.of(0, result.own.min(7) * 8 + result.theirs.min(7)));
        visit(feature::END_LINES.of(piece, self.ranks[end.rank()].into()));
        visit(feature::END_LINES.of(piece, self.files[end.file()].into()));
    }
}

/// The last square and the kind of an earlier move.
#[derive(Clone, Copy)]
struct Near {
    /// 0 without a move, 1 to 3 for a placement, 4 for a spread.
    kind: usize,
    square: Square,
}

impl Near {
    #[inline(always)]
    fn new(mv: Option<Move>) -> Self {
        let (kind, square) = match mv.map(|mv| (mv.kind(), mv.square())) {
            None => (0, Square::from_index(0)),
            Some((MoveKind::Place(piece), square)) => (1 + piece.index(), square),
            Some((MoveKind::Spread(direction, pattern), square)) => {
                (4, square.ahead(direction, pattern.distance()))
            }
        };
        Self { kind, square }
    }

    /// The row of a square in [`feature::near`].
    #[inline(always)]
    fn row(self, square: Square) -> usize {
        if self.kind == 0 {
            return 0;
        }
        feature::near(self.kind, self.square, square)
    }

    /// Whether there was a move and its last square is in this set.
    #[inline(always)]
    fn is_on(self, set: Bitboard) -> usize {
        usize::from(self.kind > 0 && set.has(self.square))
    }
}
