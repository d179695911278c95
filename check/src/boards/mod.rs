//! Positions for every size with one clearly best move: the answer shows whether the engine has
//! understood the position.

use super::root::Root;
use stonefall_engine::types::Color;
use stonefall_engine::types::Color::{Black, White};

/// A position with one square that wins at once.
#[derive(Clone, Debug)]
pub(super) struct Win {
    pub(super) root: Root,
    /// A flat or a capstone on this square completes the road.
    pub(super) square: String,
}

impl Win {
    /// Whether this move wins.
    pub(super) fn is(&self, mv: &str) -> bool {
        mv == self.square || mv.strip_prefix('C') == Some(&self.square)
    }
}

/// Name of a square; file and rank count from 0.
pub(super) fn square(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// A board under construction.
pub(super) struct Board {
    size: usize,
    cells: Vec<String>,
}

impl Board {
    pub(super) fn new(size: usize) -> Self {
        Self { size, cells: vec![String::new(); size * size] }
    }

    /// Puts a stack in TPS notation on a square.
    pub(super) fn put(&mut self, file: usize, rank: usize, stack: &str) {
        if let Some(cell) = self.cells.get_mut(rank * self.size + file) {
            stack.clone_into(cell);
        }
    }

    /// The ranks from the top; each empty square is a separate `x`.
    pub(super) fn ranks(&self) -> Vec<Vec<String>> {
        let cell = |cell: &String| if cell.is_empty() { "x".to_owned() } else { cell.clone() };
        self.cells.chunks(self.size).rev().map(|rank| rank.iter().map(cell).collect()).collect()
    }

    pub(super) fn tps(&self, mover: Color, number: usize) -> String {
        let ranks: Vec<_> = self.ranks().iter().map(|rank| rank.join(",")).collect();
        format!("{} {} {number}", ranks.join("/"), mover.index() + 1)
    }

    pub(super) fn root(&self, mover: Color) -> Root {
        Root::tps(self.size, &self.tps(mover, self.size.max(4)))
    }
}

/// The end of a row that a player lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gap {
    Left,
    Right,
}

impl Gap {
    const fn file(self, size: usize) -> usize {
        match self {
            Self::Left => 0,
            Self::Right => size - 1,
        }
    }
}

/// Each player lacks one flat for a road, White in the lowest rank and Black in the highest; the side
/// to move wins. The squares between are empty.
pub(super) fn duel(size: usize, mover: Color, gap: Gap) -> (Board, Win) {
    let mut board = Board::new(size);
    for file in (0..size).filter(|&file| file != gap.file(size)) {
        board.put(file, 0, "1");
        board.put(file, size - 1, "2");
    }
    let rank = if mover == White { 0 } else { size - 1 };
    let win = Win { root: board.root(mover), square: square(gap.file(size), rank) };
    (board, win)
}

/// [`duel`] without its board.
pub(super) fn win(size: usize, mover: Color, gap: Gap) -> Win {
    duel(size, mover, gap).1
}

/// Moves from the empty board to a position in which White wins in the lowest rank. Understanding
/// them takes the opening swap and the right size. `gap` is the empty end of that rank.
pub(super) fn opening_to(size: usize, gap: Gap) -> Vec<String> {
    let file = |number: usize| if gap == Gap::Right { number } else { size - 1 - number };
    let mut moves = vec![square(file(0), size - 1), square(file(0), 0)];
    for number in 1..size - 1 {
        moves.push(square(file(number), 0));
        moves.push(square(file(number), size - 1));
    }
    moves
}

/// Position after [`opening_to`].
pub(super) fn opened_to(size: usize, gap: Gap) -> Win {
    let root = Root::moves(size, &opening_to(size, gap));
    Win { root, square: square(gap.file(size), 0) }
}

/// [`opening_to`] with the gap on the right.
pub(super) fn opening(size: usize) -> Vec<String> {
    opening_to(size, Gap::Right)
}

/// Position after [`opening`].
pub(super) fn opened(size: usize) -> Win {
    opened_to(size, Gap::Right)
}

