//! Roads: their connections, missing stones and obstacles.

use super::terms::{
    ANCHORED, BLOCKED, CAPTURE_BY_SINGLE, CAPTURE_BY_STACK, CRUSH, EDGES, LINES, OWN_WALL,
    ROAD_IN_THREE, ROAD_IN_TWO, ROAD_SQUARES, RUNS, THREAT,
};
use super::{SideView, Trace, View};
use crate::board::roads::grow;
use crate::board::roads::{Lanes, flood, lanes};
use crate::board::{Roads, Turn};
use crate::types::Bitboard;

/// The missing stones of a player's roads.
#[derive(Clone, Copy)]
pub(super) struct Prospects {
    /// Road stones connected with the four edges.
    connected: [u64; 4],
    /// Squares on which one stone completes a road, occupied or not.
    pub(super) completing: Bitboard,
    /// Open squares of roads that lack two stones.
    pub(super) in_two: Bitboard,
    /// Whether some road lacks three stones or fewer.
    in_three: bool,
}

/// The prospects of both players. `open` has the squares on which each player may get a road stone.
///
/// Extends the stones connected with each edge by one more stone. Roads that lack one, two or three stones are on the
/// squares where the extensions from opposite edges meet.
///
/// (Roads by the number of stones they lack: Topaz. Floods from the edges: cataklysm.)
#[inline(always)]
fn prospects<const N: usize>(
    roads: &Roads,
    stones: [Bitboard; 2],
    open: [Bitboard; 2],
) -> [Prospects; 2] {
    let (stones, opens) = (lanes(stones), lanes(open));
    // One stone next to the connected stones, and all stones that it would connect.
    let mut joined = roads.near;
    for ((joined, open), stones) in joined.iter_mut().zip(&opens).zip(&stones) {
        *joined &= open | stones;
    }
    let mut far = flood::<N, 8>(joined, &stones);
    for far in &mut far {
        *far = grow::<N>(*far);
    }
    let [mover, waiting] = open;
    [
        Prospects::new::<N>(roads, &far, mover, Turn::Mover),
        Prospects::new::<N>(roads, &far, waiting, Turn::Waiting),
    ]
}

impl Prospects {
    #[inline(always)]
    fn new<const N: usize>(roads: &Roads, far: &Lanes, open: Bitboard, turn: Turn) -> Self {
        let [north, east, south, west] = turn.of(&roads.near);
        let [far_north, far_east, far_south, far_west] = turn.of(far);
        let in_two = far_north & south | north & far_south | far_east & west | east & far_west;
        let in_three = far_north & far_south | far_east & far_west;
        Self {
            connected: turn.of(&roads.connected),
            completing: roads.completing::<N>(turn),
            in_two: Bitboard(in_two) & open,
            in_three: in_three & open.0 != 0,
        }
    }
}

/// Number of ranks and files with at least one road stone.
#[inline(always)]
fn lines(road: Bitboard) -> usize {
    let mut files = road.0 | road.0 >> 32;
    files |= files >> 16;
    files |= files >> 8;
    let mut ranks = road.0 | road.0 >> 4;
    ranks |= ranks >> 2;
    ranks |= ranks >> 1;
    ((files & 0xff).count_ones() + (ranks & 0x0101_0101_0101_0101).count_ones()) as usize
}

