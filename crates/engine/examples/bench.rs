//! The nodes of `stonefall bench`, from a build of the engine alone.
//!
//! `cargo run --release --example bench -p stonefall-engine`
#![allow(clippy::print_stdout)]

use stonefall_engine::bench::{DEPTH, nodes};

fn main() {
    println!("{} nodes", nodes(DEPTH));
}
