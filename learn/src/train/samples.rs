//! What is learned from: the inputs of many positions, with their scores and results.

use crate::fit::Spread;
use crate::lesson::Gather;
use crate::records::{GameRecord, RecordError, Sampler};
use stonefall_engine::board::Position;
use stonefall_engine::eval::net::{Inputs, active_inputs};
use stonefall_engine::eval::{Value, evaluate};

/// Positions as lists of inputs, seen by the side to move.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The inputs of all positions, one after the other.
    inputs: Vec<u16>,
    /// Where those of each position begin, and the end of the last.
    starts: Vec<usize>,
    known: Vec<Known>,
}

/// What is known of a position beside its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Known {
    /// What the terms say, in inner units.
    pub(super) terms: f32,
    /// The search's score, in hundredths of a flat.
    pub(super) score: f32,
    /// What the mover got of the game: 1, a half or 0.
    pub(super) result: f32,
    /// The output that counts.
    pub(super) output: u8,
}

impl Default for Samples {
    fn default() -> Self {
        Self { inputs: Vec::new(), starts: vec![0], known: Vec::new() }
    }
}

impl Gather for Samples {
    /// Positions whose value the search never asks for are left out: those with a proven score, those that are won with
    /// the next move, and those in tak.
    fn add<const N: usize>(
        &mut self,
        game: &GameRecord,
        sampler: &mut Sampler,
    ) -> Result<(), RecordError> {
        // All inputs of the largest board fit 16 bits.
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
        self.known.len()
    }
}

impl Samples {
    /// Adds a position with the search's score of it and the mover's result.
    pub(super) fn push<const N: usize>(&mut self, position: &Position<N>, score: f32, result: f32) {
        let terms = evaluate(position).0 as f32;
        let output = active_inputs(position, |input| self.inputs.push(input as u16)) as u8;
        self.starts.push(self.inputs.len());
        self.known.push(Known { terms, score, result, output });
    }

    /// A number that stands for all that is here.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for input in &self.inputs {
            hasher.update(&input.to_le_bytes());
        }
        for known in &self.known {
            hasher.update(&known.score.to_le_bytes());
            hasher.update(&known.terms.to_le_bytes());
        }
        hasher.finalize()
    }

    /// The inputs of a position, and what else is known of it.
    pub(super) fn get(&self, index: usize) -> (&[u16], Known) {
        (&self.inputs[self.starts[index]..self.starts[index + 1]], self.known[index])
    }

    /// What the search's scores stand for in these games.
    #[must_use]
    pub fn score_spread(&self) -> Spread {
        Spread::fitted(|| self.known.iter().map(|known| (known.score, known.result)))
    }
}

/// Whether a position is won with the next move, or in tak.
fn is_forced<const N: usize>(position: &Position<N>) -> bool {
    position.winning_move().is_some() || !position.threats(&position.roads()).is_empty()
}
