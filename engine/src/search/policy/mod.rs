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

use crate::board::Position;
use crate::types::{Bitboard, Move, MoveKind, Square};
use surroundings::Surroundings;

/// Number of weights.
pub const WEIGHTS: usize = feature::COUNT;

/// One nat in the unit of the weights.
pub const NAT: i32 = 16;

/// The weights in use, a signed byte each.
static SHIPPED: &[u8; WEIGHTS] = include_bytes!("weights.bin");

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

    /// The logarithm of a move's probability in 1/16 nat, apart from a sum that is equal for all moves.
    #[inline(always)]
    #[must_use]
    pub fn score(&self, position: &Position<N>, mv: Move) -> i32 {
        let mut score = 0;
        self.features(position, mv, |feature| score += i32::from(SHIPPED[feature] as i8));
        score
    }

    /// Calls `visit` for each feature of a legal move: the numbers of its weights, each below [`WEIGHTS`].
    #[inline(always)]
    pub fn features(&self, position: &Position<N>, mv: Move, mut visit: impl FnMut(usize)) {
        let square = mv.square();
        let (piece, end) = match mv.kind() {
            MoveKind::Place(piece) => {
                let piece = piece.index();
                visit(feature::PLACED_BESIDE.of(piece, self.surroundings.round(square)));
                visit(feature::PLACED_ON.of(piece, feature::fold::<N>(square)));
                visit(feature::PLACED_TAK.of(piece, self.tak.has(square).into()));
                visit(feature::PLACED_BEFORE.of(piece, self.before.row(square)));
                visit(feature::PLACED_EARLIER.of(piece, self.earlier.row(square)));
                (piece, square)
            }
            MoveKind::Spread(direction, pattern) => {
                let piece = position.top(square).map_or(0, |(_, piece)| piece.index());
                let result = position.spread_result(square, direction, pattern);
                let end = square.ahead(direction, pattern.distance());
                let ahead = |square| self.surroundings.ahead(square, direction);
                visit(feature::WON.of(piece, feature::won(result.won, self.quarter)));
                visit(feature::END_BESIDE.of(piece, ahead(end)));
                let height = position.height(end).min(feature::HEIGHTS - 1);
                let on = self.surroundings.state(end) * feature::HEIGHTS + height;
                visit(feature::END_ON.of(piece, on));
                visit(
                    feature::END_BEFORE
                        .of(piece, 2 * self.before.row(end) + self.before.is_on(result.line)),
                );
                visit(feature::END_EARLIER.of(piece, self.earlier.row(end)));
                visit(feature::LEFT_BESIDE.of(result.left, ahead(square)));
                visit(feature::UNCOVERED.of(0, result.own.min(7) * 8 + result.theirs.min(7)));
                (piece, end)
            }
        };
        let lines = if mv.is_placement() { feature::PLACED_LINES } else { feature::END_LINES };
        visit(lines.of(piece, self.ranks[end.rank()].into()));
        visit(lines.of(piece, self.files[end.file()].into()));
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
