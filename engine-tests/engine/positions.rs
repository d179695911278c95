//! Random positions, and moves by their PTN.

use crate::tests::common::{Random, tps};
use rand::RngExt;
use stonefall_engine::board::{Position, SquareSetup};
use stonefall_engine::types::{
    ByColor, Color, HalfKomi, Move, MoveKind, Opening, Pattern, Piece, Reserve, Rules, Square,
    stone_limit,
};

/// The legal move with this (shortest) PTN.
pub fn find<const N: usize>(position: &Position<N>, ptn: &str) -> Option<Move> {
    position.moves().into_iter().find(|mv| mv.to_string() == ptn)
}

/// Plays legal moves, written as the shortest PTN and separated by spaces.
pub fn play_all<const N: usize>(position: &mut Position<N>, line: &str) {
    for ptn in line.split_whitespace() {
        let mv = find(position, ptn).unwrap_or_else(|| panic!("{ptn} in {}", tps(position)));
        position.play(mv, &mut ());
    }
}

/// The spread that brings a stack of one stone back.
pub fn undoing(mv: Move) -> Option<Move> {
    match mv.kind() {
        MoveKind::Spread(direction, Pattern::SINGLE) => {
            let back = mv.square().step(direction);
            Some(Move::spread(back, direction.opposite(), Pattern::SINGLE))
        }
        _ => None,
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

/// The same stones at move number 1, with a random opening.
pub fn at_move_one<const N: usize>(random: &mut Random, from: &Position<N>) -> Position<N> {
    let opening = Opening::ALL[random.random_range(0..3)];
    let rules = Rules { opening, ..*from.rules() };
    Position::set_up(&from.squares(), from.to_move(), 1, rules).unwrap()
}

fn try_random_position<const N: usize>(random: &mut Random, look: Look) -> Option<Position<N>> {
    let color = |random: &mut Random| Color::ALL[random.random_range(0..2)];
    let mut free = stone_limit(N) - 8;
    let mut capstones = ByColor([0; 2]);
    let mut squares = Vec::new();
    // Some looks fill the board. The game continues only with an empty square.
    let empty: Vec<_> =
        (0..random.random_range(1..=N)).map(|_| random.random_range(0..N * N)).collect();
    for (index, square) in Square::all(N).enumerate() {
        let left = N * N - index;
        if free < left || empty.contains(&index) || !random.random_bool(look.filled) {
            continue;
        }
        let mut stones = vec![color(random)];
        while free - stones.len() > left && random.random_bool(look.higher) {
            stones.push(color(random));
        }
        free -= stones.len();
        let owner = *stones.last()?;
        let top = if random.random_bool(0.08) && capstones[owner] < 4 {
            capstones[owner] += 1;
            Piece::Capstone
        } else if random.random_bool(look.walls) {
            Piece::Wall
        } else {
            Piece::Flat
        };
        squares.push(SquareSetup { square, stones, top });
    }
    let half_komi = HalfKomi::new(random.random_range(-5..=5)).ok()?;
    let left = Color::ALL.map(|_| {
        let stones = random.random_range(0..=look.reserve.min(3));
        let capstones = random.random_range(0..=look.reserve.min(1));
        Reserve { stones: if capstones == 0 { stones.max(1) } else { stones }, capstones }
    });
    let to_move = color(random);
    let position = with_reserves(&squares, to_move, left)?;
    let position = position.with_rules(position.rules().with_komi(half_komi)).ok()?;
    position.outcome().is_none().then_some(position)
}

/// A position in which the players have these pieces besides those on the board.
pub fn with_reserves<const N: usize>(
    squares: &[SquareSetup],
    to_move: Color,
    left: [Reserve; 2],
) -> Option<Position<N>> {
    let mut rules = Rules { pieces: ByColor(left), ..Rules::standard(N) };
    for SquareSetup { stones, top, .. } in squares {
        let (&owner, below) = stones.split_last()?;
        below.iter().for_each(|&stone| rules.pieces[stone].stones += 1);
        match top {
            Piece::Capstone => rules.pieces[owner].capstones += 1,
            Piece::Flat | Piece::Wall => rules.pieces[owner].stones += 1,
        }
    }
    Position::set_up(squares, to_move, 30, rules).ok()
}

/// The position with exchanged colors of stones, turn, reserves and komi. It must not be in the opening.
pub fn colors_swapped<const N: usize>(position: &Position<N>) -> Position<N> {
    let mut squares = position.squares();
    for stone in squares.iter_mut().flat_map(|setup| &mut setup.stones) {
        *stone = !*stone;
    }
    let ByColor([white, black]) = position.rules().pieces;
    let half_komi = HalfKomi::new(-position.rules().half_komi.half_flats()).unwrap();
    let rules = Rules { half_komi, pieces: ByColor::new(black, white), ..*position.rules() };
    Position::set_up(&squares, !position.to_move(), position.move_number(), rules).unwrap()
}
