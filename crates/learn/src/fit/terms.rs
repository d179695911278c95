//! Positions as counts of terms, and weights of the terms as floating-point numbers.

use crate::dataset::{Label, Samples};
use stonefall_engine::eval::weights::Table;
use stonefall_engine::eval::{Features, PhaseShares, Term};
use stonefall_engine::game::Game;

/// Positions as rows of counts from the view of the side to move.
#[derive(Clone, Debug, Default)]
pub struct TermSamples {
    /// The mover's counts minus the opponent's, in the order of the terms, for each position.
    counts: Vec<i16>,
    /// Shares of the three phases.
    shares: Vec<[f32; 3]>,
    labels: Vec<Label>,
}

/// One position of [`TermSamples`].
#[derive(Clone, Copy, Debug)]
pub struct TermSample<'a> {
    /// Differences of the counts.
    pub counts: &'a [i16; Term::COUNT],
    /// The shares of the phases; they add up to 1.
    pub shares: [f32; 3],
    /// Its score and result.
    pub label: Label,
}

impl TermSamples {
    /// A position by its index.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> TermSample<'_> {
        let (rows, _) = self.counts.as_chunks();
        TermSample { counts: &rows[index], shares: self.shares[index], label: self.labels[index] }
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = TermSample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Number of positions in which the counts of a term differ between the sides, for each term.
    #[must_use]
    pub fn occurrences(&self) -> [usize; Term::COUNT] {
        let mut occurrences = [0; Term::COUNT];
        for sample in self.iter() {
            for (occurrences, &count) in occurrences.iter_mut().zip(sample.counts) {
                *occurrences += usize::from(count != 0);
            }
        }
        occurrences
    }
}

impl Samples for TermSamples {
    type Packed = ([i16; Term::COUNT], [f32; 3]);

    fn pack(game: &Game) -> Self::Packed {
        let Features { counts, phase } = game.features();
        // Counts are far from the bounds of 16 bits.
        let difference =
            |[own, other]: [i32; 2]| (own - other).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let whole = PhaseShares::WHOLE as f32;
        (counts.terms.map(difference), phase.shares().map(|share| share as f32 / whole))
    }

    fn push(&mut self, (counts, shares): Self::Packed, label: Label) {
        self.counts.extend(counts);
        self.shares.push(shares);
        self.labels.push(label);
    }

    fn labels(&self) -> &[Label] {
        &self.labels
    }

    fn labels_mut(&mut self) -> &mut [Label] {
        &mut self.labels
    }
}

/// Weights of opening, middlegame and endgame, each a row over all terms.
#[derive(Clone, PartialEq, Debug)]
pub struct TermModel {
    pub(super) rows: [[f32; Term::COUNT]; 3],
}

impl TermModel {
    pub(super) const ZERO: Self = Self { rows: [[0.0; Term::COUNT]; 3] };

    /// The weights of a table.
    #[must_use]
    pub fn new(table: &Table) -> Self {
        let mut model = Self::ZERO;
        for (phase, row) in model.rows.iter_mut().enumerate() {
            for (weight, entry) in row.iter_mut().zip(table) {
                *weight = f32::from(entry[phase]);
            }
        }
        model
    }

    /// The rounded weights.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = [[0; 3]; Term::COUNT];
        for (phase, row) in self.rows.iter().enumerate() {
            for (entry, weight) in table.iter_mut().zip(row) {
                // Saturates; the packed sums hold 20 bits.
                entry[phase] = weight.round() as i16;
            }
        }
        table
    }

    /// Value of a position for the side to move, in inner units.
    #[must_use]
    pub fn value(&self, sample: TermSample<'_>) -> f32 {
        let mut value = 0.0;
        for (row, share) in self.rows.iter().zip(sample.shares) {
            value += share * dot(row, sample.counts);
        }
        value
    }

    /// Value and the mover's result of every position.
    pub fn values<'a>(&'a self, samples: &'a TermSamples) -> impl Iterator<Item = (f32, f32)> {
        samples.iter().map(|sample| (self.value(sample), sample.label.result()))
    }

    /// Adds the counts of a position, times the share of each phase, times a factor.
    pub(super) fn add(&mut self, sample: TermSample<'_>, factor: f32) {
        for (row, share) in self.rows.iter_mut().zip(sample.shares) {
            let factor = factor * share;
            for (weight, &count) in row.iter_mut().zip(sample.counts) {
                *weight += factor * f32::from(count);
            }
        }
    }

    /// All weights in one row.
    pub(super) const fn numbers(&self) -> &[f32] {
        self.rows.as_flattened()
    }

    /// All weights in one row.
    pub(super) fn numbers_mut(&mut self) -> &mut [f32] {
        self.rows.as_flattened_mut()
    }
}

/// Scalar product; eight independent sums let the compiler use vectors.
fn dot(row: &[f32; Term::COUNT], counts: &[i16; Term::COUNT]) -> f32 {
    const LANES: usize = 8;
    let (heads, tail) = row.as_chunks::<LANES>();
    let (counts, count_tail) = counts.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (weights, counts) in heads.iter().zip(counts) {
        for ((sum, weight), &count) in sums.iter_mut().zip(weights).zip(counts) {
            *sum += weight * f32::from(count);
        }
    }
    let rest: f32 =
        tail.iter().zip(count_tail).map(|(weight, &count)| weight * f32::from(count)).sum();
    sums.iter().sum::<f32>() + rest
}
