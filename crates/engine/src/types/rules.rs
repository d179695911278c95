//! The rules that can differ between games.

use super::{ByColor, Color, Reserve, RuleSet, SizeError, check_size, stone_limit};
use std::fmt;
use thiserror::Error;

/// Komi in half flats: added to Black's flat count, or to White's if negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct HalfKomi(i8);

impl HalfKomi {
    /// No komi.
    pub const ZERO: Self = Self(0);
    /// The largest komi, ten flats. The smallest is its negative.
    pub const MAX: i32 = 20;

    /// A komi of `half_flats` half flats.
    ///
    /// # Errors
    /// If the komi is not from -20 to 20.
    pub const fn new(half_flats: i32) -> Result<Self, RulesError> {
        if half_flats >= -Self::MAX && half_flats <= Self::MAX {
            Ok(Self(half_flats as i8))
        } else {
            Err(RulesError::Komi(half_flats))
        }
    }

    /// Half flats in Black's favor.
    #[inline(always)]
    pub const fn half_flats(self) -> i32 {
        self.0 as i32
    }

    /// The komi of the game with the colors exchanged.
    #[must_use]
    pub(crate) const fn negated(self) -> Self {
        Self(-self.0)
    }
}

/// In flats, as in the PTN tag `Komi`: `2`, `2.5`, `-0.5`.
impl fmt::Display for HalfKomi {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(out, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

/// How the first two plies are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Opening {
    /// Each player first places a flat of the other's color: the rule of Tak.
    #[default]
    Swap,
    /// Each player first places a flat of their own.
    NoSwap,
    /// White first places two black flats on one square, then Black a white flat.
    DoubleBlackStack,
}

impl Opening {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Swap, Self::NoSwap, Self::DoubleBlackStack];

    /// The value of PTN's `Opening` tag.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::NoSwap => "no-swap",
            Self::DoubleBlackStack => "double black stack",
        }
    }

    /// The owner of the flat that `mover` places in the first two plies.
    pub const fn owner(self, mover: Color) -> Color {
        match self {
            Self::NoSwap => mover,
            Self::Swap | Self::DoubleBlackStack => mover.opponent(),
        }
    }
}

/// The rules of a game. They are not part of a position's key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Komi.
    pub half_komi: HalfKomi,
    /// The rule for the first two plies.
    pub opening: Opening,
    /// The pieces each player starts with.
    pub pieces: ByColor<Reserve>,
    /// Number of consecutive plies without a placement or a flattened wall that draws the game; 0 for no such
    /// rule (PlayTak has 50).
    pub reversible_plies: u16,
}

impl Rules {
    /// The standard game on a board of this size: no komi, opening by swap, standard pieces.
    pub const fn standard(size: usize) -> Self {
        Self {
            half_komi: HalfKomi::ZERO,
            opening: Opening::Swap,
            pieces: ByColor::new(Reserve::standard(size), Reserve::standard(size)),
            reversible_plies: 0,
        }
    }

    /// The same rules with another komi.
    #[must_use]
    pub const fn with_komi(mut self, half_komi: HalfKomi) -> Self {
        self.half_komi = half_komi;
        self
    }

    /// Checks that the pieces fit a board of this size.
    ///
    /// # Errors
    /// If the size is not from 3 to 8, a player has no stone or more than five capstones, or both have more
    /// than [`stone_limit`] pieces together.
    pub fn check(&self, size: usize) -> Result<(), RulesError> {
        check_size(size)?;
        for color in Color::ALL {
            let pieces = self.pieces[color];
            if pieces.stones == 0 {
                return Err(RulesError::NoStones(color));
            }
            if pieces.capstones > 5 {
                return Err(RulesError::Capstones(pieces.capstones));
            }
        }
        let found = Color::ALL.iter().map(|&color| self.pieces[color].total()).sum();
        let limit = stone_limit(size);
        if found > limit {
            return Err(RulesError::Pieces { size, limit, found });
        }
        Ok(())
    }
}

/// Invalid rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    /// Unknown board size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Komi out of range.
    #[error("expected a half-komi from -20 to 20, found {0}")]
    Komi(i32),
    /// A player without stones.
    #[error("expected at least 1 stone for {}, found 0", .0.name())]
    NoStones(Color),
    /// Too many capstones.
    #[error("expected at most 5 capstones for each player, found {0}")]
    Capstones(u8),
    /// A board size that a variant does not allow.
    #[error("expected a board {} for the rules {}, found {found}x{found}", boards(*.set), .set.name())]
    Set {
        /// The variant.
        set: RuleSet,
        /// The size of the board.
        found: usize,
    },
    /// Too many pieces.
    #[error("expected at most {limit} pieces of both players on {size}x{size}, found {found}")]
    Pieces {
        /// Board size.
        size: usize,
        /// Maximum number of pieces.
        limit: usize,
        /// Number of pieces.
        found: usize,
    },
}

/// The board sizes of a variant in words.
fn boards(set: RuleSet) -> String {
    let (first, last) = set.sizes().into_inner();
    if first == last {
        format!("of {first}x{first}")
    } else {
        format!("from {first}x{first} to {last}x{last}")
    }
}
