//! The network as floating-point numbers, with rows in parts, for the training.

use crate::random::Random;
use rayon::prelude::*;
use std::ops::Range;
use stonefall_engine::eval::net::{
    CAPTIVES, Inputs, MAX_OUTPUT_WEIGHT, Network, NetworkError, ONE, OUTPUT_ONE, OUTPUTS, PILES,
    SEEN, TOPS, Weights, captive_bits,
};

/// Bounds of the weights of the first layer and of the outputs, so that they fit their integers.
const MAX_WEIGHT: f32 = 1.98;
const MAX_OUTPUT: f32 = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_ONE as f32;
/// Bound of the output biases.
const MAX_BIAS: f32 = 10.0;

/// Indices of the rows of a model. A row has one number for each neuron of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub(super) inputs: Inputs,
    pub(super) squares: usize,
    pub(super) neurons: usize,
}

impl Layout {
    pub(super) const fn new(size: usize, neurons: usize) -> Self {
        Self { inputs: Inputs::new(size), squares: size * size, neurons }
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

    pub(super) const fn rows(self) -> usize {
        self.output_bias() + 1
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
    /// The rows, one after the other.
    pub(super) numbers: Vec<f32>,
}

impl NetModel {
    pub(super) fn zero(layout: Layout) -> Self {
        Self { layout, numbers: vec![0.0; layout.rows() * layout.neurons] }
    }

    #[inline(always)]
    pub(super) fn row(&self, index: usize) -> &[f32] {
        row(&self.numbers, index, self.layout.neurons)
    }

    #[inline(always)]
    pub(super) fn row_mut(&mut self, index: usize) -> &mut [f32] {
        self.rows_mut(index..index + 1)
    }

    #[inline(always)]
    fn rows_mut(&mut self, rows: Range<usize>) -> &mut [f32] {
        let neurons = self.layout.neurons;
        &mut self.numbers[rows.start * neurons..rows.end * neurons]
    }

    /// A model with small random weights.
    #[must_use]
    pub fn new(size: usize, neurons: usize, seed: u64) -> Self {
        let layout = Layout::new(size, neurons);
        let mut model = Self::zero(layout);
        let mut random = Random::of(&[seed, size as u64]);
        model.rows_mut(layout.tops()..layout.captives()).fill_with(|| within(&mut random, 0.15));
        let captives = layout.captives()..layout.anywhere();
        model.rows_mut(captives).fill_with(|| within(&mut random, 0.05));
        model.row_mut(layout.bias()).fill(0.25);
        let outputs = layout.outputs()..layout.output_bias();
        model.rows_mut(outputs).fill_with(|| within(&mut random, 0.05));
        model
    }

    /// Board size.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.layout.squares.isqrt()
    }

    /// Number of neurons for each player.
    #[must_use]
    pub const fn neurons(&self) -> usize {
        self.layout.neurons
    }

    /// A model that gives the values of a network. For another board size, each input gets the weights of the most
    /// similar one. The own rows of the inputs have all the weights.
    #[must_use]
    pub fn of(network: &Network, size: usize) -> Self {
        let Weights { bias, rows, outputs, output_bias } = network.weights();
        let layout = Layout::new(size, bias.len());
        let mut model = Self::zero(layout);
        let known = Inputs::new(network.size());
        for input in 0..layout.inputs.count() {
            divide(&rows[layout.inputs.resized(input, known)], ONE, model.row_mut(input));
        }
        divide(&bias, ONE, model.row_mut(layout.bias()));
        for (index, weights) in outputs.as_flattened().iter().enumerate() {
            divide(weights, OUTPUT_ONE, model.row_mut(layout.outputs() + index));
        }
        let begins = model.row_mut(layout.output_bias()).iter_mut().zip(output_bias);
        begins.for_each(|(number, bias)| *number = bias as f32 / (ONE * ONE * OUTPUT_ONE) as f32);
        model
    }

    /// A model with twice as many neurons. Each neuron becomes two with half of its output weights. Random numbers up to
    /// `noise` are added to one of them and subtracted from the other, so that they learn different things. Without noise
    /// the values are the same.
    #[must_use]
    pub fn doubled(&self, noise: f32, seed: u64) -> Self {
        let neurons = self.layout.neurons;
        let layout = Layout { neurons: 2 * neurons, ..self.layout };
        let mut model = Self::zero(layout);
        let mut random = Random::of(&[seed, self.size() as u64]);
        for index in 0..layout.rows() {
            let (first, second) = model.row_mut(index).split_at_mut(neurons);
            first.copy_from_slice(self.row(index));
            if index == layout.output_bias() {
                break;
            }
            second.copy_from_slice(first);
            if index >= layout.outputs() {
                first.iter_mut().chain(second).for_each(|weight| *weight *= 0.5);
            } else if (layout.tops()..layout.anywhere()).contains(&index) {
                for (first, second) in first.iter_mut().zip(second) {
                    let noise = within(&mut random, noise);
                    *first += noise;
                    *second -= noise;
                }
            }
        }
        model
    }

    /// The row of each input with its parts.
    pub(super) fn merged(&self) -> Vec<f32> {
        let Layout { inputs, neurons, .. } = self.layout;
        let mut merged = self.numbers[..inputs.count() * neurons].to_vec();
        merged.par_chunks_exact_mut(neurons).enumerate().for_each(|(input, row)| {
            self.layout.parts(input, |part| add(row, self.row(part)));
        });
        merged
    }

    /// Hash of all numbers.
    pub(super) fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for number in &self.numbers {
            hasher.update(&number.to_le_bytes());
        }
        hasher.finalize()
    }

