//! The whole search on one thread, to a fixed depth from fixed positions.

use crate::positions::middle_games;
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use stonefall_engine::board::{History, Position};
use stonefall_engine::search::{Limits, Settings, SizedSearch};
use stonefall_engine::types::Rules;

fn size<const N: usize>(criterion: &mut Criterion, depth: u32) {
    let mut positions = middle_games::<N>(3);
    positions.push(Position::start(Rules::standard(N)));
    let mut search = SizedSearch::<N>::new(16);
    let mut nodes = |positions: &[Position<N>]| -> u64 {
        let mut nodes = 0;
        for position in positions {
            search.clear();
            let limits = Limits::depth(depth);
            let result =
                search.run(position, &History::new(), limits, Settings::default(), &mut ());
            nodes += result.nodes;
        }
        nodes
    };
    let expected = nodes(&positions);
    let mut group = criterion.benchmark_group(format!("search/{N}x{N}"));
    group.throughput(Throughput::Elements(expected));
    group.sample_size(10);
    group.bench_function(format!("depth {depth}"), |bencher| {
        bencher.iter(|| assert_eq!(nodes(black_box(&positions)), expected));
    });
    group.finish();
}

pub(crate) fn search(criterion: &mut Criterion) {
    size::<5>(criterion, 5);
    size::<6>(criterion, 5);
    size::<7>(criterion, 4);
}
