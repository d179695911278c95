//! The engine's library beside the crates fast-tak and takparse, which other programs for Tak stand on:
//! leaf counts, and reading of positions, moves and games. `docs/library.md` compares the rest.

use crate::positions::middle_games;
use criterion::{Criterion, Throughput};
use fast_tak::{Game, Reserves};
use std::hint::black_box;
use std::str::FromStr;
use stonefall_engine::board::Position;
use stonefall_engine::notation::{parse_move, parse_tps, ptn_file, tps};
use stonefall_engine::types::Rules;

/// Middle games of each size.
const POSITIONS: usize = 16;
/// Plies that are counted from each.
const DEPTH: u32 = 3;

/// Leaves of a tree with a number of plies; plays and undoes each move.
fn leaves<const N: usize>(position: &mut Position<N>, depth: u32) -> u64 {
    if position.outcome().is_some() {
        return 1;
    }
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let mut sum = 0;
    for mv in position.moves() {
        sum += position.look_after(mv, |after| leaves(after, depth - 1));
    }
    sum
}

fn perft<const N: usize>(criterion: &mut Criterion)
where
    Reserves<N>: Default,
{
    let positions = middle_games::<N>(POSITIONS);
    let theirs: Vec<Game<N, 0>> = positions.iter().map(|position| read(&tps(position))).collect();
    let ours = || positions.iter().map(|it| leaves(&mut it.clone(), DEPTH)).sum::<u64>();
    let expected = ours();
    let mut group = criterion.benchmark_group(format!("libraries/perft/{N}x{N}"));
    group.throughput(Throughput::Elements(expected)).sample_size(10);
    group.bench_function("stonefall", |bencher| bencher.iter(|| assert_eq!(ours(), expected)));
    group.bench_function("fast-tak", |bencher| {
        bencher.iter(|| {
            let count = |game| fast_tak::perf_count(game, DEPTH as usize) as u64;
            assert_eq!(theirs.iter().map(count).sum::<u64>(), expected);
        });
    });
    group.finish();
}

/// A position as fast-tak reads it.
fn read<const N: usize>(text: &str) -> Game<N, 0>
where
    Reserves<N>: Default,
{
    takparse::Tps::from_str(text).map_or_else(|_| unreachable!("{text}"), Game::from)
}

fn text(criterion: &mut Criterion) {
    let positions = middle_games::<6>(64);
    let texts: Vec<String> = positions.iter().map(tps).collect();
    let ours =
        |text: &str| parse_tps(text).is_ok_and(|it| it.position::<6>(Rules::standard(6)).is_ok());
    let theirs = |text: &str| takparse::Tps::from_str(text).map(Game::<6, 0>::from).is_ok();
    compare(criterion, "tps/6x6", &texts, [("stonefall", &ours), ("fast-tak", &theirs)]);

    let words: Vec<String> =
        positions.iter().flat_map(Position::moves).map(|mv| mv.to_string()).step_by(7).collect();
    let ours = |word: &str| parse_move(word).is_ok();
    let theirs = |word: &str| takparse::Move::from_str(word).is_ok();
    compare(criterion, "moves/6x6", &words, [("stonefall", &ours), ("takparse", &theirs)]);

    let games = [include_str!("../../engine-tests/data/ptn/playtak.ptn").to_owned()];
    let ours = |text: &str| ptn_file::PtnGame::read(text).setup().is_ok();
    let theirs = |text: &str| takparse::Ptn::from_str(text).is_ok();
    compare(criterion, "game", &games, [("stonefall", &ours), ("takparse", &theirs)]);
}

/// Whether a library understands a text.
type Reader<'a> = &'a dyn Fn(&str) -> bool;

/// Two libraries read every text, and must understand all of them.
fn compare(
    criterion: &mut Criterion,
    name: &str,
    texts: &[String],
    libraries: [(&str, Reader<'_>); 2],
) {
    let mut group = criterion.benchmark_group(format!("libraries/{name}"));
    group.throughput(Throughput::Elements(texts.len() as u64));
    for (library, read) in libraries {
        group.bench_function(library, |bencher| {
            bencher.iter(|| assert!(black_box(texts).iter().all(|text| read(text))));
        });
    }
    group.finish();
}

pub(crate) fn libraries(criterion: &mut Criterion) {
    perft::<5>(criterion);
    perft::<6>(criterion);
    perft::<7>(criterion);
    text(criterion);
}
