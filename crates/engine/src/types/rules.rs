//! The rules that can differ between games: komi, opening, pieces by board size, and named variants (`docs/customs.md`).

use super::{ByColor, Color};
use std::fmt;
use std::ops::RangeInclusive;
use thiserror::Error;

/// Komi in half flats: added to Black's flat count, or to White's if negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct HalfKomi(i8);

impl HalfKomi {
    /// No komi.
    pub const ZERO: Self = Self(0);
    /// Komi of games for which nobody chooses one: two flats. TEI and the book's puzzles have no komi instead.
    pub const USUAL: Self = Self(4);
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

    /// Number of stones that a ply of the opening places on its square. White's is ply 0.
    pub(crate) fn stones(self, ply: u32) -> u8 {
        if self == Self::DoubleBlackStack && ply == 0 { 2 } else { 1 }
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

/// The smallest board.
pub const MIN_SIZE: usize = 3;
/// The largest board.
pub const MAX_SIZE: usize = 8;
/// The board of games for which nobody chooses one.
pub const USUAL_SIZE: usize = 6;

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

/// Whether names are equal in any case, without spaces, hyphens and underscores.
///
/// ```
/// use stonefall_engine::types::is_same_word;
///
/// assert!(is_same_word("DoubleBlackStack", "double black-stack") && !is_same_word("Swap", "No swap"));
/// ```
pub fn is_same_word(one: &str, other: &str) -> bool {
    let letters = |text: &str| {
        let letters = text.chars().filter(|at| !matches!(at, ' ' | '-' | '_'));
        letters.map(|letter| letter.to_ascii_lowercase()).collect::<String>()
    };
    letters(one) == letters(other)
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

/// A named variant of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub enum RuleSet {
    /// The standard game.
    #[default]
    Standard,
    /// Own first stones, one capstone; Black wins a drawn count.
    Modegan,
    /// The quiet game: 22 stones and no capstone on 5x5.
    Ademre22,
    /// The same with 24 stones.
    Ademre24,
    /// 7x7 with one capstone.
    SevenOneCap,
    /// 7x7 with two capstones.
    SevenTwoCaps,
}

impl RuleSet {
    /// All variants, the standard game first.
    pub const ALL: [Self; 6] = [
        Self::Standard,
        Self::Modegan,
        Self::Ademre22,
        Self::Ademre24,
        Self::SevenOneCap,
        Self::SevenTwoCaps,
    ];

    /// The names in the order of [`RuleSet::ALL`].
    pub const NAMES: [&str; 6] =
        ["Standard", "Modegan", "Ademre22", "Ademre24", "SevenOneCap", "SevenTwoCaps"];

    /// The name, which is one word.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// A description in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Standard => "the standard game, on any board",
            Self::Modegan => {
                "4x4 to 6x6: own first stones, one capstone each, Black wins a drawn count"
            }
            Self::Ademre22 => "5x5 with 22 stones each and no capstone",
            Self::Ademre24 => "5x5 with 24 stones each and no capstone",
            Self::SevenOneCap => "7x7 with 40 stones and one capstone each",
            Self::SevenTwoCaps => "7x7 with 40 stones and two capstones each",
        }
    }

    /// The variant with this name ([`is_same_word`]).
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| is_same_word(set.name(), name))
    }

    /// The board sizes of the variant.
    pub const fn sizes(self) -> RangeInclusive<usize> {
        match self {
            Self::Standard => 3..=8,
            Self::Modegan => 4..=6,
            Self::Ademre22 | Self::Ademre24 => 5..=5,
            Self::SevenOneCap | Self::SevenTwoCaps => 7..=7,
        }
    }

    /// Whether this is the standard game.
    pub fn is_standard(&self) -> bool {
        *self == Self::Standard
    }

    /// The default board size: `usual` if the variant allows it, otherwise the nearest allowed size.
    pub fn board(self, usual: usize) -> usize {
        let sizes = self.sizes();
        usual.clamp(*sizes.start(), *sizes.end())
    }

    const fn pieces(self, size: usize) -> Reserve {
        let standard = Reserve::standard(size);
        match self {
            Self::Standard => standard,
            Self::Modegan | Self::SevenOneCap => Reserve::new(standard.stones, 1),
            Self::Ademre22 => Reserve::new(22, 0),
            Self::Ademre24 => Reserve::new(24, 0),
            Self::SevenTwoCaps => Reserve::new(standard.stones, 2),
        }
    }

    /// Applies the variant to `rules`: its pieces and, in Modegan, the opening and half a flat more komi if the
    /// count could be drawn.
    ///
    /// # Errors
    /// If the variant does not allow this size, or the komi becomes too large.
    pub fn apply(self, size: usize, rules: Rules) -> Result<Rules, RulesError> {
        if !self.sizes().contains(&size) {
            return Err(RulesError::Set { set: self, found: size });
        }
        let pieces = self.pieces(size);
        let mut rules = Rules { pieces: ByColor::new(pieces, pieces), ..rules };
        if self == Self::Modegan {
            rules.opening = Opening::NoSwap;
            let half_flats = rules.half_komi.half_flats();
            if half_flats % 2 == 0 {
                rules.half_komi = HalfKomi::new(half_flats + 1)?;
            }
        }
        Ok(rules)
    }
}

impl Rules {
    /// The PTN tags, besides `Size`, that describe these rules. Standard values have no tag.
    pub fn tags(&self, size: usize) -> Vec<(&'static str, String)> {
        const NAMES: ByColor<[&str; 2]> = ByColor::new(["Flats1", "Caps1"], ["Flats2", "Caps2"]);
        let mut tags = Vec::new();
        if self.half_komi != HalfKomi::ZERO {
            tags.push(("Komi", self.half_komi.to_string()));
        }
        if self.opening != Opening::Swap {
            tags.push(("Opening", self.opening.name().to_owned()));
        }
        let standard = Reserve::standard(size);
        let [white, black] = self.pieces.0;
        let mut count = |names: [&'static str; 2], pieces: Reserve| {
            if pieces.stones != standard.stones {
                tags.push((names[0], pieces.stones.to_string()));
            }
            if pieces.capstones != standard.capstones {
                tags.push((names[1], pieces.capstones.to_string()));
            }
        };
        if white == black {
            count(["Flats", "Caps"], white);
        } else {
            for color in Color::ALL {
                count(NAMES[color], self.pieces[color]);
            }
        }
        tags
    }
}
