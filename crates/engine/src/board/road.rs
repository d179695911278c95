//! Roads: chains of flats and capstones from edge to edge.

use crate::types::Bitboard;

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