/// A position that the mover loses: the opponent threatens two roads.
pub(super) fn lost(size: usize, mover: Color) -> Root {
    let (own, other) = if mover == White { ("1", "2") } else { ("2", "1") };
    let mut board = Board::new(size);
    for file in 0..size - 1 {
        board.put(file, 0, other);
        board.put(file, 2, other);
    }
    board.put(size - 1, 1, own);
    board.root(mover)
}

/// One square is empty and no stack can move. A flat of the mover there ends the game, and White is
/// then ahead by `lead` flats, -5 to 5. A wall there costs the mover a flat.
pub(super) fn closing(size: usize, mover: Color, lead: i32) -> Root {
    let mut board = Board::new(size);
    let (own, wall) = if mover == White { ("1S", "2S") } else { ("2S", "1S") };
    for rank in 0..size {
        for file in 0..size {
            board.put(file, rank, if (file + rank) % 2 == 0 { own } else { wall });
        }
    }
    // All neighbors of the empty square and of the corners are walls of the opponent.
    let (last, (x, y)) = (size - 1, (1, 1));
    for (file, rank) in
        [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1), (last - 1, 0), (last, 1), (0, last - 1)]
            .into_iter()
            .chain([(1, last), (last - 1, last), (last, last - 1)])
    {
        board.put(file, rank, wall);
    }
    board.put(x, y, "");
    // Flats in four corners, or in three with a wall in the last.
    let before = if mover == White { lead - 1 } else { lead + 1 };
    let flats = if before % 2 == 0 { 4 } else { 3 };
    let white = (flats + before) / 2;
    for (index, (file, rank)) in (0..).zip([(0, 0), (last, 0), (0, last), (last, last)]) {
        let stone = match index {
            _ if index < white => "1",
            _ if index < flats => "2",
            _ => wall,
        };
        board.put(file, rank, stone);
    }
    board.root(mover)
}

/// White wins only with spreads from `b2` to `c2`, which complete the roads of both players: more
/// black stones lie under the white one than a move can carry.
pub(super) fn two_roads(size: usize) -> Root {
    let mut board = Board::new(size);
    for rank in 0..size {
        board.put(1, rank, "2");
        board.put(2, rank, if rank == 1 { "2" } else { "1" });
    }
    board.put(1, 1, &format!("{}1", "2".repeat(size)));
    board.root(White)
}

/// A quiet middlegame position. Sizes from 5 have a capstone.
pub(super) fn middle(size: usize, mover: Color) -> Root {
    if size < 5 {
        let mut board = Board::new(size);
        board.put(0, 0, "2");
        board.put(size - 1, size - 1, "1");
        board.put(1, 1, "12");
        return board.root(mover);
    }
    let mut board = Board::new(size);
    for (file, rank, stack) in [
        (0, 0, "2"),
        (size - 1, size - 1, "1"),
        (1, 1, "21"),
        (2, 1, "1"),
        (3, 1, "2"),
        (2, 2, "12S"),
        (1, 3, "1C"),
        (3, 3, "112"),
        (4, 2, "2"),
        (1, 2, "1"),
    ] {
        board.put(file, rank, stack);
    }
    board.root(mover)
}

/// White loses after every move except one that repeats the position for the third time. Returns the
/// position with the moves to it, and that move. For sizes from 4.
pub(super) fn repetition(size: usize) -> (Root, String) {
    let mut board = Board::new(size);
    for file in 0..size - 1 {
        board.put(file, 0, "2");
        board.put(file, 2, "2");
    }
    let top = size - 1;
    board.put(1, top, "1");
    board.put(top, top, "2");
    let black = [format!("{}<", square(top, top)), format!("{}>", square(top - 1, top))];
    let white = [format!("{}<", square(1, top)), format!("{}>", square(0, top))];
    // The repeated position is the first one, with Black to move.
    let once = [&*black[0], &*white[0], &*black[1], &*white[1]];
    let root = Root::tps(size, &board.tps(Black, 9)).with_moves(&[&once[..], &once[..3]].concat());
    (root, white[1].clone())
}

#[cfg(test)]
mod tests;
