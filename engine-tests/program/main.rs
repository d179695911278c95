//! The tests of the program: TEI on every transport, the command line, and the tools.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod annotate;
mod check;
mod cli;
#[cfg(unix)]
mod client;
#[path = "../common.rs"]
mod common;
mod games;
mod grow;
mod layers;
mod learning;
#[cfg(unix)]
mod matches;
mod openings;
mod options;
mod play;
mod playtak;
mod program;
mod puzzles;
mod ranges;
mod records;
mod selfplay;
mod serve;
#[cfg(unix)]
mod stub;
mod suites;
mod tactics;
mod tei;
mod tune;
mod words;
