//! Ways to play that have a name. Each is a set of what [`Rules`] can say anyway; where they are
//! from: `docs/customs.md`.

use super::{ByColor, Color, HalfKomi, Opening, Reserve, Rules, RulesError};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A way to play that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum RuleSet {
    /// The usual game.
    #[default]
    Standard,
    /// Own first stones, one capstone, and a drawn count is Black's.
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
    /// All of them, the usual game first.
    pub const ALL: [Self; 6] = [
        Self::Standard,
        Self::Modegan,
        Self::Ademre22,
        Self::Ademre24,
        Self::SevenOneCap,
        Self::SevenTwoCaps,
    ];

    /// Their names, in the order of [`RuleSet::ALL`].
    pub const NAMES: [&str; 6] =
        ["Standard", "Modegan", "Ademre22", "Ademre24", "SevenOneCap", "SevenTwoCaps"];

    /// Its name: one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// What is played, in one line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Standard => "the usual game, on any board",
            Self::Modegan => {
                "4x4 to 6x6: first stones are one's own, one capstone each, a drawn count is Black's"
            }
            Self::Ademre22 => "5x5 with 22 stones each and no capstone",
            Self::Ademre24 => "5x5 with 24 stones each and no capstone",
            Self::SevenOneCap => "7x7 with 40 stones and one capstone each",
            Self::SevenTwoCaps => "7x7 with 40 stones and two capstones each",
        }
    }

    /// The one with this name, in capitals or not.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(name))
    }

    /// The sizes of the boards that it is played on.
    #[must_use]
    pub const fn sizes(self) -> RangeInclusive<usize> {
        match self {
            Self::Standard => 3..=8,
            Self::Modegan => 4..=6,
            Self::Ademre22 | Self::Ademre24 => 5..=5,
            Self::SevenOneCap | Self::SevenTwoCaps => 7..=7,
        }
    }

    /// Whether it is the usual game.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        *self == Self::Standard
    }

    /// The board to play on where nobody names one: this size if it can be, else the only one.
    #[must_use]
    pub fn board(self, usual: usize) -> usize {
        let sizes = self.sizes();
        usual.clamp(*sizes.start(), *sizes.end())
    }

    /// The pieces of each player.
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

    /// These rules with what the set says of them: its pieces, and in Modegan also the opening and
    /// half a flat of komi more where the flats could be drawn.
    ///
    /// # Errors
    /// If it is not played on boards of this size, or there is no such komi.
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
    /// The tags beside `Size` that name these rules in a PTN file. What is standard has none.
    #[must_use]
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn rules(set: RuleSet, size: usize, half_komi: i32) -> Rules {
        let komi = HalfKomi::new(half_komi).unwrap();
        set.apply(size, Rules::standard(size).with_komi(komi)).unwrap()
    }

    #[test]
    fn names_are_found_again() {
        for set in RuleSet::ALL {
            assert_eq!(RuleSet::find(&set.name().to_uppercase()), Some(set));
            for size in set.sizes() {
                assert!(set.apply(size, Rules::standard(size)).unwrap().check(size).is_ok());
            }
            assert!(set.sizes().contains(&set.board(6)));
        }
        assert_eq!(RuleSet::find("chess"), None);
    }

    #[test]
    fn the_standard_changes_nothing() {
        for size in 3..=8 {
            assert_eq!(
                rules(RuleSet::Standard, size, 4),
                Rules::standard(size).with_komi(HalfKomi::new(4).unwrap())
            );
            assert!(Rules::standard(size).tags(size).is_empty());
        }
    }

    #[test]
    fn in_modegan_no_count_is_drawn() {
        for (asked, played) in [(0, 1), (1, 1), (4, 5), (5, 5), (-2, -1), (-3, -3)] {
            assert_eq!(rules(RuleSet::Modegan, 4, asked).half_komi.half_flats(), played);
        }
        let played = rules(RuleSet::Modegan, 4, 0);
        assert_eq!(played.pieces[Color::Black], Reserve::new(15, 1));
        assert_eq!(
            played.tags(4),
            [
                ("Komi", "0.5".to_owned()),
                ("Opening", "no-swap".to_owned()),
                ("Caps", "1".to_owned())
            ]
        );
        assert!(
            RuleSet::Modegan
                .apply(6, Rules::standard(6).with_komi(HalfKomi::new(20).unwrap()))
                .is_err()
        );
    }

    #[test]
    fn every_set_has_its_board() {
        assert_eq!(rules(RuleSet::Ademre22, 5, 0).pieces[Color::White], Reserve::new(22, 0));
        assert_eq!(rules(RuleSet::Ademre24, 5, 0).pieces[Color::White], Reserve::new(24, 0));
        assert_eq!(rules(RuleSet::SevenOneCap, 7, 0).pieces[Color::White], Reserve::new(40, 1));
        assert_eq!(rules(RuleSet::SevenTwoCaps, 7, 0), Rules::standard(7));
        let error = RuleSet::Modegan.apply(7, Rules::standard(7)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected a board from 4x4 to 6x6 for the rules Modegan, found 7x7"
        );
        let error = RuleSet::Ademre22.apply(6, Rules::standard(6)).unwrap_err();
        assert_eq!(error.to_string(), "expected a board of 5x5 for the rules Ademre22, found 6x6");
    }

    #[test]
    fn tags_tell_the_players_apart() {
        let mut rules = Rules::standard(5);
        rules.pieces[Color::Black] = Reserve::new(20, 2);
        assert_eq!(rules.tags(5), [("Flats2", "20".to_owned()), ("Caps2", "2".to_owned())]);
    }
}
