//! Roads: chains of flats and capstones from edge to edge.
//!
//! [`EdgeFloods`] has one player's, [`Roads`] those of both, flooded once for each search node.

use crate::types::{Bitboard, Square};

/// The road stones that are connected with each edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdgeFloods {
    /// Stones connected with the north, east, south and west edge.
    floods: [u64; 4],
}

/// The squares of the north, east, south and west edge.
pub(super) const fn edges<const N: usize>() -> [u64; 4] {
    [
        Bitboard::rank(N - 1, N).0,
        Bitboard::file(N - 1, N).0,
        Bitboard::rank(0, N).0,
        Bitboard::file(0, N).0,
    ]
}

/// A set and its neighbors. Some may lie beyond a smaller board. Below size 8, the unused files stop squares that
/// wrap.
#[inline(always)]
pub const fn grow<const N: usize>(set: u64) -> u64 {
    if N < 8 {
        set | set << 8 | set >> 8 | set << 1 | set >> 1
    } else {
        set | Bitboard(set).neighbors().0
    }
}

impl EdgeFloods {
    /// Floods a set of road stones from the four edges at once, one lane for each.
    #[inline(always)]
    pub fn new<const N: usize>(road: Bitboard) -> Self {
        let mut floods = const { edges::<N>() };
        for flood in &mut floods {
            *flood &= road.0;
        }
        loop {
            let mut grown = [0; 4];
            let mut changed = 0;
            for lane in 0..4 {
                grown[lane] = grow::<N>(floods[lane]) & road.0;
                changed |= grown[lane] ^ floods[lane];
            }
            floods = grown;
            if changed == 0 {
                return Self { floods };
            }
        }
    }

    /// Whether two opposite edges are connected.
    #[inline(always)]
    pub const fn has_road(self) -> bool {
        self.floods[0] & self.floods[2] != 0 || self.floods[1] & self.floods[3] != 0
    }

    /// The squares on which one more road stone would be connected with each edge.
    #[inline(always)]
    pub fn reach<const N: usize>(self) -> Reach {
        let mut reach = const { edges::<N>() };
        for (reach, flood) in reach.iter_mut().zip(&self.floods) {
            *reach |= grow::<N>(*flood);
        }
        Reach(reach)
    }

    /// Every square, occupied or not, on which one more road stone would connect opposite edges.
    #[inline(always)]
    pub fn completing<const N: usize>(self) -> Bitboard {
        self.reach::<N>().completing() & const { Bitboard::board(N) }
    }

    /// Stones connected with the north, east, south and west edge.
    #[inline(always)]
    pub fn connected(self) -> [Bitboard; 4] {
        self.floods.map(Bitboard)
    }
}

/// The squares on which one more road stone would be connected with the north, east, south and west edge. Some may
/// lie beyond a smaller board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach(pub(super) [u64; 4]);

impl Reach {
    /// The squares on which one stone would connect opposite edges.
    #[inline(always)]
    pub const fn completing(self) -> Bitboard {
        let Self([north, east, south, west]) = self;
        Bitboard(north & south | east & west)
    }

    /// The squares on which one stone would be connected with some edge.
    #[inline(always)]
    pub const fn any(self) -> Bitboard {
        let Self([north, east, south, west]) = self;
        Bitboard(north | east | south | west)
    }

    /// Whether several new road stones together could connect opposite edges. The first new stone from either end of
    /// such a road is connected with its edge.
    #[inline(always)]
    pub(crate) const fn may_connect(self, new: Bitboard) -> bool {
        let Self([north, east, south, west]) = self;
        new.0 & north != 0 && new.0 & south != 0 || new.0 & east != 0 && new.0 & west != 0
    }
}

/// Whether a set of road stones connects two opposite edges.
#[inline(always)]
pub fn has_road<const N: usize>(road: Bitboard) -> bool {
    road.len() >= N && flood_connects::<N>(road)
}

#[inline]
fn flood_connects<const N: usize>(road: Bitboard) -> bool {
    let [north, east, south, west] = const { edges::<N>() };
    let mut rising = south & road.0;
    let mut crossing = west & road.0;
    if north & road.0 == 0 {
        rising = 0;
    }
    if east & road.0 == 0 {
        crossing = 0;
    }
    loop {
        let risen = grow::<N>(rising) & road.0;
        let crossed = grow::<N>(crossing) & road.0;
        if risen & north != 0 || crossed & east != 0 {
            return true;
        }
        if risen == rising && crossed == crossing {
            return false;
        }
        rising = risen;
        crossing = crossed;
    }
}

/// A road among these stones without superfluous stones; removes stones in order from a1. Returns all stones if
/// they contain no road.
pub fn minimal<const N: usize>(stones: Bitboard) -> Bitboard {
    stones.fold(stones, |kept, square| {
        let less = kept - square.bitboard();
        if has_road::<N>(less) { less } else { kept }
    })
}

/// The slow twin of [`has_road`]: visits stone after stone.
pub fn has_road_by_walking<const N: usize>(road: Bitboard) -> bool {
    let connects = |start: Bitboard, goal: Bitboard| {
        let mut seen = start & road;
        let mut open = seen;
        while let Some(square) = open.next() {
            for next in square.bitboard().neighbors() & road & Bitboard::board(N) {
                if !seen.has(next) {
                    seen |= next.bitboard();
                    open |= next.bitboard();
                }
            }
        }
        seen.meets(goal)
    };
    connects(Bitboard::rank(0, N), Bitboard::rank(N - 1, N))
        || connects(Bitboard::file(0, N), Bitboard::file(N - 1, N))
}

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
