//! The file format of networks.
//!
//! All numbers are little-endian; `H` is [`HIDDEN`], 128.
//!
//! | bytes | contents |
//! |---|---|
//! | 4 | `TAKN` |
//! | 1 | version of the format, 4 |
//! | 1 | board size |
//! | 2 | neurons for each player, `H` |
//! | 2 | sets of output weights, 8 |
//! | 2 | number of inputs, `I` |
//! | | weights: `H` initial sums |
//! | | `I H` weights of the first layer: for each input the weight of each neuron; 255 means 1 |
//! | | 8 x 2 `H` output weights: the neurons of the side to move, then of the other side; 512 means 1 |
//! | 8 x 9 x 2 | weights of the differences for each output; 32 means an inner unit |
//! | 8 x 4 | initial outputs; 255 x 255 x 512 means 1 |
//! | 8 | FNV-1a hash of all preceding bytes |
//!
//! A weight from -127 to 127 takes one byte. Others, less than one in a hundred, take three: -128 and the weight.
//!
//! `inputs.rs` lists the inputs, and `differences.rs` the differences.

use super::inputs::ROAD_SETS;
use super::{DIFFERENCE_ONE, HIDDEN, Inputs, Network, ONE, OUTPUT_ONE, OUTPUTS, Pair, UNITS};
use crate::eval::DIFFERENCES;
use crate::types::{Square, check_size};
use thiserror::Error;

const MAGIC: [u8; 4] = *b"TAKN";
const VERSION: u8 = 4;
/// Bytes before the weights.
const HEAD: usize = 12;
/// Bytes after the weights.
const TAIL: usize = (2 * DIFFERENCES.len() + 4) * OUTPUTS + 8;
/// Announces a weight of two bytes.
const LARGE: i8 = i8::MIN;
/// Maximum output weight: its product with a sum clamped to 255 fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;

/// Weights or a file that are no network: what was expected, and what was found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct NetworkError(String);

/// The weights of a network in the layout of training.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Initial sums.
    pub bias: [i16; HIDDEN],
    /// A row for each input.
    pub rows: Vec<[i16; HIDDEN]>,
    /// Weights of each output, the side to move first.
    pub outputs: [[[i16; HIDDEN]; 2]; OUTPUTS],
    /// Weights of the differences for each output.
    pub differences: [[i16; DIFFERENCES.len()]; OUTPUTS],
    /// Initial value of each output.
    pub output_bias: [i32; OUTPUTS],
}

impl Weights {
    /// Weights by which only the differences count, the same on all board sizes: for programs without a network, and the
    /// start of trainings.
    pub fn plain(size: usize) -> Self {
        // In inner units: the value of each difference, and of the right to move.
        let differences = [45, 110, -30, 12, 12, 12, 15, 15, 15];
        let to_move = 100;
        Self {
            bias: [0; HIDDEN],
            rows: vec![[0; HIDDEN]; Inputs::new(size).count()],
            outputs: [[[0; HIDDEN]; 2]; OUTPUTS],
            differences: [differences.map(|units| units * DIFFERENCE_ONE as i16); OUTPUTS],
            output_bias: [to_move * ONE * ONE / UNITS * OUTPUT_ONE; OUTPUTS],
        }
    }

    /// For each neuron a lower and an upper bound of its sum in any position: of every group of inputs the smallest or the
    /// largest weight counts. A [`Network`] has sums from -32768 to 32767.
    pub fn extreme_sums(&self, inputs: Inputs) -> [[i32; HIDDEN]; 2] {
        let extreme = |choose: fn(i16, i16) -> i16| {
            let mut sums = self.bias.map(i32::from);
            for group in inputs.exclusive_groups() {
                let mut extreme = [0; HIDDEN];
                for row in &self.rows[group] {
                    for (extreme, &weight) in extreme.iter_mut().zip(row) {
                        *extreme = choose(*extreme, weight);
                    }
                }
                for (sum, extreme) in sums.iter_mut().zip(extreme) {
                    *sum += i32::from(extreme);
                }
            }
            sums
        };
        [extreme(i16::min), extreme(i16::max)]
    }
}

impl Network {
    /// Creates a network from weights.
    ///
    /// # Errors
    /// If the number of rows is not the number of inputs, or a weight is too large.
    pub fn new(size: usize, weights: &Weights) -> Result<Self, NetworkError> {
        let inputs = inputs_of(size)?;
        if weights.rows.len() != inputs.count() {
            return Err(shape(inputs, [HIDDEN, OUTPUTS, weights.rows.len()]));
        }
        let all = weights.outputs.iter().flatten().flatten();
        if let Some(&large) =
            all.into_iter().find(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT as u16)
        {
            let most = MAX_OUTPUT_WEIGHT;
            return Err(refused(format!(
                "expected output weights from -{most} to {most}, found {large}"
            )));
        }
        let sums = weights.extreme_sums(inputs);
        if let Some(&large) = sums.as_flattened().iter().find(|&&sum| i16::try_from(sum).is_err()) {
            return Err(refused(format!(
                "expected sums of the first layer from -32768 to 32767, found weights that add up to {large}"
            )));
        }
        Ok(Self::from_weights(size, weights))
    }

