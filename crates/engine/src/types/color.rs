//! The two players.

use std::ops::{Index, IndexMut, Not};

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
