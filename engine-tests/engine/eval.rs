//! The evaluation: its differences, equal values of symmetric positions, and what komi, a lead and a threat are worth.

use crate::tests::common::{each_size, position_with, random, random_game, tps};
use crate::tests::positions::{Look, colors_swapped, random_position, with_reserves};
use stonefall_engine::board::{Position, SquareSetup, Symmetry};
use stonefall_engine::eval::net::{Network, Weights};
use stonefall_engine::eval::{DIFFERENCES, Score, Wdl, evaluate, summary};
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
fn symmetries_and_exchanged_colors_keep_the_inputs() {
    fn check<const N: usize>() {
        let network = Network::for_size(N);
        positions::<N>(2, |position| {
            let expected = summary(position).differences;
            let value = evaluate(position, &network);
            assert!(!value.is_decided());
            for symmetry in Symmetry::ALL {
                let image = position.image(symmetry).unwrap();
                assert_eq!(summary(&image).differences, expected, "{}", tps(position));
            }
            if position.opening_plies() == 0 {
                let swapped = colors_swapped(position);
                assert_eq!(summary(&swapped), summary(position), "{}", tps(position));
                assert_eq!(evaluate(&swapped, &network), value, "{}", tps(position));
            }
        });
    }
    each_size!(N => check::<N>());
}

#[test]
fn komi_helps_the_player_who_receives_it() {
    fn check<const N: usize>() {
        let network = Network::new(N, &Weights::plain(N)).unwrap();
        positions::<N>(1, |position| {
            let mut last: Option<Score> = None;
            for half_komi in (-HalfKomi::MAX..=HalfKomi::MAX).step_by(5) {
                let rules = position.rules().with_komi(HalfKomi::new(half_komi).unwrap());
                let value = evaluate(&position.with_rules(rules).unwrap(), &network);
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
        let (learned, plain) = (Network::for_size(N), Network::new(N, &Weights::plain(N)).unwrap());
        for top in Piece::ALL {
            for square in Square::all(N) {
                let towers = Color::ALL.map(|owner| tower::<N>(square, top, owner));
                let values = |network| towers.each_ref().map(|tower| evaluate(tower, network));
                let [own, other] = values(&plain);
                assert!(own > other, "{top:?} on {square}: {own:?} {other:?}");
                let all = [values(&learned), [own, other]];
                assert!(all.as_flattened().iter().all(|value| !value.is_decided()));
            }
        }
    }
    each_size!(N => check::<N>());
}

#[test]
fn differences_match_their_names() {
    let rules = Rules::standard(5).with_komi(HalfKomi::new(4).unwrap());
    // The only stack, on b1, has no support. Black is to move.
    let first = position_with::<5>("x5/x,2,x3/2,2S,1C,x2/1,1,1,x,1/x,221,x3 2 9", rules);
    // Each stack but that on c1 has one support. Walls and the capstone end the lines of other stacks.
    let second = position_with::<5>("x5/x5/x,11,121,22S,22C/x,2,2,x,1/x2,112S,x2 1 9", rules);
    let expected = [
        ("komi in half flats", [4, -4]),
        ("flats", [2 - 5, 3 - 2]),
        ("stones in reserve", [0, 0]),
        ("reach times supports of flat stacks", [0, (2 + 2 + 1 + 1) + (2 + 1 + 2)]),
        ("reach times supports of wall stacks", [0, -(2 + 2 + 2)]),
        ("reach times supports of capstone stacks", [0, -(2 + 2)]),
        ("prey of flat stacks", [0, 2]),
        ("prey of wall stacks", [0, -1]),
        ("prey of capstone stacks", [0, -1]),
    ];
    let found = [first, second].map(|position| summary(&position).differences);
    for ((name, expected), number) in expected.into_iter().zip(0..) {
        assert_eq!(DIFFERENCES[number], name);
        assert_eq!(found.map(|differences| differences[number]), expected, "{name}");
    }
}

#[test]
fn a_lead_and_a_threat_increase_the_value() {
    let rules = Rules::standard(6);
    let network = Network::for_size(6);
    let value = |tps| evaluate(&position_with::<6>(tps, rules), &network);
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
