//! The network as floating-point numbers, with rows in parts, for the training.

use crate::random::Random;
use rayon::prelude::*;
use stonefall_engine::eval::DIFFERENCES;
use stonefall_engine::eval::net::{
    CAPTIVES, DIFFERENCE_ONE, HIDDEN, Inputs, MAX_OUTPUT_WEIGHT, Network, NetworkError, ONE,
    OUTPUT_ONE, OUTPUTS, PILES, SEEN, TOPS, UNITS, Weights, captive_bits,
};

/// One number per neuron of a player.
pub(super) type Row = [f32; HIDDEN];

/// Bounds of the weights of the first layer and of the outputs, so that they fit their integers.
const MAX_WEIGHT: f32 = 1.98;
const MAX_OUTPUT: f32 = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_ONE as f32;
/// The integer for a weight of 1 of a difference.
const DIFFERENCE_SCALE: f32 = (UNITS * DIFFERENCE_ONE) as f32;
/// Bound of the output biases.
const MAX_BIAS: f32 = 10.0;

/// Indices of the rows of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub(super) inputs: Inputs,
    pub(super) squares: usize,
}

impl Layout {
    pub(super) const fn new(size: usize) -> Self {
        Self { inputs: Inputs::new(size), squares: size * size }
    }

    /// Parts for a top piece on a square, after the own rows of the inputs.
    const fn tops(self) -> usize {
        self.inputs.count()
    }

    /// Parts for a captive on a square.
    const fn captives(self) -> usize {
        self.tops() + TOPS * self.squares
    }

    /// Parts for a pile on any square.
    const fn anywhere(self) -> usize {
        self.captives() + 2 * SEEN * self.squares
    }

    /// Bias of the first layer.
    pub(super) const fn bias(self) -> usize {
        self.anywhere() + PILES
    }

    /// Output weights: two rows per output.
    pub(super) const fn outputs(self) -> usize {
        self.bias() + 1
    }

    /// Output biases, in one row.
    pub(super) const fn output_bias(self) -> usize {
        self.outputs() + 2 * OUTPUTS
    }

    /// Weights of the differences, in a row for each output.
    pub(super) const fn differences(self) -> usize {
        self.output_bias() + 1
    }

    pub(super) const fn rows(self) -> usize {
        self.differences() + OUTPUTS
    }

    /// Calls `on_part` for each part of the row of an input besides its own.
    fn parts(self, input: usize, mut on_part: impl FnMut(usize)) {
        if input >= self.inputs.piles() {
            return;
        }
        let (square, pile) = (input / PILES, input % PILES);
        on_part(self.anywhere() + pile);
        if pile < TOPS * CAPTIVES {
            on_part(self.tops() + square * TOPS + pile / CAPTIVES);
            let bits = captive_bits(pile % CAPTIVES);
            for depth in 0..bits.ilog2() as usize {
                on_part(self.captives() + (square * SEEN + depth) * 2 + (bits >> depth & 1));
            }
        }
    }
}

/// Numbers of a network, or one number for each of them (a gradient, a mean).
#[derive(Clone, PartialEq, Debug)]
pub struct NetModel {
    pub(super) layout: Layout,
    pub(super) rows: Vec<Row>,
}

impl NetModel {
    pub(super) fn zero(size: usize) -> Self {
        let layout = Layout::new(size);
        Self { layout, rows: vec![[0.0; HIDDEN]; layout.rows()] }
    }

    /// A model with small random weights.
    #[must_use]
    pub fn new(size: usize, seed: u64) -> Self {
        let mut model = Self::zero(size);
        let layout = model.layout;
        let mut random = Random::of(&[seed, size as u64]);
        let mut within = |most: f32| {
            let steps = 1 << 20;
            (random.below(2 * steps) as f32 / steps as f32 - 1.0) * most
        };
        for row in layout.tops()..layout.captives() {
            model.rows[row].fill_with(|| within(0.15));
        }
        for row in layout.captives()..layout.anywhere() {
            model.rows[row].fill_with(|| within(0.05));
        }
        model.rows[layout.bias()].fill(0.25);
        for row in layout.outputs()..layout.output_bias() {
            model.rows[row].fill_with(|| within(0.05));
        }
        model.set_differences(&Weights::plain(size).differences);
        model
    }

