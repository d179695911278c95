//! One batch: values, losses and gradients.

use super::model::{NetModel, add, row};
use super::plan::TrainPlan;
use super::samples::{NetSamples, SampleData};
use crate::fit::loss;
use stonefall_engine::board::Symmetry;
use stonefall_engine::eval::net::{Inputs, UNITS};

/// Sums of the output that are added at the same time.
const LANES: usize = 128;

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
    pub(super) memory: Memory,
}

/// A model with merged rows.
pub(super) struct Evaluator<'a> {
    pub(super) model: &'a NetModel,
    pub(super) rows: Vec<f32>,
}

/// Memory for the evaluation of a position.
#[derive(Default)]
pub(super) struct Memory {
    inputs: Vec<u16>,
    /// The sums of both players, then the slopes of one.
    sums: [Vec<f32>; 2],
    slopes: Vec<f32>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(model: &'a NetModel) -> Self {
        Self { rows: model.merged(), model }
    }

    /// The row of an input with its parts.
    fn row(&self, input: u16) -> &[f32] {
        row(&self.rows, usize::from(input), self.model.layout.neurons)
    }

    /// The sums of a position and its value in inner units.
    fn run(
        &self,
        inputs: &[u16],
        tables: &[Vec<u16>; 2],
        data: SampleData,
        sums: &mut [Vec<f32>; 2],
    ) -> f32 {
        let (layout, output) = (self.model.layout, usize::from(data.output));
        for (sums, table) in sums.iter_mut().zip(tables) {
            sums.clear();
            sums.extend_from_slice(self.model.row(layout.bias()));
            for &input in inputs {
                add(sums, self.row(table[usize::from(input)]));
            }
        }
        let mut lanes = [0.0; LANES];
        for (player, sums) in sums.iter().enumerate() {
            let weights = self.model.row(layout.outputs() + 2 * output + player);
            let blocks = sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0);
            for (sums, weights) in blocks {
                for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
                    let cut = sum.clamp(0.0, 1.0);
                    *lane += cut * cut * weight;
                }
            }
        }
        let learned = lanes.iter().sum::<f32>() + self.model.row(layout.output_bias())[output];
        data.terms + learned * UNITS as f32
    }

    /// The value of a position without a symmetry, in inner units.
    pub(super) fn value(
        &self,
        samples: &NetSamples,
        images: &Images,
        index: usize,
        Memory { inputs, sums, .. }: &mut Memory,
    ) -> f32 {
        let data = samples.get(index, inputs);
        self.run(inputs, &images.0[0], data, sums)
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
        let BatchPart { gradient, loss: total, memory: Memory { inputs, sums, slopes } } = part;
        for &(index, image) in shown {
            let data = samples.get(index as usize, inputs);
            let tables = &images.0[usize::from(image)];
            let value = self.run(inputs, tables, data, sums);
            let chance = plan.spread.chance(value);
            let target = plan.target(data);
            *total += f64::from(loss(chance, target));
            // Derivative of the loss by the network's output.
            let slope = (chance - target) * scale * UNITS as f32 / plan.spread.0;
            let output = usize::from(data.output);
            gradient.row_mut(layout.output_bias())[output] += slope;
            for (player, sums) in sums.iter().enumerate() {
                let row = layout.outputs() + 2 * output + player;
                let outputs = gradient.row_mut(row).iter_mut().zip(self.model.row(row));
                slopes.clear();
                slopes.extend(sums.iter().zip(outputs).map(|(&sum, (output, weight))| {
                    let cut = sum.clamp(0.0, 1.0);
                    *output += slope * cut * cut;
                    let open = f32::from(u8::from(sum > 0.0 && sum < 1.0));
                    slope * weight * 2.0 * cut * open
                }));
                add(gradient.row_mut(layout.bias()), slopes);
                for &input in &*inputs {
                    let input = tables[player][usize::from(input)];
                    add(gradient.row_mut(input.into()), slopes);
                }
            }
        }
    }
}
