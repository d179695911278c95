//! What is known of a position while it is being proved.

use super::length::Length;
use crate::types::Move;

/// Beyond every proof number that is not final.
pub(super) const INFINITE: u32 = 1 << 30;
/// The largest number that is not final.
pub(super) const LARGEST: u32 = INFINITE - 1;

/// Proof and disproof number: how many positions have to be won, or lost, at least, before this one
/// is (Allis, van der Meulen and van den Herik, "Proof-number search", 1994).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    /// The limits of a search that ends with a result only.
    pub(super) const ENDLESS: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// Whether numbers have reached these limits.
    pub(super) const fn are_reached_by(self, numbers: Self) -> bool {
        numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }
}

/// A set of positions on the way from the root, by their place on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Ancestors(u128);

impl Ancestors {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn at(place: usize) -> Self {
        Self(1 << (place & 127))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The place of the only one.
    pub(super) const fn only(self) -> Option<usize> {
        if self.0.is_power_of_two() { Some(self.0.trailing_zeros() as usize) } else { None }
    }

    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// What is known of a position, for a number of moves that the attacker has.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) numbers: Numbers,
    /// If proven, moves that the attacker needs.
    pub(super) won: Length,
    /// If disproven, moves in which the attacker cannot win.
    pub(super) lost: Length,
    /// If disproven, the positions on the way here that may not come again for this to hold.
    pub(super) ancestors: Ancestors,
}

impl State {
    pub(super) const fn unknown(numbers: Numbers) -> Self {
        Self { numbers, won: Length::NEVER, lost: Length::ZERO, ancestors: Ancestors::NONE }
    }

    pub(super) const fn won(won: Length) -> Self {
        Self { numbers: Numbers::PROVEN, won, lost: Length::ZERO, ancestors: Ancestors::NONE }
    }

    pub(super) const fn lost(lost: Length, ancestors: Ancestors) -> Self {
        Self { numbers: Numbers::DISPROVEN, won: Length::NEVER, lost, ancestors }
    }

    pub(super) const fn is_proven(&self) -> bool {
        self.numbers.proof == 0
    }

    pub(super) const fn is_disproven(&self) -> bool {
        self.numbers.disproof == 0
    }

    pub(super) const fn is_final(&self) -> bool {
        self.is_proven() || self.is_disproven()
    }
}

/// A move and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) state: State,
}
