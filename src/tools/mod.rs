//! Programs made of the floors below.

pub mod perft;
