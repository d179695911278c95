//! Roads and winning moves, and what decided how they are found.
//!
//! `fresh` against `extended`: the floods from the four edges are made anew in every position, or
//! they are kept and extended by a stone that was placed. (Kept ones must also be saved, put back
//! and, after spreads, made anew all the same.)
//!
//! `packed`: squares numbered without gaps, 6 to a rank on 6x6, so that floods must mask what wraps.

mod positions;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use positions::{middle_games, moves};
use std::hint::black_box;
use stonefall_engine::board::road::{EdgeFloods, has_road, has_road_by_walking};
use stonefall_engine::board::{Outcome, Position};
use stonefall_engine::types::{Bitboard, Color, Square};

/// The road stones of the side that moved, after every move of some middle games.
fn road_sets<const N: usize>() -> Vec<Bitboard> {
    let mut sets = Vec::new();
    for mut position in middle_games::<N>(32) {
        for mv in moves(&position) {
            let undo = position.play(mv, &mut ());
            sets.push(position.road_stones(!position.to_move()));
            position.undo(mv, &undo);
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
    bench("fresh", |road| EdgeFloods::new::<N>(road).has_road());
    bench("walking", has_road_by_walking::<N>);
    group.finish();
}

fn winning_moves<const N: usize>(criterion: &mut Criterion) {
    let mut positions = middle_games::<N>(256);
    let wins = |position: &mut Position<N>| {
        moves(position).into_iter().any(|mv| {
            let undo = position.play(mv, &mut ());
            let winner = position.outcome().and_then(Outcome::winner);
            position.undo(mv, &undo);
            winner == Some(position.to_move())
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

/// Floods of 6x6 from the four edges in lanes, from some stones that are known to hang together
/// with their edge.
#[inline(always)]
fn flood(mut floods: [u64; 4], road: u64, grow: impl Fn(u64) -> u64) -> [u64; 4] {
    loop {
        let mut grown = [0; 4];
        let mut changed = 0;
        for lane in 0..4 {
            grown[lane] = grow(floods[lane]) & road;
            changed |= grown[lane] ^ floods[lane];
        }
        floods = grown;
        if changed == 0 {
            return floods;
        }
    }
}

fn wide(set: u64) -> u64 {
    set | set << 8 | set >> 8 | set << 1 | set >> 1
}

fn packed(set: u64) -> u64 {
    const FILE_A: u64 = 0x0000_0000_4104_1041;
    const FILE_F: u64 = FILE_A << 5;
    set | set << 6 | set >> 6 | (set & !FILE_F) << 1 | (set & !FILE_A) >> 1
}

/// The same squares numbered without gaps.
fn pack(set: Bitboard) -> u64 {
    set.fold(0, |bits, square| bits | 1 << (square.rank() * 6 + square.file()))
}

fn numbering(criterion: &mut Criterion) {
    let edges =
        [Bitboard::rank(5, 6), Bitboard::file(5, 6), Bitboard::rank(0, 6), Bitboard::file(0, 6)];
    let sets: Vec<_> = road_sets::<6>();
    let packed_sets: Vec<_> = sets.iter().map(|&road| pack(road)).collect();
    let flooded = |floods: [u64; 4]| floods.iter().map(|lane| lane.count_ones()).sum::<u32>();
    let expected: u32 = sets
        .iter()
        .map(|road| flooded(EdgeFloods::new::<6>(*road).connected().map(|lane| lane.0)))
        .sum();
    let mut group = criterion.benchmark_group("numbering/6x6");
    group.throughput(Throughput::Elements(sets.len() as u64));
    group.bench_function("8-wide", |bencher| {
        let one = |road: &Bitboard| flood(edges.map(|edge| edge.0 & road.0), road.0, wide);
        bencher.iter(|| {
            assert_eq!(
                black_box(&sets).iter().map(|road| flooded(one(road))).sum::<u32>(),
                expected
            );
        });
    });
    group.bench_function("packed", |bencher| {
        let edges = edges.map(pack);
        let one = |&road: &u64| flood(edges.map(|edge| edge & road), road, packed);
        bencher.iter(|| {
            let found = black_box(&packed_sets).iter().map(|road| flooded(one(road))).sum::<u32>();
            assert_eq!(found, expected);
        });
    });
    group.finish();
}

fn keeping(criterion: &mut Criterion) {
    // Every way to add one stone to the road stones of a middle game.
    let mut placed: Vec<(Bitboard, [u64; 4], Square)> = Vec::new();
    for position in middle_games::<6>(64) {
        for color in Color::ALL {
            let road = position.road_stones(color);
            let floods = EdgeFloods::new::<6>(road).connected().map(|lane| lane.0);
            placed.extend(position.empty().map(|square| (road, floods, square)));
        }
    }
    let edges =
        [Bitboard::rank(5, 6), Bitboard::file(5, 6), Bitboard::rank(0, 6), Bitboard::file(0, 6)];
    let flooded = |floods: [u64; 4]| floods.iter().map(|lane| lane.count_ones()).sum::<u32>();
    let fresh = |(road, _, square): &(Bitboard, [u64; 4], Square)| {
        let road = *road | square.bitboard();
        flooded(EdgeFloods::new::<6>(road).connected().map(|lane| lane.0))
    };
    let extended = |(road, floods, square): &(Bitboard, [u64; 4], Square)| {
        let (road, stone) = (road.0 | square.bitboard().0, square.bitboard().0);
        let mut floods = *floods;
        for lane in 0..4 {
            let touches = wide(stone) & floods[lane] | stone & edges[lane].0 != 0;
            floods[lane] |= if touches { stone } else { 0 };
        }
        flooded(flood(floods, road, wide))
    };
    let expected: u32 = placed.iter().map(fresh).sum();
    let mut group = criterion.benchmark_group("floods/6x6");
    group.throughput(Throughput::Elements(placed.len() as u64));
    group.bench_function("fresh", |bencher| {
        bencher.iter(|| {
            assert_eq!(black_box(&placed).iter().map(fresh).sum::<u32>(), expected);
        });
    });
    group.bench_function("extended", |bencher| {
        bencher.iter(|| {
            assert_eq!(black_box(&placed).iter().map(extended).sum::<u32>(), expected);
        });
    });
    group.finish();
}

fn roads(criterion: &mut Criterion) {
    detection::<5>(criterion);
    detection::<6>(criterion);
    detection::<8>(criterion);
    winning_moves::<5>(criterion);
    winning_moves::<6>(criterion);
    winning_moves::<8>(criterion);
}

criterion_group!(benches, roads, numbering, keeping);
criterion_main!(benches);
