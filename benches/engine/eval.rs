//! The evaluation on positions of random games.

use crate::positions::middle_games;
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use stonefall_engine::board::Position;
use stonefall_engine::eval::evaluate;
use stonefall_engine::eval::net::Network;

fn size<const N: usize>(criterion: &mut Criterion) {
    let network = Network::for_size(N);
    // Enough positions that the branch predictor cannot learn them.
    let positions = middle_games::<N>(2048);
    let sum = |positions: &[Position<N>]| -> i64 {
        positions.iter().map(|position| i64::from(evaluate(position, &network).0)).sum()
    };
    let expected = sum(&positions);
    let mut group = criterion.benchmark_group(format!("eval/{N}x{N}"));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("value", |bencher| {
        bencher.iter(|| assert_eq!(sum(black_box(&positions)), expected));
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
