//! Samples of a training: inputs, scores and results of positions, packed into bytes.
//!
//! A sample has few bytes, because all positions of a training are in memory:
//!
//! | bytes | content |
//! |---|---|
//! | 18 | differences |
//! | 1 | output |
//! | rest | for each active input its distance from the previous one; 255 adds 254 to the next distance |
//!
//! Numbers are little-endian. (Packed positions as training data: the binpack format of Stockfish's trainer,
//! nnue-pytorch. It stores moves; inputs are larger, but need no replay.)

use crate::dataset::{Label, Samples};
use stonefall_engine::eval::DIFFERENCES;
use stonefall_engine::eval::net::Inputs;
use stonefall_engine::game::Game;

/// Bytes of a sample before its inputs.
const HEADER: usize = 2 * DIFFERENCES.len() + 1;
/// Code that adds one less to the next distance.
const FAR: u8 = u8::MAX;
const FAR_STEP: u16 = FAR as u16 - 1;

/// Positions as lists of inputs from the view of the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetSamples {
    bytes: Vec<u8>,
    /// End of each sample in the bytes.
    ends: Vec<usize>,
    labels: Vec<Label>,
}

/// Data of a position besides its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SampleData {
    /// The differences.
    pub(super) differences: [i16; DIFFERENCES.len()],
    /// Its score and result.
    pub(super) label: Label,
    /// Index of the output for this position.
    pub(super) output: u8,
}

impl NetSamples {
    /// Hash of all samples.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.bytes);
        for &Label { score, points, count } in &self.labels {
            let numbers = [score.to_le_bytes(), points.to_le_bytes(), count.to_le_bytes()];
            hasher.update(numbers.as_flattened());
        }
        hasher.finalize()
    }

    /// Data of a position; its inputs replace the content of a list.
    #[inline]
    pub(super) fn get(&self, index: usize, inputs: &mut Vec<u16>) -> SampleData {
        let codes = &self.sample(index)[HEADER..];
        inputs.resize(codes.len(), 0);
        // Without branches: each code overwrites an incomplete one.
        let (mut count, mut next) = (0, 0);
        for &code in codes {
            next += u16::from(code.min(FAR - 1));
            inputs[count] = next.wrapping_sub(1);
            count += usize::from(code != FAR);
        }
        inputs.truncate(count);
        self.data(index)
    }

    /// Data of a position.
    pub(super) fn data(&self, index: usize) -> SampleData {
        let header = self.sample(index);
        let mut differences = [0; DIFFERENCES.len()];
        for (difference, &bytes) in differences.iter_mut().zip(header.as_chunks().0) {
            *difference = i16::from_le_bytes(bytes);
        }
        SampleData { differences, label: self.labels[index], output: header[HEADER - 1] }
    }

    fn sample(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[index]]
    }
}

impl Samples for NetSamples {
    type Packed = Vec<u8>;

    fn pack(game: &Game) -> Vec<u8> {
        // The inputs of the largest board fit 16 bits.
        const { assert!(Inputs::new(8).count() < 1 << 16) };
        let differences = game.summary().differences;
        // All are far from the bounds of 16 bits.
        let coded = differences.map(|difference| (difference as i16).to_le_bytes());
        let mut bytes = coded.as_flattened().to_vec();
        bytes.push(0);
        // One more than the last input, so that every distance is at least 1.
        let mut last = 0;
        let output = game.active_inputs(&mut |input| {
            let input = input as u16 + 1;
            debug_assert!(input > last, "expected ascending inputs");
            let mut distance = input - last;
            while distance > FAR_STEP {
                bytes.push(FAR);
                distance -= FAR_STEP;
            }
            bytes.push(distance as u8);
            last = input;
        });
        bytes[HEADER - 1] = output as u8;
        bytes
    }

    fn push(&mut self, packed: Vec<u8>, label: Label) {
        self.bytes.extend(packed);
        self.ends.push(self.bytes.len());
        self.labels.push(label);
    }

    fn labels(&self) -> &[Label] {
        &self.labels
    }

    fn labels_mut(&mut self) -> &mut [Label] {
        &mut self.labels
    }
}
