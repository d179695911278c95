//! Winning moves of the side to move, found without playing every move.

use super::{Outcome, Position, Roads, Turn, road};
use crate::cpu::versions;
use crate::types::{Bitboard, Color, Direction, Move, Pattern, Piece};
use road::EdgeFloods;

impl<const N: usize> Position<N> {
    /// The critical squares: all squares, occupied or not, on which one more road stone would complete a road.
    #[inline(always)]
    pub fn critical_squares(&self, color: Color) -> Bitboard {
        EdgeFloods::new::<N>(self.road_stones(color)).completing::<N>()
    }

    /// A move that wins at once, by road or by flats; `None` only if there is none.
    ///
    /// The game must not be over.
    pub fn winning_move(&self) -> Option<Move> {
        self.winning_move_on(&self.roads())
    }

    versions! {
        /// Like [`Position::winning_move`], with known roads.
        pub(crate) fn winning_move_on(&self, roads: &Roads) -> Option<Move>
            = winning_move_body as [winning_move_basic, winning_move_v3];
    }

    #[inline(always)]
    fn winning_move_body(&self, roads: &Roads) -> Option<Move> {
        if self.head.opening_plies > 0 {
            return self.winning_opening();
        }
        let reach = roads.reach(Turn::Mover);
        let completing = reach.completing() & Self::BOARD;
        let mut win = self.winning_placement(completing);
        if win.is_none() {
            win = self.flat_winning_placement();
        }
        if win.is_none() {
            win = self.winning_single_step(completing);
        }
        if win.is_none() {
            win = self.winning_stack_spread(reach, completing);
        }
        if win.is_none() {
            win = self.flat_winning_spread();
        }
        win
    }

    versions! {
        /// A move that completes a road of the side to move; `None` only if there is none.
        ///
        /// The game must not be over.
        pub fn winning_road(&self) -> Option<Move>
            = winning_road_body as [winning_road_basic, winning_road_v3];
    }

    #[inline(always)]
    fn winning_road_body(&self) -> Option<Move> {
        if self.head.opening_plies > 0 {
            // One or two stones never form a road.
            return None;
        }
        let reach = EdgeFloods::new::<N>(self.road_stones(self.to_move())).reach::<N>();
        let completing = reach.completing() & Self::BOARD;
        let mut win = self.winning_placement(completing);
        if win.is_none() {
            win = self.winning_single_step(completing);
        }
        if win.is_none() {
            win = self.winning_stack_spread(reach, completing);
        }
        win
    }

    /// A placement that completes a road.
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

    /// A player's flat lead including komi, in half flats.
    #[inline(always)]
    pub(crate) fn half_flats_ahead(&self, color: Color) -> i32 {
        match color {
            Color::White => self.half_flat_lead(),
            Color::Black => -self.half_flat_lead(),
        }
    }

    /// A move of a single piece that completes a road. Its target must complete a road together with its origin; a
    /// test without the origin follows.
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

    /// A win on flats by a spread that fills the board. (A spread uses no piece of the reserve and cannot end the
    /// game on flats otherwise.)
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
                let spread = |&pattern: &Pattern| Move::spread(square, direction, pattern);
                self.first_win(self.patterns(square, direction).into_iter().flatten().map(spread))
            })
        })
    }

    /// A win in the opening: with custom pieces, the placed flat can be its owner's last piece.
    #[cold]
    fn winning_opening(&self) -> Option<Move> {
        let mut moves = Vec::new();
        self.generate_placements(&mut moves);
        self.first_win(moves)
    }

    /// The first of `moves` that wins, found by playing them.
    fn first_win(&self, moves: impl IntoIterator<Item = Move>) -> Option<Move> {
        let mover = self.to_move();
        let mut position = self.clone();
        moves.into_iter().find(|&mv| {
            let outcome = position.look_after(mv, |after| after.outcome());
            outcome.and_then(Outcome::winner) == Some(mover)
        })
    }
}
