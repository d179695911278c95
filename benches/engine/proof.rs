//! The proof search: positions of games in which a road can be forced, and others in which it cannot.

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use stonefall_engine::board::{History, Position};
use stonefall_engine::notation::parse_tps;
use stonefall_engine::search::proof::{Answer, Budget, Question, SizedSolver};
use stonefall_engine::types::Rules;

/// From games of Stonefall against itself; the first of each size has a road.
const FIVE: [&str; 2] = [
    "221,2221,12,2,2/1,2,x,1,1/21C,1,12C,1,21/1,2S,111,112S,x/2,x,1,1,2 1 28",
    "1,x4/1,x2,2,x/1,1,x,1,x/12,2,x,2C,2/x,1C,x,2,x 1 8",
];
const SIX: [&str; 3] = [
    "1,1,1,1,1112C,1/x,121C,x,1,2,1/1,2,x,12,1S,x/x,2,2,1221S,x,2/x3,121,x2/2,2,2,1,2,x 1 25",
    "1,1,21,x3/1,1,2,x3/121,12,x,2,x2/x,12S,1,2,21212,x/1,1,x,2C,x,2/2,12,1221C,x3 1 24",
    "x2,21,121,1,x/x,21222221C,x,112,1,x/1,12C,x2,21,1/2,2,2,2,x2/1,x,2,2112S,1S,x/x2,1212,x,2S,x 1 35",
];
const SEVEN: [&str; 2] = [
    "2,x3,1,x2/x2,2221,1,1,x2/x,1,1,x,11112C,1,x/2,2221C,112,x2,2222221111,2/2,2,21,22222221S,x,21C,2/1,11111112C,x,21,11,12,x/2,1,2S,1,1,x,112 1 70",
    "x3,2,x2,1/2,2,12,2,1S,x,1/x,2112,x,112221C,2211112C,2,2C/221,112221,21,x2,2S,1C/x,112,1,x,12,x,2/x,1,2,x4/x6,1 2 48",
];

fn size<const N: usize>(criterion: &mut Criterion, texts: &[&str]) {
    let read = |text: &&str| -> Option<Position<N>> {
        parse_tps(text).ok()?.position(Rules::standard(N)).ok()
    };
    let positions: Vec<_> = texts.iter().filter_map(read).collect();
    assert_eq!(positions.len(), texts.len());
    let (question, budget) = (Question::road(), Budget::default());
    let solve = |positions: &[Position<N>]| -> u64 {
        let mut nodes = 0;
        for (index, position) in positions.iter().enumerate() {
            let mut solver = SizedSolver::new(64);
            let answer = solver.solve(position, &History::new(), question, &budget, &mut |_| {});
            assert_eq!(matches!(answer, Answer::Proven(_)), index == 0);
            nodes += solver.nodes();
        }
        nodes
    };
    let mut group = criterion.benchmark_group(format!("proof/{N}x{N}"));
    group.throughput(Throughput::Elements(solve(&positions)));
    group.sample_size(10);
    group.bench_function("any road", |bencher| bencher.iter(|| solve(black_box(&positions))));
    group.finish();
}

pub(crate) fn proof(criterion: &mut Criterion) {
    size::<5>(criterion, &FIVE);
    size::<6>(criterion, &SIX);
    size::<7>(criterion, &SEVEN);
}
