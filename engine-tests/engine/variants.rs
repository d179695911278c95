//! Named variants of the rules, and the tags of rules.

use stonefall_engine::types::{Color, HalfKomi, Reserve, RuleSet, Rules};

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
        [("Komi", "0.5".to_owned()), ("Opening", "no-swap".to_owned()), ("Caps", "1".to_owned())]
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
