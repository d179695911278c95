//! Positions from text and random games, for the tests of both packages.

use proptest::test_runner::{Config, RngSeed};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use stonefall_engine::board::{Position, SquareSetup};
use stonefall_engine::types::{Color, Move, Piece, Rules, Square};

pub type Random = Xoshiro256PlusPlus;

/// A stream of random numbers that is the same on every machine.
pub fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// Settings of proptest: the same cases in every run, unless `PROPTEST_RNG_SEED` sets another seed.
pub fn same_cases() -> Config {
    let config = Config::default();
    let rng_seed = match config.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        asked => asked,
    };
    Config { rng_seed, ..config }
}

/// Runs a test for every board size: `each_size!(N => check::<N>())`.
macro_rules! each_size {
    ($n:ident => $body:expr) => {
        for size in stonefall_engine::types::MIN_SIZE..=stonefall_engine::types::MAX_SIZE {
            stonefall_engine::sized!(size, $n => $body).unwrap();
        }
    };
}
pub(crate) use each_size;

/// The position of a TPS. The crate takparse reads it, so that the tests of the rules do not depend on our own reader.
pub fn position<const N: usize>(tps: &str) -> Position<N> {
    position_with::<N>(tps, Rules::standard(N))
}

pub fn position_with<const N: usize>(tps: &str, rules: Rules) -> Position<N> {
    let tps: takparse::Tps = tps.parse().unwrap_or_else(|error| panic!("{tps}: {error}"));
    assert_eq!(tps.size(), N);
    let from_the_top =
        (0..N).rev().flat_map(|rank| (0..N).map(move |file| Square::new(file, rank)));
    let squares: Vec<_> = from_the_top
        .zip(tps.board())
        .filter_map(|(square, stack)| {
            let stack = stack?;
            let stones = stack.colors().map(color).collect();
            let top = match stack.top() {
                takparse::Piece::Flat => Piece::Flat,
                takparse::Piece::Wall => Piece::Wall,
                takparse::Piece::Cap => Piece::Capstone,
            };
            Some(SquareSetup { square, stones, top })
        })
        .collect();
    Position::set_up(&squares, color(tps.color()), tps.full_move() as u32, rules).unwrap()
}

pub fn color(color: takparse::Color) -> Color {
    match color {
        takparse::Color::White => Color::White,
        takparse::Color::Black => Color::Black,
    }
}

/// The TPS of a position with every empty square as `x`. Only the tests of the engine use it.
#[allow(dead_code)]
pub fn tps<const N: usize>(position: &Position<N>) -> String {
    let square = |file, rank| {
        let square = Square::new(file, rank);
        let Some((owner, piece)) = position.top(square) else { return "x".to_owned() };
        let mut stones: Vec<_> = position.captives(square).iter().collect();
        stones.reverse();
        stones.push(owner);
        let colors: String = stones.iter().map(|stone| ['1', '2'][stone.index()]).collect();
        colors + ["", "S", "C"][piece.index()]
    };
    let rank = |rank| (0..N).map(|file| square(file, rank)).collect::<Vec<_>>().join(",");
    let board = (0..N).rev().map(rank).collect::<Vec<_>>().join("/");
    format!("{board} {} {}", position.to_move().index() + 1, position.move_number())
}

/// Plays a random game of at most `plies` plies and visits every position before its end.
///
/// Chooses the kind of a move first, because there are often many more spreads than placements, or the reverse.
pub fn random_game<const N: usize>(
    random: &mut Random,
    rules: Rules,
    plies: usize,
    mut visit: impl FnMut(&mut Position<N>, &[Move], Move),
) {
    let mut position = Position::<N>::start(rules);
    for _ in 0..plies {
        if position.outcome().is_some() {
            return;
        }
        let legal = position.moves();
        let wants_placement = random.random_bool(0.6);
        let wanted: Vec<_> =
            legal.iter().copied().filter(|mv| mv.is_placement() == wants_placement).collect();
        let Some(&mv) = wanted.choose(random).or_else(|| legal.choose(random)) else { return };
        visit(&mut position, &legal, mv);
        position.play(mv, &mut ());
    }
}
