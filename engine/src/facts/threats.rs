//! What wins at once, and where.

use crate::board::{Outcome, Position, road};
use crate::types::{Bitboard, Move};

/// A move that wins at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The move.
    pub mv: Move,
    /// Where it completes its road: the one square that was lacking, or all that it gains if there
    /// was more than one. Empty for a win on flats.
    pub squares: Bitboard,
}

/// Every legal move that wins at once, found by playing all of them.
#[must_use]
pub fn moves_that_win<const N: usize>(position: &mut Position<N>) -> Vec<Move> {
    let mover = position.to_move();
    let mut moves = Vec::new();
    position.generate(&mut moves);
    moves.retain(|&mv| {
        let undo = position.play(mv, &mut ());
        let winner = position.outcome().and_then(Outcome::winner);
        position.undo(mv, &undo);
        winner == Some(mover)
    });
    moves
}

/// The same, with the squares that they win on.
#[must_use]
pub fn threats<const N: usize>(position: &mut Position<N>) -> Vec<Threat> {
    let mover = position.to_move();
    let before = position.road_stones(mover);
    let completing = position.critical_squares(mover);
    let winning = moves_that_win(position).into_iter().map(|mv| {
        let undo = position.play(mv, &mut ());
        let after = position.road_stones(mover);
        position.undo(mv, &undo);
        let gained = if road::has_road::<N>(after) { after - before } else { Bitboard::EMPTY };
        let lacking = gained & completing;
        Threat { mv, squares: if lacking.is_empty() { gained } else { lacking } }
    });
    winning.collect()
}

/// The moves that would win at once if the player to move passed.
#[must_use]
pub fn threats_of_other<const N: usize>(position: &mut Position<N>) -> Vec<Threat> {
    if position.opening_plies() > 0 {
        return Vec::new();
    }
    let undo = position.play_null();
    let threats = threats(position);
    position.undo_null(&undo);
    threats
}
