//! How long a win takes.

/// A number of moves of the attacker, the winning one included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Length(u8);

impl Length {
    /// No move at all.
    pub(super) const ZERO: Self = Self(0);
    /// The winning move.
    pub(super) const ONE: Self = Self(1);
    /// The longest win that is looked for: the positions on the way to it, of both players, fit the
    /// bits of [`Ancestors`](super::state::Ancestors).
    pub(super) const LONGEST: Self = Self(60);
    /// More than any number: of a win that there is not, or of a disproof that holds for ever.
    pub(super) const NEVER: Self = Self(255);

    /// So many moves, at most the longest win.
    pub(super) fn new(moves: u32) -> Self {
        Self(moves.min(Self::LONGEST.moves()) as u8)
    }

    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The number.
    pub(super) const fn moves(self) -> u32 {
        self.0 as u32
    }

    /// Whether the number hardly limits a search.
    pub(super) const fn is_long(self) -> bool {
        self.0 > Self::LONGEST.0 / 2
    }

    /// One move more.
    pub(super) const fn longer(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// One move less.
    pub(super) const fn shorter(self) -> Self {
        if self.0 == Self::NEVER.0 { self } else { Self(self.0.saturating_sub(1)) }
    }
}
