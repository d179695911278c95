//! Construction of positions from their stones, their images, and keys from scratch.

use super::{Head, Position, Stacks, keys};
use crate::types::{
    ByColor, Color, Direction, Move, MoveKind, Piece, Reserve, Rules, RulesError, Square, Stack,
};
use thiserror::Error;

/// The stack of one square, to set up a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareSetup {
    /// The square of the stack.
    pub square: Square,
    /// The owners of the stones, the lowest first; never empty.
    pub stones: Vec<Color>,
    /// The kind of the top stone.
    pub top: Piece,
}

/// An impossible set of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Invalid rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A square outside the board.
    #[error("{square} is not on a {size}x{size} board")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: usize,
    },
    /// More pieces than a player has.
    #[error("expected at most {limit} {name} of {color}, found {found}", name = if matches!(.piece, Piece::Capstone) { "capstones" } else { "stones" }, color = .color.name())]
    TooMany {
        /// The owner.
        color: Color,
        /// [`Piece::Capstone`], or [`Piece::Flat`] for stones of both kinds.
        piece: Piece,
        /// Number of pieces that the player has.
        limit: u8,
        /// Number of pieces on the board.
        found: usize,
    },
}

impl<const N: usize> Position<N> {
    /// Sets up a position with these stacks. All other squares are empty, and all other pieces are in the reserves.
    ///
    /// The position is in the opening at move 1, whatever stones it has, unless a player lacks the flats for it.
    ///
    /// # Errors
    /// If the rules are invalid for this size, a square is not on the board, or a player has too many pieces.
    pub fn set_up(
        squares: &[SquareSetup],
        to_move: Color,
        move_number: u32,
        rules: Rules,
    ) -> Result<Self, SetupError> {
        rules.check(N)?;
        let mut position = Self {
            head: Head {
                to_move,
                ply: move_number.saturating_sub(1).min(u32::MAX / 4) * 2 + to_move as u32,
                ..Self::start(rules).head
            },
            stacks: Stacks::default(),
            rules,
        };
        let mut found = ByColor::<[usize; 2]>::default();
        for SquareSetup { square, stones, top } in squares {
            let Some((&owner, below)) = stones.split_last() else { continue };
            if !square.is_on(N) {
                return Err(SetupError::OffBoard { square: *square, size: N });
            }
            for &color in below {
                found[color][0] += 1;
            }
            found[owner][usize::from(*top == Piece::Capstone)] += 1;
            // Check the count first, because a stack beyond the limit does not fit its word.
            position.head.reserves = reserves(&rules, &found)?;
            position.put(*square, owner, *top, below);
        }
        position.head.opening_plies = position.plies_to_open();
        position.head.key = position.key_from_scratch();
        Ok(position)
    }

    fn put(&mut self, square: Square, owner: Color, top: Piece, below: &[Color]) {
        let bit = square.bitboard();
        let captives = below.iter().fold(Stack::NONE, |stack, &color| stack.push(color));
        self.stacks.set(square, captives);
        self.head.owned[owner] |= bit;
        match top {
            Piece::Flat => {}
            Piece::Wall => self.head.walls |= bit,
            Piece::Capstone => self.head.capstones |= bit,
        }
        if !captives.is_empty() {
            self.head.tall |= bit;
        }
    }

    /// The plies of move 1 that are not yet played; none if the reserves lack the flats for one of them.
    pub(super) fn plies_to_open(&self) -> u8 {
        let opening = self.rules.opening;
        let can_play = |ply: u32| {
            let owner = opening.owner(Color::from_bit(ply.into()));
            self.reserve(owner).stones >= opening.stones(ply)
        };
        let plies = self.ply()..2;
        if plies.clone().all(can_play) { plies.len() as u8 } else { 0 }
    }

    /// The stacks of the position, as for [`Position::set_up`].
    pub fn squares(&self) -> Vec<SquareSetup> {
        self.occupied()
            .filter_map(|square| {
                let (owner, top) = self.top(square)?;
                let mut stones: Vec<_> = self.captives(square).iter().collect();
                stones.reverse();
                stones.push(owner);
                Some(SquareSetup { square, stones, top })
            })
            .collect()
    }

    /// The key computed from all stones: the slow twin of [`Position::key`].
    pub fn key_from_scratch(&self) -> u64 {
        let stones = self.image_key(Symmetry::ALL[0]);
        if self.opening_plies() > 0 { stones ^ keys::OPENING } else { stones }
    }

    /// Hashes of the stones and the side to move, whether in the opening or not, for each of [`Symmetry::ALL`].
    pub fn image_keys(&self) -> [u64; 8] {
        Symmetry::ALL.map(|symmetry| self.image_key(symmetry))
    }

    fn image_key(&self, symmetry: Symmetry) -> u64 {
        let mut key = match self.to_move() {
            Color::White => 0,
            Color::Black => keys::black_to_move(),
        };
        for square in self.occupied() {
            let image = symmetry.square(square, N);
            if let Some((color, piece)) = self.top(square) {
                key ^= keys::top(color, piece, image);
            }
            key ^= keys::captives::<N>(image, self.captives(square));
        }
        key
    }

    /// The same position with other rules.
    ///
    /// # Errors
    /// If the board has more stones than the rules provide.
    pub fn with_rules(&self, rules: Rules) -> Result<Self, SetupError> {
        self.rebuilt(&self.squares(), rules)
    }

    /// Sets up a position with the same move number and reversible plies.
    fn rebuilt(&self, squares: &[SquareSetup], rules: Rules) -> Result<Self, SetupError> {
        let mut position = Self::set_up(squares, self.to_move(), self.move_number(), rules)?;
        position.head.reversible = self.head.reversible;
        Ok(position)
    }
}

/// The reserves when `found` stones and capstones of each player are on the board.
fn reserves(rules: &Rules, found: &ByColor<[usize; 2]>) -> Result<ByColor<Reserve>, SetupError> {
    let mut reserves = rules.pieces;
    for color in Color::ALL {
        let [stones, capstones] = found[color];
        let reserve = &mut reserves[color];
        for (left, piece, found) in [
            (&mut reserve.stones, Piece::Flat, stones),
            (&mut reserve.capstones, Piece::Capstone, capstones),
        ] {
            let limit = *left;
            if found > limit as usize {
                return Err(SetupError::TooMany { color, piece, limit, found });
            }
            *left -= found as u8;
        }
    }
    Ok(reserves)
}

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
        self.rebuilt(&squares, *self.rules())
    }
}
