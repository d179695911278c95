//! Networks as files.
//!
//! All numbers are little-endian; `H` is [`HIDDEN`], 128.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TAKN` |
//! | 1 | version of the format, 2 |
//! | 1 | board size |
//! | 2 | neurons for each player, `H` |
//! | 2 | sets of output weights, 8 |
//! | 2 | number of inputs, `I` |
//! | 2 `H` | what the sums begin with |
//! | 2 `I H` | first layer: for each input the weight of each neuron, 255 for 1 |
//! | 8 x 4 `H` | output weights, 512 for 1: the neurons of the side to move, then of the other one |
//! | 8 x 4 | what the outputs begin with, 255 x 255 x 512 for 1 |
//! | 8 | FNV-1a hash of all bytes before |
//!
//! The inputs are listed in `inputs.rs`.

use super::inputs::ROAD_SETS;
use super::{HIDDEN, Inputs, Network, OUTPUTS, Pair};
use crate::types::{SizeError, Square, check_size};
use thiserror::Error;

const MAGIC: [u8; 4] = *b"TAKN";
const VERSION: u8 = 2;
/// Bytes before the weights.
const HEAD: usize = 12;
/// The greatest output weight: times a sum that is cut to 255 it still fits 16 bits.
pub const MOST_OUTPUT: i16 = 128;

/// What is wrong with the file of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// Something else altogether.
    #[error("expected a network, which begins with TAKN; found something else")]
    NotANetwork,
    /// A file of another time.
    #[error("expected version {VERSION} of the format, found {0}")]
    Version(u8),
    /// A size that Tak is not played on.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Another shape than this program computes.
    #[error(
        "expected {} neurons, {} outputs and {} inputs, found {}, {} and {}",
        .expected[0], .expected[1], .expected[2], .found[0], .found[1], .found[2]
    )]
    Shape {
        /// Neurons, outputs and inputs for this board size.
        expected: [usize; 3],
        /// Those in the file.
        found: [usize; 3],
    },
    /// Too few bytes, or too many.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Bytes that have changed.
    #[error("the file is damaged: its checksum does not fit")]
    Checksum,
    /// A weight that 16 bits do not hold once it is multiplied.
    #[error("expected output weights from -{MOST_OUTPUT} to {MOST_OUTPUT}, found {0}")]
    Weight(i16),
}

/// The weights of a network as they come from training.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// What the sums begin with.
    pub bias: [i16; HIDDEN],
    /// For each input.
    pub rows: Vec<[i16; HIDDEN]>,
    /// For each output, the side to move first.
    pub outputs: [[[i16; HIDDEN]; 2]; OUTPUTS],
    /// For each output.
    pub output_bias: [i32; OUTPUTS],
}

impl Network {
    /// The network with these weights.
    ///
    /// # Errors
    /// If there are more or fewer rows than inputs, or an output weight is too large.
    pub fn new(size: usize, weights: &Weights) -> Result<Self, NetworkError> {
        let inputs = Inputs::new(check_size(size)?);
        if weights.rows.len() != inputs.count() {
            return Err(shape(inputs, [HIDDEN, OUTPUTS, weights.rows.len()]));
        }
        let all = weights.outputs.iter().flatten().flatten();
        if let Some(&large) =
            all.into_iter().find(|weight| weight.unsigned_abs() > MOST_OUTPUT as u16)
        {
            return Err(NetworkError::Weight(large));
        }
        let pair = |input: usize| {
            Pair::new([input, inputs.seen_by_other(input)].map(|input| weights.rows[input]))
        };
        let road = |number: usize| {
            let square = Square::from_index(number % 64);
            // Squares beyond the board are in no set.
            if square.is_on(size) {
                pair(inputs.road(number / 64, square))
            } else {
                Pair::new([[0; HIDDEN]; 2])
            }
        };
        let (first, last) = (inputs.piles(), inputs.piles() + Inputs::COUNTS);
        Ok(Self {
            size,
            bias: weights.bias,
            piles: (0..first).map(pair).collect(),
            situation: (0..64 * ROAD_SETS).map(road).chain((first..last).map(pair)).collect(),
            outputs: weights.outputs.map(Pair::new),
            output_bias: weights.output_bias,
        })
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are no network for this program.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (head, rest) = bytes.split_at_checked(HEAD).ok_or(NetworkError::NotANetwork)?;
        if head[..4] != MAGIC {
            return Err(NetworkError::NotANetwork);
        }
        if head[4] != VERSION {
            return Err(NetworkError::Version(head[4]));
        }
        let size = check_size(head[5].into())?;
        let inputs = Inputs::new(size);
        let number = |at: usize| usize::from(u16::from_le_bytes([head[at], head[at + 1]]));
        let found = [number(6), number(8), number(10)];
        if found != [HIDDEN, OUTPUTS, inputs.count()] {
            return Err(shape(inputs, found));
        }
        let expected = HEAD + 2 * HIDDEN * (1 + inputs.count() + 2 * OUTPUTS) + 4 * OUTPUTS + 8;
        if bytes.len() != expected {
            return Err(NetworkError::Length { expected, found: bytes.len() });
        }
        let (content, sum) = bytes.split_at(expected - 8);
        if hash(content).to_le_bytes() != sum {
            return Err(NetworkError::Checksum);
        }
        let (small, large) = rest[..rest.len() - 8].split_at(rest.len() - 8 - 4 * OUTPUTS);
        let mut numbers = small.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let mut row = || std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let bias = row();
        let rows = (0..inputs.count()).map(|_| row()).collect();
        let outputs = std::array::from_fn(|_| [row(), row()]);
        let mut biases = large.as_chunks().0.iter().map(|&bytes| i32::from_le_bytes(bytes));
        let output_bias = std::array::from_fn(|_| biases.next().unwrap_or_default());
        Self::new(size, &Weights { bias, rows, outputs, output_bias })
    }

    /// Its weights, as [`Network::new`] takes them.
    #[must_use]
    pub fn weights(&self) -> Weights {
        let (roads, counts) = self.situation.split_at(64 * ROAD_SETS);
        let roads = (0..ROAD_SETS).flat_map(|set| {
            Square::all(self.size).map(move |square| &roads[64 * set + square.index()])
        });
        let inputs = self.piles.iter().chain(counts).chain(roads);
        Weights {
            bias: self.bias,
            rows: inputs.map(|pair| pair.rows()[0]).collect(),
            outputs: self.outputs.each_ref().map(Pair::rows),
            output_bias: self.output_bias,
        }
    }

    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Weights { bias, rows, outputs, output_bias } = self.weights();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.size as u8]);
        for number in [HIDDEN, OUTPUTS, rows.len()] {
            bytes.extend((number as u16).to_le_bytes());
        }
        let rows = std::iter::once(bias).chain(rows).chain(outputs.into_iter().flatten());
        bytes.extend(rows.flatten().flat_map(i16::to_le_bytes));
        bytes.extend(output_bias.into_iter().flat_map(i32::to_le_bytes));
        bytes.extend(hash(&bytes).to_le_bytes());
        bytes
    }
}

fn shape(inputs: Inputs, found: [usize; 3]) -> NetworkError {
    NetworkError::Shape { expected: [HIDDEN, OUTPUTS, inputs.count()], found }
}

/// FNV-1a with 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
