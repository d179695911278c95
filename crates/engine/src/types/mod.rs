//! The terms of the game: small `Copy` values that all layers share.

mod moves;
mod rules;
mod square;

use std::ops::{Index, IndexMut, Not};

pub use square::Bitboard;

pub use moves::{Move, MoveKind, Pattern};

pub use moves::Stack;
pub use rules::{HalfKomi, Opening, Rules, RulesError};
pub use rules::{
    MAX_SIZE, MIN_SIZE, Reserve, SizeError, USUAL_SIZE, check_size, sized, stone_limit,
};
pub use rules::{RuleSet, is_same_word};
pub use square::Square;

/// A player. White moves first; in PTN and TPS White is player 1, Black player 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Color {
    /// Player 1.
    White,
    /// Player 2.
    Black,
}

impl Color {
    /// Both players, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// White for an even number, Black for an odd one.
    #[inline]
    pub const fn from_bit(bit: u64) -> Self {
        if bit & 1 == 0 { Self::White } else { Self::Black }
    }

    /// The other player.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The player's English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.opponent()
    }
}

/// One value for each player, indexed by [`Color`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// The pair `(white, black)`.
    #[inline]
    pub const fn new(white: T, black: T) -> Self {
        Self([white, black])
    }

    /// Builds both values with `make`.
    #[inline]
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> Self {
        Self([make(Color::White), make(Color::Black)])
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

/// The top piece of a square. All stones below it are flats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Piece {
    /// A flat stone: counts for roads and for the flat count; can be captured.
    Flat,
    /// A wall (standing stone): blocks roads; only a lone capstone flattens it.
    Wall,
    /// A capstone: counts for roads, not for flats; cannot be captured.
    Capstone,
}

impl Piece {
    /// All kinds of piece.
    pub const ALL: [Self; 3] = [Self::Flat, Self::Wall, Self::Capstone];

    /// 0 for a flat, 1 for a wall, 2 for a capstone.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A direction on the board as White sees it: North is toward higher ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// `+`: toward higher ranks.
    North,
    /// `>`: toward later files.
    East,
    /// `-`: toward lower ranks.
    South,
    /// `<`: toward earlier files.
    West,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// 0 to 3 in the order of [`Direction::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The inverse of [`Direction::index`]. Higher bits than the lowest two are ignored.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index & 3]
    }

    /// The change of a square's index in one step.
    #[inline]
    pub const fn offset(self) -> i8 {
        match self {
            Self::North => 8,
            Self::East => 1,
            Self::South => -8,
            Self::West => -1,
        }
    }

    /// The opposite direction.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }

    /// The PTN symbol.
    pub const fn symbol(self) -> char {
        match self {
            Self::North => '+',
            Self::East => '>',
            Self::South => '-',
            Self::West => '<',
        }
    }

    /// The direction with this PTN symbol.
    pub(crate) fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.symbol() == symbol)
    }
}
