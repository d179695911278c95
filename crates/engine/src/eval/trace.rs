//! Receivers of the counts: a value, or a record of the counts.

use super::phase::Phase;
use super::terms::Term;
use super::weights::{Table, packed_table, unpack};

/// Receives every term with its counts for the side to move and for the other side.
///
/// One code path counts for all receivers: the value, the explanation and the features for fits. (The idea is from
/// the chess engine Ethereal and from Texel tuning.)
pub trait Trace {
    /// Adds the counts of a term, which may occur more than once.
    fn add(&mut self, term: Term, mover: i32, waiting: i32);
}

/// Adds counts times weights for the three phases at once.
///
/// Three sums of 21 bits share one word, so that a term needs one multiplication. (Stockfish packs two phases.)
pub(super) struct Sum<const N: usize> {
    packed: i64,
}

impl<const N: usize> Sum<N> {
    const WEIGHTS: &'static [i64; Term::COUNT] = packed_table(N);

    pub(super) const ZERO: Self = Self { packed: 0 };

    /// The value for the side to move in a phase of the game.
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

/// Records the counts, for example for a fit of the weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// The counts of the side to move and of the other side, in the order of [`Term::all`].
    pub terms: [[i32; 2]; Term::COUNT],
}

impl Counts {
    pub(super) const ZERO: Self = Self { terms: [[0; 2]; Term::COUNT] };

    /// The value for the side to move with these weights, in inner units.
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
