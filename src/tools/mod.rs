//! Programs made of the floors below.

pub mod bench;
mod crew;
pub mod date;
pub mod matches;
pub mod openings;
pub mod opponent;
pub mod perft;
pub mod puzzles;
pub mod selfplay;
pub mod tactics;
pub mod tune;
