//! The network: equal values from scratch, by updates, and by addition of single inputs.

use crate::tests::common::{each_size, random, tps};
use crate::tests::positions::{Look, colors_swapped, random_position};
use rand::RngExt;
use std::collections::BTreeSet;
use std::sync::Arc;
use stonefall_engine::board::{Position, Symmetry};
use stonefall_engine::eval::net::{
    DIFFERENCE_ONE, HIDDEN, Inputs, Network, ONE, OUTPUT_ONE, OUTPUTS, PILES, UNITS, Weights,
    active_inputs,
};
use stonefall_engine::eval::{DIFFERENCES, Evaluator, Score, summary};
use stonefall_engine::types::{HalfKomi, Reserve, Rules};

/// Random weights.
fn weights(size: usize, seed: u64) -> Weights {
    let mut random = random(seed);
    let mut differences = || std::array::from_fn(|_| random.random_range(-500..=500));
    let differences = std::array::from_fn(|_| differences());
    let mut row = |most: i16| std::array::from_fn(|_| random.random_range(-most..=most));
    Weights {
        bias: row(300),
        rows: (0..Inputs::new(size).count()).map(|_| row(60)).collect(),
        outputs: std::array::from_fn(|_| [row(128), row(128)]),
        differences,
        output_bias: std::array::from_fn(|output| 100_000 * (output as i32 - 3)),
    }
}

/// The value computed only by the layout of the file.
fn by_hand<const N: usize>(weights: &Weights, position: &Position<N>) -> Score {
    let inputs = Inputs::new(N);
    let mut on = Vec::new();
    let output = active_inputs(position, |input| on.push(input));
    let mut total = i64::from(weights.output_bias[output]);
    for player in 0..2 {
        for neuron in 0..HIDDEN {
            let mut sum = weights.bias[neuron];
            for &input in &on {
                let input = if player == 0 { input } else { inputs.seen_by_other(input) };
                sum = sum.wrapping_add(weights.rows[input][neuron]);
            }
            let clamped = i64::from(sum).clamp(0, ONE.into());
            total += clamped * clamped * i64::from(weights.outputs[output][player][neuron]);
        }
    }
    let learned = total * i64::from(UNITS) / i64::from(ONE * ONE * OUTPUT_ONE);
    let counts = summary(position).differences;
    let direct: i32 = (0..counts.len())
        .map(|number| counts[number] * i32::from(weights.differences[output][number]))
        .sum();
    Score::estimate(learned as i32 + direct / DIFFERENCE_ONE)
}

fn value<const N: usize>(evaluator: &mut Evaluator, position: &Position<N>) -> Score {
    evaluator.value(position, &position.roads())
}

fn fresh<const N: usize>(network: &Arc<Network>, position: &Position<N>) -> Score {
    let mut evaluator = Evaluator::new(Arc::clone(network));
    evaluator.set_root(position);
    value(&mut evaluator, position)
}

/// Rules that make every kind of input occur: komi, few stones, many capstones.
fn rules<const N: usize>(game: i32) -> Rules {
    let komi = HalfKomi::new(3 * game - 6).unwrap();
    let mut rules = Rules::standard(N).with_komi(komi);
    if game % 2 == 1 {
        rules.pieces.0 = [Reserve::new(12, 3), Reserve::new(9, 1)];
    }
    rules
}

