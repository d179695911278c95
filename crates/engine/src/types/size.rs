//! Board sizes, and the pieces that come with each.

use thiserror::Error;

/// The smallest board.
pub const MIN_SIZE: usize = 3;
/// The largest board.
pub const MAX_SIZE: usize = 8;

/// Pieces that a player has not placed yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Reserve {
    /// Stones for flats and walls.
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

    /// A reserve of `stones` stones and `capstones` capstones.
    pub const fn new(stones: u8, capstones: u8) -> Self {
        Self { stones, capstones }
    }

    /// The standard pieces of each player for a board size from 3 to 8; none for other sizes.
    pub const fn standard(size: usize) -> Self {
        if size <= MAX_SIZE { Self::STANDARD[size] } else { Self::new(0, 0) }
    }

    /// Stones and capstones together.
    #[inline(always)]
    pub const fn total(self) -> usize {
        self.stones as usize + self.capstones as usize
    }
}

/// The maximum number of pieces of both players on a board of this size: a stack of all of them fits a
/// [`Stack`](super::Stack).
pub const fn stone_limit(size: usize) -> usize {
    if size <= 6 { 64 } else { 128 }
}

/// A board size outside 3 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a board size from {MIN_SIZE} to {MAX_SIZE}, found {0}")]
pub struct SizeError(pub usize);

/// Checks a board size and returns it.
///
/// # Errors
/// If the size is not from 3 to 8.
pub const fn check_size(size: usize) -> Result<usize, SizeError> {
    if size >= MIN_SIZE && size <= MAX_SIZE { Ok(size) } else { Err(SizeError(size)) }
}

/// Runs code with a run-time board size as a constant. This is the only place that distinguishes the six sizes.
/// Evaluates to `Err(SizeError)` for other sizes.
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
