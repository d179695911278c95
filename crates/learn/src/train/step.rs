//! One batch: values, losses and gradients.

use super::model::{NetModel, Row, add};
use super::plan::TrainPlan;
use crate::curve::loss;
use crate::samples::{NetSamples, SampleData};
use stonefall_engine::board::Symmetry;
use stonefall_engine::eval::net::{HIDDEN, Inputs, UNITS};

/// A table of inputs for each image and player, which maps inputs to those of the image and of the opponent.
pub(super) struct Images(Vec<[Vec<u16>; 2]>);

impl Images {
    pub(super) fn new(inputs: Inputs) -> Self {
        let image = |symmetry| {
            let own: Vec<u16> =
                (0..inputs.count()).map(|input| inputs.image(input, symmetry) as u16).collect();
            let other =
                own.iter().map(|&input| inputs.seen_by_other(input.into()) as u16).collect();
            [own, other]
        };
        Self(Symmetry::ALL.into_iter().map(image).collect())
    }

    /// Number of images.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// A position of a batch: its index and that of its image.
pub(super) type ShownSample = (u32, u8);

/// Sums over a part of a batch.
pub(super) struct BatchPart {
    /// Gradient, with merged rows of inputs.
    pub(super) gradient: NetModel,
    /// Sum of the losses.
    pub(super) loss: f64,
}

/// A model with merged rows.
pub(super) struct Evaluator<'a> {
    pub(super) model: &'a NetModel,
    pub(super) rows: Vec<Row>,
}

/// Result of a forward pass.
struct Run {
    sums: [Row; 2],
    value: f32,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(model: &'a NetModel) -> Self {
        Self { rows: model.merged(), model }
    }

    fn run(&self, inputs: &[u16], tables: &[Vec<u16>; 2], data: SampleData) -> Run {
        let output = usize::from(data.output);
        let layout = self.model.layout;
        let mut sums = [self.model.rows[layout.bias()]; 2];
        for (sum, table) in sums.iter_mut().zip(tables) {
            for &input in inputs {
                add(sum, &self.rows[usize::from(table[usize::from(input)])]);
            }
        }
        let first = layout.outputs() + 2 * output;
        let weights = &self.model.rows[first..first + 2];
        let mut lanes = [0.0; HIDDEN];
        for (sum, weights) in sums.iter().zip(weights) {
            for ((lane, sum), weight) in lanes.iter_mut().zip(sum).zip(weights) {
                let cut = sum.clamp(0.0, 1.0);
                *lane += cut * cut * weight;
            }
        }
        let learned = lanes.iter().sum::<f32>() + self.model.rows[layout.output_bias()][output];
        let weighed = self.model.rows[layout.differences() + output].iter().zip(data.differences);
        let direct: f32 = weighed.map(|(weight, count)| weight * f32::from(count)).sum();
        Run { sums, value: (learned + direct) * UNITS as f32 }
    }

    /// The value of a position without a symmetry, in inner units.
    /// `inputs` is memory for the list of inputs.
    pub(super) fn value(
        &self,
        samples: &NetSamples,
        images: &Images,
        index: usize,
        inputs: &mut Vec<u16>,
    ) -> f32 {
        let data = samples.get(index, inputs);
        self.run(inputs, &images.0[0], data).value
    }

    /// Adds the gradients and losses of positions.
    pub(super) fn learn(
        &self,
        samples: &NetSamples,
        images: &Images,
        plan: &TrainPlan,
        shown: &[ShownSample],
        scale: f32,
        part: &mut BatchPart,
    ) {
        let layout = self.model.layout;
        let inputs = &mut Vec::new();
        for &(index, image) in shown {
            let data = samples.get(index as usize, inputs);
            let tables = &images.0[usize::from(image)];
            let output = usize::from(data.output);
            let Run { sums, value } = self.run(inputs, tables, data);
            let chance = plan.spread.chance(value);
            let target = plan.target(data);
            part.loss += f64::from(loss(chance, target));
            // Derivative of the loss by the network's output.
            let slope = (chance - target) * scale * UNITS as f32 / plan.spread.0;
            part.gradient.rows[layout.output_bias()][output] += slope;
            let direct = &mut part.gradient.rows[layout.differences() + output];
            for (gradient, count) in direct.iter_mut().zip(data.differences) {
                *gradient += slope * f32::from(count);
            }
            for (player, sum) in sums.iter().enumerate() {
                let row = layout.outputs() + 2 * output + player;
                let mut slopes = [0.0; HIDDEN];
                let weights = &self.model.rows[row];
                let outputs = &mut part.gradient.rows[row];
                for neuron in 0..HIDDEN {
                    let cut = sum[neuron].clamp(0.0, 1.0);
                    outputs[neuron] += slope * cut * cut;
                    let open = f32::from(u8::from(sum[neuron] > 0.0 && sum[neuron] < 1.0));
                    slopes[neuron] = slope * weights[neuron] * 2.0 * cut * open;
                }
                add(&mut part.gradient.rows[layout.bias()], &slopes);
                for &input in &*inputs {
                    let input = usize::from(tables[player][usize::from(input)]);
                    add(&mut part.gradient.rows[input], &slopes);
                }
            }
        }
    }
}
