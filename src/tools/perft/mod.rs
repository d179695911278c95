//! Counting the leaves of the game tree.

mod divide;
mod suite;

pub use divide::divide;
pub use suite::{Expected, suite};

use std::hint::black_box;
use stonefall_engine::board::Position;
use stonefall_engine::types::Move;

/// How the last ply is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// The moves of the last ply are counted, not played.
    Bulk,
    /// Every move is played and taken back.
    EveryMove,
}

/// Number of ways to play `depth` plies from a position. A finished game has no successors.
#[must_use]
pub fn perft<const N: usize>(position: &mut Position<N>, depth: u32, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    match counting {
        Counting::Bulk => bulk(position, depth, &mut Vec::new()),
        Counting::EveryMove => every_move(position, depth, &mut Vec::new()),
    }
}

/// All move lists of a count lie in one buffer, a range for each ply.
fn bulk<const N: usize>(position: &mut Position<N>, depth: u32, moves: &mut Vec<Move>) -> u64 {
    if position.outcome().is_some() {
        return 0;
    }
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let start = moves.len();
    position.generate(moves);
    let mut nodes = 0;
    for index in start..moves.len() {
        let mv = moves[index];
        let undo = position.play(mv, &mut ());
        nodes += bulk(position, depth - 1, moves);
        position.undo(mv, &undo);
    }
    moves.truncate(start);
    nodes
}

fn every_move<const N: usize>(
    position: &mut Position<N>,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    if position.outcome().is_some() {
        return 0;
    }
    let start = moves.len();
    position.generate(moves);
    let mut nodes = 0;
    for index in start..moves.len() {
        let mv = moves[index];
        let undo = position.play(mv, &mut ());
        nodes += if depth == 1 {
            // A look at the whole position, so that no part of playing is optimised away.
            black_box(&*position);
            1
        } else {
            every_move(position, depth - 1, moves)
        };
        position.undo(mv, &undo);
    }
    moves.truncate(start);
    nodes
}
