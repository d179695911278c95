//! Values of the proof search: lengths, proof numbers, and the state of a position, also computed from its children.

use crate::types::Move;

/// Number of the attacker's moves up to the win, including the winning move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Length(u8);

impl Length {
    /// No moves.
    pub(super) const ZERO: Self = Self(0);
    /// The winning move.
    pub(super) const ONE: Self = Self(1);
    /// Maximum length of a search: all positions on its path, of both players, fit the bits of
    /// [`Ancestors`].
    pub(super) const LONGEST: Self = Self(60);
    /// Longer than any win: an unknown win, or a disproof for all lengths.
    pub(super) const NEVER: Self = Self(255);

    /// A length of `moves`, at most [`Self::LONGEST`].
    pub(super) fn new(moves: u32) -> Self {
        Self(moves.min(Self::LONGEST.moves()) as u8)
    }

    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    pub(super) const fn moves(self) -> u32 {
        self.0 as u32
    }

    /// Whether the length hardly limits a search.
    pub(super) const fn is_long(self) -> bool {
        self.0 > Self::LONGEST.0 / 2
    }

    /// One move more.
    pub(super) const fn longer(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// One move less.
    pub(super) const fn shorter(self) -> Self {
        if self.0 == Self::NEVER.0 { self } else { Self(self.0.saturating_sub(1)) }
    }
}

/// The number of a proved or disproved position; larger than all others.
pub(super) const INFINITE: u32 = 1 << 30;
/// The largest number of an open position.
pub(super) const LARGEST: u32 = INFINITE - 1;

/// Proof number and disproof number: the minimum number of positions that must be won, or lost, before
/// this one is (Allis, van der Meulen and van den Herik, "Proof-number search", 1994).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    /// Thresholds of a search that ends only with a result.
    pub(super) const ENDLESS: Self = Self { proof: INFINITE, disproof: INFINITE };
}

/// A set of positions on the path from the root, by their index on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Ancestors(u128);

impl Ancestors {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn at(index: usize) -> Self {
        Self(1 << (index & 127))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The index of the only member, if there is exactly one.
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

/// Knowledge about a position when the attacker has a certain number of moves left.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) numbers: Numbers,
    /// If proven, the number of moves that the attacker needs.
    pub(super) won: Length,
    /// If disproven, the number of moves within which the attacker cannot win.
    pub(super) lost: Length,
    /// If disproven, the positions on the path that the disproof forbids to repeat.
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

/// A move and the state of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) state: State,
}

/// Whether a move of the attacker is known to be tak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tak {
    Certain,
    Unchecked,
}

/// A candidate move of the attacker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Score of the policy: the best move comes first.
    pub(super) score: i32,
    pub(super) mv: Move,
    pub(super) tak: Tak,
}

/// Margin of a child's threshold above the second-best child's number: one part in `EPSILON`.
const EPSILON: u32 = 4;

/// The side to move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Wins if one child is won; the attack fails if all are lost.
    Attacker,
    /// Holds if one child is lost, and the attacker wins if all are won.
    Defender,
}

impl Side {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }

    /// The number that the best child decides, and the number to which all children add up.
    #[inline(always)]
    const fn split(self, numbers: Numbers) -> [u32; 2] {
        match self {
            Self::Attacker => [numbers.proof, numbers.disproof],
            Self::Defender => [numbers.disproof, numbers.proof],
        }
    }

    /// The reverse of [`Self::split`].
    #[inline(always)]
    const fn join(self, [one, all]: [u32; 2]) -> Numbers {
        match self {
            Self::Attacker => Numbers { proof: one, disproof: all },
            Self::Defender => Numbers { proof: all, disproof: one },
        }
    }
}

/// The proof numbers of a node and its most promising child.
pub(super) struct ChildSum {
    side: Side,
    numbers: Numbers,
    /// Index of the child to search next, if any.
    pub(super) best: Option<usize>,
    /// The deciding number of the second-best child.
    second: u32,
}

impl ChildSum {
    pub(super) fn new(side: Side, children: &[Child]) -> Self {
        let (mut least, mut second, mut sum) = (INFINITE, INFINITE, 0u64);
        let mut best: Option<(usize, u32)> = None;
        for (index, child) in children.iter().enumerate() {
            let [one, all] = side.split(child.state.numbers);
            sum += u64::from(all);
            if one < least
                || one == least && best.is_none_or(|(_, before)| all > before && one < INFINITE)
            {
                second = least;
                least = one;
                best = Some((index, all));
            } else {
                second = second.min(one);
            }
        }
        let all = if least == 0 { INFINITE } else { sum.min(LARGEST.into()) as u32 };
        let numbers = side.join([least, all]);
        Self { side, numbers, best: best.map(|(index, _)| index), second }
    }

    /// The child to search, unless the thresholds are reached.
    pub(super) fn open(&self, limit: Numbers) -> Option<usize> {
        let Numbers { proof, disproof } = self.numbers;
        if proof >= limit.proof || disproof >= limit.disproof { None } else { self.best }
    }

    /// Thresholds of a child.
    pub(super) fn child_limit(&self, limit: Numbers, child: &State) -> Numbers {
        let [one, all] = self.side.split(limit);
        let [[_, sum], [_, part]] =
            [self.numbers, child.numbers].map(|numbers| self.side.split(numbers));
        self.side.join([one.min(above(self.second)), rest(all, sum, part)])
    }

    pub(super) fn state(&self, children: &[Child]) -> State {
        let won = || children.iter().map(|child| child.state.won);
        match self.side {
            Side::Attacker if self.numbers.proof == 0 => {
                State::won(won().min().unwrap_or(Length::NEVER).longer())
            }
            Side::Attacker if self.numbers.disproof == 0 => {
                let lost = children.iter().map(|child| child.state.lost).min();
                let ancestors = children
                    .iter()
                    .fold(Ancestors::NONE, |all, child| all.with(child.state.ancestors));
                State::lost(lost.unwrap_or(Length::NEVER).longer(), ancestors)
            }
            // The children do not include defenses that lose at once.
            Side::Defender if self.numbers.proof == 0 => {
                State::won(won().max().unwrap_or(Length::ONE))
            }
            Side::Defender if self.numbers.disproof == 0 => {
                let refuting = children.iter().find(|child| child.state.is_disproven());
                refuting.map_or(State::unknown(self.numbers), |child| child.state)
            }
            _ => State::unknown(self.numbers),
        }
    }
}

/// A threshold a little above the second-best child's number.
const fn above(second: u32) -> u32 {
    if second >= LARGEST { INFINITE } else { second + second / EPSILON + 1 }
}

/// A child's share of the node's threshold for the sum.
const fn rest(limit: u32, sum: u32, child: u32) -> u32 {
    if limit >= INFINITE {
        return INFINITE;
    }
    limit.saturating_sub(sum).saturating_add(child)
}
