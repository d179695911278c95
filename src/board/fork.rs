//! Forks: a stone that threatens two roads at once, so that no reply meets both.

use super::road::EdgeFloods;
use super::{Position, Roads};
use crate::types::{Bitboard, Move, MoveKind, Piece, Square};

impl<const N: usize> Position<N> {
    /// A placement after which the side to move completes a road with its next move whatever the
    /// other side does, found among those that threaten two placements at once. `None` says
    /// nothing: there are other ways to win in two moves.
    ///
    /// Neither side may be able to complete a road by a placement as it is. `room` is for moves that are
    /// looked at; it is left as it was found.
    #[must_use]
    #[inline]
    pub fn fork(&mut self, roads: &Roads, room: &mut Vec<Move>) -> Option<Move> {
        let squares = self.tak_squares(roads);
        // With two squares either one completes what the other one prepares, and that is all.
        if squares.len() < 3 || !self.leaves_time_for_a_fork() {
            return None;
        }
        self.fork_on(squares, room)
    }

    /// Whether the game cannot end in another way before the road is completed.
    #[inline(always)]
    fn leaves_time_for_a_fork(&self) -> bool {
        let mover = self.to_move();
        let limit = self.rules.reversible_plies;
        self.opening_plies() == 0
            && self.reserve(mover).total() > 2
            && self.reserve(mover.opponent()).total() > 1
            // Not even a spread fills the board.
            && self.empty().len() > N
            && (limit == 0 || limit > 1)
    }

    #[inline(never)]
    fn fork_on(&mut self, squares: Bitboard, room: &mut Vec<Move>) -> Option<Move> {
        let stones = self.road_stones(self.to_move());
        let empty = self.empty();
        squares.into_iter().find_map(|square| {
            let completing = EdgeFloods::new::<N>(stones | square.bitboard()).completing::<N>();
            let threats = (completing & empty) - square.bitboard();
            (threats.len() > 1).then(|| self.unstoppable(square, threats, room)).flatten()
        })
    }

    /// The placement on a square if no reply meets the threats that it makes.
    fn unstoppable(
        &mut self,
        square: Square,
        threats: Bitboard,
        room: &mut Vec<Move>,
    ) -> Option<Move> {
        let stones = self.reserve(self.to_move()).stones;
        let mv = Move::place(square, if stones > 0 { Piece::Flat } else { Piece::Capstone });
        let start = room.len();
        let undo = self.play(mv, &mut ());
        let met = self.winning_road().is_some() || {
            self.generate_spreads(room);
            room[start..].iter().any(|&reply| match reply.kind() {
                MoveKind::Spread(direction, pattern) => {
                    self.spread_meets(threats, reply.square(), direction, pattern)
                }
                MoveKind::Place(_) => false,
            })
        };
        self.undo(mv, &undo);
        room.truncate(start);
        (!met).then_some(mv)
    }
}
