//! Samples of a training: inputs, scores and results of positions.

use crate::dataset::SampleSet;
use crate::fit::Spread;
use crate::records::{GameRecord, RecordError, Sampler};
use stonefall_engine::board::Position;
use stonefall_engine::eval::net::{Inputs, active_inputs};
use stonefall_engine::eval::{Value, evaluate};

/// Positions as lists of inputs from the view of the side to move.
#[derive(Clone, Debug)]
pub struct NetSamples {
    /// The inputs of all positions.
    inputs: Vec<u16>,
    /// Start of each position's inputs, and the end of the last.
    starts: Vec<usize>,
    data: Vec<SampleData>,
}

/// Data of a position besides its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SampleData {
    /// Value of the terms in inner units.
    pub(super) terms: f32,
    /// Search score in hundredths of a flat.
    pub(super) score: f32,
    /// The mover's result: 1, 0.5 or 0.
    pub(super) result: f32,
    /// Index of the output for this position.
    pub(super) output: u8,
}

impl Default for NetSamples {
    fn default() -> Self {
        Self { inputs: Vec::new(), starts: vec![0], data: Vec::new() }
    }
}

impl SampleSet for NetSamples {
    /// Skips positions that the search never evaluates: those with a proven score, won in one, or in tak.
    fn add<const N: usize>(
        &mut self,
        game: &GameRecord,
        sampler: &mut Sampler,
    ) -> Result<(), RecordError> {
        // The inputs of the largest board fit 16 bits.
        const { assert!(Inputs::new(8).count() < 1 << 16) };
        for sample in sampler.samples::<N>(game)? {
            let Value::CentiFlats(score) = sample.score else { continue };
            if is_forced(&sample.position) {
                continue;
            }
            self.push(&sample.position, score as f32, sample.points() as f32);
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.data.len()
    }
}

impl NetSamples {
    /// Adds a position with its search score and the mover's result.
    pub(super) fn push<const N: usize>(&mut self, position: &Position<N>, score: f32, result: f32) {
        let terms = evaluate(position).0 as f32;
        let output = active_inputs(position, |input| self.inputs.push(input as u16)) as u8;
        self.starts.push(self.inputs.len());
        self.data.push(SampleData { terms, score, result, output });
    }

    /// Hash of all samples.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for input in &self.inputs {
            hasher.update(&input.to_le_bytes());
        }
        for data in &self.data {
            hasher.update(&data.score.to_le_bytes());
            hasher.update(&data.terms.to_le_bytes());
        }
        hasher.finalize()
    }

    /// Inputs and data of a position.
    pub(super) fn get(&self, index: usize) -> (&[u16], SampleData) {
        (&self.inputs[self.starts[index]..self.starts[index + 1]], self.data[index])
    }

    /// The spread of the search scores.
    #[must_use]
    pub fn score_spread(&self) -> Spread {
        Spread::fitted(|| self.data.iter().map(|data| (data.score, data.result)))
    }
}

/// Whether a position is won in one or in tak.
fn is_forced<const N: usize>(position: &Position<N>) -> bool {
    position.winning_move().is_some() || !position.threats(&position.roads()).is_empty()
}
