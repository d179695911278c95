//! Construction of positions from their stones.

use super::{Head, Position, stacks::Stacks};
use crate::types::{
    Bitboard, ByColor, Color, Opening, Piece, Reserve, Rules, RulesError, Square, Stack,
};
use thiserror::Error;

/// The stack of one square, to set up a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareSetup {
    /// The square of the stack.
    pub square: Square,
    /// The owners of the stones, the lowest first; never empty.
    pub stones: Vec<Color>,
    /// The kind of the top stone.
    pub top: Piece,
}

/// An impossible set of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Invalid rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A square outside the board.
    #[error("{square} is not on a {size}x{size} board")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: usize,
    },
    /// More pieces than a player has.
    #[error("expected at most {limit} {name} of {color}, found {found}", name = if matches!(.piece, Piece::Capstone) { "capstones" } else { "stones" }, color = .color.name())]
    TooMany {
        /// The owner.
        color: Color,
        /// [`Piece::Capstone`], or [`Piece::Flat`] for stones of both kinds.
        piece: Piece,
        /// Number of pieces that the player has.
        limit: u8,
        /// Number of pieces on the board.
        found: usize,
    },
}

impl<const N: usize> Position<N> {
    /// Sets up a position with these stacks. All other squares are empty, and all other pieces are in the reserves.
    ///
    /// The position is in the opening if the board is empty, or if it has the stack of the first ply and Black is to
    /// play move 1.
    ///
    /// # Errors
    /// If the rules are invalid for this size, a square is not on the board, or a player has too many pieces.
    pub fn set_up(
        squares: &[SquareSetup],
        to_move: Color,
        move_number: u32,
        rules: Rules,
    ) -> Result<Self, SetupError> {
        rules.check(N)?;
        let mut position = Self {
            head: Head {
                to_move,
                ply: move_number.saturating_sub(1).min(u32::MAX / 4) * 2 + to_move as u32,
                ..Self::start(rules).head
            },
            stacks: Stacks::default(),
            rules,
        };
        let mut found = ByColor::<[usize; 2]>::default();
        for SquareSetup { square, stones, top } in squares {
            let Some((&owner, below)) = stones.split_last() else { continue };
            if !square.is_on(N) {
                return Err(SetupError::OffBoard { square: *square, size: N });
            }
            for &color in below {
                found[color][0] += 1;
            }
            found[owner][usize::from(*top == Piece::Capstone)] += 1;
            // Check the count first, because a stack beyond the limit does not fit its word.
            position.head.reserves = reserves(&rules, &found)?;
            position.put(*square, owner, *top, below);
        }
        position.head.opening_plies = position.opening_plies_by_stones(&found);
        position.head.key = position.key_from_scratch();
        Ok(position)
    }

    fn put(&mut self, square: Square, owner: Color, top: Piece, below: &[Color]) {
        let bit = square.bitboard();
        let captives = below.iter().fold(Stack::NONE, |stack, &color| stack.push(color));
        self.stacks.set(square, captives);
        self.head.owned[owner] |= bit;
        match top {
            Piece::Flat => {}
            Piece::Wall => self.head.walls |= bit,
            Piece::Capstone => self.head.capstones |= bit,
        }
        if !captives.is_empty() {
            self.head.tall |= bit;
        }
    }

    fn opening_plies_by_stones(&self, found: &ByColor<[usize; 2]>) -> u8 {
        let stones = |color: Color| found[color][0] + found[color][1];
        let (white, black) = (stones(Color::White), stones(Color::Black));
        let first_stones = match self.rules.opening {
            Opening::Swap => (0, 1),
            Opening::NoSwap => (1, 0),
            Opening::DoubleBlackStack => (0, 2),
        };
        let single = self.occupied().len() == 1 && self.blockers() == Bitboard::EMPTY;
        if white + black == 0 {
            2
        } else if single
            && (white, black) == first_stones
            && self.to_move() == Color::Black
            && self.move_number() == 1
        {
            1
        } else {
            0
        }
    }

    /// The stacks of the position, as for [`Position::set_up`].
    pub fn squares(&self) -> Vec<SquareSetup> {
        self.occupied()
            .filter_map(|square| {
                let (owner, top) = self.top(square)?;
                let mut stones: Vec<_> = self.captives(square).iter().collect();
                stones.reverse();
                stones.push(owner);
                Some(SquareSetup { square, stones, top })
            })
            .collect()
    }

    /// The same position with other rules.
    ///
    /// # Errors
    /// If the board has more stones than the rules provide.
    pub fn with_rules(&self, rules: Rules) -> Result<Self, SetupError> {
        self.rebuilt(&self.squares(), self.to_move(), rules)
    }

    /// Sets up a position with the same move number and reversible plies.
    pub(super) fn rebuilt(
        &self,
        squares: &[SquareSetup],
        to_move: Color,
        rules: Rules,
    ) -> Result<Self, SetupError> {
        let mut position = Self::set_up(squares, to_move, self.move_number(), rules)?;
        position.head.reversible = self.head.reversible;
        Ok(position)
    }
}

/// The reserves when `found` stones and capstones of each player are on the board.
fn reserves(rules: &Rules, found: &ByColor<[usize; 2]>) -> Result<ByColor<Reserve>, SetupError> {
    let mut reserves = rules.pieces;
    for color in Color::ALL {
        let [stones, capstones] = found[color];
        let reserve = &mut reserves[color];
        for (left, piece, found) in [
            (&mut reserve.stones, Piece::Flat, stones),
            (&mut reserve.capstones, Piece::Capstone, capstones),
        ] {
            let limit = *left;
            if found > limit as usize {
                return Err(SetupError::TooMany { color, piece, limit, found });
            }
            *left -= found as u8;
        }
    }
    Ok(reserves)
}
