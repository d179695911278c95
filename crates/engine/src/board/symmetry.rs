//! The eight symmetries of a board, and the exchange of colors.

use super::{Position, SetupError, SquareSetup};
use crate::types::{ByColor, Direction, Move, MoveKind, Rules, Square};

/// One of the eight rotations and reflections of a square board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All symmetries, the identity first.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The image of a square on a board of this size.
    pub const fn square(self, square: Square, size: usize) -> Square {
        let (mut file, mut rank) = (square.file(), square.rank());
        if self.0 & 1 != 0 {
            file = size - 1 - file;
        }
        if self.0 & 2 != 0 {
            rank = size - 1 - rank;
        }
        if self.0 & 4 != 0 {
            (file, rank) = (rank, file);
        }
        Square::new(file, rank)
    }

    /// Replaces the squares by their images. (In a generic function this would be much code for each size.)
    #[inline(never)]
    fn turn(self, squares: &mut [SquareSetup], size: usize) {
        for setup in squares {
            setup.square = self.square(setup.square, size);
        }
    }

    /// The image of a direction.
    pub const fn direction(self, direction: Direction) -> Direction {
        let mirrored = match direction {
            Direction::East | Direction::West if self.0 & 1 != 0 => direction.opposite(),
            Direction::North | Direction::South if self.0 & 2 != 0 => direction.opposite(),
            kept => kept,
        };
        if self.0 & 4 == 0 {
            return mirrored;
        }
        match mirrored {
            Direction::North => Direction::East,
            Direction::East => Direction::North,
            Direction::South => Direction::West,
            Direction::West => Direction::South,
        }
    }

    /// The image of a move on a board of this size.
    pub const fn mv(self, mv: Move, size: usize) -> Move {
        let square = self.square(mv.square(), size);
        match mv.kind() {
            MoveKind::Place(piece) => Move::place(square, piece),
            MoveKind::Spread(direction, pattern) => {
                Move::spread(square, self.direction(direction), pattern)
            }
        }
    }
}

impl<const N: usize> Position<N> {
    /// The rotated or reflected position.
    ///
    /// # Errors
    /// Only for an invalid position.
    pub fn image(&self, symmetry: Symmetry) -> Result<Self, SetupError> {
        let mut squares = self.squares();
        symmetry.turn(&mut squares, N);
        self.rebuilt(&squares, self.to_move(), *self.rules())
    }

    /// The position with exchanged colors of stones, turn, reserves and komi.
    ///
    /// # Errors
    /// Only for a position in the opening, or an invalid one.
    pub fn colors_swapped(&self) -> Result<Self, SetupError> {
        let mut squares = self.squares();
        for stone in squares.iter_mut().flat_map(|setup| &mut setup.stones) {
            *stone = !*stone;
        }
        let ByColor([white, black]) = self.rules.pieces;
        let rules = Rules {
            half_komi: self.rules.half_komi.negated(),
            pieces: ByColor::new(black, white),
            ..self.rules
        };
        self.rebuilt(&squares, !self.to_move(), rules)
    }
}
