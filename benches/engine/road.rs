//! Roads and winning moves: the fast ways against their slow twins.

use crate::positions::middle_games;
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use stonefall_engine::board::roads::{EdgeFloods, has_road, has_road_by_walking};
use stonefall_engine::board::{Outcome, Position};
use stonefall_engine::types::Bitboard;

/// The road stones of the side that moved, after every move of some middle games.
fn road_sets<const N: usize>() -> Vec<Bitboard> {
    let mut sets = Vec::new();
    for position in middle_games::<N>(32) {
        for mv in position.moves() {
            sets.push(position.after(mv).road_stones(position.to_move()));
        }
    }
    sets
}

fn detection<const N: usize>(criterion: &mut Criterion) {
    let sets = road_sets::<N>();
    let expected = sets.iter().filter(|&&road| has_road_by_walking::<N>(road)).count();
    let mut group = criterion.benchmark_group(format!("road/{N}x{N}"));
    group.throughput(Throughput::Elements(sets.len() as u64));
    let mut bench = |name, detect: fn(Bitboard) -> bool| {
        group.bench_function(name, |bencher| {
            let count = || black_box(&sets).iter().filter(|&&road| detect(road)).count();
            bencher.iter(|| assert_eq!(count(), expected));
        });
    };
    bench("has_road", has_road::<N>);
    bench("floods", |road| EdgeFloods::new::<N>(road).has_road());
    bench("walking", has_road_by_walking::<N>);
    group.finish();
}

fn winning_moves<const N: usize>(criterion: &mut Criterion) {
    let mut positions = middle_games::<N>(256);
    let wins = |position: &mut Position<N>| {
        position.moves().into_iter().any(|mv| {
            let outcome = position.look_after(mv, |after| after.outcome());
            outcome.and_then(Outcome::winner) == Some(position.to_move())
        })
    };
    let expected = positions.iter_mut().filter_map(|position| wins(position).then_some(())).count();
    let mut group = criterion.benchmark_group(format!("winning move/{N}x{N}"));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("winning_move", |bencher| {
        let count = |positions: &[Position<N>]| {
            positions.iter().filter(|position| position.winning_move().is_some()).count()
        };
        bencher.iter(|| assert_eq!(count(black_box(&positions)), expected));
    });
    group.bench_function("by playing", |bencher| {
        bencher.iter(|| {
            let found = black_box(&mut positions).iter_mut().map(wins);
            assert_eq!(found.filter(|&wins| wins).count(), expected);
        });
    });
    group.finish();
}

pub(crate) fn roads(criterion: &mut Criterion) {
    detection::<5>(criterion);
    detection::<6>(criterion);
    detection::<8>(criterion);
    winning_moves::<5>(criterion);
    winning_moves::<6>(criterion);
    winning_moves::<8>(criterion);
}
