//! One table: what a board size decides.

use thiserror::Error;

/// The smallest board.
pub const MIN_SIZE: usize = 3;
/// The largest board.
pub const MAX_SIZE: usize = 8;

/// Pieces that a player has not placed yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reserve {
    /// Stones, to be placed as flats or walls.
    pub stones: u8,
    /// Capstones.
    pub capstones: u8,
}

impl Reserve {
    const STANDARD: [Self; MAX_SIZE + 1] = [
        Self::new(0, 0),
        Self::new(0, 0),
        Self::new(0, 0),
        Self::new(10, 0),
        Self::new(15, 0),
        Self::new(21, 1),
        Self::new(30, 1),
        Self::new(40, 2),
        Self::new(50, 2),
    ];

    /// So many stones and capstones.
    #[must_use]
    pub const fn new(stones: u8, capstones: u8) -> Self {
        Self { stones, capstones }
    }

    /// The standard pieces of each player for a board size from 3 to 8; nothing for other sizes.
    #[must_use]
    pub const fn standard(size: usize) -> Self {
        if size <= MAX_SIZE { Self::STANDARD[size] } else { Self::new(0, 0) }
    }

    /// Stones and capstones together.
    #[must_use]
    #[inline(always)]
    pub const fn total(self) -> usize {
        self.stones as usize + self.capstones as usize
    }
}

/// The most stones one spread may carry: the size of the board.
#[must_use]
pub const fn carry_limit(size: usize) -> usize {
    size
}

/// The most pieces, of both players together, that a board of this size can hold: what fits the
/// words that stacks are kept in.
#[must_use]
pub const fn stone_limit(size: usize) -> usize {
    if size <= 6 { 64 } else { 128 }
}

/// A board size outside 3 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a board size from {MIN_SIZE} to {MAX_SIZE}, found {0}")]
pub struct SizeError(pub usize);

/// The size itself if it is one that Tak is played on.
///
/// # Errors
/// If it is not from 3 to 8.
pub const fn check_size(size: usize) -> Result<usize, SizeError> {
    if size >= MIN_SIZE && size <= MAX_SIZE { Ok(size) } else { Err(SizeError(size)) }
}

/// Runs code with a run-time board size as the constant that boards are built on; the only place
/// that tells the six sizes apart. `Err(SizeError)` for a size that Tak is not played on.
///
/// ```
/// use stonefall_engine::{board::Position, sized, types::Rules};
///
/// let moves = sized!(5, N => Position::<N>::start(Rules::standard(N)).count_moves());
/// assert_eq!(moves, Ok(25));
/// ```
#[macro_export]
macro_rules! sized {
    ($size:expr, $n:ident => $body:expr) => {
        $crate::sized!(@match $size, $n, $body, 3 4 5 6 7 8)
    };
    (@match $size:expr, $n:ident, $body:expr, $($literal:literal)*) => {
        match $size {
            $(
                $literal => {
                    const $n: usize = $literal;
                    Ok($body)
                }
            )*
            other => Err($crate::types::SizeError(other)),
        }
    };
}

pub use crate::sized;
