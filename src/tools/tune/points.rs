//! Results of games for the first side.

use std::fmt;

/// The result of a game for the first side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl Points {
    /// All results.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// `l`, `d` or `w`.
    const fn letter(self) -> char {
        ['l', 'd', 'w'][self as usize]
    }
}

/// The results of a pair: the first side has White, then Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairPoints(pub [Points; 2]);

impl PairPoints {
    /// Half points of both games together, 0 to 4.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self.0[0].half_points() + self.0[1].half_points()
    }

    /// Games won minus games lost, -2 to 2.
    #[must_use]
    pub const fn balance(self) -> i32 {
        self.half_points() as i32 - 2
    }

    /// Reads two letters.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut points =
            text.chars().map(|it| Points::ALL.into_iter().find(|points| points.letter() == it));
        let pair = [points.next()??, points.next()??];
        points.next().is_none().then_some(Self(pair))
    }
}

/// Two letters, such as `wl`.
impl fmt::Display for PairPoints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|points| write!(out, "{}", points.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_back() {
        for first in Points::ALL {
            for second in Points::ALL {
                let pair = PairPoints([first, second]);
                assert_eq!(PairPoints::read(&pair.to_string()), Some(pair));
            }
        }
        assert_eq!(PairPoints::read("wl").map(PairPoints::balance), Some(0));
        assert_eq!(PairPoints::read("wd").map(PairPoints::balance), Some(1));
        for wrong in ["", "w", "wx", "wld"] {
            assert_eq!(PairPoints::read(wrong), None);
        }
    }
}
