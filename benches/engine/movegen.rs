//! Making the list of moves, and counting them without one.

use crate::positions::middle_games;
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use stonefall_engine::board::Position;

fn size<const N: usize>(criterion: &mut Criterion) {
    let positions = middle_games::<N>(64);
    let expected: usize = positions.iter().map(|position| position.moves().len()).sum();
    let mut group = criterion.benchmark_group(format!("movegen/{N}x{N}"));
    group.throughput(Throughput::Elements(expected as u64));
    let mut list = Vec::new();
    group.bench_function("list", |bencher| {
        bencher.iter(|| {
            let mut count = 0;
            for position in black_box(&positions) {
                list.clear();
                position.generate(&mut list);
                count += black_box(&list).len();
            }
            assert_eq!(count, expected);
        });
    });
    group.bench_function("count", |bencher| {
        bencher.iter(|| {
            let count = black_box(&positions).iter().map(Position::count_moves).sum::<usize>();
            assert_eq!(count, expected);
        });
    });
    group.finish();
}

pub(crate) fn movegen(criterion: &mut Criterion) {
    size::<5>(criterion);
    size::<6>(criterion);
    size::<7>(criterion);
    size::<8>(criterion);
}
