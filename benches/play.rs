//! Playing moves and taking them back, and what decided how.
//!
//! `undo` against `copy`: a move is taken back by restoring the head of the position and shifting
//! the few stacks that changed, or the whole position is copied before every move.
//!
//! `words`: the captives of a square in 64 bits or in 128. Sizes 3 to 6 have 64-bit stacks.

mod positions;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use positions::{middle_games, moves};
use std::hint::black_box;
use stonefall_engine::board::{Counting, Position};
use stonefall_engine::types::{MoveKind, Rules};

fn play_and_undo<const N: usize>(positions: &mut [Position<N>]) -> usize {
    let mut count = 0;
    for position in positions {
        for mv in moves(position) {
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
        for mv in moves(position) {
            let mut copy = position.clone();
            copy.play(mv, &mut ());
            black_box(&copy);
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

fn play(criterion: &mut Criterion) {
    size::<5>(criterion);
    size::<6>(criterion);
    size::<8>(criterion);
}

/// Leaves of the empty 6x6 board at depth 4, from `src/tools/data/perft.tsv`.
const LEAVES: u64 = 13_586_048;

fn leaves(criterion: &mut Criterion) {
    let start = Position::<6>::start(Rules::standard(6));
    let mut group = criterion.benchmark_group("perft/6x6");
    group.throughput(Throughput::Elements(LEAVES));
    group.sample_size(10);
    for (name, counting) in [("bulk", Counting::Bulk), ("every move", Counting::EveryMove)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(start.clone().perft(4, counting), LEAVES));
        });
    }
    group.finish();
}

/// Lands the stones of every spread on stacks of words of this type, as `play` does.
macro_rules! land {
    ($word:ty, $spreads:expr) => {{
        let mut stacks = [1 as $word; 64];
        let mut stones = 0;
        for &(square, direction, pattern) in $spreads {
            let mut target: stonefall_engine::types::Square = square;
            let hand = stacks[square] << 1;
            let mut left = pattern.carried();
            for drop in pattern.drops() {
                target = target.step(direction);
                left -= drop;
                let dropped = hand >> left & ((1 << drop) - 1);
                let word: &mut $word = &mut stacks[target];
                // Kept short: the bench is about shifting, not about high towers.
                *word = (*word << drop | dropped) & 0xffff | 1;
                stones += drop;
            }
        }
        black_box(&stacks);
        stones
    }};
}

fn words(criterion: &mut Criterion) {
    let spreads: Vec<_> = middle_games::<6>(64)
        .iter()
        .flat_map(moves)
        .filter_map(|mv| match mv.kind() {
            MoveKind::Spread(direction, pattern) => Some((mv.square(), direction, pattern)),
            MoveKind::Place(_) => None,
        })
        .collect();
    let expected: usize = spreads.iter().map(|(_, _, pattern)| pattern.carried()).sum();
    let mut group = criterion.benchmark_group("words");
    group.throughput(Throughput::Elements(spreads.len() as u64));
    group.bench_function("64", |bencher| {
        bencher.iter(|| assert_eq!(land!(u64, black_box(&spreads)), expected));
    });
    group.bench_function("128", |bencher| {
        bencher.iter(|| assert_eq!(land!(u128, black_box(&spreads)), expected));
    });
    group.finish();
}

criterion_group!(benches, play, leaves, words);
criterion_main!(benches);
