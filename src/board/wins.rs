//! Moves that end the game in favour of the side to move, found without playing every move.

use super::{Outcome, Position, Roads, Turn, road, slide};
use crate::types::{Bitboard, Color, Direction, Move, Pattern, Piece, Square};
use road::{EdgeFloods, Reach};

impl<const N: usize> Position<N> {
    /// Every square, occupied or not, on which one more road stone would complete a road.
    #[must_use]
    #[inline(always)]
    pub fn completing_squares(&self, color: Color) -> Bitboard {
        EdgeFloods::new::<N>(self.road_stones(color)).completing::<N>()
    }

    /// A move that wins at once, by road or by flats; `None` only if there is none.
    ///
    /// The game must not be over.
    #[must_use]
    pub fn winning_move(&self) -> Option<Move> {
        self.winning_move_on(&self.roads())
    }

    /// The same where the roads are known.
    #[must_use]
    #[inline]
    pub fn winning_move_on(&self, roads: &Roads) -> Option<Move> {
        if self.head.opening_plies > 0 {
            return self.winning_opening();
        }
        let reach = roads.reach(Turn::Mover);
        let completing = reach.completing() & Self::BOARD;
        self.winning_placement(completing)
            .or_else(|| self.flat_winning_placement())
            .or_else(|| self.winning_single_step(completing))
            .or_else(|| self.winning_stack_spread(reach))
            .or_else(|| self.flat_winning_spread())
    }

    /// A move that completes a road of the side to move; `None` only if there is none.
    ///
    /// The game must not be over.
    #[must_use]
    #[inline]
    pub fn winning_road(&self) -> Option<Move> {
        if self.head.opening_plies > 0 {
            // One or two stones are no road on any board.
            return None;
        }
        let reach = EdgeFloods::new::<N>(self.road_stones(self.to_move())).reach::<N>();
        let completing = reach.completing() & Self::BOARD;
        self.winning_placement(completing)
            .or_else(|| self.winning_single_step(completing))
            .or_else(|| self.winning_stack_spread(reach))
    }

    /// A road by placement.
    #[inline(always)]
    fn winning_placement(&self, completing: Bitboard) -> Option<Move> {
        let square = (completing & self.empty()).first()?;
        let reserve = self.reserve(self.to_move());
        if reserve.stones > 0 {
            Some(Move::place(square, Piece::Flat))
        } else if reserve.capstones > 0 {
            Some(Move::place(square, Piece::Capstone))
        } else {
            None
        }
    }

    /// A win on flats by placing the last piece or filling the last square.
    #[inline(always)]
    fn flat_winning_placement(&self) -> Option<Move> {
        let mover = self.to_move();
        let reserve = self.reserve(mover);
        let empty = self.empty();
        if reserve.total() > 1 && empty.len() > 1 {
            return None;
        }
        let square = empty.first()?;
        let (piece, gain) =
            if reserve.stones > 0 { (Piece::Flat, 2) } else { (Piece::Capstone, 0) };
        (self.half_flats_ahead(mover) + gain > 0).then(|| Move::place(square, piece))
    }

    /// A player's flat count less the other's, komi included, in half flats.
    #[must_use]
    #[inline(always)]
    pub fn half_flats_ahead(&self, color: Color) -> i32 {
        match color {
            Color::White => self.half_flat_lead(),
            Color::Black => -self.half_flat_lead(),
        }
    }

    /// A road by moving a piece that stands alone. What it steps on must complete a road even with
    /// the square it comes from; whether it does without is looked at one by one.
    #[inline(always)]
    fn winning_single_step(&self, completing: Bitboard) -> Option<Move> {
        let mover = self.to_move();
        let road = self.road_stones(mover);
        let single = road - self.tall();
        let goals = completing - road;
        if !goals.neighbors().meets(single) {
            return None;
        }
        for direction in Direction::ALL {
            for target in self.single_targets(single, direction) & goals {
                let origin = target.step(direction.opposite());
                if road::has_road::<N>((road - origin.bitboard()) | target.bitboard()) {
                    return Some(Move::spread(origin, direction, Pattern::SINGLE));
                }
            }
        }
        None
    }

    /// A road by spreading a stack. Stacks, directions and drops are tried only as far as a road is
    /// possible at all.
    #[inline(always)]
    fn winning_stack_spread(&self, reach: Reach) -> Option<Move> {
        let mover = self.to_move();
        let road = self.road_stones(mover);
        (self.owned(mover) & self.tall()).find_map(|square| {
            if !self.can_contribute(square) {
                return None;
            }
            Direction::ALL.into_iter().find_map(|direction| {
                let new = (self.line(square, direction) | square.bitboard()) - road;
                if !reach.may_connect(new) || !road::has_road::<N>(road | new) {
                    return None;
                }
                self.winning_spread(square, direction, reach)
            })
        })
    }

