//! The tests of the engine as a whole: one binary, so that generic code is compiled once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod annotate;
mod board;
mod check;
mod cli;
#[cfg(unix)]
mod client;
mod common;
mod eval;
mod fit;
mod floors;
mod game;
mod keys;
mod levels;
#[cfg(unix)]
mod matches;
mod net;
mod nonsense;
mod notation;
mod openings;
mod options;
mod oracles;
mod perft;
mod play;
mod proof;
mod puzzles;
mod records;
mod rules;
mod search;
mod selfplay;
mod serve;
mod small;
#[cfg(unix)]
mod stub;
mod suites;
mod symmetry;
mod tactics;
mod tak;
mod tei;
mod train;
mod tune;
mod wins;
mod worst;
