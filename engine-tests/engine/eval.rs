//! The evaluation: equal values of all code paths and of symmetric positions.

use crate::tests::common::{each_size, position_with, random, random_game, tps};
use crate::tests::positions::{Look, colors_swapped, random_position, with_reserves};
use stonefall_engine::board::{Position, SquareSetup, Symmetry};
use stonefall_engine::eval::{
    Features, PhaseShares, Score, Term, Wdl, evaluate, features, weights,
};
use stonefall_engine::types::{
    ByColor, Color, HalfKomi, Piece, Reserve, Rules, Square, stone_limit,
};

/// Visits positions of random games and random boards with several values of komi.
fn positions<const N: usize>(seed: u64, mut visit: impl FnMut(&Position<N>)) {
    let mut random = random(seed);
    for half_komi in [-3, 0, 4] {
        let rules = Rules::standard(N).with_komi(HalfKomi::new(half_komi).unwrap());
        for _ in 0..20 {
            random_game::<N>(&mut random, rules, 120, |position, _, _| visit(position));
        }
    }
    for _ in 0..300 {
        let look = Look::random(&mut random);
        visit(&random_position::<N>(&mut random, look));
    }
}

#[test]
fn value_and_features_agree() {
    fn check<const N: usize>() {
        positions::<N>(1, |position| {
            let value = evaluate(position);
            let Features { counts, phase } = features(position);
            assert_eq!(value.0, counts.value(weights::table(N), phase), "{}", tps(position));
            assert!(!value.is_decided());
            assert_eq!(phase.shares().iter().sum::<i32>(), PhaseShares::WHOLE);
            assert!(phase.shares().iter().all(|&share| share >= 0));
        });
    }
    each_size!(N => check::<N>());
}

#[test]
fn symmetries_and_exchanged_colors_keep_the_features() {
    fn check<const N: usize>() {
        positions::<N>(2, |position| {
            let expected = features(position);
            for symmetry in Symmetry::ALL {
                let image = position.image(symmetry).unwrap();
                assert_eq!(features(&image), expected, "{}", tps(position));
            }
            if position.opening_plies() == 0 {
                let swapped = colors_swapped(position);
                assert_eq!(features(&swapped), expected, "{}", tps(position));
            }
        });
    }
    each_size!(N => check::<N>());
}

#[test]
fn komi_helps_the_player_who_receives_it() {
    fn check<const N: usize>() {
        positions::<N>(1, |position| {
            let mut last: Option<Score> = None;
            for half_komi in -HalfKomi::MAX..=HalfKomi::MAX {
                let rules = position.rules().with_komi(HalfKomi::new(half_komi).unwrap());
                let value = evaluate(&position.with_rules(rules).unwrap());
                let black = if position.to_move() == Color::Black { value } else { -value };
                assert!(last.is_none_or(|last| last < black), "{}", tps(position));
                last = Some(black);
            }
        });
    }
    each_size!(N => check::<N>());
}

/// A position with the maximum number of pieces, nearly all in one stack.
fn tower<const N: usize>(square: Square, top: Piece, owner: Color) -> Position<N> {
    let tower = SquareSetup { square, stones: vec![owner; stone_limit(N) - 2 - 5], top };
    let mut left = ByColor([Reserve::new(1, 5); 2]);
    left[owner] = Reserve::new(1, 0);
    with_reserves(&[tower], Color::White, left.0).unwrap()
}

#[test]
fn the_highest_towers_do_not_overflow() {
    fn check<const N: usize>() {
        for top in Piece::ALL {
            for square in Square::all(N) {
                let values = Color::ALL.map(|owner| {
                    let position = tower::<N>(square, top, owner);
                    let Features { counts, phase } = features(&position);
                    let value = evaluate(&position);
                    assert_eq!(value.0, counts.value(weights::table(N), phase));
                    assert!(!value.is_decided());
                    value
                });
                assert!(values[0] > values[1], "{top:?} on {square}: {values:?}");
            }
        }
    }
    each_size!(N => check::<N>());
}

