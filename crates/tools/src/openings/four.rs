//! Candidates for a book: all openings of a board.

use stonefall_engine::board::Symmetry;
use stonefall_engine::book::FourFlats;
use stonefall_engine::types::{Opening, Square};
use stonefall_learn::random::Random;

/// All openings of a board that are not images of each other, in an order that the seed decides. Each is a
/// random image with its flats in the order of play.
pub fn candidates(size: usize, first_stones: Opening, seed: u64) -> Vec<FourFlats> {
    let squares: Vec<Square> = Square::all(size).collect();
    let rest = |index: usize| squares[index + 1..].iter();
    let pairs = squares.iter().enumerate();
    let pairs: Vec<_> =
        pairs.flat_map(|(index, &one)| rest(index).map(move |&other| [one, other])).collect();
    let mut openings = Vec::new();
    for &[black, other_black] in &pairs {
        for &[white, other_white] in &pairs {
            let opening = FourFlats([black, white, other_white, other_black]);
            let apart = ![black, other_black].iter().any(|it| [white, other_white].contains(it));
            if apart && opening.canonical(size) == opening {
                openings.push(opening);
            }
        }
    }
    let mut random = Random::new(seed);
    random.shuffle(&mut openings);
    openings
        .into_iter()
        .map(|opening| in_order(varied(opening, &mut random, size), first_stones))
        .collect()
}

/// With `NoSwap`, White places the first white flat and Black the first black one.
fn in_order(mut opening: FourFlats, first_stones: Opening) -> FourFlats {
    if first_stones == Opening::NoSwap {
        opening.0.swap(0, 1);
    }
    opening
}

/// The same stones in a random order and symmetry.
fn varied(opening: FourFlats, random: &mut Random, size: usize) -> FourFlats {
    let mut varied = opening.image(Symmetry::ALL[random.below(8)], size);
    if random.below(2) == 1 {
        varied.0.swap(0, 3);
    }
    if random.below(2) == 1 {
        varied.0.swap(1, 2);
    }
    varied
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_opening_is_a_candidate_once() {
        for size in 3..=5 {
            let found = candidates(size, Opening::Swap, 7);
            let classes: BTreeSet<_> =
                found.iter().map(|opening| opening.canonical(size)).collect();
            assert_eq!(classes.len(), found.len());
            // Every way to place the stones is an image of one candidate.
            let all = size * size;
            let ways = all * (all - 1) / 2 * ((all - 2) * (all - 3) / 2);
            let images = |opening: &FourFlats| {
                let images = Symmetry::ALL.map(|symmetry| opening.image(symmetry, size).ordered());
                images.into_iter().collect::<BTreeSet<_>>().len()
            };
            assert_eq!(classes.iter().map(images).sum::<usize>(), ways);
        }
    }

    #[test]
    fn the_seed_decides_the_order() {
        let made = |first_stones, seed| candidates(4, first_stones, seed);
        assert_eq!(made(Opening::Swap, 1), made(Opening::Swap, 1));
        assert_ne!(made(Opening::Swap, 1), made(Opening::Swap, 2));
        let lines = |first_stones| {
            made(first_stones, 1)[..2].iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(lines(Opening::Swap), ["b1 d4 a3 d3", "c1 b1 c2 c3"]);
        // The same positions; White begins with a white flat.
        assert_eq!(lines(Opening::NoSwap), ["d4 b1 a3 d3", "b1 c1 c2 c3"]);
    }
}
