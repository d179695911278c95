//! Moves that are tak: they threaten to complete a road with the next move.

use super::roads::{EdgeFloods, Reach, has_road};
use super::spread::touched;
use super::{Position, spread};
use crate::types::{Bitboard, Direction, Move, Pattern, Piece, Square};
use arrayvec::ArrayVec;

/// A position without a road of the side to move, with the data to find its threats.
pub(super) struct Outlook<'a, const N: usize> {
    position: &'a Position<N>,
    road: Bitboard,
    reach: Reach,
    /// Squares on which a stone would be connected with an edge.
    near: Bitboard,
    /// Squares on which one more road stone would complete a road. All are occupied.
    completing: Bitboard,
    spreads: Spreads,
    /// Whether present spreads could complete a road with the help of one more stone.
    wide: bool,
    /// Whether the reserve has a piece for the move after the next.
    spare: bool,
}

/// An upper bound of the squares that a player's spreads can win.
struct Spreads {
    /// Squares that single pieces can step on.
    steps: Bitboard,
    /// For each stack and direction, the stack's square and all squares that it can reach.
    lines: ArrayVec<Bitboard, { 4 * Square::COUNT }>,
}

impl Spreads {
    /// The squares that the side to move could win with spreads if `blockers` were the walls and capstones.
    #[inline(always)]
    fn new<const N: usize>(position: &Position<N>, blockers: Bitboard) -> Self {
        let own = position.owned(position.to_move());
        let single = (own - position.tall()) - position.walls();
        let mut steps = position.blockers() - blockers;
        for direction in Direction::ALL {
            steps |= position.single_targets(single, direction);
        }
        let mut lines = ArrayVec::new();
        for square in own & position.tall() {
            if position.possible_tops(square) != 0 {
                let carry = position.carry(square);
                let crush = position.capstones().has(square);
                for direction in Direction::ALL {
                    lines.push(ray::<N>(square, direction, carry, blockers, crush));
                }
            }
        }
        Self { steps, lines }
    }

    /// Whether a spread could complete a road.
    #[inline(always)]
    fn may_complete<const N: usize>(&self, road: Bitboard, reach: Reach) -> bool {
        reach.completing().meets(self.steps)
            || self.lines.iter().any(|&line| line_may_complete::<N>(road, reach, line))
    }
}

