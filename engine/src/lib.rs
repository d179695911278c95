//! The engine of Stonefall, which plays Tak: rules, notation, evaluation, search and solver for boards
//! from 3x3 to 8x8.
//!
//! It needs nothing of an operating system but threads and a clock, and does without on
//! `wasm32-unknown-unknown`: [`machine`] says what it needs there.

pub mod annotate;
pub mod board;
pub mod book;
pub mod eval;
pub mod facts;
pub mod game;
pub mod machine;
pub mod notation;
pub mod options;
pub mod report;
pub mod search;
pub mod stopper;
pub mod tei;
pub mod types;
