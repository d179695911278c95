//! The start of Atur: chance places the first two stones.

use stonefall_engine::game::Game;
use stonefall_engine::notation::Ply;
use stonefall_engine::search::Seed;

/// First two plies of a game, on two random squares.
pub(super) fn first_stones(mut game: Game, seed: Seed) -> Vec<Ply> {
    let mut plies = Vec::new();
    for _ in 0..2 {
        // The first plies are always flats.
        let free = game.moves();
        let index = seed.below(game.key(), free.len() as u64) as usize;
        plies.push(game.write_ply(free[index]));
        // The move is legal.
        let _ = game.play(free[index]);
    }
    plies
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::collections::HashSet;
    use stonefall_engine::types::Rules;

    fn stones(size: usize, seed: u64) -> Vec<Ply> {
        first_stones(Game::start(size, Rules::standard(size)).unwrap(), Seed::new(seed))
    }

    #[test]
    fn reaches_every_square_and_never_repeats_one() {
        let mut pairs = HashSet::new();
        for seed in 0..2000 {
            let plies = stones(3, seed);
            let squares: Vec<_> = plies.iter().map(|ply| ply.mv.square()).collect();
            assert!(squares.len() == 2 && squares[0] != squares[1], "{squares:?}");
            pairs.insert(squares);
        }
        assert_eq!(pairs.len(), 72);
        assert_eq!(stones(5, 7), stones(5, 7));
    }
}
