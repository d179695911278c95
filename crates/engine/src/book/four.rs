//! Openings of two black and two white flats.

use crate::board::Symmetry;
use crate::types::{Move, Piece, Square};
use std::fmt;

/// Four squares in the order of play in a swap opening: the black flat that White places, the white flat that Black
/// places, then a flat of each player's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FourFlats(pub [Square; 4]);

impl FourFlats {
    /// The opening with these moves; `None` if they are not four flats on four squares.
    pub fn from_moves(moves: &[Move]) -> Option<Self> {
        let squares: [Square; 4] =
            moves.iter().map(|mv| mv.square()).collect::<Vec<_>>().try_into().ok()?;
        let flats = moves.iter().all(|mv| mv.piece() == Some(Piece::Flat));
        let apart = (1..4).all(|index| !squares[..index].contains(&squares[index]));
        (flats && apart).then_some(Self(squares))
    }

    /// The four plies.
    pub fn moves(self) -> [Move; 4] {
        self.0.map(|square| Move::place(square, Piece::Flat))
    }

    /// The representative of all openings with the same position or an image of it.
    #[must_use]
    pub fn canonical(self, size: usize) -> Self {
        let images = Symmetry::ALL.map(|symmetry| self.image(symmetry, size).ordered());
        images.into_iter().min().unwrap_or(self)
    }

    /// The same stones, rotated or mirrored.
    #[must_use]
    pub fn image(self, symmetry: Symmetry, size: usize) -> Self {
        Self(self.0.map(|square| symmetry.square(square, size)))
    }

    /// The same stones, with each color in the order of its squares.
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

    /// The moves of the four orders of placing the same stones.
    pub(super) fn orders(self) -> [[Move; 4]; 4] {
        let Self([first_black, first_white, white, black]) = self;
        [
            Self([first_black, first_white, white, black]),
            Self([black, first_white, white, first_black]),
            Self([first_black, white, first_white, black]),
            Self([black, white, first_white, first_black]),
        ]
        .map(Self::moves)
    }
}

/// A line of a book: the moves separated by spaces.
impl fmt::Display for FourFlats {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, fourth] = self.0;
        write!(out, "{first} {second} {third} {fourth}")
    }
}