    /// A network of valid weights.
    pub(super) fn from_weights(size: usize, weights: &Weights) -> Self {
        let inputs = Inputs::new(size);
        let pair = |input: usize| {
            Pair::new([input, inputs.seen_by_other(input)].map(|input| weights.rows[input]))
        };
        let road = |number: usize| {
            let square = Square::from_index(number % 64);
            // No set contains squares beyond the board.
            if square.is_on(size) {
                pair(inputs.road(number / 64, square))
            } else {
                Pair::new([[0; HIDDEN]; 2])
            }
        };
        let (first, last) = (inputs.piles(), inputs.piles() + Inputs::COUNTS);
        let summary = (0..64 * ROAD_SETS).map(road).chain((first..last).map(pair));
        Self {
            size,
            bias: weights.bias,
            piles: (0..first).map(pair).collect::<Vec<_>>().into(),
            summary: summary.collect::<Vec<_>>().into(),
            outputs: weights.outputs.map(Pair::new),
            differences: weights.differences,
            output_bias: weights.output_bias,
        }
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not a valid network of this version.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (head, rest) = match bytes.split_at_checked(HEAD) {
            Some((head, rest)) if head.starts_with(&MAGIC) => (head, rest),
            _ => {
                return Err(refused(
                    "expected a network, which begins with TAKN, found another file",
                ));
            }
        };
        if head[4] != VERSION {
            return Err(refused(format!(
                "expected version {VERSION} of the format, found {}",
                head[4]
            )));
        }
        let size = usize::from(head[5]);
        let inputs = inputs_of(size)?;
        let number = |at: usize| usize::from(u16::from_le_bytes([head[at], head[at + 1]]));
        let found = [number(6), number(8), number(10)];
        if found != [HIDDEN, OUTPUTS, inputs.count()] {
            return Err(shape(inputs, found));
        }
        let damaged = || refused("expected a file with a valid checksum, found a damaged file");
        let (content, sum) = bytes.split_at(bytes.len().saturating_sub(8));
        if hash(content).to_le_bytes() != sum {
            return Err(damaged());
        }
        let parts = rest.split_at_checked(rest.len().wrapping_sub(TAIL));
        let (coded, tail) = parts.ok_or_else(damaged)?;
        let weights = decode(coded).ok_or_else(damaged)?;
        let expected = HIDDEN * (1 + inputs.count() + 2 * OUTPUTS);
        if weights.len() != expected {
            return Err(refused(format!("expected {expected} weights, found {}", weights.len())));
        }
        let mut weights = weights.into_iter();
        let mut row = || std::array::from_fn(|_| weights.next().unwrap_or_default());
        let bias = row();
        let rows = (0..inputs.count()).map(|_| row()).collect();
        let outputs = std::array::from_fn(|_| [row(), row()]);
        let (differences, tail) = tail.split_at(2 * DIFFERENCES.len() * OUTPUTS);
        let mut weights = differences.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let differences = [[(); DIFFERENCES.len()]; OUTPUTS]
            .map(|row| row.map(|()| weights.next().unwrap_or_default()));
        let mut biases = tail.as_chunks().0.iter().map(|&bytes| i32::from_le_bytes(bytes));
        let output_bias = std::array::from_fn(|_| biases.next().unwrap_or_default());
        Self::new(size, &Weights { bias, rows, outputs, differences, output_bias })
    }

    /// The weights, as for [`Network::new`].
    pub fn weights(&self) -> Weights {
        let (roads, counts) = self.summary.split_at(64 * ROAD_SETS);
        let roads = (0..ROAD_SETS).flat_map(|set| {
            Square::all(self.size).map(move |square| &roads[64 * set + square.index()])
        });
        let inputs = self.piles.iter().chain(counts).chain(roads);
        Weights {
            bias: self.bias,
            rows: inputs.map(|pair| pair.rows()[0]).collect(),
            outputs: self.outputs.each_ref().map(Pair::rows),
            differences: self.differences,
            output_bias: self.output_bias,
        }
    }

    /// The bytes of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Weights { bias, rows, outputs, differences, output_bias } = self.weights();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.size as u8]);
        for number in [HIDDEN, OUTPUTS, rows.len()] {
            bytes.extend((number as u16).to_le_bytes());
        }
        let rows = std::iter::once(bias).chain(rows).chain(outputs.into_iter().flatten());
        rows.flatten().for_each(|weight| encode(weight, &mut bytes));
        bytes.extend(differences.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(output_bias.into_iter().flat_map(i32::to_le_bytes));
        bytes.extend(hash(&bytes).to_le_bytes());
        bytes
    }
}

fn encode(weight: i16, bytes: &mut Vec<u8>) {
    match i8::try_from(weight) {
        Ok(small) if small != LARGE => bytes.extend(small.to_le_bytes()),
        _ => {
            bytes.extend(LARGE.to_le_bytes());
            bytes.extend(weight.to_le_bytes());
        }
    }
}

/// The weights of coded bytes, unless the last one is incomplete.
fn decode(mut bytes: &[u8]) -> Option<Vec<i16>> {
    let mut weights = Vec::with_capacity(bytes.len());
    while let Some((&first, mut rest)) = bytes.split_first() {
        let mut weight = i16::from(first.cast_signed());
        if weight == i16::from(LARGE) {
            let (&large, after) = rest.split_first_chunk()?;
            (weight, rest) = (i16::from_le_bytes(large), after);
        }
        weights.push(weight);
        bytes = rest;
    }
    Some(weights)
}

fn refused(message: impl ToString) -> NetworkError {
    NetworkError(message.to_string())
}

fn inputs_of(size: usize) -> Result<Inputs, NetworkError> {
    check_size(size).map(Inputs::new).map_err(refused)
}

/// The error that the numbers of neurons, outputs and inputs are not those of the board size.
fn shape(inputs: Inputs, [neurons, outputs, found]: [usize; 3]) -> NetworkError {
    refused(format!(
        "expected {HIDDEN} neurons, {OUTPUTS} outputs and {} inputs, found {neurons}, {outputs} and {found}",
        inputs.count()
    ))
}

/// FNV-1a with 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
