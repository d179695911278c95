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
        Self { size, cells: vec!["x".to_owned(); size * size] }
    }

    /// A board with these stacks: file, rank, and the stack in TPS notation.
    fn of(size: usize, stacks: &[(usize, usize, &str)]) -> Self {
        let mut board = Self::new(size);
        for &(file, rank, stack) in stacks {
            board.put(file, rank, stack);
        }
        board
    }

    /// Puts a stack in TPS notation on a square.
    pub(super) fn put(&mut self, file: usize, rank: usize, stack: &str) {
        if let Some(cell) = self.cells.get_mut(rank * self.size + file) {
            stack.clone_into(cell);
        }
    }

    /// The position as TPS. Each empty square is a separate `x`.
    pub(super) fn tps(&self, mover: Color, number: usize) -> String {
        let ranks: Vec<_> = self.cells.chunks(self.size).rev().map(|rank| rank.join(",")).collect();
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
fn opening_to(size: usize, gap: Gap) -> Vec<String> {
    let file = |number: usize| if gap == Gap::Right { number } else { size - 1 - number };
    let mut moves = vec![square(file(0), size - 1), square(file(0), 0)];
    for number in 1..size - 1 {
        moves.push(square(file(number), 0));
        moves.push(square(file(number), size - 1));
    }
    moves
}

/// Position after such an opening.
pub(super) fn opened_to(size: usize, gap: Gap) -> Win {
    let root = Root::start(size).with_moves(&opening_to(size, gap));
    Win { root, square: square(gap.file(size), 0) }
}

/// The opening with the gap on the right.
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
    let last = size - 1;
    let by_square = [(0, 1), (2, 1), (1, 0), (1, 2)];
    let by_corners = [(last - 1, 0), (last, 1), (0, last - 1), (1, last), (last - 1, last)];
    for (file, rank) in by_square.into_iter().chain(by_corners).chain([(last, last - 1)]) {
        board.put(file, rank, wall);
    }
    board.put(1, 1, "x");
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
    let last = size - 1;
    let small = [(0, 0, "2"), (last, last, "1"), (1, 1, "12")];
    let large = [
        (0, 0, "2"),
        (last, last, "1"),
        (1, 1, "21"),
        (2, 1, "1"),
        (3, 1, "2"),
        (2, 2, "12S"),
        (1, 3, "1C"),
        (3, 3, "112"),
        (4, 2, "2"),
        (1, 2, "1"),
    ];
    Board::of(size, if size < 5 { &small } else { &large }).root(mover)
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

/// Checks the positions with the engine's own rules.
#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::*;
    use stonefall_engine::board::{DrawReason, Outcome, WinReason};
    use stonefall_engine::notation::parse_move;
    use stonefall_engine::types::Move;

    fn ending(root: &Root, moves: &[&str]) -> Option<Outcome> {
        let line: Vec<Move> = moves
            .iter()
            .map(|mv| parse_move(mv).unwrap_or_else(|error| panic!("{error}")))
            .collect();
        root.play_out(&line).unwrap_or_else(|error| panic!("{error}: {root:?}")).outcome
    }

    #[test]
    fn the_winning_squares_win() {
        for size in 3..=8 {
            for (win, winner) in [
                (win(size, White, Gap::Left), White),
                (win(size, White, Gap::Right), White),
                (win(size, Black, Gap::Left), Black),
                (win(size, Black, Gap::Right), Black),
                (opened(size), White),
                (opened_to(size, Gap::Left), White),
            ] {
                let outcome = Some(Outcome::Win(winner, WinReason::Road));
                assert_eq!(ending(&win.root, &[&win.square]), outcome, "{win:?}");
                assert!(win.is(&win.square) && win.is(&format!("C{}", win.square)));
            }
            let roads = two_roads(size);
            assert_eq!(ending(&roads, &["b2>"]), Some(Outcome::Win(White, WinReason::Road)));
            assert_eq!(ending(&roads, &["2b2>"]), Some(Outcome::Win(White, WinReason::Road)));
            assert_eq!(ending(&roads, &["a2"]), None);
        }
    }

    #[test]
    fn the_last_flat_ends_the_game() {
        for size in 3..=8 {
            for lead in -2..=2 {
                for mover in Color::ALL {
                    let root = closing(size, mover, lead);
                    let expected = match lead {
                        1.. => Outcome::Win(White, WinReason::Flats),
                        0 => Outcome::Draw(DrawReason::Flats),
                        _ => Outcome::Win(Black, WinReason::Flats),
                    };
                    assert_eq!(ending(&root, &["b2"]), Some(expected), "{root:?}");
                    assert!(root.legal_moves() <= 3, "{root:?}");
                    let mirrored = root.with_komi(2 * lead);
                    assert_eq!(ending(&mirrored, &["b2"]), Some(Outcome::Draw(DrawReason::Flats)));
                }
            }
        }
    }

    #[test]
    fn the_other_positions_have_their_properties() {
        for size in 3..=8 {
            for mover in Color::ALL {
                assert!(!middle(size, mover).is_over() && middle(size, mover).legal_moves() > 5);
                let root = lost(size, mover);
                let last = size - 1;
                let (one, other) = (square(last, 0), square(last, 2));
                let winner = mover.opponent();
                let outcome = Some(Outcome::Win(winner, WinReason::Road));
                assert_eq!(ending(&root, &[&one, &other]), outcome);
                assert_eq!(ending(&root, &[&other, &one]), outcome);
            }
            if size > 3 {
                let (root, mv) = repetition(size);
                assert_eq!(ending(&root, &[&mv]), None);
                assert!(!root.is_over());
            }
        }
    }
}
