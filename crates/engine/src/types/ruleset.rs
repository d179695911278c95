//! Named variants of the rules. Each is a set of values of [`Rules`]; `docs/customs.md` gives their origin.

use super::{ByColor, Color, HalfKomi, Opening, Reserve, Rules, RulesError};
use std::ops::RangeInclusive;

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

    /// The variant with this name, ignoring case.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(name))
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn rules(set: RuleSet, size: usize, half_komi: i32) -> Rules {
        let komi = HalfKomi::new(half_komi).unwrap();
        set.apply(size, Rules::standard(size).with_komi(komi)).unwrap()
    }

    #[test]
    fn names_round_trip() {
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
    fn the_standard_variant_changes_nothing() {
        for size in 3..=8 {
            assert_eq!(
                rules(RuleSet::Standard, size, 4),
                Rules::standard(size).with_komi(HalfKomi::new(4).unwrap())
            );
            assert!(Rules::standard(size).tags(size).is_empty());
        }
    }

    #[test]
    fn modegan_excludes_drawn_counts() {
        for (komi, expected) in [(0, 1), (1, 1), (4, 5), (5, 5), (-2, -1), (-3, -3)] {
            assert_eq!(rules(RuleSet::Modegan, 4, komi).half_komi.half_flats(), expected);
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
    fn variants_set_pieces_and_restrict_sizes() {
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
    fn different_pieces_have_tags_for_each_player() {
        let mut rules = Rules::standard(5);
        rules.pieces[Color::Black] = Reserve::new(20, 2);
        assert_eq!(rules.tags(5), [("Flats2", "20".to_owned()), ("Caps2", "2".to_owned())]);
    }
}
