//! Fast searches for roads find what a walk from stone to stone finds.

use stonefall_engine::board::roads::{EdgeFloods, has_road, has_road_by_walking};
use stonefall_engine::board::{Roads, Turn};
use stonefall_engine::sized;
use stonefall_engine::types::Bitboard;

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
