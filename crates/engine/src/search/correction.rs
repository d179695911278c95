//! Corrections of the static evaluation, learned from search results of similar positions.
//!
//! (Correction histories: the chess engines Caissa and Stockfish; by roads and blockers: Syntaks.)

use super::history::{CONTINUATIONS, continuation};
use super::tunables;
use crate::board::Position;
use crate::cpu::prefetch;
use crate::eval::Score;
use crate::types::{Bitboard, Color, Move};

/// Limit of the absolute value.
const LIMIT: i32 = 1024;
/// Entries per table and side.
const SIZE: usize = 1 << 14;
/// Aspects: roads, walls and capstones, stacks, the previous move.
const ASPECTS: usize = 4;

/// Mean error of the evaluation by aspects of the position.
pub(super) struct Corrections(Vec<[i16; ASPECTS]>);

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
        Self(vec![[0; ASPECTS]; 2 * SIZE])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill([0; ASPECTS]);
    }

    /// Prefetches the corrections of a position.
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
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for (aspect, &key) in keys.0.iter().enumerate() {
            let value = &mut self.0[key][aspect];
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        }
    }
}
