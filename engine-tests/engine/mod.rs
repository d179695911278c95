//! The tests of the engine: rules, notation, evaluation, search and proof, without a program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod book;
#[path = "../common.rs"]
mod common;
mod cpu;
mod eval;
mod every_way;
mod exhaustive;
mod facts;
mod game;
mod keys;
mod levels;
mod net;
mod nonsense;
mod notation;
mod oracles;
mod perft;
mod policy;
mod ponder;
mod positions;
mod proof;
mod reports;
mod roads;
mod rules;
mod search;
mod small;
mod stops;
mod symmetry;
mod tak;
mod variants;
mod wins;
mod worst;
