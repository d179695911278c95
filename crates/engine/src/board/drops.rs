//! Roads and flats that the dropped stones of a spread give.

use super::road::{self, Reach};
use super::{Position, slide};
use crate::cpu::versions;
use crate::types::{Bitboard, Color, Direction, Move, Pattern, Square};

/// The effect of a spread on the flats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SpreadResult {
    /// Change of the mover's flat lead.
    pub(crate) won: i32,
    /// The new top of the first square: 0 for none, 1 for a flat of the mover, 2 for one of the opponent.
    pub(crate) left: usize,
    /// Captives of the mover that become tops of squares between the first and the last.
    pub(crate) own: usize,
    /// Such captives of the opponent.
    pub(crate) theirs: usize,
    /// The squares that the spread lands on.
    pub(crate) line: Bitboard,
}

/// The top stone of a stack as a bit.
const TOP_STONE: u32 = 1;

impl<const N: usize> Position<N> {
    /// A spread of a stack that completes a road. Skips impossible ones as early as possible.
    #[inline(always)]
    pub(super) fn winning_stack_spread(&self, reach: Reach, completing: Bitboard) -> Option<Move> {
        let mover = self.to_move();
        let road = self.road_stones(mover);
        for square in self.owned(mover) & self.tall() {
            let tops = self.possible_tops(square);
            if tops == 0 {
                continue;
            }
            let rays = slide::rays::<N>(square, self.carry(square));
            for direction in Direction::ALL {
                if tops == TOP_STONE {
                    let goals = rays[direction.index()] & (completing - road);
                    if goals.is_empty() || !self.top_wins(square, direction, goals) {
                        continue;
                    }
                } else {
                    // Most lines are too far from the edges' stones even if nothing blocks them.
                    let longest = rays[direction.index()] | square.bitboard();
                    if !reach.may_connect(longest - road) {
                        continue;
                    }
                    let new = (self.line(square, direction) | square.bitboard()) - road;
                    if !reach.may_connect(new) || !road::has_road::<N>(road | new) {
                        continue;
                    }
                }
                let win = self.winning_spread(square, direction, reach);
                if win.is_some() {
                    return win;
                }
            }
        }
        None
    }

    /// Whether the top stone of a stack completes a road on one of the squares `goals`, while the rest of the stack leaves no
    /// road stone on the squares before.
    #[inline(always)]
    fn top_wins(&self, origin: Square, direction: Direction, goals: Bitboard) -> bool {
        let road = self.road_stones(self.to_move()) - origin.bitboard();
        (1..=self.line(origin, direction).len()).any(|steps| {
            let last = origin.ahead(direction, steps);
            let covered = slide::line(origin, direction, steps);
            goals.has(last) && road::has_road::<N>((road - covered) | last.bitboard())
        })
    }

    /// The road stones of the mover that a spread of this stack can leave on top of a square, as bits; bit 0 is the top stone.
    #[inline(always)]
    pub(super) fn possible_tops(&self, square: Square) -> u32 {
        // The stones that it can carry, and the one that would be uncovered.
        self.stones_in_hand(square, self.to_move()) & ((2 << self.carry(square)) - 1)
    }

    versions! {
        fn winning_spread(&self, square: Square, direction: Direction, reach: Reach) -> Option<Move>
            = winning_spread_body as [winning_spread_basic, winning_spread_v3];
    }

    #[inline(always)]
    fn winning_spread_body(
        &self,
        square: Square,
        direction: Direction,
        reach: Reach,
    ) -> Option<Move> {
        let road = self.road_stones(self.to_move());
        // Squares that a road needs, regardless of the drops.
        let won = self.line(square, direction) | square.bitboard();
        let mut needed = Bitboard::EMPTY;
        for square in won {
            if !road::has_road::<N>((road | won) - square.bitboard()) {
                needed |= square.bitboard();
            }
        }
        if !self.can_cover(square, direction, needed, needed - road) {
            return None;
        }
        for patterns in self.patterns(square, direction) {
            for &pattern in patterns {
                let after = self.road_after_spread(square, direction, pattern);
                if (needed - after).is_empty()
                    && reach.may_connect(after - road)
                    && road::has_road::<N>(after)
                {
                    return Some(Move::spread(square, direction, pattern));
                }
            }
        }
        None
    }

