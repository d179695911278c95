//! A square of the board.

use super::{Bitboard, Direction};
use std::fmt;
use std::ops::{Index, IndexMut};

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
