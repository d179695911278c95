//! Data of a drawing, without the board size in the type.

use crate::board::{DrawReason, Outcome, Position, WinReason, roads};
use crate::types::{Bitboard, ByColor, Color, HalfKomi, Piece, Reserve, Square, Stack};

/// The stones of one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile {
    /// Owner of the top stone.
    pub owner: Color,
    /// Top piece.
    pub top: Piece,
    /// Stones below the top.
    pub captives: Stack,
}

impl Pile {
    /// Number of stones.
    pub const fn height(&self) -> usize {
        self.captives.len() + 1
    }
}

/// A position to draw.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Board size.
    pub size: usize,
    /// The player to move.
    pub to_move: Color,
    /// Number of the next move.
    pub move_number: u32,
    /// Komi.
    pub half_komi: HalfKomi,
    /// Reserves of the players.
    pub reserves: ByColor<Reserve>,
    /// The flat counts, without komi.
    pub flats: ByColor<usize>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// Marked squares.
    pub marked: Bitboard,
    piles: [Option<Pile>; Square::COUNT],
}

impl Diagram {
    /// The drawing of a position. Marks the squares of a winning road.
    pub fn new<const N: usize>(position: &Position<N>) -> Self {
        let mut piles = [None; Square::COUNT];
        for square in position.occupied() {
            piles[square] = position.top(square).map(|(owner, top)| Pile {
                owner,
                top,
                captives: position.captives(square),
            });
        }
        let outcome = position.outcome();
        let marked = match outcome {
            Some(Outcome::Win(winner, WinReason::Road)) => {
                roads::minimal::<N>(position.road_stones(winner))
            }
            _ => Bitboard::EMPTY,
        };
        Self {
            size: N,
            to_move: position.to_move(),
            move_number: position.move_number(),
            half_komi: position.rules().half_komi,
            reserves: ByColor::from_fn(|color| position.reserve(color)),
            flats: ByColor::from_fn(|color| position.flat_count(color)),
            outcome,
            marked,
            piles,
        }
    }

    /// The same with these squares marked.
    #[must_use]
    pub const fn marking(mut self, squares: Bitboard) -> Self {
        self.marked = squares;
        self
    }

    /// The same with a draw by the history of the game.
    #[must_use]
    pub const fn drawn(mut self, reason: DrawReason) -> Self {
        self.outcome = Some(Outcome::Draw(reason));
        self
    }

    /// The stones of a square.
    pub fn pile(&self, square: Square) -> Option<Pile> {
        self.piles[square]
    }

    /// All squares with stones, a1 first, rank by rank.
    pub fn piles(&self) -> impl Iterator<Item = (Square, Pile)> + '_ {
        Square::all(self.size).filter_map(|square| Some((square, self.pile(square)?)))
    }
}

/// The letter of a file, from 0: `a`, `b`, ...
pub fn letter(file: usize) -> char {
    Square::new(file, 0).to_string().chars().next().unwrap_or('?')
}

/// A line for each stack that is too tall for its square.
pub(super) fn list_stacks(tall: &[(Square, Pile)], draw: impl Fn(&Pile) -> String) -> String {
    let mut text = String::new();
    for (square, pile) in tall {
        text += &format!("   {square}, {} high: {}\n", pile.height(), draw(pile));
    }
    text
}
