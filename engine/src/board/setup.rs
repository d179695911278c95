//! Positions set up from their stones.

use super::{Head, Position, stacks::Stacks};
use crate::types::{
    Bitboard, ByColor, Color, Opening, Piece, Reserve, Rules, RulesError, Square, Stack,
};
use thiserror::Error;

/// One square of a position to be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareSetup {
    /// Where the stack stands.
    pub square: Square,
    /// The owners of its stones, the lowest first; never empty.
    pub stones: Vec<Color>,
    /// The kind of the top stone.
    pub top: Piece,
}

/// Stones that no position can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The rules themselves are impossible.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A square beyond the board.
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
        /// Whose pieces.
        color: Color,
        /// [`Piece::Capstone`], or [`Piece::Flat`] for stones of both kinds.
        piece: Piece,
        /// How many the player has.
        limit: u8,
        /// How many there are.
        found: usize,
    },
}

impl<const N: usize> Position<N> {
    /// The position with these stacks, the rest of the board empty.
    ///
    /// The state of the opening follows from the stones: none at all, or in move 1 a single stack
    /// with Black to move. What is not on the board is in the reserves.
    ///
    /// # Errors
    /// If the rules do not fit the board, a square is not on it, or there are more pieces than the
    /// players have.
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
            // Counted first: a stack beyond the limit would not fit its word.
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

    /// The stacks of the position, as [`Position::set_up`] takes them.
    #[must_use]
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

    /// The same position under other rules.
    ///
    /// # Errors
    /// If the stones on the board are more than those rules have.
    pub fn with_rules(&self, rules: Rules) -> Result<Self, SetupError> {
        let mut position =
            Self::set_up(&self.squares(), self.to_move(), self.move_number(), rules)?;
        position.head.reversible = self.head.reversible;
        Ok(position)
    }
}

/// What is left of the players' pieces when these stand on the board.
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
