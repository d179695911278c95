//! Moves that make a threat: a road with the next move, if the other player passed.

use super::road::{EdgeFloods, Reach, has_road};
use super::{Position, slide};
use crate::types::{Bitboard, Direction, Move, Pattern, Piece, Square};
use arrayvec::ArrayVec;

/// What a position without a road for the side to move offers to its threats.
struct Outlook {
    road: Bitboard,
    reach: Reach,
    /// Squares where a stone changes what hangs together with an edge.
    near: Bitboard,
    /// Squares on which one more road stone would complete a road: stacks stand on all of them.
    completing: Bitboard,
    spreads: Spreads,
    /// Whether spreads as they are could complete a road with the help of a stone between.
    wide: bool,
    /// Whether a piece is left to be placed after the next move.
    spare: bool,
}

/// What the spreads of one player can win, and perhaps a little more.
struct Spreads {
    /// Squares that pieces alone on theirs can step on.
    steps: Bitboard,
    /// For each stack and direction every square that it can reach, and its own.
    lines: ArrayVec<Bitboard, { 4 * Square::COUNT }>,
}

impl Spreads {
    /// Whether one of them could complete a road.
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
    /// Appends the moves of the side to move after which it threatens a road. Those in `sure`
    /// threaten to complete it by a placement; of those in `maybe` some threaten nothing. A move in
    /// neither list threatens nothing. There must be no move that completes a road at once.
    pub fn generate_threats(&self, sure: &mut Vec<Move>, maybe: &mut Vec<Move>) {
        if self.opening_plies() > 0 {
            return;
        }
        let outlook = self.outlook();
        self.threatening_placements(&outlook, sure, maybe);
        for origin in self.owned(self.to_move()) {
            self.threatening_spreads(&outlook, origin, sure, maybe);
        }
    }

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

    /// What the side to move can win by spreads if these were the blockers.
    fn spreads(&self, blockers: Bitboard) -> Spreads {
        let own = self.owned(self.to_move());
        let single = (own - self.tall()) - self.walls();
        let mut steps = self.blockers() - blockers;
        for direction in Direction::ALL {
            steps |= self.single_targets(single, direction);
        }
        let mut lines = ArrayVec::new();
        for square in own & self.tall() {
            if self.can_contribute(square) {
                let carry = self.carry(square);
                let crush = self.capstones().has(square);
                for direction in Direction::ALL {
                    lines.push(ray::<N>(square, direction, carry, blockers, crush));
                }
            }
        }
        Spreads { steps, lines }
    }

    fn threatening_placements(
        &self,
        outlook: &Outlook,
        sure: &mut Vec<Move>,
        maybe: &mut Vec<Move>,
    ) {
        let (reserve, empty) = (self.reserve(self.to_move()), self.empty());
        if reserve.total() < 2 || empty.len() < 2 {
            // The game would be over.
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
        // The new piece itself may step on.
        let beside = square.bitboard().neighbors();
        if reach.completing().meets(beside) || outlook.spreads.may_complete::<N>(road, reach) {
            Threatens::Perhaps
        } else {
            Threatens::Not
        }
    }

    fn threatening_spreads(
        &self,
        outlook: &Outlook,
        origin: Square,
        sure: &mut Vec<Move>,
        maybe: &mut Vec<Move>,
    ) {
        // Where a wall or a capstone stood, other stacks come through.
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
            let mut empty = self.empty() - Self::touched(mv);
            if pattern.carried() == self.height(origin) {
                empty |= origin.bitboard();
            }
            if outlook.spare && (reach.completing() & empty).is_some() {
                return Threatens::Surely;
            }
        }
        // What other stacks reach is as before; they complete no road unless this one has won a
        // square for it or made way.
        let stiff = self.blockers().has(origin);
        if (won.is_some() || stiff) && others.may_complete::<N>(road, reach)
            || self.goes_on(road, reach, origin, direction, pattern)
        {
            Threatens::Perhaps
        } else {
            Threatens::Not
        }
    }

    /// Whether a stack that a spread leaves behind could complete a road.
    #[inline(always)]
    fn goes_on(
        &self,
        road: Bitboard,
        reach: Reach,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> bool {
        let blockers = self.blockers() - origin.bitboard();
        let from = |square: Square, height: usize, crush: bool| {
            Direction::ALL.into_iter().any(|direction| {
                let line = ray::<N>(square, direction, height, blockers, crush);
                line_may_complete::<N>(road, reach, line)
            })
        };
        let rest = self.height(origin) - pattern.carried();
        if rest > 0 && road.has(origin) && from(origin, rest, false) {
            return true;
        }
        let stiff = self.blockers().has(origin);
        let mut square = origin;
        pattern.drops().any(|drop| {
            square = square.step(direction);
            (road.has(square) || stiff) && from(square, self.height(square) + drop, stiff)
        })
    }
}

/// Every square that a stack of so many stones reaches, and its own. `crush` adds the one where it
/// is stopped.
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
