//! Playing everything out: which moves win at once, and which replies lose.

use super::study::{Reply, Threat};
use stonefall_engine::board::{Outcome, Position, road};
use stonefall_engine::types::{Bitboard, Move, MoveKind};

/// The legal moves of a position.
#[must_use]
pub(super) fn legal_moves<const N: usize>(position: &Position<N>) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(&mut moves);
    moves
}

/// Every legal move that wins at once, found by playing all of them.
#[must_use]
pub fn winning_moves<const N: usize>(position: &mut Position<N>) -> Vec<Move> {
    let mover = position.to_move();
    let mut moves = legal_moves(position);
    moves.retain(|&mv| {
        let undo = position.play(mv, &mut ());
        let winner = position.outcome().and_then(Outcome::winner);
        position.undo(mv, &undo);
        winner == Some(mover)
    });
    moves
}

/// The moves that would win at once if the player to move passed.
pub(super) fn passed<const N: usize>(position: &mut Position<N>) -> Vec<Threat> {
    let undo = position.play_null();
    let threats = threats(position);
    position.undo_null(&undo);
    threats
}

/// The order in which moves are told: placements first, then by squares, the fewest stones first.
fn order(mv: &Move) -> (bool, usize, usize, usize, u16) {
    let carried = match mv.kind() {
        MoveKind::Place(_) => 0,
        MoveKind::Spread(_, pattern) => pattern.carried(),
    };
    (!mv.is_placement(), mv.square().file(), mv.square().rank(), carried, mv.bits())
}

fn threats<const N: usize>(position: &mut Position<N>) -> Vec<Threat> {
    let mover = position.to_move();
    let before = position.road_stones(mover);
    let completing = position.completing_squares(mover);
    let mut moves = winning_moves(position);
    moves.sort_by_key(order);
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.play(mv, &mut ());
            let after = position.road_stones(mover);
            position.undo(mv, &undo);
            let gained = if road::has_road::<N>(after) { after - before } else { Bitboard::EMPTY };
            let lacking = gained & completing;
            Threat { mv, squares: if lacking.is_empty() { gained } else { lacking } }
        })
        .collect()
}

pub(super) fn replies<const N: usize>(position: &Position<N>) -> Vec<Reply> {
    let attacker = !position.to_move();
    let mut position = position.clone();
    let mut moves = legal_moves(&position);
    moves.sort_by_key(order);
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.play(mv, &mut ());
            let outcome = position.outcome();
            let wins = if outcome.is_none() { threats(&mut position) } else { Vec::new() };
            position.undo(mv, &undo);
            let suicide = outcome.and_then(Outcome::winner) == Some(attacker);
            Reply { mv, wins, suicide }
        })
        .collect()
}

/// Whether a move that does not end the game leaves no reply that does not lose at once.
pub(super) fn wins_next<const N: usize>(position: &mut Position<N>, mv: Move) -> bool {
    let undo = position.play(mv, &mut ());
    let attacker = !position.to_move();
    let won = match position.outcome() {
        Some(_) => false,
        None => legal_moves(position).into_iter().all(|reply| {
            let undo = position.play(reply, &mut ());
            let lost = match position.outcome() {
                Some(outcome) => outcome.winner() == Some(attacker),
                None => !winning_moves(position).is_empty(),
            };
            position.undo(reply, &undo);
            lost
        }),
    };
    position.undo(mv, &undo);
    won
}
