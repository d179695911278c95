//! Training the network of the evaluation.
//!
//! The value of a position is that of the terms plus what the network says; squeezed to a chance of winning, it is
//! brought as near as it goes to what a search thought of the position and to what became of the game. Positions are looked at in
//! small batches; each is shown as one of its eight images, drawn anew each time.
//!
//! The first layer has a row for every pile on every square, most of which are rare. While it is trained, such a row is
//! a sum: one part of its own, one for its top piece and one for each of its captives on that square, and one for the
//! pile on any square. The parts that are seen often learn first, and the others have less to add. (Factorised
//! inputs: the training of Stockfish's networks.)

mod epochs;
mod images;
mod model;
mod samples;
mod step;
mod training;

pub use epochs::{Epoch, Losses, Plan, losses, train};
pub use model::Model;
pub use samples::Samples;
pub use training::{ResumeError, Training};

#[cfg(test)]
mod tests;