    /// Adds the gradient of the merged rows to their parts.
    pub(super) fn distribute(&mut self) {
        let Layout { inputs, neurons, .. } = self.layout;
        let (own, parts) = self.numbers.split_at_mut(self.layout.tops() * neurons);
        for (input, row) in own.chunks_exact(neurons).take(inputs.piles()).enumerate() {
            if row.iter().any(|&slope| slope != 0.0) {
                self.layout.parts(input, |part| {
                    add(&mut parts[(part - self.layout.tops()) * neurons..][..neurons], row);
                });
            }
        }
    }

    /// The network with these numbers, rounded to integers.
    ///
    /// # Errors
    /// None: all numbers are clamped.
    pub fn network(&self) -> Result<Network, NetworkError> {
        let scaled = |row: &[f32], one: i32, most: f32| {
            let integer = |weight: &f32| (weight.clamp(-most, most) * one as f32).round() as i16;
            row.iter().map(integer).collect()
        };
        let layout = self.layout;
        let outputs = std::array::from_fn(|output| {
            let first = layout.outputs() + 2 * output;
            [first, first + 1].map(|row| scaled(self.row(row), OUTPUT_ONE, MAX_OUTPUT))
        });
        let bias = self.row(layout.output_bias());
        let merged = self.merged();
        let weights = Weights {
            bias: scaled(self.row(layout.bias()), ONE, 100.0),
            rows: merged.chunks_exact(layout.neurons).map(|row| scaled(row, ONE, 100.0)).collect(),
            outputs,
            output_bias: std::array::from_fn(|output| {
                let begin = bias[output].clamp(-MAX_BIAS, MAX_BIAS);
                (begin * (ONE * ONE * OUTPUT_ONE) as f32) as i32
            }),
        };
        Network::new(self.size(), &weights)
    }

    /// Clamps all numbers to the range of their integers.
    pub(super) fn clip(&mut self) {
        for weight in &mut self.numbers {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
        for weight in self.rows_mut(self.layout.outputs()..self.layout.output_bias()) {
            *weight = weight.clamp(-MAX_OUTPUT, MAX_OUTPUT);
        }
    }
}

/// Writes integers as numbers; `one` is the integer for 1.
fn divide(weights: &[i16], one: i32, row: &mut [f32]) {
    let numbers = row.iter_mut().zip(weights);
    numbers.for_each(|(number, &weight)| *number = f32::from(weight) / one as f32);
}

/// A random number from `-most` to `most`.
fn within(random: &mut Random, most: f32) -> f32 {
    let steps = 1 << 20;
    (random.below(2 * steps) as f32 / steps as f32 - 1.0) * most
}

/// A row of rows with one number for each neuron.
#[inline(always)]
pub(super) fn row(numbers: &[f32], index: usize, neurons: usize) -> &[f32] {
    &numbers[index * neurons..][..neurons]
}

#[inline(always)]
pub(super) fn add(sum: &mut [f32], row: &[f32]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}