    /// Whether some drop pattern leaves the mover's road stones on the needed squares, up to the last square of
    /// `to_win`. This condition is necessary for a road, not sufficient.
    ///
    /// The number of stones still carried after a square determines the top stone there. More carried stones allow
    /// more patterns, so that one pass along the line suffices.
    #[inline]
    fn can_cover(
        &self,
        origin: Square,
        direction: Direction,
        needed: Bitboard,
        mut to_win: Bitboard,
    ) -> bool {
        let carry = self.carry(origin);
        let mut left = (2 << carry) - 2;
        let own = self.stones_in_hand(origin, self.to_move());
        if needed.has(origin) {
            left &= own;
        }
        to_win = to_win - origin.bitboard();
        let mut square = origin;
        while to_win.is_some() && left != 0 {
            square = square.step(direction);
            // Fewer than the previous maximum.
            left = (1 << left.ilog2()) - 1;
            if needed.has(square) {
                left &= own;
            }
            to_win = to_win - square.bitboard();
        }
        left != 0
    }

    /// The road stones of a player in the stack on a square, as bits; bit 0 is the top stone.
    #[inline(always)]
    fn stones_in_hand(&self, square: Square, player: Color) -> u32 {
        let captives = self.captives(square);
        let colors = (captives.0 as u32) << 1 | u32::from(self.to_move() == Color::Black);
        let own = match player {
            Color::White => !colors,
            Color::Black => colors,
        };
        let there = (2u64 << captives.len().min(31)) as u32;
        own & there.wrapping_sub(1) & !u32::from(self.walls().has(square))
    }

    /// Every drop pattern of the stack on a square in a direction.
    pub(super) fn patterns(&self, square: Square, direction: Direction) -> [&'static [Pattern]; 2] {
        let carry = self.carry(square);
        let (distance, crush) = self.slide(square, direction);
        let crushes = if crush { slide::crushes(carry, distance) } else { &[] };
        [slide::spreads(carry, distance), crushes]
    }

    /// Every square that a spread from this square can reach in a direction.
    #[inline(always)]
    pub(super) fn line(&self, square: Square, direction: Direction) -> Bitboard {
        let (distance, crush) = self.slide(square, direction);
        slide::line(square, direction, (distance + usize::from(crush)).min(self.carry(square)))
    }

