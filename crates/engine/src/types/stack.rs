//! The stones of one square.

use super::Color;

/// The colors of a stack's *captives*: every stone below the top one.
///
/// The position's bitboards hold the top stone, so that a placement changes no stack. Bit 0 is the stone just
/// below the top, 0 for White and 1 for Black; a sentinel 1 follows the bit of the lowest stone. Therefore the
/// value 1 means no captives, and 127 captives fill the word.
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
    #[inline(always)]
    pub const fn len(self) -> usize {
        127 - self.0.leading_zeros() as usize
    }

    /// Whether there are no captives.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// Number of Black's captives in the stack.
    #[inline(always)]
    pub const fn black(self) -> usize {
        self.0.count_ones() as usize - 1
    }

    /// Number of captives that belong to a player.
    #[inline(always)]
    pub const fn count(self, color: Color) -> usize {
        match color {
            Color::Black => self.black(),
            Color::White => self.len() - self.black(),
        }
    }

    /// Adds a stone just below the top.
    #[must_use]
    #[inline(always)]
    pub const fn push(self, color: Color) -> Self {
        Self(self.0 << 1 | color as u128)
    }

    /// The captives from top to bottom.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Color> {
        (0..self.len()).map(move |depth| Color::from_bit((self.0 >> depth) as u64))
    }
}
