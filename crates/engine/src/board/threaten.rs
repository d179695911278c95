//! Moves that are tak: they threaten to complete a road with the next move.

use super::road::{EdgeFloods, Reach, has_road};
use super::tak::touched;
use super::{Position, slide};
use crate::cpu::versions;
use crate::types::{Bitboard, Direction, Move, Pattern, Piece, Square};
use arrayvec::ArrayVec;

/// Data about a position without a road of the side to move, to find its threats.
struct Outlook {
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

impl<const N: usize> Position<N> {
    versions! {
        /// Appends the moves that are tak. Moves in `sure` threaten to complete a road with a placement; moves in `maybe`
        /// may be tak; all other moves are not. No move may complete a road at once.
        pub fn generate_threats(&self, sure: &mut Vec<Move>, maybe: &mut Vec<Move>) -> ()
            = generate_threats_body as [generate_threats_basic, generate_threats_v3];
    }

    #[inline(always)]
    fn generate_threats_body(&self, sure: &mut Vec<Move>, maybe: &mut Vec<Move>) {
        if self.opening_plies() > 0 {
            return;
        }
        let outlook = self.outlook();
        self.threatening_placements(&outlook, sure, maybe);
        for origin in self.owned(self.to_move()) {
            self.threatening_spreads(&outlook, origin, sure, maybe);
        }
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        let mover = self.to_move();
        let road = self.road_stones(mover);
        let reach = EdgeFloods::new::<N>(road).reach::<N>();
        let spreads = self.spreads(self.blockers());
        Outlook {
            road,
            reach,
            near: reach.any() & Self::BOARD,
            completing: (reach.completing() & Self::BOARD) - road,
            wide: spreads.lines.iter().any(|&line| reach.may_connect(line - road)),
            spreads,
            spare: self.reserve(mover).total() > 0,
        }
    }

    /// The squares that the side to move could win with spreads if `blockers` were the walls and capstones.
    #[inline(always)]
    fn spreads(&self, blockers: Bitboard) -> Spreads {
        let own = self.owned(self.to_move());
        let single = (own - self.tall()) - self.walls();
        let mut steps = self.blockers() - blockers;
        for direction in Direction::ALL {
            steps |= self.single_targets(single, direction);
        }
        let mut lines = ArrayVec::new();
        for square in own & self.tall() {
            if self.possible_tops(square) != 0 {
                let carry = self.carry(square);
                let crush = self.capstones().has(square);
                for direction in Direction::ALL {
                    lines.push(ray::<N>(square, direction, carry, blockers, crush));
                }
            }
        }
        Spreads { steps, lines }
    }

    #[inline(always)]
    fn threatening_placements(
        &self,
        outlook: &Outlook,
        sure: &mut Vec<Move>,
        maybe: &mut Vec<Move>,
    ) {
        let (reserve, empty) = (self.reserve(self.to_move()), self.empty());
        if reserve.total() < 2 || empty.len() < 2 {
            // The placement would end the game.
            return;
        }
        for square in empty {
            let list = match self.threat_of_stone(outlook, square) {
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
    fn threat_of_stone(&self, outlook: &Outlook, square: Square) -> Threatens {
        let road = outlook.road | square.bitboard();
        let mut reach = outlook.reach;
        if outlook.near.has(square) {
            reach = EdgeFloods::new::<N>(road).reach::<N>();
            if ((reach.completing() & self.empty()) - square.bitboard()).is_some() {
                return Threatens::Surely;
            }
        } else if !outlook.wide && !square.bitboard().neighbors().meets(outlook.completing) {
            return Threatens::Not;
        }
        // The new piece itself may move.
        let beside = square.bitboard().neighbors();
        if reach.completing().meets(beside) || outlook.spreads.may_complete::<N>(road, reach) {
            Threatens::Perhaps
        } else {
            Threatens::Not
        }
    }

    #[inline(always)]
    fn threatening_spreads(
        &self,
        outlook: &Outlook,
        origin: Square,
        sure: &mut Vec<Move>,
        maybe: &mut Vec<Move>,
    ) {
        // The departure of a wall or capstone opens the square for other stacks.
        let others =
            self.blockers().has(origin).then(|| self.spreads(self.blockers() - origin.bitboard()));
        let others = others.as_ref().unwrap_or(&outlook.spreads);
        let carry = self.carry(origin);
        for direction in Direction::ALL {
            let (distance, crush) = self.slide(origin, direction);
            for &pattern in slide::spreads(carry, distance) {
                let mv = Move::spread(origin, direction, pattern);
                match self.threat_of_spread(outlook, others, mv, direction, pattern) {
                    Threatens::Surely => sure.push(mv),
                    Threatens::Perhaps => maybe.push(mv),
                    Threatens::Not => {}
                }
            }
            if crush {
                let crushes = slide::crushes(carry, distance).iter();
                maybe.extend(crushes.map(|&pattern| Move::spread(origin, direction, pattern)));
            }
        }
    }

    /// Whether a spread that flattens nothing threatens a road.
    #[inline(always)]
    fn threat_of_spread(
        &self,
        outlook: &Outlook,
        others: &Spreads,
        mv: Move,
        direction: Direction,
        pattern: Pattern,
    ) -> Threatens {
        let origin = mv.square();
        let road = self.road_after_spread(origin, direction, pattern);
        let won = road - outlook.road;
        let mut reach = outlook.reach;
        if won.meets(outlook.near) {
            reach = EdgeFloods::new::<N>(road).reach::<N>();
            let mut empty = self.empty() - touched(mv);
            if pattern.carried() == self.height(origin) {
                empty |= origin.bitboard();
            }
            if outlook.spare && (reach.completing() & empty).is_some() {
                return Threatens::Surely;
            }
        }
        // Other stacks reach the same squares as before. They complete a road only if this spread has won a square
        // or opened one.
        let stiff = self.blockers().has(origin);
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
        let blockers = self.blockers() - origin.bitboard();
        let from = |square: Square, height: usize, crush: bool| {
            let mut completes = false;
            for direction in Direction::ALL {
                let line = ray::<N>(square, direction, height, blockers, crush);
                completes = completes || line_may_complete::<N>(road, reach, line);
            }
            completes
        };
        let rest = self.height(origin) - pattern.carried();
        if rest > 0 && road.has(origin) && from(origin, rest, false) {
            return true;
        }
        let stiff = self.blockers().has(origin);
        let mut square = origin;
        for drop in pattern.drops() {
            square = square.step(direction);
            if (road.has(square) || stiff) && from(square, self.height(square) + drop, stiff) {
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
    let free = slide::distance::<N>(square, direction, blockers) + usize::from(crush);
    let distance = free.min(height).min(square.distance_to_edge(direction, N));
    square.bitboard() | slide::line(square, direction, distance)
}
