//! Moves that make a threat: a road with the next move, if the other player passed.

use super::road::{EdgeFloods, Reach};
use super::{Position, slide};
use crate::types::{Bitboard, Direction, Move, Pattern, Piece, Square};

/// What a position without a road for the side to move offers to its threats.
struct Outlook<const N: usize> {
    road: Bitboard,
    reach: Reach,
    /// Squares where a stone changes what hangs together with an edge.
    near: Bitboard,
    /// Squares on which one more road stone would complete a road: stacks stand on all of them.
    completing: Bitboard,
    /// Every square that a spread can win for the road.
    sweep: Bitboard,
    /// Whether spreads as they are could complete a road with the help of a stone between.
    wide: bool,
    /// Whether a piece is left to be placed after the next move.
    spare: bool,
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
            for direction in Direction::ALL {
                self.threatening_spreads(&outlook, origin, direction, sure, maybe);
            }
        }
    }

    fn outlook(&self) -> Outlook<N> {
        let mover = self.to_move();
        let road = self.road_stones(mover);
        let reach = EdgeFloods::new::<N>(road).reach::<N>();
        let sweep = self.sweep();
        Outlook {
            road,
            reach,
            near: reach.any() & Self::BOARD,
            completing: (reach.completing() & Self::BOARD) - road,
            sweep,
            wide: reach.may_connect(sweep - road),
            spare: self.reserve(mover).total() > 0,
        }
    }

    /// Every square that a spread of the side to move can win for its road, and perhaps some more.
    fn sweep(&self) -> Bitboard {
        let own = self.owned(self.to_move());
        let single = (own - self.tall()) - self.walls();
        let mut sweep = Bitboard::EMPTY;
        for direction in Direction::ALL {
            sweep |= self.single_targets(single, direction);
        }
        for square in own & self.tall() {
            if self.can_contribute(square) {
                for direction in Direction::ALL {
                    sweep |= self.line(square, direction);
                }
            }
        }
        sweep
    }

    fn threatening_placements(
        &self,
        outlook: &Outlook<N>,
        sure: &mut Vec<Move>,
        maybe: &mut Vec<Move>,
    ) {
        let (reserve, empty) = (self.reserve(self.to_move()), self.empty());
        if reserve.total() < 2 || empty.len() < 2 {
            // The game would be over.
            return;
        }
        for square in empty {
            let stone = square.bitboard();
            let beside = stone.neighbors();
            let list = if outlook.near.has(square) {
                let road = outlook.road | stone;
                let reach = EdgeFloods::new::<N>(road).reach::<N>();
                if ((reach.completing() & empty) - stone).is_some() {
                    &mut *sure
                } else if reach.may_connect((outlook.sweep | beside) - road) {
                    &mut *maybe
                } else {
                    continue;
                }
            } else if outlook.wide || beside.meets(outlook.completing) {
                &mut *maybe
            } else {
                continue;
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
    fn threatening_spreads(
        &self,
        outlook: &Outlook<N>,
        origin: Square,
        direction: Direction,
        sure: &mut Vec<Move>,
        maybe: &mut Vec<Move>,
    ) {
        let carry = self.carry(origin);
        let (distance, crush) = self.slide(origin, direction);
        for &pattern in slide::spreads(carry, distance) {
            match self.threat_after(outlook, origin, direction, pattern) {
                Threatens::Surely => sure.push(Move::spread(origin, direction, pattern)),
                Threatens::Perhaps => maybe.push(Move::spread(origin, direction, pattern)),
                Threatens::Not => {}
            }
        }
        if crush {
            let crushes = slide::crushes(carry, distance);
            maybe.extend(crushes.iter().map(|&pattern| Move::spread(origin, direction, pattern)));
        }
    }

    /// Whether a spread that flattens nothing threatens a road.
    #[inline(always)]
    fn threat_after(
        &self,
        outlook: &Outlook<N>,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> Threatens {
        let road = self.road_after_spread(origin, direction, pattern);
        let won = road - outlook.road;
        let mut reach = outlook.reach;
        if won.meets(outlook.near) {
            reach = EdgeFloods::new::<N>(road).reach::<N>();
            let touched = Self::touched(Move::spread(origin, direction, pattern));
            let mut empty = self.empty() - touched;
            if pattern.carried() == self.height(origin) {
                empty |= origin.bitboard();
            }
            if outlook.spare && (reach.completing() & empty).is_some() {
                return Threatens::Surely;
            }
        }
        if self.blockers().has(origin) {
            // Where a wall or a capstone stood, other stacks come through now.
            return Threatens::Perhaps;
        }
        // What other stacks reach is as before; they complete no road unless this one has won a
        // square for it.
        let other = if won.is_some() { outlook.sweep } else { Bitboard::EMPTY };
        let sweep = other | self.sweep_after(origin, direction, pattern);
        if reach.may_connect(sweep - road) { Threatens::Perhaps } else { Threatens::Not }
    }

    /// Every square that the stacks which a spread leaves behind can reach, whoever owns them.
    #[inline(always)]
    fn sweep_after(&self, origin: Square, direction: Direction, pattern: Pattern) -> Bitboard {
        let mut sweep = self.cross(origin, self.height(origin) - pattern.carried());
        let mut square = origin;
        for drop in pattern.drops() {
            square = square.step(direction);
            sweep |= self.cross(square, self.height(square) + drop);
        }
        sweep
    }

    /// Every square that a stack of so many stones would reach.
    #[inline(always)]
    fn cross(&self, square: Square, height: usize) -> Bitboard {
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |cross, direction| {
            let distance = slide::distance::<N>(square, direction, self.blockers());
            cross | slide::line(square, direction, distance.min(height))
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Threatens {
    Surely,
    Perhaps,
    Not,
}
