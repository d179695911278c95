//! Experience of a thread: the success of moves, for ordering and reductions, and the errors of the evaluation.
//!
//! (Continuation histories: Stockfish. Correction histories: the chess engines Caissa and Stockfish; by roads and blockers:
//! Syntaks.)

use super::policy::LANES;
use super::tunables;
use crate::board::Position;
use crate::cpu::prefetch;
use crate::eval::Score;
use crate::memory::Array;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Square};
use std::array;

/// Limit of the absolute value.
const LIMIT: i32 = 8192;

/// Side to move and previous moves.
#[derive(Clone, Copy)]
pub(super) struct Situation {
    pub(super) color: Color,
    /// The opponent's last move.
    pub(super) before: Option<Move>,
    /// The previous own move.
    pub(super) earlier: Option<Move>,
}

/// Success of moves: alone, and after previous moves. (Continuation histories are from Stockfish.)
pub(super) struct MoveHistory<const N: usize> {
    /// By side and move.
    main: Vec<i16>,
    /// Continuation histories of one and two plies: the opponent's last move and the move, the own last move
    /// and the move, all without drops.
    continuations: Array<i16>,
}

/// Kinds of move without drops: three pieces, four directions, padded to eight.
const KINDS: usize = 8;
/// Entries of a continuation history after one move: every move without drops, and one for no move.
pub(super) const CONTINUATIONS: usize = 64 * KINDS + 1;

/// Histories of the moves in one situation.
pub(super) struct Prior<'a, const N: usize> {
    main: &'a [i16],
    continuations: [&'a [i16]; 2],
}

impl<const N: usize> Prior<'_, N> {
    /// Values of the placements on a square by piece; the last one is unused.
    #[inline(always)]
    pub(super) fn of_placements(&self, square: Square) -> [i32; LANES] {
        let main = lanes(self.main, square.index() * LANES);
        let [before, earlier] =
            self.continuations.map(|history| lanes(history, square.index() * KINDS));
        array::from_fn(|piece| {
            i32::from(main[piece]) + i32::from(before[piece]) + i32::from(earlier[piece])
        })
    }

    /// Value of a move, within plus and minus 24576.
    #[inline(always)]
    pub(super) fn of(&self, mv: Move) -> i32 {
        let index = continuation(Some(mv));
        i32::from(self.main[main_index::<N>(mv)])
            + i32::from(self.continuations[0][index])
            + i32::from(self.continuations[1][index])
    }
}

impl<const N: usize> MoveHistory<N> {
    pub(super) fn new() -> Self {
        let continuations = vec![0; 2 * CONTINUATIONS * CONTINUATIONS].into();
        Self { main: vec![0; 2 * main_len::<N>()], continuations }
    }

    /// Histories of the moves in a situation.
    #[inline(always)]
    pub(super) fn prior(&self, situation: &Situation) -> Prior<'_, N> {
        let main = situation.color.index() * main_len::<N>();
        let continuations =
            |history: usize, mv| &self.continuations[behind(history, mv)..][..CONTINUATIONS];
        Prior {
            main: &self.main[main..][..main_len::<N>()],
            continuations: [
                continuations(0, situation.before),
                continuations(1, situation.earlier),
            ],
        }
    }

    /// Rewards the best move of a node of this depth and punishes the other tried moves.
    pub(super) fn update(
        &mut self,
        situation: &Situation,
        best: Move,
        others: &[Move],
        depth: i32,
    ) {
        let bonus = bonus(depth);
        self.add(situation, best, bonus);
        for &mv in others.iter().filter(|&&mv| mv != best) {
            self.add(situation, mv, -bonus);
        }
    }

    /// Rewards a move that left the opponent without a good move at a node of this depth. (An idea of Stockfish.)
    pub(super) fn reward(&mut self, situation: &Situation, mv: Move, depth: i32) {
        self.add(situation, mv, bonus(depth) * tunables::fail_low_bonus() / 100);
    }

    fn add(&mut self, situation: &Situation, mv: Move, bonus: i32) {
        let main = situation.color.index() * main_len::<N>() + main_index::<N>(mv);
        let move_index = continuation(Some(mv));
        gravitate(&mut self.main[main], bonus, LIMIT);
        for (history, earlier) in [situation.before, situation.earlier].into_iter().enumerate() {
            let index = behind(history, earlier) + move_index;
            gravitate(&mut self.continuations[index], bonus, LIMIT);
        }
    }
}

/// Start of the entries of the first or the second continuation history after this move.
#[inline(always)]
fn behind(history: usize, mv: Option<Move>) -> usize {
    (history * CONTINUATIONS + continuation(mv)) * CONTINUATIONS
}

/// The bonus of the best move of a node of this depth.
fn bonus(depth: i32) -> i32 {
    (tunables::history_bonus() * depth).min(tunables::history_max_bonus())
}

/// Entries of the main history per side. Drop patterns of at most `N` stones have zeros below, which the
/// index skips.
const fn main_len<const N: usize>() -> usize {
    1 << (8 + N)
}

/// Index of a move. The placements on a square are neighbors, in the order of the pieces.
#[inline(always)]
fn main_index<const N: usize>(mv: Move) -> usize {
    let bits = mv.bits() as usize;
    let square = bits & 63;
    let pattern = (bits >> 6 & 0xff) >> (8 - N);
    let tag = (bits >> 14).wrapping_sub(1) % LANES;
    pattern << 8 | square << 2 | tag
}

