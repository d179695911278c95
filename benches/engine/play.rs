//! Playing moves and taking them back, and perft.
//!
//! `undo` against `copy`: a move is taken back by restoring the head of the position and shifting
//! the few stacks that changed, or the whole position is copied before every move.

use crate::positions::middle_games;
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use stonefall_engine::board::{PerftMode, Position};
use stonefall_engine::types::Rules;

fn play_and_undo<const N: usize>(positions: &mut [Position<N>]) -> usize {
    let mut count = 0;
    for position in positions {
        for mv in position.moves() {
            let undo = position.play(mv, &mut ());
            black_box(&*position);
            position.undo(mv, &undo);
            count += 1;
        }
    }
    count
}

fn play_on_copies<const N: usize>(positions: &mut [Position<N>]) -> usize {
    let mut count = 0;
    for position in positions {
        for mv in position.moves() {
            black_box(position.after(mv));
            count += 1;
        }
    }
    count
}

fn size<const N: usize>(criterion: &mut Criterion) {
    let mut positions = middle_games::<N>(64);
    let expected: usize = positions.iter().map(Position::count_moves).sum();
    let mut group = criterion.benchmark_group(format!("play/{N}x{N}"));
    group.throughput(Throughput::Elements(expected as u64));
    group.bench_function("undo", |bencher| {
        bencher.iter(|| assert_eq!(play_and_undo(black_box(&mut positions)), expected));
    });
    group.bench_function("copy", |bencher| {
        bencher.iter(|| assert_eq!(play_on_copies(black_box(&mut positions)), expected));
    });
    group.finish();
}

pub(crate) fn play(criterion: &mut Criterion) {
    size::<5>(criterion);
    size::<6>(criterion);
    size::<8>(criterion);
}

/// Leaves of the empty 6x6 board at depth 4, from `crates/tools/src/data/perft.tsv`.
const LEAVES: u64 = 13_586_048;

pub(crate) fn leaves(criterion: &mut Criterion) {
    let start = Position::<6>::start(Rules::standard(6));
    let mut group = criterion.benchmark_group("perft/6x6");
    group.throughput(Throughput::Elements(LEAVES));
    group.sample_size(10);
    for (name, counting) in [("bulk", PerftMode::Bulk), ("every move", PerftMode::EveryMove)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(start.clone().perft(4, counting), LEAVES));
        });
    }
    group.finish();
}
