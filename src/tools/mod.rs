//! Programs made of the floors below.

pub mod bench;
pub mod perft;
pub mod puzzles;
