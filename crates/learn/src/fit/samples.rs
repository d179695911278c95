//! Samples of a fit: counts of terms, with results and scores.

use super::Spread;
use crate::records::{GameRecord, RecordError, Sampler};
use stonefall_engine::eval::{Features, Phase, Term, Value};

/// Positions as rows of counts from the view of the side to move.
#[derive(Clone, Debug, Default)]
pub struct TermSamples {
    /// The mover's counts minus the opponent's, in the order of the terms, for each position.
    counts: Vec<i16>,
    /// Shares of the three phases.
    shares: Vec<[f32; 3]>,
    /// The mover's results: 1, 0.5 or 0.
    results: Vec<f32>,
    /// Search scores in hundredths of a flat.
    scores: Vec<f32>,
}

/// One position of [`TermSamples`].
#[derive(Clone, Copy, Debug)]
pub struct TermSample<'a> {
    /// Differences of the counts.
    pub counts: &'a [i16; Term::COUNT],
    /// The shares of the phases; they add up to 1.
    pub shares: [f32; 3],
    /// 1 for a win of the mover, 0.5 for a draw, 0 for a loss.
    pub result: f32,
    /// Search score in hundredths of a flat; infinite if proven.
    pub score: f32,
}

impl TermSamples {
    /// Adds the samples of a game, except positions that are won in one: the search never evaluates them.
    ///
    /// # Errors
    /// Those of [`Sampler::sample`].
    pub fn add(&mut self, game: &GameRecord, sampler: &mut Sampler) -> Result<(), RecordError> {
        sampler.sample(game, |sample| {
            if sample.game.winning_move().is_none() {
                self.push(&sample.game.features(), sample.points() as f32, sample.score);
            }
        })
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a position with its features, the mover's result and the search score.
    pub fn push(&mut self, features: &Features, result: f32, score: Value) {
        self.counts.extend(features.counts.terms.iter().map(|&[own, other]| {
            // Counts are far from the bounds of 16 bits.
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

    /// A position by its index.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> TermSample<'_> {
        let (rows, _) = self.counts.as_chunks();
        TermSample {
            counts: &rows[index],
            shares: self.shares[index],
            result: self.results[index],
            score: self.scores[index],
        }
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = TermSample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The spread of the search scores that are not proven.
    #[must_use]
    pub fn score_spread(&self) -> Spread {
        Spread::fitted(|| {
            let scores = self.iter().map(|sample| (sample.score, sample.result));
            scores.filter(|(score, _)| score.is_finite())
        })
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
