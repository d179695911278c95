//! The openings there are: two black and two white flats.

use crate::board::Symmetry;
use crate::types::{Move, Piece, Square};
use std::fmt;

/// Four squares in the order of play: the black flat that White places, the white one that Black
/// places, then a flat of each player's own. (Where first stones are one's own, the first two are of the other
/// color; what is said of images and ways below is for the usual opening.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FourFlats(pub [Square; 4]);

impl FourFlats {
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

    /// The same stones, seen from another side.
    #[must_use]
    pub fn image(self, symmetry: Symmetry, size: usize) -> Self {
        Self(self.0.map(|square| symmetry.square(square, size)))
    }

    /// The same stones, those of a color in the order of their squares.
    #[must_use]
    pub fn ordered(self) -> Self {
        let [first_black, first_white, white, black] = self.0;
        Self([
            first_black.min(black),
            first_white.min(white),
            first_white.max(white),
            first_black.max(black),
        ])
    }

    /// The same stones in all orders in which they can be placed, seen from all sides: 32 openings,
    /// some of them equal if the stones lie symmetrically.
    pub fn ways(self, size: usize) -> impl Iterator<Item = Self> {
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
impl fmt::Display for FourFlats {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, fourth] = self.0;
        write!(out, "{first} {second} {third} {fourth}")
    }
}