#[test]
fn updates_agree_with_scratch_and_with_single_inputs() {
    fn check<const N: usize>() {
        let weights = weights(N, N as u64);
        let network = Arc::new(Network::new(N, &weights).unwrap());
        let mut random = random(7);
        for game in 0..6 {
            let mut position = Position::<N>::start(rules::<N>(game));
            let mut evaluator = Evaluator::new(Arc::clone(&network));
            evaluator.set_root(&position);
            let mut path = Vec::new();
            for _ in 0..120 {
                let legal = position.moves();
                let mv = legal[random.random_range(0..legal.len())];
                let before = value(&mut evaluator, &position);
                let undo = evaluator.play(&mut position, mv);
                if position.outcome().is_some() {
                    evaluator.undo(&mut position, mv, &undo);
                    assert_eq!(value(&mut evaluator, &position), before);
                    continue;
                }
                let updated = value(&mut evaluator, &position);
                assert_eq!(updated, fresh(&network, &position), "{}", tps(&position));
                assert_eq!(updated, by_hand(&weights, &position), "{}", tps(&position));
                path.push((mv, undo, before));
            }
            for (mv, undo, before) in path.into_iter().rev() {
                evaluator.undo(&mut position, mv, &undo);
                assert_eq!(value(&mut evaluator, &position), before, "{}", tps(&position));
            }
        }
    }
    each_size!(N => check::<N>());
}

#[test]
fn symmetries_map_inputs_and_exchanged_colors_keep_them() {
    fn check<const N: usize>() {
        let network = Arc::new(Network::new(N, &weights(N, 3)).unwrap());
        let inputs = Inputs::new(N);
        let on = |position: &Position<N>| {
            let mut on = BTreeSet::new();
            let output =
                active_inputs(position, |input| assert!(on.insert(input), "{input} twice"));
            (on, output)
        };
        let mut random = random(5);
        for _ in 0..200 {
            let look = Look::random(&mut random);
            let position = random_position::<N>(&mut random, look);
            let (seen, output) = on(&position);
            assert!(seen.iter().all(|&input| input < inputs.count()));
            for symmetry in Symmetry::ALL {
                let turned = seen.iter().map(|&input| inputs.image(input, symmetry)).collect();
                assert_eq!(on(&position.image(symmetry).unwrap()), (turned, output));
            }
            if position.opening_plies() == 0 {
                let swapped = colors_swapped(&position);
                assert_eq!(on(&swapped), (seen, output), "{}", tps(&position));
                assert_eq!(fresh(&network, &swapped), fresh(&network, &position));
            }
        }
        for input in 0..inputs.count() {
            assert_eq!(inputs.seen_by_other(inputs.seen_by_other(input)), input);
        }
    }
    each_size!(N => check::<N>());
}

#[test]
fn resized_inputs_keep_the_distance_from_the_edges() {
    let square = |size: usize, input: usize| {
        let square = input / PILES;
        (square % size, square / size)
    };
    let (seven, eight) = (Inputs::new(7), Inputs::new(8));
    for input in 0..eight.piles() {
        let other = eight.resized(input, seven);
        assert_eq!(input % PILES, other % PILES);
        let [(file, rank), found] = [square(8, input), square(7, other)];
        assert_eq!(found, ([0, 1, 2, 3, 3, 4, 5, 6][file], [0, 1, 2, 3, 3, 4, 5, 6][rank]));
    }
    for input in 0..eight.count() {
        assert_eq!(eight.resized(input, eight), input);
        let other = eight.resized(input, seven);
        assert_eq!(eight.resized(eight.seen_by_other(input), seven), seven.seen_by_other(other));
        for symmetry in Symmetry::ALL {
            assert_eq!(
                eight.resized(eight.image(input, symmetry), seven),
                seven.image(other, symmetry)
            );
        }
    }
    // A smaller board has the corners and edges of a larger one, without its middle.
    let (five, four) = (Inputs::new(5), Inputs::new(4));
    let corners = (0..four.piles()).map(|input| square(5, four.resized(input, five)));
    let seen: BTreeSet<_> = corners.collect();
    assert_eq!(seen.len(), 16);
    assert!(seen.contains(&(0, 0)) && seen.contains(&(4, 4)) && !seen.contains(&(2, 2)));
}

#[test]
fn files_round_trip() {
    for size in 3..=8 {
        let mut weights = weights(size, 1);
        weights.rows[0][..6].copy_from_slice(&[-129, -128, -127, 127, 128, 3_000]);
        let network = Network::new(size, &weights).unwrap();
        assert_eq!(network.weights().rows[0], weights.rows[0]);
        assert_eq!(Network::read(&network.to_bytes()), Ok(network), "{size}");
    }
}

