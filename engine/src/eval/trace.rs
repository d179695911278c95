//! What becomes of the counts: a value, or a record of them.

use super::phase::Phase;
use super::terms::Term;
use super::weights::{Table, packed_table};

/// Receives every term with its count for the side to move and for the other side.
///
/// The evaluation is written once against this trait; the value, the printout and the vector for
/// fitting are what different receivers make of it. (The idea is from the chess engine Ethereal and
/// from Texel tuning.)
pub trait Trace {
    /// Counts a term. A term may come more than once; its counts add up.
    fn add(&mut self, term: Term, mover: i32, waiting: i32);
}

/// Adds up the weights of the counts, for the three phases at once.
///
/// Three sums of 21 bits share one word, so that a term costs one multiplication. (Packing phases
/// is from Stockfish, which packs two.)
pub(super) struct Sum<const N: usize> {
    packed: i64,
}

/// One phase's share of a packed word.
const BITS: u32 = 21;

/// Three numbers in one word; each must stay below two to the twentieth.
pub(super) const fn pack([opening, middle, end]: [i16; 3]) -> i64 {
    opening as i64 + ((middle as i64) << BITS) + ((end as i64) << (2 * BITS))
}

/// The numbers of a packed word.
#[inline(always)]
const fn unpack(packed: i64) -> [i32; 3] {
    const fn low(packed: i64) -> i64 {
        packed << (64 - BITS) >> (64 - BITS)
    }
    let opening = low(packed);
    let rest = (packed - opening) >> BITS;
    let middle = low(rest);
    let end = (rest - middle) >> BITS;
    [opening as i32, middle as i32, end as i32]
}

impl<const N: usize> Sum<N> {
    const WEIGHTS: &'static [i64; Term::COUNT] = packed_table(N);

    pub(super) const ZERO: Self = Self { packed: 0 };

    /// The value at a phase of the game, for the side to move.
    #[inline(always)]
    pub(super) fn value(&self, phase: Phase) -> i32 {
        phase.blend(unpack(self.packed))
    }
}

impl<const N: usize> Trace for Sum<N> {
    #[inline(always)]
    fn add(&mut self, term: Term, mover: i32, waiting: i32) {
        self.packed += Self::WEIGHTS[term.index()] * i64::from(mover - waiting);
    }
}

/// Records the counts: what a fit of the weights starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// For each term, in the order of [`Term::all`], the counts of the side to move and the other.
    pub terms: [[i32; 2]; Term::COUNT],
}

impl Counts {
    pub(super) const ZERO: Self = Self { terms: [[0; 2]; Term::COUNT] };

    /// The value for the side to move by any weights, in inner units.
    #[must_use]
    pub fn value(&self, weights: &Table, phase: Phase) -> i32 {
        let mut sums = [0; 3];
        for ([mover, waiting], weights) in self.terms.iter().zip(weights) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += (mover - waiting) * i32::from(weight);
            }
        }
        phase.blend(sums)
    }
}

impl Trace for Counts {
    fn add(&mut self, term: Term, mover: i32, waiting: i32) {
        let [own, other] = &mut self.terms[term.index()];
        *own += mover;
        *other += waiting;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_sums_are_three_sums() {
        let a = [-3, 700, -32_000];
        let b = [31_000, -1, 5];
        for factor in [-30_i64, -1, 0, 1, 2, 29] {
            let expected =
                [0, 1, 2].map(|phase| i32::from(a[phase]) + i32::from(b[phase]) * factor as i32);
            assert_eq!(unpack(pack(a) + pack(b) * factor), expected);
        }
    }
}