    /// Whether a spread of this stack can make a square the mover's that was not: with only enemy
    /// captives in reach and a wall on top it cannot.
    #[inline(always)]
    pub(super) fn can_contribute(&self, square: Square) -> bool {
        let carry = self.carry(square);
        let captives = self.captives(square);
        let own = match self.to_move() {
            Color::White => !captives.0,
            Color::Black => captives.0,
        };
        // The top piece, the captives it can carry, and the one that would be uncovered.
        let in_reach = (1u128 << carry.min(captives.len())) - 1;
        !self.walls().has(square) || own & in_reach != 0
    }

    fn winning_spread(&self, square: Square, direction: Direction, reach: Reach) -> Option<Move> {
        let road = self.road_stones(self.to_move());
        self.patterns(square, direction)
            .find(|&pattern| {
                let after = self.road_after_spread(square, direction, pattern);
                reach.may_connect(after - road) && road::has_road::<N>(after)
            })
            .map(|pattern| Move::spread(square, direction, pattern))
    }

    /// Every way for the stack on a square to spread in a direction.
    fn patterns(&self, square: Square, direction: Direction) -> impl Iterator<Item = Pattern> {
        let carry = self.carry(square);
        let (distance, crush) = self.slide(square, direction);
        let crushes = if crush { slide::crushes(carry, distance) } else { &[] };
        slide::spreads(carry, distance).iter().chain(crushes).copied()
    }

    /// Every square that a spread from here can reach in a direction.
    #[inline(always)]
    pub(super) fn line(&self, square: Square, direction: Direction) -> Bitboard {
        let (distance, crush) = self.slide(square, direction);
        slide::line(square, direction, (distance + usize::from(crush)).min(self.carry(square)))
    }

    /// The mover's road stones after a spread.
    #[must_use]
    #[inline(always)]
    pub fn road_after_spread(
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

    /// The other side's road stones after a spread of the mover's.
    #[must_use]
    #[inline(always)]
    pub fn road_left_by_spread(
        &self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> Bitboard {
        let other = self.to_move().opponent();
        let (line, theirs) = self.landings(origin, direction, pattern, other);
        (self.road_stones(other) - line) | theirs
    }

    /// The squares a spread lands on; and those among them, and the origin, that then have a player's
    /// stone on top.
    #[inline(always)]
    fn landings(
        &self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
        player: Color,
    ) -> (Bitboard, Bitboard) {
        let captives = self.captives(origin).0;
        // The owner of each stone as one bit, 1 for the player's, the top one first.
        let colors = captives << 1 | u128::from(self.to_move() == Color::Black);
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

    /// A win on flats by a spread that fills the board. (A spread uses up no piece, so nothing
    /// else about it can end the game on flats.)
    #[inline(always)]
    fn flat_winning_spread(&self) -> Option<Move> {
        let empty = self.empty();
        if empty.len() >= N {
            return None;
        }
        self.filling_spread(empty)
    }

    #[inline(never)]
    fn filling_spread(&self, empty: Bitboard) -> Option<Move> {
        let first = empty.first()?;
        let rank = Bitboard::rank(first.rank(), N);
        let file = Bitboard::file(first.file(), N);
        if !(empty - rank).is_empty() && !(empty - file).is_empty() {
            return None;
        }
        let mut stacks = self.owned(self.to_move()) & self.tall() & (rank | file);
        stacks.find_map(|square| {
            let fills = |&direction: &Direction| (empty - self.line(square, direction)).is_empty();
            Direction::ALL.into_iter().filter(fills).find_map(|direction| {
                let spread = |pattern| Move::spread(square, direction, pattern);
                self.first_win(self.patterns(square, direction).map(spread))
            })
        })
    }

    /// A win in the opening: with custom counts the flat put down can be its owner's last piece.
    #[cold]
    fn winning_opening(&self) -> Option<Move> {
        let mut moves = Vec::new();
        self.generate_placements(&mut moves);
        self.first_win(moves)
    }

    /// The first of some moves that wins, found by playing them.
    fn first_win(&self, moves: impl IntoIterator<Item = Move>) -> Option<Move> {
        let mover = self.to_move();
        let mut position = self.clone();
        moves.into_iter().find(|&mv| {
            let undo = position.play(mv, &mut ());
            let won = position.outcome().and_then(Outcome::winner) == Some(mover);
            position.undo(mv, &undo);
            won
        })
    }
}
