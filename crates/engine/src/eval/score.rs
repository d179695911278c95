//! Scores: inner units in the search; centi-flats and chances of a win elsewhere.

use crate::types::HalfKomi;
use std::ops::{Add, Neg, Sub};

/// The deepest ply of a search, and therefore the longest win that it can announce.
pub const MAX_PLY: usize = 250;

/// Meaning of the inner units of a board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// Inner units of one flat.
    pub flat: i32,
    /// Inner units that turn even chances into 73 %.
    pub spread: i32,
    /// Half the width of the range of scores of drawn games, in inner units.
    pub draw: i32,
}

/// The scale of a board size from 3 to 8, fitted to self-play games on 4x4 to 7x7.
pub const fn scale(size: usize) -> Scale {
    let [flat, spread, draw] = match size {
        ..=3 => [100, 200, 10],
        4 => [224, 145, 93],
        5 => [190, 155, 37],
        6 => [157, 196, 33],
        7 => [115, 189, 23],
        _ => [116, 198, 20],
    };
    Scale { flat, spread, draw }
}

/// A score of the side to move, in inner units of the search.
///
/// A win in `p` plies is `WIN - p`. A score nearer to zero than [`Score::WIN_BOUND`] is an estimate. All scores fit
/// 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    /// An even position, or a draw.
    pub const DRAW: Self = Self(0);
    /// A won game.
    pub const WIN: Self = Self(32_000);
    /// Larger than all scores.
    pub const INFINITE: Self = Self(32_500);
    /// Minimum score of a win.
    pub const WIN_BOUND: Self = Self(Self::WIN.0 - MAX_PLY as i32 - 1);
    /// The largest estimate; see [`Score::estimate`].
    pub const MAX_ESTIMATE: Self = Self(Self::WIN_BOUND.0 - 1);

    /// A win in `plies` plies.
    #[inline]
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// A loss in `plies` plies.
    #[inline]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - Self::WIN.0)
    }

    /// An estimate, limited to the range below proven results.
    #[inline(always)]
    pub fn estimate(units: i32) -> Self {
        Self(units.clamp(-Self::MAX_ESTIMATE.0, Self::MAX_ESTIMATE.0))
    }

    /// Whether this is a proven win.
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::WIN_BOUND.0
    }

    /// Whether this is a proven loss.
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::WIN_BOUND.0
    }

    /// Whether this is a proven win or loss.
    #[inline(always)]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The ply of a proven result; `None` for an estimate.
    #[inline(always)]
    pub const fn decided_at(self) -> Option<usize> {
        if self.is_decided() { Some((Self::WIN.0 - self.0.abs()) as usize) } else { None }
    }

    /// The value on a board of this size.
    pub const fn value(self, size: usize) -> Value {
        if self.is_win() {
            Value::Win { plies: (Self::WIN.0 - self.0) as u32 }
        } else if self.is_loss() {
            Value::Loss { plies: (Self::WIN.0 + self.0) as u32 }
        } else {
            Value::CentiFlats(self.0 * 100 / scale(size).flat)
        }
    }

    /// The chances on a board of this size. With half a flat of komi no count is drawn, and other draws are too rare
    /// to predict.
    pub fn wdl(self, size: usize, komi: HalfKomi) -> Wdl {
        if self.is_win() {
            return Wdl { win: 1000, draw: 0, loss: 0 };
        }
        if self.is_loss() {
            return Wdl { win: 0, draw: 0, loss: 1000 };
        }
        let Scale { spread, draw, .. } = scale(size);
        let draw = if komi.half_flats() % 2 == 0 { draw } else { 0 };
        let chance = |units: i32| 1.0 / (1.0 + (-f64::from(units) / f64::from(spread)).exp());
        let win = (1000.0 * chance(self.0 - draw)).round() as u16;
        let loss = (1000.0 * chance(-self.0 - draw)).round() as u16;
        // Rounding may increase both.
        let loss = if draw == 0 { 1000 - win } else { loss };
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

/// A score of one player for people and programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Value {
    /// An estimate, in hundredths of a flat.
    CentiFlats(i32),
    /// A proven win.
    Win {
        /// Plies to the end of the game, including the winner's last move.
        plies: u32,
    },
    /// A proven loss.
    Loss {
        /// Plies to the end of the game, including the winner's last move.
        plies: u32,
    },
}

/// The value of the other player.
impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::CentiFlats(flats) => Self::CentiFlats(-flats),
            Self::Win { plies } => Self::Loss { plies },
            Self::Loss { plies } => Self::Win { plies },
        }
    }
}

/// The chances of a win, a draw and a loss in thousandths. Their sum is 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Wdl {
    /// Chance of a win.
    pub win: u16,
    /// Chance of a draw.
    pub draw: u16,
    /// Chance of a loss.
    pub loss: u16,
}

impl Neg for Score {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn add(self, units: i32) -> Self {
        Self(self.0 + units)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn sub(self, units: i32) -> Self {
        Self(self.0 - units)
    }
}

impl Sub for Score {
    type Output = i32;

    #[inline(always)]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}
