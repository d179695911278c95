//! Learning: game records, and the networks trained on them.
//!
//! Self-play writes [`records::GameRecord`]s; many of them make a [`dataset::Dataset`]. [`train`] trains the network of the
//! evaluation, and [`policy`] fits the order of moves.

mod adam;
pub mod curve;
pub mod dataset;
mod lambda;
pub mod policy;
pub mod random;
pub mod records;
pub mod samples;
pub mod settings;
pub mod train;
