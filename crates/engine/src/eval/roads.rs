//! Roads that lack one or two stones.

use super::{SideView, View};
use crate::board::roads::grow;
use crate::board::roads::{Lanes, flood, lanes};
use crate::board::{Roads, Turn};
use crate::types::Bitboard;

/// The missing stones of a player's roads.
#[derive(Clone, Copy)]
pub(super) struct Prospects {
    /// Squares on which one stone completes a road, occupied or not.
    pub(super) completing: Bitboard,
    /// Open squares of roads that lack two stones.
    pub(super) in_two: Bitboard,
}

/// The prospects of both players. `open` has the squares on which each player may get a road stone.
///
/// Extends the stones connected with each edge by one more stone. Roads that lack one or two stones are on the
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
        Self { completing: roads.completing::<N>(turn), in_two: Bitboard(in_two) & open }
    }
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

    /// The squares on which a side may get a road stone: empty squares, and enemy flats next to its stacks and
    /// capstones.
    #[inline(always)]
    fn open(&self, own: &SideView, enemy: &SideView) -> Bitboard {
        let strong = (own.all & self.position.tall()) | own.capstones;
        self.position.empty() | (enemy.flats & strong.neighbors())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    /// The minimum number of stones that complete a road, found by trying all sets of one and two.
    fn lacking<const N: usize>(road: Bitboard, open: Bitboard) -> Option<usize> {
        let complete = |road| crate::board::roads::has_road_by_walking::<N>(road);
        let open: Vec<Square> = open.collect();
        if open.iter().any(|one| complete(road | one.bitboard())) {
            return Some(1);
        }
        let pairs = || {
            open.iter().enumerate().flat_map(|(index, one)| {
                open[..index].iter().map(move |two| one.bitboard() | two.bitboard())
            })
        };
        pairs().any(|pair| complete(road | pair)).then_some(2)
    }

    fn compare<const N: usize>() {
        let mut state = 11u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 31
        };
        let mut seen = [0; 3];
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
}
