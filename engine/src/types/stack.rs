//! The stones of one square.

use super::Color;

/// The colors of a stack's *captives*: every stone below the top one.
///
/// The top stone lives in the position's bitboards, so placing a stone touches no stack. Bit 0 is
/// the stone just under the top, 0 for White and 1 for Black; a sentinel 1 stands above the lowest
/// stone. No captives is therefore the value 1, and 127 captives fill the word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack(pub(crate) u128);

impl Default for Stack {
    fn default() -> Self {
        Self::NONE
    }
}

impl Stack {
    /// No captives.
    pub const NONE: Self = Self(1);

    /// Number of captives.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> usize {
        127 - self.0.leading_zeros() as usize
    }

    /// Whether there are no captives.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The colors as bits, the stone just under the top first, without the sentinel.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0 ^ (1 << self.len())
    }

    /// How many captives are Black's.
    #[must_use]
    #[inline(always)]
    pub const fn black(self) -> usize {
        self.0.count_ones() as usize - 1
    }

    /// How many captives belong to a player.
    #[must_use]
    #[inline(always)]
    pub const fn count(self, color: Color) -> usize {
        match color {
            Color::Black => self.black(),
            Color::White => self.len() - self.black(),
        }
    }

    /// Adds a stone directly under the top, on the captives that are already there.
    #[must_use]
    #[inline(always)]
    pub const fn push(self, color: Color) -> Self {
        Self(self.0 << 1 | color as u128)
    }

    /// The captives from just under the top downwards.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Color> {
        (0..self.len()).map(move |depth| Color::from_bit((self.0 >> depth) as u64))
    }

    /// The captive `depth` stones under the top one, counted from 0.
    #[must_use]
    #[inline]
    pub const fn get(self, depth: usize) -> Option<Color> {
        if depth < self.len() { Some(Color::from_bit((self.0 >> depth) as u64)) } else { None }
    }
}
