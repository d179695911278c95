//! The three kinds of piece that can stand on top of a stack.

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

    /// Whether the piece is part of a road of its owner.
    #[inline]
    pub const fn is_road(self) -> bool {
        !matches!(self, Self::Wall)
    }
}
