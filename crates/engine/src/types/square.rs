//! Squares, and sets of squares.

use super::Direction;
use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not, Sub,
};

/// A square, numbered `8 * rank + file` at every board size: a1 is 0, b1 is 1, a2 is 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares of the largest board.
    pub const COUNT: usize = 64;

    /// The square on a zero-based `file` and `rank`, each below 8. Higher bits are ignored.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Self {
        Self(((rank & 7) * 8 + (file & 7)) as u8)
    }

    /// The square with this number. Higher bits than the lowest six are ignored.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self((index & 63) as u8)
    }

    /// The square's number.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Zero-based column: 0 for the a-file.
    #[inline]
    pub const fn file(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Zero-based row: 0 for the first rank.
    #[inline]
    pub const fn rank(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// The set of only this square.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// Whether the square is on a board of `size` by `size`.
    #[inline]
    pub(crate) const fn is_on(self, size: usize) -> bool {
        self.file() < size && self.rank() < size
    }

    /// The next square in a direction. Wraps at the edge.
    #[must_use]
    #[inline(always)]
    pub const fn step(self, direction: Direction) -> Self {
        Self(self.0.wrapping_add_signed(direction.offset()) & 63)
    }

    /// The square a number of steps ahead. Wraps at the edge.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn ahead(self, direction: Direction, steps: usize) -> Self {
        Self((self.0 as isize + direction.offset() as isize * steps as isize) as u8 & 63)
    }

    /// The square `steps` away, or `None` beyond the edge of a board of this size.
    #[inline]
    pub const fn neighbor(self, direction: Direction, steps: usize, size: usize) -> Option<Self> {
        if self.distance_to_edge(direction, size) < steps {
            return None;
        }
        Some(self.ahead(direction, steps))
    }

    /// Number of squares between this one and the edge in a direction.
    #[inline]
    pub(crate) const fn distance_to_edge(self, direction: Direction, size: usize) -> usize {
        match direction {
            Direction::North => size - 1 - self.rank(),
            Direction::East => size - 1 - self.file(),
            Direction::South => self.rank(),
            Direction::West => self.file(),
        }
    }

    /// All squares of a board of this size, a1 first, rank by rank.
    #[inline]
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        (0..size).flat_map(move |rank| (0..size).map(move |file| Self::new(file, rank)))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl<T> Index<Square> for [T; 64] {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self[square.index()]
    }
}

impl<T> IndexMut<Square> for [T; 64] {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self[square.index()]
    }
}

/// A set of squares. At every board size, bit `8 * rank + file` represents a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All squares of a board of this size.
    #[inline]
    pub const fn board(size: usize) -> Self {
        let row = (1u64 << size) - 1;
        let mut bits = 0;
        let mut rank = 0;
        while rank < size {
            bits |= row << (8 * rank);
            rank += 1;
        }
        Self(bits)
    }

    /// A rank, counted from 0, of a board of this size.
    #[inline]
    pub const fn rank(rank: usize, size: usize) -> Self {
        Self(((1 << size) - 1) << (8 * rank))
    }

    /// A file, counted from 0, of a board of this size.
    #[inline]
    pub const fn file(file: usize, size: usize) -> Self {
        Self((FILE_A << file) & Self::board(size).0)
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least one square.
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Number of squares in the set.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Adds a square to the set or removes it.
    #[inline(always)]
    pub(crate) const fn assign(&mut self, square: Square, member: bool) {
        self.0 = self.0 & !(1 << square.index()) | (member as u64) << square.index();
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The lowest square of the set.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The set moved one step north. Squares beyond rank 8 are dropped.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// The set moved one step south.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// The set moved one step east. Squares beyond the h-file are dropped.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn east(self) -> Self {
        Self((self.0 & !FILE_H) << 1)
    }

    /// The set moved one step west.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn west(self) -> Self {
        Self((self.0 & !FILE_A) >> 1)
    }

    /// All squares next to a square of the set. Some may lie beyond a smaller board.
    #[must_use]
    #[inline(always)]
    pub const fn neighbors(self) -> Self {
        Self(self.north().0 | self.south().0 | self.east().0 | self.west().0)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

/// Implements an operator and its assigning form on the bits.
macro_rules! operator {
    ($trait:ident::$method:ident, $assign:ident::$assign_method:ident, $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }

        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}

operator!(BitAnd::bitand, BitAndAssign::bitand_assign, &);
operator!(BitOr::bitor, BitOrAssign::bitor_assign, |);
operator!(BitXor::bitxor, BitXorAssign::bitxor_assign, ^);

/// The set difference.
impl Sub for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The complement, including squares beyond a smaller board.
impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(*self).finish()
    }
}
