//! Tak and answers to it, compared with playing every move.

use crate::tests::common::{Random, each_size, random, tps};
use crate::tests::positions::{Look, random_position};
use stonefall_engine::board::Position;
use stonefall_engine::types::{Bitboard, Color, Move, MoveKind, Piece};

/// The squares on which a player could complete a road after a move.
fn threats_after<const N: usize>(position: &Position<N>, mv: Move, color: Color) -> Bitboard {
    let played = position.after(mv);
    played.critical_squares(color) & played.empty()
}

/// Checks one position without a road; counts the moves that make tak and those that meet it.
fn check<const N: usize>(position: &Position<N>) -> [usize; 2] {
    let (mover, roads) = (position.to_move(), position.roads());
    let threats = position.threats(&roads);
    let in_tak = (position.critical_squares(mover) & position.empty()).is_some();
    let mut counts = [0; 2];
    let mut tak_squares = Bitboard::EMPTY;
    for mv in position.moves() {
        let text = || format!("{mv}: {}", tps(position));
        let tak = threats_after(position, mv, mover).is_some();
        match mv.kind() {
            MoveKind::Place(Piece::Flat) if tak => tak_squares |= mv.square().bitboard(),
            MoveKind::Place(_) => {}
            MoveKind::Spread(direction, pattern) => {
                let square = mv.square();
                counts[0] += usize::from(tak);
                if threats.is_some() {
                    let road =
                        position.after(mv).roads().has_road(stonefall_engine::board::Turn::Mover);
                    let met = !road && threats_after(position, mv, !mover).is_empty();
                    let found = position.spread_meets(threats, square, direction, pattern);
                    assert_eq!(found, met, "{}", text());
                    counts[1] += usize::from(found);
                }
            }
        }
    }
    if !in_tak && position.reserve(mover).stones > 0 {
        assert_eq!(position.tak_squares(&roads), tak_squares, "{}", tps(position));
    }
    counts
}

#[test]
fn in_random_positions() {
    fn positions<const N: usize>(random: &mut Random) {
        let mut counts = [0; 2];
        for _ in 0..400 {
            let look = Look::random(random);
            for _ in 0..5 {
                let position = random_position::<N>(random, look);
                if position.outcome().is_none() && position.opening_plies() == 0 {
                    for (sum, count) in counts.iter_mut().zip(check(&position)) {
                        *sum += count;
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 20), "{N}x{N}: {counts:?}");
    }
    let mut random = random(8);
    each_size!(N => positions::<N>(&mut random));
}
