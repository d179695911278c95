//! Benchmarks of the engine's parts.

mod eval;
mod libraries;
mod movegen;
mod play;
#[path = "../positions.rs"]
mod positions;
mod proof;
mod road;
mod search;

use criterion::{criterion_group, criterion_main};

criterion_group!(
    benches,
    eval::eval,
    libraries::libraries,
    movegen::movegen,
    play::play,
    play::leaves,
    proof::proof,
    road::roads,
    search::search,
);
criterion_main!(benches);
