//! The engine of Stonefall, which plays Tak: rules, notation, evaluation, search and solver for boards
//! from 3x3 to 8x8.
//!
//! It needs nothing of an operating system but threads and a clock.

pub mod board;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod options;
pub mod report;
pub mod search;
pub mod types;
