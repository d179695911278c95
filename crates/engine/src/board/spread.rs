//! Spreads: how far they reach, their drop patterns, and the roads and flats that the dropped stones give.

use super::Position;
use super::roads::{self, Reach};
use crate::cpu::versions;
use crate::types::{Bitboard, Color, Direction, Move, MoveKind, Pattern, Square};

/// Drop patterns for a maximum number of stones and a distance.
struct Patterns {
    list: [Pattern; 255],
    len: u8,
}

impl Patterns {
    const EMPTY: Self = Self { list: [Pattern::SINGLE; 255], len: 0 };

    const fn push(&mut self, pattern: Pattern) {
        self.list[self.len as usize] = pattern;
        self.len += 1;
    }
}

type PatternTable = [[Patterns; 9]; 9];

static SPREADS: PatternTable = table(Crush::No);
static CRUSHES: PatternTable = table(Crush::Yes);

#[derive(Clone, Copy)]
enum Crush {
    No,
    /// The capstone lands alone on a wall after the free squares.
    Yes,
}

const fn table(crush: Crush) -> PatternTable {
    let mut table = [const { [const { Patterns::EMPTY }; 9] }; 9];
    let mut carry = 1;
    while carry <= 8 {
        let mut distance = 0;
        while distance <= 8 {
            let mut bits = 1;
            while let Some(pattern) = Pattern::from_bits(bits) {
                let fits = match crush {
                    Crush::No => pattern.distance() <= distance,
                    Crush::Yes => pattern.distance() == distance + 1 && pattern.last_drop() == 1,
                };
                if fits && pattern.carried() <= carry {
                    table[carry][distance].push(pattern);
                }
                bits = bits.wrapping_add(1);
            }
            distance += 1;
        }
        carry += 1;
    }
    table
}

/// Every pattern that carries at most `carry` stones over at most `distance` squares.
#[inline(always)]
pub(super) fn spreads(carry: usize, distance: usize) -> &'static [Pattern] {
    let patterns = &SPREADS[carry][distance];
    &patterns.list[..patterns.len as usize]
}

/// Every pattern that drops one stone, the capstone, on the square after `distance` free ones.
#[inline(always)]
pub(super) fn crushes(carry: usize, distance: usize) -> &'static [Pattern] {
    let patterns = &CRUSHES[carry][distance];
    &patterns.list[..patterns.len as usize]
}

/// Number of patterns of [`spreads`].
#[inline(always)]
pub(super) fn spread_count(carry: usize, distance: usize) -> usize {
    SPREADS[carry][distance].len as usize
}

/// Number of patterns of [`crushes`].
#[inline(always)]
pub(super) fn crush_count(carry: usize, distance: usize) -> usize {
    CRUSHES[carry][distance].len as usize
}

/// Number of squares a stack can slide before the edge or a blocker stops it.
///
/// The nearest blocker is the lowest (or highest) bit of the ray after a shift. Squares beyond a smaller board
/// count as blockers, and the edge of the 8x8 grid limits the rest.
#[inline(always)]
pub(super) fn distance<const N: usize>(
    square: Square,
    direction: Direction,
    blockers: Bitboard,
) -> usize {
    let stops = (blockers | const { Bitboard(!Bitboard::board(N).0) }).0;
    let index = square.index();
    let free = match direction {
        Direction::North => ((stops >> index & 0x0101_0101_0101_0100).trailing_zeros() >> 3) - 1,
        Direction::East => (stops >> index & 0xfe | 0x100).trailing_zeros() - 1,
        Direction::South => {
            ((stops << (63 - index) & 0x0080_8080_8080_8080).leading_zeros() >> 3) - 1
        }
        Direction::West => {
            (stops << (63 - index) & 0x7f00_0000_0000_0000 | 1 << 55).leading_zeros() - 1
        }
    };
    (free as usize).min(square.distance_to_edge(direction, N))
}

