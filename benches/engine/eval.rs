//! The evaluation on positions of random games: the value alone, and with the counts kept.

use criterion::{Criterion, Throughput};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use stonefall_engine::board::Position;
use stonefall_engine::eval::{evaluate, features, weights};
use stonefall_engine::types::{Move, MoveKind, Piece, Rules, check_size};

/// Middle games: as many plies as there are squares or up to twice as many, mostly flats and spreads,
/// and no move that ends the game.
fn middle_games<const N: usize>() -> Vec<Position<N>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(N as u64);
    let mut moves: Vec<Move> = Vec::new();
    let mut game = |_| {
        let mut position = Position::<N>::start(Rules::standard(N));
        for _ in 0..random.random_range(N * N..2 * N * N) {
            moves.clear();
            position.generate(&mut moves);
            let kind = random.random_range(0..12);
            moves.retain(|mv| match mv.kind() {
                MoveKind::Place(Piece::Flat) => kind < 7,
                MoveKind::Spread(..) => (7..11).contains(&kind),
                MoveKind::Place(_) => kind == 11,
            });
            if moves.is_empty() {
                continue;
            }
            let mv = moves[random.random_range(0..moves.len())];
            let undo = position.play(mv, &mut ());
            if position.outcome().is_some() {
                position.undo(mv, &undo);
            }
        }
        position
    };
    // Enough positions that the branch predictor cannot learn them.
    (0..2048).map(&mut game).collect()
}

fn size<const N: usize>(criterion: &mut Criterion) {
    assert_eq!(check_size(N), Ok(N));
    let positions = middle_games::<N>();
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
