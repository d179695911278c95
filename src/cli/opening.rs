//! Opening rules as values of flags.

use clap::ValueEnum;
use stonefall_engine::types::Opening;

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpeningName {
    /// Each player first places a flat of the opponent
    Swap,
    /// Each player first places an own flat
    NoSwap,
    /// White first places two black flats on one square
    DoubleBlackStack,
}

impl OpeningName {
    pub(super) const fn opening(self) -> Opening {
        match self {
            Self::Swap => Opening::Swap,
            Self::NoSwap => Opening::NoSwap,
            Self::DoubleBlackStack => Opening::DoubleBlackStack,
        }
    }
}