    /// The mover's road stones after a spread.
    #[inline(always)]
    pub(crate) fn road_after_spread(
        &self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> Bitboard {
        let mover = self.to_move();
        let (line, own) = self.landings(origin, direction, pattern, mover);
        let road = self.road_stones(mover) - line - origin.bitboard();
        let led_by_wall = self.walls().has(origin);
        // The top of the stack lands on the last square.
        if led_by_wall {
            let last = slide::line(origin, direction, pattern.distance())
                - slide::line(origin, direction, pattern.distance() - 1);
            road | (own - last)
        } else {
            road | own
        }
    }

    /// The other side's road stones after a spread of the mover.
    #[inline(always)]
    pub(crate) fn road_left_by_spread(
        &self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> Bitboard {
        let other = self.to_move().opponent();
        let (line, theirs) = self.landings(origin, direction, pattern, other);
        (self.road_stones(other) - line) | theirs
    }

    /// Change of the mover's flat lead by a spread; negative for a loss.
    ///
    /// The top piece of the stack counts before and after the move, or never. Only the uncovered captives and the
    /// covered flats matter.
    #[inline(always)]
    pub(crate) fn flats_won(&self, origin: Square, direction: Direction, pattern: Pattern) -> i32 {
        self.spread_result(origin, direction, pattern).won
    }

    /// The flats that a spread uncovers and covers.
    #[inline(always)]
    pub(crate) fn spread_result(
        &self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> SpreadResult {
        let captives = self.captives(origin);
        // A pattern has a bit for each uncovered stone: bit 8 - n for the one below n others.
        let there = (0xff00u32 >> captives.len().min(8)) as u8;
        let black = (captives.0 as u8).reverse_bits();
        let own = if self.to_move() == Color::Black { black } else { !black };
        let uncovered = pattern.bits() & there;
        let line = slide::line(origin, direction, pattern.distance());
        let flats = (self.occupied() - self.blockers()) & line;
        let lead = |own: u32, all: u32| 2 * own as i32 - all as i32;
        let won = lead((uncovered & own).count_ones(), uncovered.count_ones())
            - lead((flats & self.owned(self.to_move())).len() as u32, flats.len() as u32);
        // The lowest bit is the stone that stays on top of the first square.
        let lowest = pattern.bits() & pattern.bits().wrapping_neg();
        let left = match (uncovered & lowest != 0, own & lowest != 0) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        };
        let dropped = uncovered & !lowest;
        SpreadResult {
            won,
            left,
            own: (dropped & own).count_ones() as usize,
            theirs: (dropped & !own).count_ones() as usize,
            line,
        }
    }

    /// [`Position::spread_result`] for a single stone.
    #[inline(always)]
    pub(crate) fn step_result(&self, origin: Square, direction: Direction) -> SpreadResult {
        let line = origin.step(direction).bitboard();
        let flat = line - self.blockers();
        let is_flat_of = |color| i32::from(flat.meets(self.owned(color)));
        let mover = self.to_move();
        let won = is_flat_of(mover.opponent()) - is_flat_of(mover);
        SpreadResult { won, left: 0, own: 0, theirs: 0, line }
    }

    /// The squares that a spread lands on; and those of them, and of the origin, with a player's stone on top
    /// afterward.
    #[inline(always)]
    fn landings(
        &self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
        player: Color,
    ) -> (Bitboard, Bitboard) {
        // The top stones as bits, 1 for the player's; bit 0 is the top stone.
        let captives = self.captives(origin).0 as u32;
        let colors = captives << 1 | u32::from(self.to_move() == Color::Black);
        let own = match player {
            Color::White => !colors,
            Color::Black => colors,
        };
        let mut left = pattern.carried();
        let uncovered = left <= self.captives(origin).len() && own >> left & 1 != 0;
        let mut tops = if uncovered { origin.bitboard() } else { Bitboard::EMPTY };
        let mut line = Bitboard::EMPTY;
        let mut square = origin;
        for drop in pattern.drops() {
            square = square.step(direction);
            left -= drop;
            line |= square.bitboard();
            if own >> left & 1 != 0 {
                tops |= square.bitboard();
            }
        }
        (line, tops)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Rules};

    /// Flat lead of the player who is not to move.
    fn lead<const N: usize>(position: &Position<N>) -> i32 {
        let flats = |color| (position.owned(color) - position.blockers()).len() as i32;
        flats(position.to_move().opponent()) - flats(position.to_move())
    }

    /// Plays random games and compares the result of each spread with the position after it.
    fn compare<const N: usize>() -> usize {
        let (mut state, mut compared) = (5u64, 0);
        for _ in 0..40 {
            let mut position = Position::<N>::start(Rules::standard(N));
            while position.outcome().is_none() && position.ply() < 120 {
                let moves = position.moves();
                for &mv in &moves {
                    let MoveKind::Spread(direction, pattern) = mv.kind() else { continue };
                    let after = position.after(mv);
                    let result = position.spread_result(mv.square(), direction, pattern);
                    assert_eq!(result.won, lead(&after) + lead(&position));
                    assert!(result.won < 2 || position.winning_stacks().has(mv.square()));
                    let mover = position.to_move();
                    let left = after
                        .top(mv.square())
                        .map_or(0, |(owner, _)| 1 + usize::from(owner != mover));
                    assert_eq!(result.left, left);
                    let end = mv.square().ahead(direction, pattern.distance());
                    let between = result.line - end.bitboard();
                    assert_eq!(result.own, (between & after.owned(mover)).len());
                    assert_eq!(result.theirs, (between - after.owned(mover)).len());
                    if position.captives(mv.square()).is_empty() {
                        assert_eq!(position.step_result(mv.square(), direction), result);
                    }
                    compared += 1;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.play(moves[(state >> 33) as usize % moves.len()], &mut ());
            }
        }
        compared
    }

    #[test]
    fn results_of_spreads_agree_with_the_position_after_them() {
        for compared in [compare::<3>(), compare::<5>(), compare::<6>(), compare::<8>()] {
            assert!(compared > 1000, "{compared}");
        }
    }
}