/// Neighboring values from this index on.
#[inline(always)]
fn lanes(history: &[i16], start: usize) -> [i16; LANES] {
    array::from_fn(|lane| history[start + lane])
}

/// Adds a bonus that shrinks near the limit, so that the value stays within it.
fn gravitate(value: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// Index of a move in a continuation history: square and piece or direction.
#[inline(always)]
pub(super) fn continuation(mv: Option<Move>) -> usize {
    let Some(mv) = mv else { return CONTINUATIONS - 1 };
    let kind = match mv.kind() {
        MoveKind::Place(Piece::Flat) => 0,
        MoveKind::Place(Piece::Wall) => 1,
        MoveKind::Place(Piece::Capstone) => 2,
        MoveKind::Spread(direction, _) => 3 + direction.index(),
    };
    mv.square().index() * KINDS + kind
}

/// Limit of the absolute value.
const MOST: i32 = 1024;
/// Entries per table and side.
const SIZE: usize = 1 << 14;
/// Aspects: roads, walls and capstones, stacks, the previous move.
const ASPECTS: usize = 4;

/// Mean error of the evaluation by aspects of the position.
pub(super) struct Corrections(Array<[i16; ASPECTS]>);

/// Keys of a position's corrections, one per aspect.
#[derive(Clone, Copy)]
pub(super) struct CorrectionKeys([usize; ASPECTS]);

impl CorrectionKeys {
    #[inline(always)]
    pub(super) fn new<const N: usize>(position: &Position<N>, before: Option<Move>) -> Self {
        let [white, black] = [Color::White, Color::Black].map(|color| position.owned(color));
        let roads = key(white - position.walls(), black - position.walls());
        let blockers = key(
            position.blockers() & white,
            Bitboard((position.blockers() & black).0 ^ position.capstones().0 << 7),
        );
        let stacks = key(position.tall() & white, position.tall() & black);
        let last = continuation(before);
        const { assert!(CONTINUATIONS <= SIZE) };
        let side = position.to_move().index() * SIZE;
        Self([roads, blockers, stacks, last].map(|key| side + key))
    }
}

/// Hash of two sets of squares.
#[inline(always)]
fn key(one: Bitboard, two: Bitboard) -> usize {
    let mixed =
        (one.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ two.0).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 50) as usize
}

impl Corrections {
    pub(super) fn new() -> Self {
        Self(vec![[0; ASPECTS]; 2 * SIZE].into())
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, keys: &CorrectionKeys) {
        for &key in &keys.0 {
            prefetch(&self.0[key]);
        }
    }

    /// The evaluation minus the learned error.
    #[inline(always)]
    pub(super) fn correct(&self, keys: &CorrectionKeys, eval: Score) -> Score {
        let mut sum = 0;
        for (aspect, &key) in keys.0.iter().enumerate() {
            sum += i32::from(self.0[key][aspect]);
        }
        Score::estimate(eval.0 + sum * tunables::correction() / 512)
    }

    /// Learns from the score of a search to this depth.
    #[inline]
    pub(super) fn update(&mut self, keys: &CorrectionKeys, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MOST / 4, MOST / 4);
        for (aspect, &key) in keys.0.iter().enumerate() {
            gravitate(&mut self.0[key][aspect], bonus, MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Direction, Pattern, Square};

    #[test]
    fn moves_have_distinct_indices() {
        fn check<const N: usize>() {
            let mut seen = vec![false; main_len::<N>()];
            for square in Square::all(N) {
                let placements = Piece::ALL.map(|piece| Move::place(square, piece));
                let spreads = Direction::ALL.into_iter().flat_map(|direction| {
                    (1..=255)
                        .filter_map(Pattern::from_bits)
                        .filter(|pattern| pattern.carried() <= N)
                        .map(move |pattern| Move::spread(square, direction, pattern))
                });
                for mv in placements.into_iter().chain(spreads) {
                    let index = main_index::<N>(mv);
                    assert!(!seen[index], "{mv}");
                    seen[index] = true;
                }
            }
        }
        check::<3>();
        check::<6>();
        check::<8>();
    }

    #[test]
    fn best_move_gains_although_it_was_tried() {
        let mut history = MoveHistory::<5>::new();
        let [best, other] =
            [Square::new(0, 0), Square::new(1, 0)].map(|square| Move::place(square, Piece::Flat));
        let situation = Situation { color: Color::White, before: None, earlier: None };
        // At an exact node the best move raised alpha without a cutoff and is among the tried moves.
        history.update(&situation, best, &[other, best], 5);
        let prior = history.prior(&situation);
        assert!(prior.of(best) > 0 && prior.of(other) < 0);
    }

    #[test]
    fn values_stay_within_the_limit() {
        let mut value = 0;
        for _ in 0..1000 {
            gravitate(&mut value, 1800, LIMIT);
        }
        assert!(value > 6000 && i32::from(value) <= LIMIT);
        for _ in 0..1000 {
            gravitate(&mut value, -1800, LIMIT);
        }
        assert!(value < -6000 && i32::from(value) >= -LIMIT);
    }
}