impl<const N: usize> View<'_, N> {
    /// The prospects of the side to move and of the other side.
    #[inline(always)]
    pub(super) fn prospects(&self, roads: &Roads) -> [Prospects; 2] {
        prospects::<N>(
            roads,
            [self.mover.road, self.waiting.road],
            [self.open(&self.mover, &self.waiting), self.open(&self.waiting, &self.mover)],
        )
    }

    /// Counts the terms about roads.
    #[inline(always)]
    pub(super) fn roads(&self, trace: &mut impl Trace, prospects: &[Prospects; 2]) {
        self.shapes(trace);
        let of = |side: &SideView| &prospects[side.turn as usize];

        self.each(trace, EDGES, |own, _| {
            of(own).connected.iter().filter(|&&flood| flood != 0).count()
        });
        self.each(trace, ANCHORED, |own, _| {
            of(own).connected.iter().map(|flood| flood.count_ones() as usize).sum()
        });
        self.by_turn(trace, ROAD_IN_TWO, |own, _| usize::from(of(own).in_two.is_some()));
        self.by_turn(trace, ROAD_IN_THREE, |own, _| usize::from(of(own).in_three));
        self.each(trace, ROAD_SQUARES, |own, _| of(own).in_two.len());

        let completing = prospects.map(|prospects| prospects.completing);
        if completing.iter().any(|set| set.is_some()) {
            self.last_squares(trace, completing);
        }
    }

    /// Counts the contents of squares that complete a road, and the pieces that can capture them.
    #[inline(always)]
    fn last_squares(&self, trace: &mut impl Trace, completing: [Bitboard; 2]) {
        let of = |side: &SideView| completing[side.turn as usize];
        let [mover, waiting] = completing;
        trace.add(THREAT, i32::from(mover.meets(self.empty)), 0);
        let waiting_threats = (waiting & self.empty).len();
        trace.add(THREAT.at(1), 0, i32::from(waiting_threats == 1));
        trace.add(THREAT.at(2), 0, i32::from(waiting_threats > 1));

        let strong = |own: &SideView| ((own.all & self.tall) | own.capstones).neighbors();
        self.by_turn(trace, CAPTURE_BY_STACK, |own, enemy| {
            (of(own) & enemy.flats & strong(own)).len()
        });
        self.by_turn(trace, CAPTURE_BY_SINGLE, |own, enemy| {
            (of(own) & enemy.flats & (own.all.neighbors() - strong(own))).len()
        });
        self.each(trace, CRUSH, |own, enemy| {
            (of(own) & enemy.walls & own.capstones.neighbors()).len()
        });
        self.each(trace, BLOCKED, |own, enemy| (of(own) & (enemy.walls | enemy.capstones)).len());
        self.each(trace, OWN_WALL, |own, _| (of(own) & own.walls).len());
    }

    /// The squares on which a side may get a road stone: empty squares, and enemy flats next to its stacks and
    /// capstones.
    #[inline(always)]
    fn open(&self, own: &SideView, enemy: &SideView) -> Bitboard {
        let strong = (own.all & self.tall) | own.capstones;
        self.empty | (enemy.flats & strong.neighbors())
    }

    /// Counts rows of road stones and occupied lines. (Rows: Syntaks. Occupied lines: Tiltak.)
    #[inline(always)]
    fn shapes(&self, trace: &mut impl Trace) {
        let pairs = |road: Bitboard| [road & road.east(), road & road.north()];
        let threes = |road: Bitboard| {
            let [east, north] = pairs(road);
            [east & east.east(), north & north.north()]
        };
        let fours = |road: Bitboard| {
            let [east, north] = threes(road);
            [east & east.east(), north & north.north()]
        };
        let count = |sets: [Bitboard; 2]| sets[0].len() + sets[1].len();
        // On smaller boards such a row is a road.
        self.each(trace, RUNS, |own, _| count(pairs(own.road)));
        if N > 3 {
            self.each(trace, RUNS.at(1), |own, _| count(threes(own.road)));
        }
        if N > 4 {
            self.each(trace, RUNS.at(2), |own, _| count(fours(own.road)));
        }
        self.each(trace, LINES, |own, _| lines(own.road));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    /// The minimum number of stones that complete a road, found by trying all sets of up to three.
    fn lacking<const N: usize>(road: Bitboard, open: Bitboard) -> Option<usize> {
        let complete = |road| crate::board::roads::has_road_by_walking::<N>(road);
        let open: Vec<Square> = open.collect();
        if open.iter().any(|one| complete(road | one.bitboard())) {
            return Some(1);
        }
        let pairs = || {
            open.iter().enumerate().flat_map(|(index, one)| {
                open[..index].iter().map(move |two| (index, one.bitboard() | two.bitboard()))
            })
        };
        if pairs().any(|(_, pair)| complete(road | pair)) {
            return Some(2);
        }
        let mut triples = pairs().flat_map(|(index, pair)| {
            open[index + 1..].iter().map(move |three| pair | three.bitboard())
        });
        triples.any(|triple| complete(road | triple)).then_some(3)
    }

    fn compare<const N: usize>() {
        let mut state = 11u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 31
        };
        let mut seen = [0; 4];
        for round in 0..60 {
            let board = const { Bitboard::board(N) };
            let road = Bitboard(if round % 2 == 0 { next() } else { next() & next() }) & board;
            let open = (board - road) & Bitboard(next() | next());
            if crate::board::roads::has_road::<N>(road) {
                continue;
            }
            let other = Bitboard(next()) & board;
            let stones = [other, road];
            let [_, prospects] =
                prospects::<N>(&Roads::new::<N>(stones), stones, [board - other, open]);
            let expected = lacking::<N>(road, open);
            let found = if prospects.completing.meets(open) {
                Some(1)
            } else if prospects.in_two.is_some() {
                Some(2)
            } else if prospects.in_three {
                Some(3)
            } else {
                None
            };
            assert_eq!(found, expected, "{road:?} {open:?}");
            seen[expected.unwrap_or(0)] += 1;
        }
        assert!(seen[1..].iter().sum::<usize>() > 10, "{seen:?}");
    }

    #[test]
    fn prospects_agree_with_trying_all_stones() {
        compare::<4>();
        compare::<5>();
        compare::<6>();
        compare::<8>();
    }

    #[test]
    fn lines_are_ranks_and_files() {
        let road: Bitboard =
            [Square::new(0, 0), Square::new(0, 4), Square::new(7, 7)].into_iter().collect();
        assert_eq!(lines(road), 2 + 3);
        assert_eq!(lines(Bitboard::EMPTY), 0);
        assert_eq!(lines(Bitboard::board(6)), 12);
    }
}
