//! Tak: the foundation of a threatened road, and the moves that can stop it.

use super::generate::push_steps;
use super::{Position, road, slide};
use crate::cpu::versions;
use crate::types::{Bitboard, Direction, Move, MoveKind, Piece, Square};
use arrayvec::ArrayVec;
use road::EdgeFloods;

/// A move that completes a road, and its foundation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoadThreat {
    /// The move.
    pub mv: Move,
    /// The foundation; see [`Position::foundation`].
    pub squares: Bitboard,
}

/// The squares whose contents a legal move changes.
#[inline(always)]
pub(crate) fn touched(mv: Move) -> Bitboard {
    let square = mv.square();
    match mv.kind() {
        MoveKind::Place(_) => square.bitboard(),
        MoveKind::Spread(direction, pattern) => {
            square.bitboard() | slide::line(square, direction, pattern.distance())
        }
    }
}

impl<const N: usize> Position<N> {
    /// The foundation of a move that completes a road of the side to move: while these squares do not change, the
    /// move is legal and completes the road.
    pub fn foundation(&self, mv: Move) -> Bitboard {
        let square = mv.square();
        let after = match mv.kind() {
            MoveKind::Place(_) => self.road_stones(self.to_move()) | square.bitboard(),
            MoveKind::Spread(direction, pattern) => {
                self.road_after_spread(square, direction, pattern)
            }
        };
        let [north, east, south, west] = EdgeFloods::new::<N>(after).connected();
        let joined = if north.meets(south) { north & south } else { east & west };
        road::minimal::<N>(joined) | touched(mv)
    }

    /// Whether a move is legal and completes a road of the side to move.
    #[inline]
    pub(crate) fn completes_road(&self, mv: Move) -> bool {
        self.is_legal(mv)
            && road::has_road::<N>(match mv.kind() {
                MoveKind::Place(Piece::Wall) => return false,
                MoveKind::Place(_) => self.road_stones(self.to_move()) | mv.square().bitboard(),
                MoveKind::Spread(direction, pattern) => {
                    self.road_after_spread(mv.square(), direction, pattern)
                }
            })
    }

    /// Moves that complete a road of the side to move: placements on up to `MOST` squares or, without such
    /// placements, one spread. Empty only if no move completes a road.
    #[inline(always)]
    pub(crate) fn road_threats<const MOST: usize>(&self) -> ArrayVec<RoadThreat, MOST> {
        let mover = self.to_move();
        let reserve = self.reserve(mover);
        let completing = self.critical_squares(mover) & self.empty();
        let threat = |mv| RoadThreat { mv, squares: self.foundation(mv) };
        if completing.is_some() && reserve.total() > 0 && self.opening_plies() == 0 {
            let piece = if reserve.stones > 0 { Piece::Flat } else { Piece::Capstone };
            return completing
                .take(MOST)
                .map(|square| threat(Move::place(square, piece)))
                .collect();
        }
        self.winning_road().map(threat).into_iter().take(MOST).collect()
    }

    /// Appends every legal placement on the empty squares of `squares` that can stop `threat`: any piece against a
    /// placement, walls and capstones against a spread.
    pub fn generate_blocks(&self, squares: Bitboard, threat: Move, moves: &mut Vec<Move>) {
        let reserve = self.reserve(self.to_move());
        for square in squares & self.empty() {
            if reserve.stones > 0 {
                if threat.is_placement() {
                    moves.push(Move::place(square, Piece::Flat));
                }
                moves.push(Move::place(square, Piece::Wall));
            }
            if reserve.capstones > 0 {
                moves.push(Move::place(square, Piece::Capstone));
            }
        }
    }

    versions! {
        /// Appends every legal spread that changes a square of `squares`.
        pub fn generate_spreads_touching(&self, squares: Bitboard, moves: &mut Vec<Move>) -> ()
            = spreads_touching_body as [spreads_touching_basic, spreads_touching_v3];
    }

    #[inline(always)]
    fn spreads_touching_body(&self, squares: Bitboard, moves: &mut Vec<Move>) {
        if self.opening_plies() > 0 {
            return;
        }
        let own = self.owned(self.to_move());
        let single = own - self.tall();
        for direction in Direction::ALL {
            let from = self.single_targets(single & squares, direction);
            let onto = self.single_targets(single, direction) & squares;
            push_steps(moves, from | onto, direction);
        }
        for origin in own & self.tall() {
            for direction in Direction::ALL {
                self.generate_spread_touching(origin, direction, squares, moves);
            }
        }
    }

    #[inline(always)]
    fn generate_spread_touching(
        &self,
        origin: Square,
        direction: Direction,
        squares: Bitboard,
        moves: &mut Vec<Move>,
    ) {
        let carry = self.carry(origin);
        let (distance, crush) = self.slide(origin, direction);
        let line = slide::line(origin, direction, (distance + usize::from(crush)).min(carry));
        let always = squares.has(origin);
        if !always && !line.meets(squares) {
            return;
        }
        let crushes = if crush { slide::crushes(carry, distance) } else { &[] };
        for &pattern in slide::spreads(carry, distance).iter().chain(crushes) {
            let mv = Move::spread(origin, direction, pattern);
            if always || touched(mv).meets(squares) {
                moves.push(mv);
            }
        }
    }
}
