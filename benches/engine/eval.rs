//! The evaluation on positions of random games: the value alone, and with the counts kept.

use crate::positions::middle_games;
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use stonefall_engine::board::Position;
use stonefall_engine::eval::{evaluate, features, weights};
use stonefall_engine::types::check_size;

fn size<const N: usize>(criterion: &mut Criterion) {
    assert_eq!(check_size(N), Ok(N));
    // Enough positions that the branch predictor cannot learn them.
    let positions = middle_games::<N>(2048);
    let sum = |positions: &[Position<N>]| -> i64 {
        positions.iter().map(|position| i64::from(evaluate(position).0)).sum()
    };
    let counted = |positions: &[Position<N>]| -> i64 {
        let value = |position| {
            let features = features::<N>(position);
            i64::from(features.counts.value(weights::table(N), features.phase))
        };
        positions.iter().map(value).sum()
    };
    let expected = counted(&positions);
    let mut group = criterion.benchmark_group(format!("eval/{N}x{N}"));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("value", |bencher| {
        bencher.iter(|| assert_eq!(sum(black_box(&positions)), expected));
    });
    group.bench_function("features", |bencher| {
        bencher.iter(|| assert_eq!(counted(black_box(&positions)), expected));
    });
    group.finish();
}

pub(crate) fn eval(criterion: &mut Criterion) {
    size::<4>(criterion);
    size::<5>(criterion);
    size::<6>(criterion);
    size::<7>(criterion);
    size::<8>(criterion);
}