/// Whether all squares of a line together complete a road.
#[inline(always)]
fn line_may_complete<const N: usize>(road: Bitboard, reach: Reach, line: Bitboard) -> bool {
    reach.may_connect(line - road) && has_road::<N>(road | line)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Threatens {
    Surely,
    Perhaps,
    Not,
}

impl<'a, const N: usize> Outlook<'a, N> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position<N>) -> Self {
        let mover = position.to_move();
        let road = position.road_stones(mover);
        let reach = EdgeFloods::new::<N>(road).reach::<N>();
        let spreads = Spreads::new(position, position.blockers());
        Self {
            position,
            road,
            reach,
            near: reach.any() & Position::<N>::BOARD,
            completing: (reach.completing() & Position::<N>::BOARD) - road,
            wide: spreads.lines.iter().any(|&line| reach.may_connect(line - road)),
            spreads,
            spare: position.reserve(mover).total() > 0,
        }
    }

    /// Appends the moves as [`Position::generate_threats`].
    #[inline(always)]
    pub(super) fn generate(&self, sure: &mut Vec<Move>, maybe: &mut Vec<Move>) {
        self.placements(sure, maybe);
        for origin in self.position.owned(self.position.to_move()) {
            self.spreads_from(origin, sure, maybe);
        }
    }

    #[inline(always)]
    fn placements(&self, sure: &mut Vec<Move>, maybe: &mut Vec<Move>) {
        let (reserve, empty) =
            (self.position.reserve(self.position.to_move()), self.position.empty());
        if reserve.total() < 2 || empty.len() < 2 {
            // The placement would end the game.
            return;
        }
        for square in empty {
            let list = match self.threat_of_stone(square) {
                Threatens::Surely => &mut *sure,
                Threatens::Perhaps => &mut *maybe,
                Threatens::Not => continue,
            };
            if reserve.stones > 0 {
                list.push(Move::place(square, Piece::Flat));
            }
            if reserve.capstones > 0 {
                list.push(Move::place(square, Piece::Capstone));
            }
        }
    }

    #[inline(always)]
    fn threat_of_stone(&self, square: Square) -> Threatens {
        let road = self.road | square.bitboard();
        let mut reach = self.reach;
        if self.near.has(square) {
            reach = EdgeFloods::new::<N>(road).reach::<N>();
            if ((reach.completing() & self.position.empty()) - square.bitboard()).is_some() {
                return Threatens::Surely;
            }
        } else if !self.wide && !square.bitboard().neighbors().meets(self.completing) {
            return Threatens::Not;
        }
        // The new piece itself may move.
        let beside = square.bitboard().neighbors();
        if reach.completing().meets(beside) || self.spreads.may_complete::<N>(road, reach) {
            Threatens::Perhaps
        } else {
            Threatens::Not
        }
    }

    #[inline(always)]
    fn spreads_from(&self, origin: Square, sure: &mut Vec<Move>, maybe: &mut Vec<Move>) {
        // The departure of a wall or capstone opens the square for other stacks.
        let others = self
            .position
            .blockers()
            .has(origin)
            .then(|| Spreads::new(self.position, self.position.blockers() - origin.bitboard()));
        let others = others.as_ref().unwrap_or(&self.spreads);
        let carry = self.position.carry(origin);
        for direction in Direction::ALL {
            let (distance, crush) = self.position.slide(origin, direction);
            for &pattern in spread::spreads(carry, distance) {
                let mv = Move::spread(origin, direction, pattern);
                match self.threat_of_spread(others, mv, direction, pattern) {
                    Threatens::Surely => sure.push(mv),
                    Threatens::Perhaps => maybe.push(mv),
                    Threatens::Not => {}
                }
            }
            if crush {
                let crushes = spread::crushes(carry, distance).iter();
                maybe.extend(crushes.map(|&pattern| Move::spread(origin, direction, pattern)));
            }
        }
    }

    /// Whether a spread that flattens nothing threatens a road.
    #[inline(always)]
    fn threat_of_spread(
        &self,
        others: &Spreads,
        mv: Move,
        direction: Direction,
        pattern: Pattern,
    ) -> Threatens {
        let origin = mv.square();
        let road = self.position.road_after_spread(origin, direction, pattern);
        let won = road - self.road;
        let mut reach = self.reach;
        if won.meets(self.near) {
            reach = EdgeFloods::new::<N>(road).reach::<N>();
            let mut empty = self.position.empty() - touched(mv);
            if pattern.carried() == self.position.height(origin) {
                empty |= origin.bitboard();
            }
            if self.spare && (reach.completing() & empty).is_some() {
                return Threatens::Surely;
            }
        }
        // Other stacks reach the same squares as before. They complete a road only if this spread has won a square
        // or opened one.
        let stiff = self.position.blockers().has(origin);
        if (won.is_some() || stiff) && others.may_complete::<N>(road, reach)
            || self.dropped_stacks_may_complete(road, reach, origin, direction, pattern)
        {
            Threatens::Perhaps
        } else {
            Threatens::Not
        }
    }

    /// Whether one of the stacks after a spread, on its origin or its drops, could complete a road.
    #[inline(always)]
    fn dropped_stacks_may_complete(
        &self,
        road: Bitboard,
        reach: Reach,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> bool {
        let blockers = self.position.blockers() - origin.bitboard();
        let from = |square: Square, height: usize, crush: bool| {
            let mut completes = false;
            for direction in Direction::ALL {
                let line = ray::<N>(square, direction, height, blockers, crush);
                completes = completes || line_may_complete::<N>(road, reach, line);
            }
            completes
        };
        let rest = self.position.height(origin) - pattern.carried();
        if rest > 0 && road.has(origin) && from(origin, rest, false) {
            return true;
        }
        let stiff = self.position.blockers().has(origin);
        let mut square = origin;
        for drop in pattern.drops() {
            square = square.step(direction);
            if (road.has(square) || stiff)
                && from(square, self.position.height(square) + drop, stiff)
            {
                return true;
            }
        }
        false
    }
}

/// The square of a stack of `height` stones and all squares that it reaches. `crush` adds the square of the blocker.
#[inline(always)]
fn ray<const N: usize>(
    square: Square,
    direction: Direction,
    height: usize,
    blockers: Bitboard,
    crush: bool,
) -> Bitboard {
    let free = spread::distance::<N>(square, direction, blockers) + usize::from(crush);
    let distance = free.min(height).min(square.distance_to_edge(direction, N));
    square.bitboard() | spread::line(square, direction, distance)
}
