//! Turning and mirroring the board, or exchanging the colors, changes nothing that matters.

use crate::tests::common::{Random, each_size, random, random_game, tps};
use crate::tests::positions::{Look, colors_swapped, random_position};
use stonefall_engine::board::{Outcome, PerftMode, Position, Symmetry};
use stonefall_engine::types::Rules;

fn check_images<const N: usize>(position: &Position<N>) {
    let mut legal = position.moves();
    let leaves = position.clone().perft(2, PerftMode::Bulk);
    for (symmetry, key) in Symmetry::ALL.into_iter().zip(position.image_keys()) {
        let mut image = position.image(symmetry).unwrap();
        assert_eq!(image.image_keys()[0], key, "{}", tps(position));
        assert_eq!(image.key(), image.key_from_scratch(), "{}", tps(position));
        let mut turned: Vec<_> = legal.iter().map(|&mv| symmetry.mv(mv, N)).collect();
        let mut found = image.moves();
        turned.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, turned, "{}", tps(position));
        assert_eq!(image.perft(2, PerftMode::Bulk), leaves, "{}", tps(position));
        assert_eq!(image.winning_move().is_some(), position.winning_move().is_some());
    }
    if position.opening_plies() > 0 {
        return;
    }
    let mut swapped = colors_swapped(position);
    let mut found = swapped.moves();
    found.sort_unstable();
    legal.sort_unstable();
    assert_eq!(found, legal, "{}", tps(position));
    assert_eq!(swapped.perft(2, PerftMode::Bulk), leaves, "{}", tps(position));
    assert_eq!(swapped.winning_move().is_some(), position.winning_move().is_some());
}

/// The outcome after every move is that of the image after the move's image.
fn check_outcomes<const N: usize>(position: &Position<N>) {
    let exchanged = |outcome| match outcome {
        Outcome::Win(color, reason) => Outcome::Win(!color, reason),
        draw @ Outcome::Draw(_) => draw,
    };
    for mv in position.moves() {
        let played = position.after(mv);
        let expected = played.outcome();
        for symmetry in Symmetry::ALL {
            assert_eq!(played.image(symmetry).unwrap().outcome(), expected, "{}", tps(&played));
        }
        if played.opening_plies() == 0 {
            let swapped = colors_swapped(&played);
            assert_eq!(swapped.outcome(), expected.map(exchanged), "{}", tps(&played));
        }
    }
}

#[test]
fn random_games_look_the_same_from_every_side() {
    fn check<const N: usize>(random: &mut Random) {
        for _ in 0..4 {
            random_game::<N>(random, Rules::standard(N), 60, |position, legal, mv| {
                if mv.bits() % 5 == 0 && legal.len() < 400 {
                    check_images(position);
                }
            });
        }
    }
    let mut random = random(3);
    each_size!(N => check::<N>(&mut random));
}

#[test]
fn random_positions_look_the_same_from_every_side() {
    fn check<const N: usize>(random: &mut Random) {
        for _ in 0..30 {
            let look = Look::random(random);
            let position = random_position::<N>(random, look);
            if position.count_moves() < 300 {
                check_images(&position);
                check_outcomes(&position);
            }
        }
    }
    let mut random = random(4);
    each_size!(N => check::<N>(&mut random));
}
