//! Positions for the benches: middle games from random play that are the same on every machine.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use stonefall_engine::board::Position;
use stonefall_engine::types::{Move, Piece, Rules};

/// Positions of games after as many plies as the board has squares: three placements for every
/// spread, few walls.
pub(crate) fn middle_games<const N: usize>(count: usize) -> Vec<Position<N>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(N as u64);
    let mut positions = Vec::new();
    'game: while positions.len() < count {
        let mut position = Position::<N>::start(Rules::standard(N));
        for _ in 0..N * N {
            let placement = random.random_bool(0.75);
            let wall = random.random_bool(0.2);
            let wanted = |mv: &Move| {
                mv.is_placement() == placement && wall == (mv.piece() == Some(Piece::Wall))
            };
            let mut legal = position.moves();
            if legal.iter().any(wanted) {
                legal.retain(wanted);
            }
            position.play(legal[random.random_range(0..legal.len())], &mut ());
            if position.outcome().is_some() {
                continue 'game;
            }
        }
        positions.push(position);
    }
    positions
}
