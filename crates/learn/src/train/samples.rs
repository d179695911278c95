//! Samples of a training: inputs, scores and results of positions, packed into bytes.
//!
//! A sample has few bytes because a large training reads all of them from a disk in every epoch:
//!
//! | bytes | content |
//! |---|---|
//! | 2 | length of the sample in bytes |
//! | 4 | value of the terms in inner units |
//! | 2 | search score in hundredths of a flat |
//! | 1 | output (bits 0-2) and the mover's result in half points (bits 3-4) |
//! | rest | for each active input its distance from the previous one; 255 adds 254 to the next distance |
//!
//! Numbers are little-endian. (Packed positions as training data: the binpack format of Stockfish's trainer,
//! nnue-pytorch. It stores moves; inputs are larger, but need no replay.)

use crate::fit::Spread;
use stonefall_engine::eval::net::{Inputs, OUTPUTS};
use stonefall_engine::game::Game;

/// Bytes of a sample before its inputs.
const HEADER: usize = 9;
/// Code that adds one less to the next distance.
const FAR: u8 = u8::MAX;
const FAR_STEP: u16 = FAR as u16 - 1;
/// Bits of the output, before those of the result.
const RESULT_SHIFT: u32 = OUTPUTS.ilog2();
/// Number of results: loss, draw, win.
const RESULTS: usize = 3;

/// Positions as lists of inputs from the view of the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetSamples {
    bytes: Vec<u8>,
    /// Start of each sample in the bytes.
    starts: Vec<usize>,
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

impl NetSamples {
    /// Reads the [`NetSamples::bytes`] of samples on this board size; `None` if they are something else.
    #[must_use]
    pub fn read(bytes: Vec<u8>, size: usize) -> Option<Self> {
        let inputs = Inputs::new(size).count();
        let mut starts = Vec::new();
        let mut at = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let sample = rest.get(..length(rest)?)?;
            let result = usize::from(sample.get(HEADER - 1)? >> RESULT_SHIFT);
            // The last input is the largest.
            if result >= RESULTS || inputs_of(&sample[HEADER..]).any(|input| input >= inputs) {
                return None;
            }
            starts.push(at);
            at += sample.len();
        }
        Some(Self { bytes, starts })
    }

    /// All samples as bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Adds a packed sample.
    pub(super) fn add(&mut self, sample: &[u8]) {
        self.starts.push(self.bytes.len());
        self.bytes.extend_from_slice(sample);
    }

    /// Data of a position; its inputs replace the content of a list.
    #[inline]
    pub(super) fn get(&self, index: usize, inputs: &mut Vec<u16>) -> SampleData {
        let sample = self.sample(index);
        let codes = &sample[HEADER..];
        inputs.resize(codes.len(), 0);
        // Without branches: each code overwrites an incomplete one.
        let (mut count, mut next) = (0, 0);
        for &code in codes {
            next += u16::from(code.min(FAR - 1));
            inputs[count] = next.wrapping_sub(1);
            count += usize::from(code != FAR);
        }
        inputs.truncate(count);
        data(sample)
    }

    /// Data of a position.
    pub(super) fn data(&self, index: usize) -> SampleData {
        data(self.sample(index))
    }

    fn sample(&self, index: usize) -> &[u8] {
        let end = self.starts.get(index + 1).copied().unwrap_or(self.bytes.len());
        &self.bytes[self.starts[index]..end]
    }
}

/// Appends a sample with a search score and the mover's result.
pub(super) fn pack(game: &Game, score: i32, result: f32, bytes: &mut Vec<u8>) {
    // The inputs of the largest board fit 16 bits.
    const { assert!(Inputs::new(8).count() < 1 << 16) };
    let start = bytes.len();
    bytes.extend([0; HEADER]);
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
    // The scores of records fit 16 bits.
    let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let length = (bytes.len() - start) as u16;
    let header = &mut bytes[start..start + HEADER];
    header[..2].copy_from_slice(&length.to_le_bytes());
    header[2..6].copy_from_slice(&game.value(None).0.to_le_bytes());
    header[6..8].copy_from_slice(&score.to_le_bytes());
    header[8] = output as u8 | ((2.0 * result) as u8) << RESULT_SHIFT;
}

/// Length of the first sample; `None` if the bytes are none.
pub(super) fn length(bytes: &[u8]) -> Option<usize> {
    let (&length, _) = bytes.split_first_chunk()?;
    Some(u16::from_le_bytes(length).into()).filter(|&length| length >= HEADER)
}

#[inline]
fn inputs_of(codes: &[u8]) -> impl Iterator<Item = usize> {
    let mut last = 0;
    codes.iter().filter_map(move |&code| {
        last += usize::from(code.min(FAR - 1));
        (code != FAR).then(|| last.wrapping_sub(1))
    })
}

fn data(sample: &[u8]) -> SampleData {
    let [_, _, a, b, c, d, low, high, both] = *sample.first_chunk().unwrap_or(&[0; HEADER]);
    SampleData {
        terms: i32::from_le_bytes([a, b, c, d]) as f32,
        score: i16::from_le_bytes([low, high]).into(),
        result: f32::from(both >> RESULT_SHIFT) / 2.0,
        output: both & (OUTPUTS as u8 - 1),
    }
}

/// Number of positions by search score and result. It fits the spread of the scores to any number of positions.
#[derive(Clone, Debug)]
pub struct ScoreCounts(Vec<[u64; RESULTS]>);

impl Default for ScoreCounts {
    fn default() -> Self {
        Self(vec![[0; RESULTS]; 1 << 16])
    }
}

impl ScoreCounts {
    /// Adds positions.
    pub fn add(&mut self, samples: &NetSamples) {
        for index in 0..samples.len() {
            let SampleData { score, result, .. } = samples.data(index);
            self.0[(score as i32 - i32::from(i16::MIN)) as usize][(2.0 * result) as usize] += 1;
        }
    }

    /// The spread of the search scores.
    #[must_use]
    pub fn spread(&self) -> Spread {
        Spread::of_counts(|| {
            self.0.iter().zip(i16::MIN..=i16::MAX).flat_map(|(counts, score)| {
                let counts = counts.iter().zip([0.0, 0.5, 1.0]).filter(|&(&count, _)| count > 0);
                counts.map(move |(&count, result)| (f32::from(score), result, count))
            })
        })
    }
}

#[cfg(test)]
impl NetSamples {
    /// Adds a position with its search score and the mover's result.
    pub(super) fn push(&mut self, game: &Game, score: i32, result: f32) {
        self.starts.push(self.bytes.len());
        pack(game, score, result, &mut self.bytes);
    }
}