/// The squares of `steps` steps from a square. All must be on the board.
#[inline(always)]
pub(super) const fn line(square: Square, direction: Direction, steps: usize) -> Bitboard {
    let index = square.index();
    let column = 0x0101_0101_0101_0101 & ((1 << (8 * (steps & 7))) - 1);
    let row = (1 << (steps & 7)) - 1;
    Bitboard(match direction {
        Direction::North => column << (index & 63) << 8,
        Direction::East => row << (index & 63) << 1,
        Direction::South => column << (index.wrapping_sub(8 * steps) & 63),
        Direction::West => row << (index.wrapping_sub(steps) & 63),
    })
}

/// For each direction, the squares within `carry` steps of a square on a board without blockers.
#[inline(always)]
pub(super) fn rays<const N: usize>(square: Square, carry: usize) -> &'static [Bitboard; 4] {
    let table: &[[[Bitboard; 4]; Square::COUNT]; 9] = const { &ray_table(N) };
    &table[carry][square.index()]
}

const fn ray_table(size: usize) -> [[[Bitboard; 4]; Square::COUNT]; 9] {
    let mut table = [[[Bitboard::EMPTY; 4]; Square::COUNT]; 9];
    let mut index = 0;
    while index < Square::COUNT * 9 * 4 {
        let (carry, square, direction) =
            (index / 4 / Square::COUNT, index / 4 % Square::COUNT, index % 4);
        let place = Square::from_index(square);
        if place.is_on(size) {
            let to_edge = place.distance_to_edge(Direction::ALL[direction], size);
            let steps = if carry < to_edge { carry } else { to_edge };
            table[carry][square][direction] = line(place, Direction::ALL[direction], steps);
        }
        index += 1;
    }
    table
}

