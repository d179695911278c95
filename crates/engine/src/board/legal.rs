//! Checks of untrusted moves.

use super::{Observer, Position, Undo};
use crate::types::{Color, Direction, Move, MoveKind, Pattern, Piece, Square};
use thiserror::Error;

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// The stones on the board have ended the game. [`Game`](crate::game::Game) checks this, a position does not.
    #[error("the game is over")]
    GameOver,
    /// The square is not on a board of this size.
    #[error("{square} is not on a {size}x{size} board")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: usize,
    },
    /// Something other than a flat in the opening.
    #[error("each player's first move must place a flat")]
    Opening,
    /// A placement on a stone.
    #[error("{0} is not empty")]
    Occupied(Square),
    /// The player has no such piece left.
    #[error("{} has no {} left", .0.name(), if matches!(.1, Piece::Capstone) { "capstone" } else { "stone" })]
    NoneLeft(Color, Piece),
    /// A spread from an empty square.
    #[error("{0} is empty")]
    Empty(Square),
    /// A spread of the opponent's stack.
    #[error("the stack on {0} belongs to {name}", name = .1.name())]
    NotYours(Square, Color),
    /// More stones than the stack has or the carry limit allows.
    #[error("expected at most {limit} stones to carry from {square}, found {found}")]
    Carry {
        /// Start of the spread.
        square: Square,
        /// Maximum number of stones.
        limit: usize,
        /// Number of stones in the move.
        found: usize,
    },
    /// The spread leaves the board.
    #[error("the spread from {0} leaves the board")]
    LeavesBoard(Square),
    /// A wall or capstone blocks the spread.
    #[error("the spread from {0} is blocked on {1}")]
    Blocked(Square, Square),
}

impl<const N: usize> Position<N> {
    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// The first rule that the move breaks.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let square = mv.square();
        if !square.is_on(N) {
            return Err(IllegalMove::OffBoard { square, size: N });
        }
        match mv.kind() {
            MoveKind::Place(piece) => self.check_placement(square, piece),
            MoveKind::Spread(direction, pattern) => self.check_spread(square, direction, pattern),
        }
    }

    fn check_placement(&self, square: Square, piece: Piece) -> Result<(), IllegalMove> {
        if self.occupied().has(square) {
            return Err(IllegalMove::Occupied(square));
        }
        if self.opening_plies() > 0 {
            let owner = self.rules.opening.owner(self.to_move());
            return match piece {
                Piece::Flat if self.can_open() => Ok(()),
                Piece::Flat => Err(IllegalMove::NoneLeft(owner, piece)),
                Piece::Wall | Piece::Capstone => Err(IllegalMove::Opening),
            };
        }
        let reserve = self.reserve(self.to_move());
        let left = match piece {
            Piece::Flat | Piece::Wall => reserve.stones,
            Piece::Capstone => reserve.capstones,
        };
        if left == 0 {
            return Err(IllegalMove::NoneLeft(self.to_move(), piece));
        }
        Ok(())
    }

    fn check_spread(
        &self,
        square: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> Result<(), IllegalMove> {
        if self.opening_plies() > 0 {
            return Err(IllegalMove::Opening);
        }
        match self.top(square) {
            None => return Err(IllegalMove::Empty(square)),
            Some((owner, _)) if owner != self.to_move() => {
                return Err(IllegalMove::NotYours(square, owner));
            }
            Some(_) => {}
        }
        let (limit, found) = (self.carry(square), pattern.carried());
        if found > limit {
            return Err(IllegalMove::Carry { square, limit, found });
        }
        let (distance, crush) = self.slide(square, direction);
        let reach = pattern.distance();
        if reach <= distance || crush && reach == distance + 1 && pattern.last_drop() == 1 {
            return Ok(());
        }
        match square.neighbor(direction, distance + 1, N) {
            None => Err(IllegalMove::LeavesBoard(square)),
            Some(stop) => Err(IllegalMove::Blocked(square, stop)),
        }
    }

    /// Plays a move if it is legal. Otherwise the position does not change.
    ///
    /// # Errors
    /// The first rule that the move breaks.
    pub fn try_play(
        &mut self,
        mv: Move,
        observer: &mut impl Observer,
    ) -> Result<Undo, IllegalMove> {
        self.check(mv)?;
        Ok(self.play(mv, observer))
    }
}
