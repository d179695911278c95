//! One batch: what the model says of some positions, and which way it should move.

use super::epochs::Plan;
use super::images::Images;
use super::model::{Model, Row, add};
use super::samples::Samples;
use crate::fit::loss;
use stonefall_engine::eval::net::{HIDDEN, UNITS};

/// A position of a batch: its number, and the image it is shown as.
pub(super) type Shown = (u32, u8);

/// What a part of a batch has come to.
pub(super) struct Part {
    /// The slopes of all numbers, the rows of inputs merged.
    pub(super) slopes: Model,
    /// The sum of the losses.
    pub(super) loss: f64,
}

/// A model as it is used: the rows merged.
pub(super) struct Merged<'a> {
    pub(super) model: &'a Model,
    pub(super) rows: Vec<Row>,
}

/// What the model makes of a position on the way to its value.
struct Run {
    sums: [Row; 2],
    value: f32,
}

impl<'a> Merged<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        Self { rows: model.merged(), model }
    }

    fn run(&self, inputs: &[u16], tables: &[Vec<u16>; 2], terms: f32, output: usize) -> Run {
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
        Run { sums, value: terms + learned * UNITS as f32 }
    }

    /// The value of a position as it is, in inner units.
    pub(super) fn value(&self, samples: &Samples, images: &Images, index: usize) -> f32 {
        let (inputs, known) = samples.get(index);
        self.run(inputs, images.of(0), known.terms, known.output.into()).value
    }

    /// Adds the slopes and losses of some positions.
    pub(super) fn learn(
        &self,
        samples: &Samples,
        images: &Images,
        plan: &Plan,
        shown: &[Shown],
        scale: f32,
        part: &mut Part,
    ) {
        let layout = self.model.layout;
        for &(index, image) in shown {
            let (inputs, known) = samples.get(index as usize);
            let tables = images.of(image.into());
            let output = usize::from(known.output);
            let Run { sums, value } = self.run(inputs, tables, known.terms, output);
            let chance = plan.spread.chance(value);
            let target = plan.target(known);
            part.loss += f64::from(loss(chance, target));
            // The slope of the loss by the network's output.
            let slope = (chance - target) * scale * UNITS as f32 / plan.spread.0;
            part.slopes.rows[layout.output_bias()][output] += slope;
            for (player, sum) in sums.iter().enumerate() {
                let row = layout.outputs() + 2 * output + player;
                let mut slopes = [0.0; HIDDEN];
                let weights = &self.model.rows[row];
                let outputs = &mut part.slopes.rows[row];
                for neuron in 0..HIDDEN {
                    let cut = sum[neuron].clamp(0.0, 1.0);
                    outputs[neuron] += slope * cut * cut;
                    let open = f32::from(u8::from(sum[neuron] > 0.0 && sum[neuron] < 1.0));
                    slopes[neuron] = slope * weights[neuron] * 2.0 * cut * open;
                }
                add(&mut part.slopes.rows[layout.bias()], &slopes);
                for &input in inputs {
                    let input = usize::from(tables[player][usize::from(input)]);
                    add(&mut part.slopes.rows[input], &slopes);
                }
            }
        }
    }
}
