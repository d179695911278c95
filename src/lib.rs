//! Stonefall, a Tak engine.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod options;
pub mod report;
pub mod search;
pub mod tei;
pub mod tools;
pub mod types;
