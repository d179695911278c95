//! Programs made of the floors below.

pub mod perft;
pub mod puzzles;
