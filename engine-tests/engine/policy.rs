//! The policy, which orders moves.

use crate::tests::common::{Random, random, random_game, tps};
use crate::tests::positions::colors_swapped;
use stonefall_engine::board::{Position, Symmetry};
use stonefall_engine::search::policy::{Policy, WEIGHTS, shipped};
use stonefall_engine::types::{Move, Rules};

/// The sorted features of every move, in the order of `moves`. Their weights add up to its score.
fn features<const N: usize>(
    position: &Position<N>,
    before: [Option<Move>; 2],
    moves: &[Move],
) -> Vec<Vec<usize>> {
    let tak = position.tak_squares(&position.roads());
    let policy = Policy::new(position, before, tak);
    let weights: Vec<i8> = shipped().collect();
    let of = |&mv: &Move| {
        let mut features = Vec::new();
        policy.features(position, mv, |feature| features.push(feature));
        features.sort_unstable();
        let sum: i32 = features.iter().map(|&feature| i32::from(weights[feature])).sum();
        assert_eq!(policy.score(position, mv), sum, "{mv} {}", tps(position));
        features
    };
    moves.iter().map(of).collect()
}

#[test]
fn a_move_and_its_images_have_equal_features() {
    fn check<const N: usize>(random: &mut Random) -> usize {
        let (mut played, mut different) = (Vec::<Move>::new(), 0);
        for _ in 0..4 {
            played.clear();
            random_game::<N>(random, Rules::standard(N), 60, |position, legal, mv| {
                let last = |plies| Some(played[played.len().checked_sub(plies)?]);
                let before = [last(1), last(2)];
                let found = features(position, before, legal);
                assert!(found.iter().flatten().all(|&feature| feature < WEIGHTS));
                for symmetry in Symmetry::ALL {
                    let turned = |mv: &Move| symmetry.mv(*mv, N);
                    let image = position.image(symmetry).unwrap();
                    let moves: Vec<Move> = legal.iter().map(turned).collect();
                    let before = before.map(|mv| mv.as_ref().map(turned));
                    assert_eq!(features(&image, before, &moves), found, "{}", tps(position));
                }
                if position.opening_plies() == 0 {
                    let swapped = colors_swapped(position);
                    assert_eq!(features(&swapped, before, legal), found, "{}", tps(position));
                }
                different += usize::from(found.windows(2).any(|pair| pair[0] != pair[1]));
                played.push(mv);
            });
        }
        different
    }
    let mut random = random(31);
    assert!(check::<3>(&mut random) > 0);
    assert!(check::<4>(&mut random) > 100);
    assert!(check::<5>(&mut random) > 100);
    assert!(check::<6>(&mut random) > 100);
    assert!(check::<7>(&mut random) > 100);
    assert!(check::<8>(&mut random) > 100);
}
