//! The four directions a stack can move in.

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
