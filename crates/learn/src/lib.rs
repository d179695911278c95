//! Learning: game records, and the weights and networks trained on them.
//!
//! Self-play writes [`records::GameRecord`]s; many of them make a [`dataset::Dataset`]. [`fit`] fits the weights of the
//! terms, [`train`] trains the network that corrects their values, and [`policy`] fits the order of moves.

mod adam;
pub mod curve;
pub mod dataset;
pub mod fit;
mod lambda;
pub mod policy;
pub mod random;
pub mod records;
pub mod settings;
pub mod train;
