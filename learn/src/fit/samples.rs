//! What a fit learns from: the counts of many positions, with how their games ended.

use super::Model;
use crate::lesson::Gather;
use crate::records::{GameRecord, RecordError, Sampler};
use stonefall_engine::eval::{Features, Phase, Term, Value, features};

/// Positions as rows of counts; the side to move is always the one that is looked at.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// For each position, mover's counts less those of the other side, in the order of the terms.
    counts: Vec<i16>,
    /// For each position, the shares of the three phases.
    shares: Vec<[f32; 3]>,
    /// For each position, what the mover got of the game: 1, a half or 0.
    results: Vec<f32>,
    /// For each position, what the search thought of it, in hundredths of a flat.
    scores: Vec<f32>,
}

/// One position of [`Samples`].
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The differences of the counts.
    pub counts: &'a [i16; Term::COUNT],
    /// The shares of the phases; they add up to 1.
    pub shares: [f32; 3],
    /// 1 for a win of the mover, a half for a draw, 0 for a loss.
    pub result: f32,
    /// The search's score, in hundredths of a flat; infinite if proven.
    pub score: f32,
}

impl Gather for Samples {
    /// Positions that are won with the next move are left out: the search never asks what those are worth.
    fn add<const N: usize>(
        &mut self,
        game: &GameRecord,
        sampler: &mut Sampler,
    ) -> Result<(), RecordError> {
        for sample in sampler.samples::<N>(game)? {
            if sample.position.winning_move().is_none() {
                self.push(&features(&sample.position), sample.points() as f32, sample.score);
            }
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.results.len()
    }
}

impl Samples {
    /// Adds a position by its features, the mover's result and the search's score of it.
    pub fn push(&mut self, features: &Features, result: f32, score: Value) {
        self.counts.extend(features.counts.terms.iter().map(|&[own, other]| {
            // Counts are far from the bounds of 16 bits; the clamp is for the compiler.
            (own - other).clamp(i16::MIN.into(), i16::MAX.into()) as i16
        }));
        let whole = Phase::WHOLE as f32;
        self.shares.push(features.phase.shares().map(|share| share as f32 / whole));
        self.results.push(result);
        self.scores.push(match score {
            Value::CentiFlats(flats) => flats as f32,
            Value::Win { .. } => f32::INFINITY,
            Value::Loss { .. } => f32::NEG_INFINITY,
        });
    }

    /// A position by its number.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let (rows, _) = self.counts.as_chunks();
        Sample {
            counts: &rows[index],
            shares: self.shares[index],
            result: self.results[index],
            score: self.scores[index],
        }
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The value of every position by a model, with the mover's result.
    pub fn valued<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = (f32, f32)> {
        self.iter().map(|sample| (model.value(sample), sample.result))
    }

    /// The score of every position without a proven one, with the mover's result.
    pub fn scored(&self) -> impl Iterator<Item = (f32, f32)> {
        self.iter()
            .map(|sample| (sample.score, sample.result))
            .filter(|(score, _)| score.is_finite())
    }

    /// How often each term counted for one side more than for the other.
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
