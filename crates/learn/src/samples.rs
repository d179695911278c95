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
pub(crate) struct SampleData {
    /// The differences.
    pub(crate) differences: [i16; DIFFERENCES.len()],
    /// Its score and result.
    pub(crate) label: Label,
    /// Index of the output for this position.
    pub(crate) output: u8,
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
    pub(crate) fn get(&self, index: usize, inputs: &mut Vec<u16>) -> SampleData {
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
    pub(crate) fn data(&self, index: usize) -> SampleData {
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

    /// A position in packed form.
    pub(crate) fn pack(game: &Game) -> Vec<u8> {
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

    /// Adds a packed position.
    pub(crate) fn push(&mut self, packed: Vec<u8>, label: Label) {
        self.bytes.extend(packed);
        self.ends.push(self.bytes.len());
        self.labels.push(label);
    }

    /// Adds another occurrence of a position.
    pub(crate) fn add_label(&mut self, index: usize, label: Label) {
        self.labels[index].add(label);
    }

    /// The labels of all positions.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

/// Mean score and result of all occurrences of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// Sum of the search scores in hundredths of a flat.
    score: i32,
    /// Sum of the mover's results in half points.
    points: u32,
    /// Number of occurrences.
    count: u32,
}

impl Label {
    /// The label of a position that occurred once, with a search score and the mover's result in half points.
    #[must_use]
    pub const fn new(score: i32, points: u32) -> Self {
        Self { score, points, count: 1 }
    }

    pub(crate) const fn add(&mut self, other: Self) {
        self.score = self.score.saturating_add(other.score);
        self.points += other.points;
        self.count += other.count;
    }

    /// Mean search score in hundredths of a flat.
    #[must_use]
    pub fn score(self) -> f32 {
        self.score as f32 / self.count as f32
    }

    /// The mover's mean result, from 0 to 1.
    #[must_use]
    pub fn result(self) -> f32 {
        self.points as f32 / (2 * self.count) as f32
    }
}
