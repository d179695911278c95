//! The roads of both players as one node of a search needs them, flooded once.

use super::Position;
use super::road::{Reach, edges, grow};
use crate::types::Bitboard;

/// Eight sets of squares that are worked on together: north, east, south and west of the side to
/// move, then of the other. A compiler makes one or two vectors of them.
pub type Lanes = [u64; 8];

/// A player as a node sees him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The side to move.
    Mover,
    /// The other side.
    Waiting,
}

impl Turn {
    /// Its four of eight lanes.
    #[must_use]
    #[inline(always)]
    pub const fn of(self, lanes: &Lanes) -> [u64; 4] {
        let [n, e, s, w, waiting_n, waiting_e, waiting_s, waiting_w] = *lanes;
        match self {
            Self::Mover => [n, e, s, w],
            Self::Waiting => [waiting_n, waiting_e, waiting_s, waiting_w],
        }
    }
}

/// What hangs together with the edges, for the side to move and for the other.
///
/// Whether the game is over, what wins at once, what the other side threatens and half of the
/// evaluation all begin with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roads {
    /// Road stones connected with each edge.
    pub connected: Lanes,
    /// Squares where one more road stone would be. Some may lie beyond a smaller board.
    pub near: Lanes,
}

/// A set for each player in all lanes of that player.
#[must_use]
#[inline(always)]
pub const fn lanes([mover, waiting]: [Bitboard; 2]) -> Lanes {
    let (m, w) = (mover.0, waiting.0);
    [m, m, m, m, w, w, w, w]
}

/// Grows each lane within its lane of `road` as far as it goes, two steps at a time.
#[must_use]
#[inline(always)]
pub fn flood<const N: usize>(mut lanes: Lanes, road: &Lanes) -> Lanes {
    loop {
        let mut grown = lanes;
        for _ in 0..2 {
            for (lane, road) in grown.iter_mut().zip(road) {
                *lane |= grow::<N>(*lane) & road;
            }
        }
        let mut change = 0;
        for (lane, before) in grown.iter().zip(lanes) {
            change |= lane ^ before;
        }
        if change == 0 {
            return grown;
        }
        lanes = grown;
    }
}

impl Roads {
    /// Floods both players' road stones; it takes no longer than to flood one's.
    #[must_use]
    #[inline(always)]
    pub fn new<const N: usize>(stones: [Bitboard; 2]) -> Self {
        let edges = const {
            let [n, e, s, w] = edges::<N>();
            [n, e, s, w, n, e, s, w]
        };
        let road = lanes(stones);
        let mut connected = road;
        for (lane, edge) in connected.iter_mut().zip(edges) {
            *lane &= edge;
        }
        let connected = flood::<N>(connected, &road);
        let mut near = edges;
        for (near, flood) in near.iter_mut().zip(connected) {
            *near |= grow::<N>(flood);
        }
        Self { connected, near }
    }

    /// Whether a player has a road.
    #[must_use]
    #[inline(always)]
    pub const fn has_road(&self, turn: Turn) -> bool {
        let [north, east, south, west] = turn.of(&self.connected);
        north & south | east & west != 0
    }

    /// The squares where one more road stone of a player would hang together with each edge.
    #[must_use]
    #[inline(always)]
    pub const fn reach(&self, turn: Turn) -> Reach {
        Reach(turn.of(&self.near))
    }

    /// Every square, occupied or not, on which one more road stone of a player would complete a
    /// road.
    #[must_use]
    #[inline(always)]
    pub const fn completing<const N: usize>(&self, turn: Turn) -> Bitboard {
        Bitboard(self.reach(turn).completing().0 & Bitboard::board(N).0)
    }
}

impl<const N: usize> Position<N> {
    /// Floods the roads of both players.
    #[must_use]
    #[inline(always)]
    pub fn roads(&self) -> Roads {
        let mover = self.to_move();
        Roads::new::<N>([self.road_stones(mover), self.road_stones(mover.opponent())])
    }

    /// Squares on which the other side could complete a road by a placement.
    #[must_use]
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
    use crate::board::road::EdgeFloods;

    fn compare<const N: usize>() {
        let mut state = 9u64;
        for _ in 0..2000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let sets = [state ^ state >> 29, state.rotate_left(23) | state >> 31]
                .map(|set| Bitboard(set) & Bitboard::board(N));
            let roads = Roads::new::<N>(sets);
            for (turn, set) in [Turn::Mover, Turn::Waiting].into_iter().zip(sets) {
                let floods = EdgeFloods::new::<N>(set);
                assert_eq!(turn.of(&roads.connected).map(Bitboard), floods.connected());
                assert_eq!(roads.reach(turn), floods.reach::<N>());
                assert_eq!(roads.completing::<N>(turn), floods.completing::<N>());
                assert_eq!(roads.has_road(turn), floods.has_road());
            }
        }
    }

    #[test]
    fn two_players_are_flooded_like_one() {
        compare::<3>();
        compare::<5>();
        compare::<6>();
        compare::<7>();
        compare::<8>();
    }
}
