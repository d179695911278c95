//! What several test modules need: positions from text, random games and random positions.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use stonefall_engine::board::{Position, SquareSetup};
use stonefall_engine::game::Board;
use stonefall_engine::types::{ByColor, Color, Move, Piece, Reserve, Rules, Square, stone_limit};

pub type Random = Xoshiro256PlusPlus;

/// A stream of random numbers that is the same on every machine.
pub fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
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

/// The position of a TPS. It is read by the crate takparse, so that the rules are tested apart from
/// our own reading of text.
pub fn position<const N: usize>(tps: &str) -> Position<N> {
    position_with::<N>(tps, Rules::standard(N))
}

/// The same as a game whose size is not in the type.
pub fn board(tps: &str) -> Board {
    let tps = stonefall_engine::notation::parse_tps(tps).unwrap();
    Board::from_tps(&tps, Rules::standard(tps.size)).unwrap()
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

/// The TPS of a position, every empty square written as `x`.
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

/// All legal moves.
pub fn moves<const N: usize>(position: &Position<N>) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(&mut moves);
    moves
}

/// The legal move with this (shortest) PTN.
pub fn find<const N: usize>(position: &Position<N>, ptn: &str) -> Option<Move> {
    moves(position).into_iter().find(|mv| mv.to_string() == ptn)
}

/// Plays legal moves, written as the shortest PTN and separated by spaces.
pub fn play_all<const N: usize>(position: &mut Position<N>, line: &str) {
    for ptn in line.split_whitespace() {
        let mv = find(position, ptn).unwrap_or_else(|| panic!("{ptn} in {}", tps(position)));
        position.play(mv, &mut ());
    }
}

/// Plays a random game of at most `plies` plies and shows every position that is not over.
///
/// A move is drawn from a kind of move first: spreads would drown the placements else, or the
/// other way round.
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
        let legal = moves(&position);
        let wants_placement = random.random_bool(0.6);
        let wanted: Vec<_> =
            legal.iter().copied().filter(|mv| mv.is_placement() == wants_placement).collect();
        let Some(&mv) = wanted.choose(random).or_else(|| legal.choose(random)) else { return };
        visit(&mut position, &legal, mv);
        position.play(mv, &mut ());
    }
}

/// How a random position looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Chance of a square to be occupied.
    pub filled: f64,
    /// Chance of one more stone in a stack.
    pub higher: f64,
    /// Chance of a top piece to be a wall.
    pub walls: f64,
    /// The most pieces of one kind that a player has left.
    pub reserve: u8,
}

impl Look {
    pub fn random(random: &mut Random) -> Self {
        Self {
            filled: [0.3, 0.6, 0.8, 0.95, 1.0][random.random_range(0..5)],
            higher: [0.1, 0.4, 0.7][random.random_range(0..3)],
            walls: [0.1, 0.3, 0.6][random.random_range(0..3)],
            reserve: [1, 2, 10][random.random_range(0..3)],
        }
    }
}

/// A random position that is not over, with custom piece counts.
pub fn random_position<const N: usize>(random: &mut Random, look: Look) -> Position<N> {
    loop {
        if let Some(position) = try_random_position(random, look) {
            return position;
        }
    }
}

fn try_random_position<const N: usize>(random: &mut Random, look: Look) -> Option<Position<N>> {
    let color = |random: &mut Random| Color::ALL[random.random_range(0..2)];
    let mut room = stone_limit(N) - 8;
    let mut placed = ByColor::<Reserve>::default();
    let mut squares = Vec::new();
    // A board filled to the last squares is the point of some looks: keep a few free in any case.
    let kept_free: Vec<_> =
        (0..random.random_range(1..=N)).map(|_| random.random_range(0..N * N)).collect();
    for (index, square) in Square::all(N).enumerate() {
        let left = N * N - index;
        if room < left || kept_free.contains(&index) || !random.random_bool(look.filled) {
            continue;
        }
        let mut stones = vec![color(random)];
        while room - stones.len() > left && random.random_bool(look.higher) {
            stones.push(color(random));
        }
        room -= stones.len();
        let (&owner, below) = stones.split_last()?;
        for &stone in below {
            placed[stone].stones += 1;
        }
        let top = if random.random_bool(0.08) && placed[owner].capstones < 4 {
            Piece::Capstone
        } else if random.random_bool(look.walls) {
            Piece::Wall
        } else {
            Piece::Flat
        };
        match top {
            Piece::Capstone => placed[owner].capstones += 1,
            Piece::Flat | Piece::Wall => placed[owner].stones += 1,
        }
        squares.push(SquareSetup { square, stones, top });
    }
    let mut rules = Rules::standard(N);
    rules.half_komi = stonefall_engine::types::HalfKomi::new(random.random_range(-5..=5)).ok()?;
    for color in Color::ALL {
        let mut left = Reserve::new(
            random.random_range(0..=look.reserve.min(3)),
            random.random_range(0..=look.reserve.min(1)),
        );
        if left.total() == 0 {
            left.stones = 1;
        }
        rules.pieces[color] = Reserve::new(
            placed[color].stones + left.stones,
            placed[color].capstones + left.capstones,
        );
    }
    let to_move = color(random);
    let position = Position::set_up(&squares, to_move, 30, rules).ok()?;
    position.outcome().is_none().then_some(position)
}
