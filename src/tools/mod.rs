//! Programs made of the floors below.

pub mod bench;
pub mod openings;
pub mod perft;
pub mod puzzles;
