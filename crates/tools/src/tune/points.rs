//! Results of pairs for the first side, as letters in a file.

use std::fmt;

/// Letters of a lost, a drawn and a won game, by half points.
const LETTERS: [char; 3] = ['l', 'd', 'w'];

/// The half points of the first side in the games of a pair, 0 to 2: with White, then with Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairPoints(pub [usize; 2]);

impl PairPoints {
    /// Half points of both games together, 0 to 4.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self.0[0] + self.0[1]
    }

    /// Games won minus games lost, -2 to 2.
    #[must_use]
    pub const fn balance(self) -> i32 {
        self.half_points() as i32 - 2
    }

    /// Reads two letters.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let points = text.chars().map(|it| LETTERS.iter().position(|&letter| letter == it));
        points.collect::<Option<Vec<_>>>()?.try_into().ok().map(Self)
    }
}

/// Two letters, such as `wl`.
impl fmt::Display for PairPoints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&points| write!(out, "{}", LETTERS[points]))
    }
}

/// Results as a line of a file: `ww ld`.
pub(super) fn line(results: &[PairPoints]) -> String {
    results.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n"
}

/// The results of this number of pairs in a line.
pub(super) fn read(line: &str, pairs: u32) -> Option<Vec<PairPoints>> {
    let results = line.split(' ').map(PairPoints::read).collect::<Option<Vec<_>>>()?;
    (results.len() == pairs as usize).then_some(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_back() {
        for pair in [[0, 0], [0, 1], [1, 2], [2, 0], [2, 2]].map(PairPoints) {
            assert_eq!(PairPoints::read(&pair.to_string()), Some(pair));
        }
        assert_eq!(PairPoints::read("wl").map(PairPoints::balance), Some(0));
        assert_eq!(PairPoints::read("wd").map(PairPoints::balance), Some(1));
        for wrong in ["", "w", "wx", "wld"] {
            assert_eq!(PairPoints::read(wrong), None);
        }
    }
}