/// The squares whose contents a legal move changes.
#[inline(always)]
pub(crate) fn touched(mv: Move) -> Bitboard {
    let square = mv.square();
    match mv.kind() {
        MoveKind::Place(_) => square.bitboard(),
        MoveKind::Spread(direction, pattern) => {
            square.bitboard() | line(square, direction, pattern.distance())
        }
    }
}

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
            let rays = rays::<N>(square, self.carry(square));
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
                    if !reach.may_connect(new) || !roads::has_road::<N>(road | new) {
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
            let covered = line(origin, direction, steps);
            goals.has(last) && roads::has_road::<N>((road - covered) | last.bitboard())
        })
    }

    /// The road stones of the mover that a spread of this stack can leave on top of a square, as bits; bit 0 is the top stone.
    #[inline(always)]
    pub(super) fn possible_tops(&self, square: Square) -> u32 {
        // The stones that it can carry, and the one that would be uncovered.
        self.stones_in_hand(square, self.to_move()) & ((2 << self.carry(square)) - 1)
    }

    #[inline(always)]
    fn winning_spread(&self, square: Square, direction: Direction, reach: Reach) -> Option<Move> {
        versions!({
            let road = self.road_stones(self.to_move());
            // Squares that a road needs, regardless of the drops.
            let won = self.line(square, direction) | square.bitboard();
            let mut needed = Bitboard::EMPTY;
            for square in won {
                if !roads::has_road::<N>((road | won) - square.bitboard()) {
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
                        && roads::has_road::<N>(after)
                    {
                        return Some(Move::spread(square, direction, pattern));
                    }
                }
            }
            None
        })
    }

    /// Whether some drop pattern leaves the mover's road stones on the needed squares, up to the last square of
    /// `to_win`. This condition is necessary for a road, not sufficient.
    ///
    /// The number of stones still carried after a square determines the top stone there. More carried stones allow
    /// more patterns, so that one pass along the line suffices. Bit `n` of `left` says that `n` stones may still be
    /// carried. Example: White moves a stack with, from the top, white, black, white, black, and needs its stones on the
    /// next two squares:
    ///
    /// ```text
    /// stones, top first      W B W B      own = 0101: after a square with n stones left, stone n lies on top
    /// taken from the origin  1 to 4       left = 11110
    /// next square, needed    0 to 3 left  left = 01111 & 0101 = 00101: 0 or 2 left
    /// second square, needed  0 or 1 left  left = 00011 & 0101 = 00001: 0 left
    /// ```
    ///
    /// So the drops 1, 2 and 2, 2 are possible: a white stone lies on top of both squares.
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
        let crushes = if crush { crushes(carry, distance) } else { &[] };
        [spreads(carry, distance), crushes]
    }

    /// Every square that a spread from this square can reach in a direction.
    #[inline(always)]
    pub(super) fn line(&self, square: Square, direction: Direction) -> Bitboard {
        let (distance, crush) = self.slide(square, direction);
        line(square, direction, (distance + usize::from(crush)).min(self.carry(square)))
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
        let (covered, own) = self.landings(origin, direction, pattern, mover);
        let road = self.road_stones(mover) - covered - origin.bitboard();
        let led_by_wall = self.walls().has(origin);
        // The top of the stack lands on the last square.
        if led_by_wall {
            let last = line(origin, direction, pattern.distance())
                - line(origin, direction, pattern.distance() - 1);
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
        // A pattern has a bit for each uncovered stone: bit 8 - n for the one below n others. Example: `4c3>112`
        // has the pattern 0111_0000: bit 4 is the captive below four, the new top of c3; bits 5 and 6 are those below three
        // and two, the new tops of d3 and e3. Dropped after that are the two upper stones, on f3.
        let there = (0xff00u32 >> captives.len().min(8)) as u8;
        let black = (captives.0 as u8).reverse_bits();
        let own = if self.to_move() == Color::Black { black } else { !black };
        let uncovered = pattern.bits() & there;
        let line = line(origin, direction, pattern.distance());
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
    use crate::sized;
    use crate::types::{MoveKind, Rules};

    /// The slow twin of [`distance`]: one step at a time.
    fn distance_by_steps<const N: usize>(
        square: Square,
        direction: Direction,
        blockers: Bitboard,
    ) -> usize {
        (1..=square.distance_to_edge(direction, N))
            .take_while(|&steps| {
                square.neighbor(direction, steps, N).is_some_and(|square| !blockers.has(square))
            })
            .count()
    }

    fn compare<const N: usize>() {
        let mut state = 1u64;
        for _ in 0..2000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let blockers = Bitboard(state & state.rotate_left(17)) & Bitboard::board(N);
            for square in Square::all(N) {
                for direction in Direction::ALL {
                    assert_eq!(
                        distance::<N>(square, direction, blockers),
                        distance_by_steps::<N>(square, direction, blockers),
                        "{square} {direction:?} {blockers:?}"
                    );
                    let steps = distance::<N>(square, direction, blockers);
                    let walked = (1..=steps)
                        .filter_map(|step| square.neighbor(direction, step, N))
                        .collect::<Bitboard>();
                    assert_eq!(line(square, direction, steps), walked);
                }
            }
        }
    }

    #[test]
    fn distance_agrees_with_single_steps() {
        for size in 3..=8 {
            assert!(sized!(size, N => compare::<N>()).is_ok());
        }
    }

    #[test]
    fn patterns_are_the_compositions() {
        // Compositions of 1..=carry into at most `distance` parts: sums of binomials.
        assert_eq!(spread_count(1, 1), 1);
        assert_eq!(spread_count(3, 2), 1 + 2 + 3);
        assert_eq!(spread_count(8, 8), 255);
        assert_eq!(spread_count(8, 0), 0);
        for carry in 1..=8 {
            for distance in 0..8 {
                for pattern in spreads(carry, distance) {
                    let drops: Vec<_> = pattern.drops().collect();
                    assert!(drops.len() <= distance && drops.iter().sum::<usize>() <= carry);
                    assert_eq!(Pattern::from_drops(&drops), Some(*pattern));
                }
                for pattern in crushes(carry, distance) {
                    let drops: Vec<_> = pattern.drops().collect();
                    assert_eq!(drops.len(), distance + 1);
                    assert_eq!(drops.last(), Some(&1));
                }
            }
        }
    }

    /// Flat lead of the player who is not to move.
    fn lead<const N: usize>(position: &Position<N>) -> i32 {
        let flats = |color| (position.owned(color) - position.blockers()).len() as i32;
        flats(position.to_move().opponent()) - flats(position.to_move())
    }

    /// Plays random games and compares the result of each spread with the position after it.
    fn compare_results<const N: usize>() -> usize {
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
        for compared in [
            compare_results::<3>(),
            compare_results::<5>(),
            compare_results::<6>(),
            compare_results::<8>(),
        ] {
            assert!(compared > 1000, "{compared}");
        }
    }
}
