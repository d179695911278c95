//! The proof numbers of a node, computed from its children.

use super::state::{Ancestors, Child, INFINITE, LARGEST, Length, Numbers, State};

/// Margin of a child's threshold above the second-best child's number: one part in `EPSILON`.
const EPSILON: u32 = 4;

/// The proof numbers of a node and its most promising child.
pub(super) struct ChildSum {
    numbers: Numbers,
    /// Index of the child to search next, if any.
    pub(super) best: Option<usize>,
    /// The deciding number of the second-best child.
    second: u32,
}

impl ChildSum {
    /// With the attacker to move: won if one child is won, lost if all are lost.
    pub(super) fn of_attack(children: &[Child]) -> Self {
        Self::new(
            children,
            |numbers| (numbers.proof, numbers.disproof),
            |one, all| Numbers { proof: one, disproof: all },
        )
    }

    /// With the defender to move: lost if one child is lost, won if all are won.
    pub(super) fn of_defense(children: &[Child]) -> Self {
        Self::new(
            children,
            |numbers| (numbers.disproof, numbers.proof),
            |one, all| Numbers { proof: all, disproof: one },
        )
    }

    #[inline(always)]
    fn new(
        children: &[Child],
        parts: impl Fn(Numbers) -> (u32, u32),
        whole: impl Fn(u32, u32) -> Numbers,
    ) -> Self {
        let (mut least, mut second, mut sum) = (INFINITE, INFINITE, 0u64);
        let mut best: Option<(usize, u32)> = None;
        for (index, child) in children.iter().enumerate() {
            let (one, all) = parts(child.state.numbers);
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
        Self { numbers: whole(least, all), best: best.map(|(index, _)| index), second }
    }

    /// The child to search, unless the thresholds are reached.
    pub(super) fn open(&self, limit: Numbers, aborted: bool) -> Option<usize> {
        if aborted || limit.are_reached_by(self.numbers) { None } else { self.best }
    }

    /// Thresholds of a child with the attacker to move in this node.
    pub(super) fn attack_limit(&self, limit: Numbers, child: &State) -> Numbers {
        Numbers {
            proof: limit.proof.min(above(self.second)),
            disproof: rest(limit.disproof, self.numbers.disproof, child.numbers.disproof),
        }
    }

    /// Thresholds of a child with the defender to move in this node.
    pub(super) fn defense_limit(&self, limit: Numbers, child: &State) -> Numbers {
        Numbers {
            proof: rest(limit.proof, self.numbers.proof, child.numbers.proof),
            disproof: limit.disproof.min(above(self.second)),
        }
    }

    /// State of the node with the attacker to move.
    pub(super) fn attack_state(&self, children: &[Child]) -> State {
        if self.numbers.proof == 0 {
            let won = children.iter().map(|child| child.state.won).min();
            return State::won(won.unwrap_or(Length::NEVER).longer());
        }
        if self.numbers.disproof == 0 {
            let lost = children.iter().map(|child| child.state.lost).min();
            let ancestors =
                children.iter().fold(Ancestors::NONE, |all, child| all.with(child.state.ancestors));
            return State::lost(lost.unwrap_or(Length::NEVER).longer(), ancestors);
        }
        State::unknown(self.numbers)
    }

    /// State of the node with the defender to move.
    pub(super) fn defense_state(&self, children: &[Child]) -> State {
        if self.numbers.proof == 0 {
            // The children do not include defenses that lose at once.
            let won = children.iter().map(|child| child.state.won).max();
            return State::won(won.unwrap_or(Length::ONE));
        }
        if self.numbers.disproof == 0 {
            let refuting = children.iter().find(|child| child.state.is_disproven());
            return refuting.map_or(State::unknown(self.numbers), |child| child.state);
        }
        State::unknown(self.numbers)
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
