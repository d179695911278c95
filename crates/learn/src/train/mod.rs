//! Trains the network of the evaluation.
//!
//! A logistic curve turns the value of a position into a chance; the training minimizes its cross-entropy with a mix of the
//! search score and the game's result.
//! Positions come in small batches, each as a random one of its eight images. All of them are in memory.
//!
//! The first layer has a row for every pile on every square, and most piles are rare. During the training such
//! a row is a sum: its own part, a part for its top piece and one for each captive on that square, and a part
//! for the pile on any square. Common parts learn first; rare ones add the rest. (Factorized inputs, from the
//! training of Stockfish's networks.)

mod epochs;
mod model;
mod plan;
mod step;
mod training;

pub use epochs::train;
pub use model::NetModel;
pub use plan::{TrainPlan, score_spread};
pub use training::{Epoch, Losses, TrainState, TrainingFileError};

#[cfg(test)]
mod tests;
