//! Roads, results, wins in one move, and threats of roads, found without playing every move.

use super::generate::push_steps;
use super::roads::{EdgeFloods, flood, grow};
use super::spread::touched;
use super::threaten::Outlook;
use super::{History, Position, Roads, Turn, roads, spread};
use crate::cpu::versions;
use crate::types::{Bitboard, Color, Direction, Move, MoveKind, Pattern, Piece, Square};
use arrayvec::ArrayVec;

/// The reason of a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum WinReason {
    /// A road from edge to edge.
    Road,
    /// More flats, including komi, when the board is full or a player has no pieces left.
    Flats,
}

/// The reason of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// Equal flat counts, including komi.
    Flats,
    /// Third occurrence of a position.
    Repetition,
    /// Too many plies without a placement or a flattened wall.
    ReversiblePlies,
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A win of this player.
    Win(Color, WinReason),
    /// A draw.
    Draw(DrawReason),
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(winner, _) => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// A player's result in half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(self, player: Color) -> u32 {
        self.winner().map_or(1, |winner| if winner == player { 2 } else { 0 })
    }
}

impl<const N: usize> Position<N> {
    /// The result if the stones on the board have ended the game by a road or by flats. If both players have a
    /// road, the player who moved last wins. Repetitions need [`Position::outcome_with`].
    #[inline(always)]
    pub fn outcome(&self) -> Option<Outcome> {
        versions!({
            let last = self.to_move().opponent();
            if roads::has_road::<N>(self.road_stones(last)) {
                return Some(Outcome::Win(last, WinReason::Road));
            }
            if roads::has_road::<N>(self.road_stones(last.opponent())) {
                return Some(Outcome::Win(last.opponent(), WinReason::Road));
            }
            self.flats_end().then(|| self.flat_result())
        })
    }

    /// Like [`Position::outcome`], with known roads.
    #[inline(always)]
    pub(crate) fn outcome_on(&self, roads: &Roads) -> Option<Outcome> {
        // The waiting side moved last.
        if roads.has_road(Turn::Waiting) {
            return Some(Outcome::Win(self.to_move().opponent(), WinReason::Road));
        }
        if roads.has_road(Turn::Mover) {
            return Some(Outcome::Win(self.to_move(), WinReason::Road));
        }
        self.flats_end().then(|| self.flat_result())
    }

