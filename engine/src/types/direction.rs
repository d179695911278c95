//! The four directions a stack can move in.

/// A direction on the board, seen by White: North is towards higher ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// `+`: towards higher ranks.
    North,
    /// `>`: towards later files.
    East,
    /// `-`: towards lower ranks.
    South,
    /// `<`: towards earlier files.
    West,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// 0 to 3 in the order of [`Direction::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The inverse of [`Direction::index`]; only the two lowest bits count.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index & 3]
    }

    /// What one step adds to a square's index.
    #[must_use]
    #[inline]
    pub const fn offset(self) -> i8 {
        match self {
            Self::North => 8,
            Self::East => 1,
            Self::South => -8,
            Self::West => -1,
        }
    }

    /// The way back.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }

    /// The direction's sign in PTN.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::North => '+',
            Self::East => '>',
            Self::South => '-',
            Self::West => '<',
        }
    }

    /// The direction a PTN sign stands for.
    #[must_use]
    pub(crate) const fn from_symbol(symbol: char) -> Option<Self> {
        match symbol {
            '+' => Some(Self::North),
            '>' => Some(Self::East),
            '-' => Some(Self::South),
            '<' => Some(Self::West),
            _ => None,
        }
    }
}