/// Each sum of counts times weights must fit the 21 bits of its phase in a packed word.
#[test]
fn weights_fit_packed_words() {
    each_size!(N => {
        let pieces = stone_limit(N) as i64;
        // Leverage counts a support for each square that its stack reaches: a rank and a file.
        let most = 2 * (N as i64 - 1);
        let largest: Vec<i64> = (0..3)
            .map(|phase| {
                weights::table(N).iter().map(|weights| i64::from(weights[phase]).abs()).max()
            })
            .map(|weight| weight.unwrap_or(0))
            .collect();
        assert!(largest.iter().all(|&weight| weight * pieces < 1 << 19), "{largest:?}");
        let leverage = Term::all()
            .filter(|term| term.name().starts_with("leverage"))
            .flat_map(|term| weights::table(N)[term.index()])
            .map(|weight| i64::from(weight).abs())
            .max();
        assert!(leverage.is_some_and(|weight| weight * most * pieces < 1 << 19));
    });
}

/// The counts of a term for White and Black.
fn counts<const N: usize>(position: &Position<N>, name: &str) -> (i32, i32) {
    let term = Term::all().find(|term| term.name() == name).unwrap();
    let [own, other] = features(position).counts.terms[term.index()];
    if position.to_move() == Color::White { (own, other) } else { (other, own) }
}

#[test]
fn terms_match_their_names() {
    let rules = Rules::standard(5).with_komi(HalfKomi::new(4).unwrap());
    // White's road on the second rank lacks d2. Black is to move.
    let position = position_with::<5>("x5/x,2,x3/2,2S,1C,x2/1,1,1,x,1/x,221,x3 2 9", rules);
    let expected = [
        ("side to move", (0, 1)),
        ("komi in half flats", (0, 4)),
        ("flats", (5, 2)),
        ("walls", (0, 1)),
        ("capstones", (1, 0)),
        ("stones in reserve", (16, 16)),
        ("one road threat, waiting", (1, 0)),
        ("flat like c1", (0, 1)),
        ("capstone like c3", (1, 0)),
        ("wall like c2", (0, 1)),
        ("captives of flats", (2, 0)),
        ("supports of flats", (0, 0)),
        ("capstone on walls", (1, 0)),
        ("ranks and files held", (3 + 4, 2 + 2)),
        // a2-b2-c2, b2-b1, c2-c3; a3 and b4 do not touch.
        ("two in a row", (4, 0)),
        ("three in a row", (1, 0)),
        // From b1: one west, three east, none past the edge, one north onto b2 and then the wall.
        ("reach of flat stacks", (1 + 3 + 1, 0)),
    ];
    for (name, expected) in expected {
        assert_eq!(counts(&position, name), expected, "{name}");
    }
}

#[test]
fn a_lead_and_a_threat_increase_the_value() {
    let rules = Rules::standard(6);
    let value = |tps| evaluate(&position_with::<6>(tps, rules));
    let even = value("2,x5/x6/x6/x2,1,x3/x2,2,x3/x5,1 1 3");
    let ahead = value("2,x5/x6/x3,1,x2/x2,1,x3/x2,2,x3/x5,1 1 3");
    assert!(ahead - even > 80, "{ahead:?} {even:?}");
    let threat = value("2,x,2,x3/x6/2,x,2,x,2,x/1,1,1,1,1,x/x6/x5,2 2 8");
    let none = value("2,x,2,x3/x6/2,x,2,1,2,x/1,1,1,x,1,x/x6/x5,2 2 8");
    assert!(threat < none);
}

#[test]
fn a_komi_of_half_a_flat_excludes_draws() -> Result<(), stonefall_engine::types::RulesError> {
    for units in [-500, -1, 0, 77] {
        for half_flats in -3..=3 {
            let komi = HalfKomi::new(half_flats)?;
            let Wdl { win, draw, loss } = Score(units).wdl(6, komi);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(draw == 0, half_flats % 2 != 0, "{units} {half_flats}");
            let other = Score(-units).wdl(6, komi);
            assert!(win.abs_diff(other.loss) <= 1 && draw == other.draw);
        }
    }
    let won = Wdl { win: 1000, draw: 0, loss: 0 };
    assert_eq!(Score::win_in(3).wdl(6, HalfKomi::ZERO), won);
    Ok(())
}
