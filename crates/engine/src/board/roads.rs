//! The roads of both players, flooded once for each search node.

use super::road::{EdgeFloods, Reach, edges, grow};
use super::{Position, slide};
use crate::cpu::versions;
use crate::types::{Bitboard, Direction, Pattern, Square};

/// Eight sets of squares: north, east, south and west of the side to move, then of the other side. The compiler
/// keeps them in one or two vectors.
pub type Lanes = [u64; 8];

/// A player, relative to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The side to move.
    Mover,
    /// The other side.
    Waiting,
}

impl Turn {
    /// The player's four of eight lanes.
    #[inline(always)]
    pub const fn of(self, lanes: &Lanes) -> [u64; 4] {
        let [n, e, s, w, waiting_n, waiting_e, waiting_s, waiting_w] = *lanes;
        match self {
            Self::Mover => [n, e, s, w],
            Self::Waiting => [waiting_n, waiting_e, waiting_s, waiting_w],
        }
    }
}

/// The stones connected with the edges, for both sides. The result of the game, winning moves, threats and half of
/// the evaluation use them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roads {
    /// Road stones connected with each edge.
    pub connected: Lanes,
    /// Squares on which one more road stone would be connected with each edge. Some may lie beyond a smaller board.
    pub near: Lanes,
}

/// One set for each player, in all lanes of that player.
#[inline(always)]
pub const fn lanes([mover, waiting]: [Bitboard; 2]) -> Lanes {
    let (m, w) = (mover.0, waiting.0);
    [m, m, m, m, w, w, w, w]
}

/// Grows each lane within its lane of `road` until it no longer changes, two steps at a time.
#[inline(always)]
pub fn flood<const N: usize, const L: usize>(mut lanes: [u64; L], road: &[u64; L]) -> [u64; L] {
    loop {
        let mut grown = lanes;
        for _ in 0..2 {
            for (lane, road) in grown.iter_mut().zip(road) {
                *lane |= grow::<N>(*lane) & road;
            }
        }
        let mut change = 0;
        for (lane, before) in grown.iter().zip(&lanes) {
            change |= lane ^ before;
        }
        if change == 0 {
            return grown;
        }
        lanes = grown;
    }
}

impl Roads {
    /// Floods both players' road stones, in the time of one player's.
    #[inline(always)]
    pub fn new<const N: usize>(stones: [Bitboard; 2]) -> Self {
        let edges = const {
            let [n, e, s, w] = edges::<N>();
            [n, e, s, w, n, e, s, w]
        };
        let road = lanes(stones);
        let mut connected = road;
        for (lane, edge) in connected.iter_mut().zip(&edges) {
            *lane &= edge;
        }
        let connected = flood::<N, 8>(connected, &road);
        let mut near = edges;
        for (near, flood) in near.iter_mut().zip(&connected) {
            *near |= grow::<N>(*flood);
        }
        Self { connected, near }
    }

    /// Whether a player has a road.
    #[inline(always)]
    pub const fn has_road(&self, turn: Turn) -> bool {
        let [north, east, south, west] = turn.of(&self.connected);
        north & south | east & west != 0
    }

    /// The squares on which one more road stone of a player would be connected with each edge.
    #[inline(always)]
    pub const fn reach(&self, turn: Turn) -> Reach {
        Reach(turn.of(&self.near))
    }

    /// A square where the waiting side threatens to complete a road, and its stones there that join the square with two
    /// opposite edges. While nothing changes on them, the threat remains.
    #[inline(always)]
    pub(crate) fn supports<const N: usize>(&self, threat: Square) -> Bitboard {
        let square = threat.bitboard().0;
        let [near_north, _, near_south, _] = Turn::Waiting.of(&self.near);
        let [north, east, south, west] = Turn::Waiting.of(&self.connected);
        let upright = near_north & near_south & square != 0;
        let stones = if upright { north | south } else { east | west };
        let [joined] = flood::<N, 1>([square], &[stones]);
        Bitboard(joined)
    }

    /// Every square, occupied or not, on which one more road stone of a player would complete a road.
    #[inline(always)]
    pub const fn completing<const N: usize>(&self, turn: Turn) -> Bitboard {
        Bitboard(self.reach(turn).completing().0 & const { Bitboard::board(N).0 })
    }
}

impl<const N: usize> Position<N> {
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

    versions! {
        /// Whether a spread answers all threats of the other side: afterward that side has no road and cannot complete
        /// one by a placement.
        pub fn spread_meets(
            &self,
            threats: Bitboard,
            origin: Square,
            direction: Direction,
            pattern: Pattern,
        ) -> bool = spread_meets_body as [spread_meets_basic, spread_meets_v3];
    }

    #[inline(always)]
    fn spread_meets_body(
        &self,
        threats: Bitboard,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> bool {
        let them = self.to_move().opponent();
        let line = slide::line(origin, direction, pattern.distance());
        // A spread that touches neither the threats nor the road leaves both intact.
        if !line.meets(threats | self.road_stones(them)) {
            return false;
        }
        let road = self.road_left_by_spread(origin, direction, pattern);
        let empty = self.empty_after_spread(origin, direction, pattern);
        let floods = EdgeFloods::new::<N>(road);
        !floods.has_road() && !floods.completing::<N>().meets(empty)
    }

    /// The empty squares after a spread.
    #[inline(always)]
    fn empty_after_spread(
        &self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> Bitboard {
        let empty = self.empty() - slide::line(origin, direction, pattern.distance());
        let cleared = pattern.carried() > self.captives(origin).len();
        if cleared { empty | origin.bitboard() } else { empty }
    }

    /// Squares on which the other side could complete a road with a placement.
    #[inline(always)]
    pub fn threats(&self, roads: &Roads) -> Bitboard {
        let waiting = self.to_move().opponent();
        if self.opening_plies() > 0 || self.reserve(waiting).total() == 0 {
            return Bitboard::EMPTY;
        }
        roads.completing::<N>(Turn::Waiting) & self.empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::road::{has_road, has_road_by_walking};
    use crate::sized;

    /// Compares floods of one player and of two with walking.
    fn compare<const N: usize>() {
        let (mut state, mut roads) = (7u64, 0);
        for _ in 0..10_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mixed = state ^ state >> 29;
            let sets = [mixed, mixed.rotate_left(11) | mixed.rotate_left(34)]
                .map(|set| Bitboard(set) & Bitboard::board(N));
            let both = Roads::new::<N>(sets);
            for (turn, set) in [Turn::Mover, Turn::Waiting].into_iter().zip(sets) {
                let expected = has_road_by_walking::<N>(set);
                let floods = EdgeFloods::new::<N>(set);
                let found = [has_road::<N>(set), floods.has_road(), both.has_road(turn)];
                assert_eq!(found, [expected; 3], "{set:?}");
                assert_eq!(turn.of(&both.connected).map(Bitboard), floods.connected());
                assert_eq!(both.reach(turn), floods.reach::<N>());
                assert_eq!(both.completing::<N>(turn), floods.completing::<N>());
                roads += usize::from(expected);
                if !expected {
                    let joined = (Bitboard::board(N) - set)
                        .filter(|square| has_road_by_walking::<N>(set | square.bitboard()))
                        .collect::<Bitboard>();
                    assert_eq!(floods.completing::<N>() - set, joined, "{set:?}");
                }
            }
        }
        assert!(roads > 500 && roads < 19_500, "{roads} roads");
    }

    #[test]
    fn floods_agree_with_walking() {
        for size in 3..=8 {
            assert!(sized!(size, N => compare::<N>()).is_ok());
        }
    }
}
