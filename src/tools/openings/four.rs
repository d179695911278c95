//! The openings there are: two black and two white flats.

use crate::tools::random::Random;
use std::fmt;
use stonefall_engine::board::Symmetry;
use stonefall_engine::types::{Move, Piece, Square};

/// Four squares in the order of play: the black flat that White places, the white one that Black
/// places, then a flat of each player's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opening([Square; 4]);

impl Opening {
    /// The opening of these moves; `None` if they are not four flats on four squares.
    #[must_use]
    pub fn from_moves(moves: &[Move]) -> Option<Self> {
        let squares: [Square; 4] =
            moves.iter().map(|mv| mv.square()).collect::<Vec<_>>().try_into().ok()?;
        let flats = moves.iter().all(|mv| mv.piece() == Some(Piece::Flat));
        let apart = (1..4).all(|index| !squares[..index].contains(&squares[index]));
        (flats && apart).then_some(Self(squares))
    }

    /// The four plies.
    #[must_use]
    pub fn moves(self) -> [Move; 4] {
        self.0.map(|square| Move::place(square, Piece::Flat))
    }

    /// The one that stands for all openings which lead to this position or an image of it.
    #[must_use]
    pub fn canonical(self, size: usize) -> Self {
        let images = Symmetry::ALL.map(|symmetry| self.image(symmetry, size).ordered());
        images.into_iter().min().unwrap_or(self)
    }

    fn image(self, symmetry: Symmetry, size: usize) -> Self {
        Self(self.0.map(|square| symmetry.square(square, size)))
    }

    /// The same stones, those of a colour in the order of their squares.
    fn ordered(self) -> Self {
        let [first_black, first_white, white, black] = self.0;
        Self([
            first_black.min(black),
            first_white.min(white),
            first_white.max(white),
            first_black.max(black),
        ])
    }

    /// The same stones, placed in another order and seen from another side.
    fn varied(self, random: &mut Random, size: usize) -> Self {
        let mut varied = self.image(Symmetry::ALL[random.below(8)], size);
        if random.below(2) == 1 {
            varied.0.swap(0, 3);
        }
        if random.below(2) == 1 {
            varied.0.swap(1, 2);
        }
        varied
    }

    /// The same stones in all orders in which they can be placed, seen from all sides: 32 openings,
    /// some of them equal if the stones lie symmetrically.
    pub(super) fn ways(self, size: usize) -> impl Iterator<Item = Self> {
        Symmetry::ALL.into_iter().flat_map(move |symmetry| {
            let Self([first_black, first_white, white, black]) = self.image(symmetry, size);
            [
                Self([first_black, first_white, white, black]),
                Self([black, first_white, white, first_black]),
                Self([first_black, white, first_white, black]),
                Self([black, white, first_white, first_black]),
            ]
        })
    }
}

/// As a line of a book: the moves with spaces between.
impl fmt::Display for Opening {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, fourth] = self.0;
        write!(out, "{first} {second} {third} {fourth}")
    }
}

/// All openings of a board that are not images of each other, in an order that the seed decides.
/// Each is one of its images, drawn at random.
#[must_use]
pub fn candidates(size: usize, seed: u64) -> Vec<Opening> {
    let squares: Vec<Square> = Square::all(size).collect();
    let mut openings = Vec::new();
    for (index, &black) in squares.iter().enumerate() {
        for &other_black in &squares[index + 1..] {
            for (index, &white) in squares.iter().enumerate() {
                for &other_white in &squares[index + 1..] {
                    let opening = Opening([black, white, other_white, other_black]);
                    let apart = ![white, other_white]
                        .iter()
                        .any(|&square| square == black || square == other_black);
                    if apart && opening.canonical(size) == opening {
                        openings.push(opening);
                    }
                }
            }
        }
    }
    let mut random = Random::new(seed);
    for end in (1..openings.len()).rev() {
        openings.swap(end, random.below(end + 1));
    }
    openings.into_iter().map(|opening| opening.varied(&mut random, size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_openings_are_there_once() {
        for size in 3..=5 {
            let found = candidates(size, 7);
            let classes: BTreeSet<_> =
                found.iter().map(|opening| opening.canonical(size)).collect();
            assert_eq!(classes.len(), found.len());
            // Every way to place the stones belongs to one of them.
            let all = size * size;
            let ways = all * (all - 1) / 2 * ((all - 2) * (all - 3) / 2);
            let images = |opening: &Opening| {
                let images = Symmetry::ALL.map(|symmetry| opening.image(symmetry, size).ordered());
                images.into_iter().collect::<BTreeSet<_>>().len()
            };
            assert_eq!(classes.iter().map(images).sum::<usize>(), ways);
        }
    }

    #[test]
    fn the_seed_decides_the_order() {
        assert_eq!(candidates(4, 1), candidates(4, 1));
        assert_ne!(candidates(4, 1), candidates(4, 2));
        let first: Vec<_> = candidates(4, 1)[..2].iter().map(ToString::to_string).collect();
        assert_eq!(first, ["b1 d4 a3 d3", "c1 b1 c2 c3"]);
    }
}