/// The checksum of a file, of its bytes before the last eight.
fn fnv(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    hash
}

/// The error of these bytes.
fn refused(bytes: &[u8]) -> String {
    Network::read(bytes).unwrap_err().to_string()
}

const OTHER: &str = "expected a network, which begins with TAKN, found another file";
const DAMAGED: &str = "expected a file with a valid checksum, found a damaged file";

#[test]
fn errors_of_files_are_specific() {
    let whole = Network::new(4, &weights(4, 1)).unwrap().to_bytes();
    let (last, inputs) = (whole.len() - 1, Inputs::new(4).count());
    for (at, byte, expected) in [
        (0, b'P', OTHER.to_owned()),
        (4, 1, "expected version 4 of the format, found 1".to_owned()),
        (5, 9, "expected a board size from 3 to 8, found 9".to_owned()),
        (
            6,
            HIDDEN as u8 + 1,
            format!(
                "expected 128 neurons, 8 outputs and {inputs} inputs, found 129, 8 and {inputs}"
            ),
        ),
        (
            5,
            5,
            format!(
                "expected 128 neurons, 8 outputs and {} inputs, found 128, 8 and {inputs}",
                Inputs::new(5).count()
            ),
        ),
        (1000, !whole[1000], DAMAGED.to_owned()),
        (last, !whole[last], DAMAGED.to_owned()),
    ] {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        assert_eq!(refused(&bytes), expected, "{at}");
    }
    for length in [last, whole.len() + 1, 100] {
        let mut bytes = whole.clone();
        bytes.resize(length, 0);
        assert_eq!(refused(&bytes), DAMAGED);
    }
    const TAIL: usize = 8 + (4 + 2 * DIFFERENCES.len()) * OUTPUTS;
    let count = HIDDEN * (1 + inputs + 2 * OUTPUTS);
    let one_more = &*format!("expected {count} weights, found {}", count + 1);
    for (more, error) in [(&[7][..], one_more), (&[0x80, 0, 1], one_more), (&[0x80, 0], DAMAGED)] {
        let (weights, outputs) = whole[..whole.len() - 8].split_at(whole.len() - TAIL);
        let bytes = [weights, more, outputs].concat();
        let sealed = [&bytes[..], &fnv(&bytes).to_le_bytes()].concat();
        assert_eq!(refused(&sealed), error, "{more:?}");
    }
    for bytes in [&whole[..11], b"", b"[Size \"5\"]"] {
        assert_eq!(refused(bytes), OTHER);
    }
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let error = |weights: &Weights| Network::new(4, weights).unwrap_err().to_string();
    let mut large = weights(4, 1);
    large.outputs[0][1][5] = -129;
    assert_eq!(error(&large), "expected output weights from -128 to 128, found -129");
    // Of one square only one of the two stacks counts.
    let mut wide = weights(4, 1);
    (wide.rows[0][7], wide.rows[1][7]) = (20_000, 20_000);
    assert!(Network::new(4, &wide).is_ok());
    wide.rows[PILES][7] = 20_000;
    assert!(error(&wide).contains("found weights that add up to 4"));
    large.rows.pop();
    assert!(error(&large).contains("neurons"));
}

#[test]
fn included_networks_are_valid() {
    let shipped: Vec<_> =
        (0..10).filter_map(Network::shipped).map(|network| network.size()).collect();
    assert_eq!(shipped, [3, 4, 5, 6, 7, 8]);
}

#[test]
fn a_supplied_network_has_its_board_size() {
    // The engine includes a network of this size: the supplied one does not replace it.
    let network = Network::shipped(5).unwrap();
    let supplied = Network::new(5, &weights(5, 7)).unwrap();
    assert_eq!(Network::supply(&supplied.to_bytes()), Ok(5));
    assert_eq!(Network::shipped(5), Some(network));
    assert_eq!(Network::supply(b"TAKN"), Network::read(b"TAKN").map(|network| network.size()));
    assert!(Network::supply(b"PNG").is_err());
}