    /// The squares of the road that has ended the game, without superfluous ones; empty if none has.
    pub fn road(&self) -> Bitboard {
        match self.outcome() {
            Some(Outcome::Win(winner, WinReason::Road)) => {
                roads::minimal::<N>(self.road_stones(winner))
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether the board is full or a player has no pieces left.
    #[inline(always)]
    pub(crate) fn flats_end(&self) -> bool {
        self.empty().is_empty() || Color::ALL.iter().any(|&color| self.reserve(color).total() == 0)
    }

    /// The result by flat count, including komi, even if the game has not ended.
    pub(crate) fn flat_result(&self) -> Outcome {
        let lead = self.half_flat_lead();
        if lead > 0 {
            Outcome::Win(Color::White, WinReason::Flats)
        } else if lead < 0 {
            Outcome::Win(Color::Black, WinReason::Flats)
        } else {
            Outcome::Draw(DrawReason::Flats)
        }
    }

    /// The result including the draws that need the game's history: third occurrence and, if the rules have a
    /// limit, reversible plies.
    pub fn outcome_with(&self, history: &History) -> Option<Outcome> {
        let limit = self.rules.reversible_plies as usize;
        self.outcome().or_else(|| {
            if history.repetitions(self) >= 2 {
                Some(Outcome::Draw(DrawReason::Repetition))
            } else if limit > 0 && self.reversible_plies() >= limit {
                Some(Outcome::Draw(DrawReason::ReversiblePlies))
            } else {
                None
            }
        })
    }

    /// The critical squares: all squares, occupied or not, on which one more road stone would complete a road.
    #[inline(always)]
    pub fn critical_squares(&self, color: Color) -> Bitboard {
        EdgeFloods::new::<N>(self.road_stones(color)).completing::<N>()
    }

    /// Floods the roads of both players.
    #[inline(always)]
    pub fn roads(&self) -> Roads {
        let mover = self.to_move();
        Roads::new::<N>([self.road_stones(mover), self.road_stones(mover.opponent())])
    }

    /// Empty squares on which a road stone of the mover makes tak: another empty square would then complete the road.
    /// (If there already is tak, the set has more squares.)
    #[inline(always)]
    pub fn tak_squares(&self, roads: &Roads) -> Bitboard {
        let (stones, open) = (self.road_stones(self.to_move()), self.empty());
        let near = Turn::Mover.of(&roads.near);
        let [north, east, south, west] = near;
        let joined = near.map(|near| near & (open | stones).0);
        let far = flood::<N, 4>(joined, &[stones.0; 4]);
        let [far_north, far_east, far_south, far_west] = far.map(grow::<N>);
        let in_two = far_north & south | north & far_south | far_east & west | east & far_west;
        Bitboard(in_two) & open
    }

    /// Whether a spread answers all threats of the other side: afterward that side has no road and cannot complete
    /// one by a placement.
    #[inline(always)]
    pub fn spread_meets(
        &self,
        threats: Bitboard,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> bool {
        versions!({
            let them = self.to_move().opponent();
            let line = spread::line(origin, direction, pattern.distance());
            // A spread that touches neither the threats nor the road leaves both intact.
            if !line.meets(threats | self.road_stones(them)) {
                return false;
            }
            let road = self.road_left_by_spread(origin, direction, pattern);
            let empty = self.empty_after_spread(origin, direction, pattern);
            let floods = EdgeFloods::new::<N>(road);
            !floods.has_road() && !floods.completing::<N>().meets(empty)
        })
    }

    #[inline(always)]
    fn empty_after_spread(
        &self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> Bitboard {
        let empty = self.empty() - spread::line(origin, direction, pattern.distance());
        let cleared = pattern.carried() > self.captives(origin).len();
        if cleared { empty | origin.bitboard() } else { empty }
    }

    /// Squares on which the other side could complete a road with a placement. None in the opening, where the mover's
    /// flat may not block.
    #[inline(always)]
    pub fn threats(&self, roads: &Roads) -> Bitboard {
        let waiting = self.to_move().opponent();
        if self.opening_plies() > 0 || self.reserve(waiting).total() == 0 {
            return Bitboard::EMPTY;
        }
        roads.completing::<N>(Turn::Waiting) & self.empty()
    }

    /// A move that wins at once, by road or by flats; `None` only if there is none.
    ///
    /// The game must not be over.
    pub fn winning_move(&self) -> Option<Move> {
        self.winning_move_on(&self.roads())
    }

    /// Like [`Position::winning_move`], with known roads.
    #[inline(always)]
    pub(crate) fn winning_move_on(&self, roads: &Roads) -> Option<Move> {
        versions!({
            if self.head.opening_plies > 0 {
                return self.winning_opening(|_| true);
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
        })
    }

    /// A move that completes a road of the side to move; `None` only if there is none.
    ///
    /// The game must not be over.
    #[inline(always)]
    pub fn winning_road(&self) -> Option<Move> {
        versions!({
            if self.head.opening_plies > 0 {
                return self.winning_opening(|reason| reason == WinReason::Road);
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
        })
    }

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
                if roads::has_road::<N>((road - origin.bitboard()) | target.bitboard()) {
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
                let spreads = self.patterns(square, direction).into_iter().flatten().map(spread);
                self.first_win(spreads, |_| true)
            })
        })
    }

    /// A win in the opening: the flat completes a road of a composed position, fills its board, or is its owner's last
    /// piece.
    #[cold]
    fn winning_opening(&self, counts: impl Fn(WinReason) -> bool) -> Option<Move> {
        let mut moves = Vec::new();
        self.generate_placements(&mut moves);
        self.first_win(moves, counts)
    }

    /// The first of `moves` that wins in a way that counts, found by playing them.
    fn first_win(
        &self,
        moves: impl IntoIterator<Item = Move>,
        counts: impl Fn(WinReason) -> bool,
    ) -> Option<Move> {
        let mover = self.to_move();
        let mut position = self.clone();
        moves.into_iter().find(|&mv| {
            let outcome = position.look_after(mv, |after| after.outcome());
            matches!(outcome, Some(Outcome::Win(winner, reason)) if winner == mover && counts(reason))
        })
    }
}

/// A move that completes a road, and its foundation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoadThreat {
    /// The move.
    pub mv: Move,
    /// The foundation; see [`Position::foundation`].
    pub squares: Bitboard,
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
        roads::minimal::<N>(joined) | touched(mv)
    }

    /// Whether a move is legal and completes a road of the side to move, after the opening.
    #[inline]
    pub(crate) fn completes_road(&self, mv: Move) -> bool {
        self.is_legal(mv)
            && self.opening_plies() == 0
            && roads::has_road::<N>(match mv.kind() {
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

    /// Appends the moves that are tak. Moves in `sure` threaten to complete a road with a placement; moves in `maybe`
    /// may be tak; all other moves are not. No move may complete a road at once. In the opening all are in `maybe`.
    #[inline(always)]
    pub fn generate_threats(&self, sure: &mut Vec<Move>, maybe: &mut Vec<Move>) {
        versions!({
            if self.opening_plies() > 0 {
                self.generate_placements(maybe);
            } else {
                Outlook::new(self).generate(sure, maybe);
            }
        })
    }

    /// Appends every legal placement on the empty squares of `squares` that can stop `threat`: any piece against a
    /// placement, walls and capstones against a spread. None in the opening.
    pub fn generate_blocks(&self, squares: Bitboard, threat: Move, moves: &mut Vec<Move>) {
        if self.opening_plies() > 0 {
            return;
        }
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

    /// Appends every legal spread that changes a square of `squares`.
    #[inline(always)]
    pub fn generate_spreads_touching(&self, squares: Bitboard, moves: &mut Vec<Move>) {
        versions!({
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
        })
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
        let line = spread::line(origin, direction, (distance + usize::from(crush)).min(carry));
        let always = squares.has(origin);
        if !always && !line.meets(squares) {
            return;
        }
        let crushes = if crush { spread::crushes(carry, distance) } else { &[] };
        for &pattern in spread::spreads(carry, distance).iter().chain(crushes) {
            let mv = Move::spread(origin, direction, pattern);
            if always || touched(mv).meets(squares) {
                moves.push(mv);
            }
        }
    }
}