    /// Board size.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.layout.squares.isqrt()
    }

    /// A model that gives the values of a network. For another board size, each input gets the weights of the most
    /// similar one. The own rows of the inputs have all the weights.
    #[must_use]
    pub fn of(network: &Network, size: usize) -> Self {
        let Weights { bias, rows, outputs, differences, output_bias } = network.weights();
        let mut model = Self::zero(size);
        let layout = model.layout;
        let known = Inputs::new(network.size());
        for input in 0..layout.inputs.count() {
            model.rows[input] = divided(&rows[layout.inputs.resized(input, known)], ONE);
        }
        model.rows[layout.bias()] = divided(&bias, ONE);
        let weighed = model.rows[layout.outputs()..].iter_mut().zip(outputs.as_flattened());
        weighed.for_each(|(row, weights)| *row = divided(weights, OUTPUT_ONE));
        let begins = model.rows[layout.output_bias()].iter_mut().zip(output_bias);
        begins.for_each(|(number, bias)| *number = bias as f32 / (ONE * ONE * OUTPUT_ONE) as f32);
        model.set_differences(&differences);
        model
    }

    fn set_differences(&mut self, weights: &[[i16; DIFFERENCES.len()]; OUTPUTS]) {
        let first = self.layout.differences();
        for (row, weights) in self.rows[first..].iter_mut().zip(weights) {
            for (number, &weight) in row.iter_mut().zip(weights) {
                *number = f32::from(weight) / DIFFERENCE_SCALE;
            }
        }
    }

    /// The row of each input with its parts.
    pub(super) fn merged(&self) -> Vec<Row> {
        let mut merged = self.rows[..self.layout.inputs.count()].to_vec();
        merged.par_iter_mut().enumerate().for_each(|(input, row)| {
            self.layout.parts(input, |part| add(row, &self.rows[part]));
        });
        merged
    }

    /// Hash of all numbers.
    pub(super) fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for number in self.rows.as_flattened() {
            hasher.update(&number.to_le_bytes());
        }
        hasher.finalize()
    }

    /// Adds the gradient of the merged rows to their parts.
    pub(super) fn distribute(&mut self) {
        for input in 0..self.layout.inputs.piles() {
            let (own, parts) = self.rows.split_at_mut(self.layout.tops());
            let row = &own[input];
            if row.iter().any(|&slope| slope != 0.0) {
                self.layout.parts(input, |part| add(&mut parts[part - self.layout.tops()], row));
            }
        }
    }

    /// The network with these numbers, rounded to integers. Numbers outside its range are clamped, and the first layer of a
    /// neuron whose sum could be too large shrinks.
    ///
    /// # Errors
    /// None: all numbers are in range then.
    pub fn network(&self) -> Result<Network, NetworkError> {
        let scaled = |row: &Row, one: i32, most: f32| {
            row.map(|weight| (weight.clamp(-most, most) * one as f32).round() as i16)
        };
        let layout = self.layout;
        let outputs = std::array::from_fn(|output| {
            let first = layout.outputs() + 2 * output;
            [first, first + 1].map(|row| scaled(&self.rows[row], OUTPUT_ONE, MAX_OUTPUT))
        });
        let bias = &self.rows[layout.output_bias()];
        let mut weights = Weights {
            bias: scaled(&self.rows[layout.bias()], ONE, 100.0),
            rows: self.merged().iter().map(|row| scaled(row, ONE, 100.0)).collect(),
            outputs,
            differences: std::array::from_fn(|output| {
                let row = &self.rows[layout.differences() + output];
                std::array::from_fn(|number| (row[number] * DIFFERENCE_SCALE).round() as i16)
            }),
            output_bias: std::array::from_fn(|output| {
                let begin = bias[output].clamp(-MAX_BIAS, MAX_BIAS);
                (begin * (ONE * ONE * OUTPUT_ONE) as f32) as i32
            }),
        };
        shrink_sums(&mut weights, layout.inputs);
        Network::new(self.size(), &weights)
    }

    /// Clamps all numbers to the range of their integers.
    pub(super) fn clip(&mut self) {
        for weight in self.rows.as_flattened_mut() {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
        let outputs = self.layout.outputs()..self.layout.output_bias();
        for weight in self.rows[outputs].as_flattened_mut() {
            *weight = weight.clamp(-MAX_OUTPUT, MAX_OUTPUT);
        }
    }
}

/// Shrinks the first layer of each neuron whose sum could leave the range of its integers. Long trainings come close to it, but
/// no real position has the largest weight of every square.
fn shrink_sums(weights: &mut Weights, inputs: Inputs) {
    // Rounding towards zero adds at most one to the sum, by a bias of the other sign.
    const MOST: i32 = i16::MAX as i32 - 1;
    let [least, most] = weights.extreme_sums(inputs);
    for neuron in 0..HIDDEN {
        let largest = most[neuron].max(-least[neuron]);
        if largest > MOST {
            let shrink = |weight: &mut i16| *weight = (i32::from(*weight) * MOST / largest) as i16;
            shrink(&mut weights.bias[neuron]);
            weights.rows.iter_mut().for_each(|row| shrink(&mut row[neuron]));
        }
    }
}

/// Converts integers; `one` is the integer for 1.
fn divided(weights: &[i16; HIDDEN], one: i32) -> Row {
    weights.map(|weight| f32::from(weight) / one as f32)
}

#[inline(always)]
pub(super) fn add(sum: &mut Row, row: &Row) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}
