//! Plays every move: finds moves that win at once, and replies that lose.

use super::SIZE;
use super::study::Reply;
use stonefall_engine::board::{Outcome, Position};
use stonefall_engine::facts::{Threat, moves_that_win, threats, threats_of_other};
use stonefall_engine::types::{Move, MoveKind};

/// The legal moves of a position.
#[must_use]
pub(super) fn legal_moves(position: &Position<SIZE>) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(&mut moves);
    moves
}

/// Moves that would win at once if the player to move passed, in [`order`].
pub(super) fn passed(position: &mut Position<SIZE>) -> Vec<Threat> {
    in_order(threats_of_other(position))
}

fn in_order(mut threats: Vec<Threat>) -> Vec<Threat> {
    threats.sort_by_key(|threat| order(&threat.mv));
    threats
}

/// Order of moves in texts: placements first, then by square, then by number of stones.
fn order(mv: &Move) -> (bool, usize, usize, usize, u16) {
    let carried = match mv.kind() {
        MoveKind::Place(_) => 0,
        MoveKind::Spread(_, pattern) => pattern.carried(),
    };
    (!mv.is_placement(), mv.square().file(), mv.square().rank(), carried, mv.bits())
}

/// Every reply, in [`order`].
pub(super) fn replies(position: &Position<SIZE>) -> Vec<Reply> {
    let attacker = !position.to_move();
    let mut position = position.clone();
    let mut moves = legal_moves(&position);
    moves.sort_by_key(order);
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.play(mv, &mut ());
            let outcome = position.outcome();
            let wins =
                if outcome.is_none() { in_order(threats(&mut position)) } else { Vec::new() };
            position.undo(mv, &undo);
            let suicide = outcome.and_then(Outcome::winner) == Some(attacker);
            Reply { mv, wins, suicide }
        })
        .collect()
}

/// Whether a move continues the game and every reply to it loses at once.
pub(super) fn wins_next(position: &mut Position<SIZE>, mv: Move) -> bool {
    let undo = position.play(mv, &mut ());
    let attacker = !position.to_move();
    let won = match position.outcome() {
        Some(_) => false,
        None => legal_moves(position).into_iter().all(|reply| {
            let undo = position.play(reply, &mut ());
            let lost = match position.outcome() {
                Some(outcome) => outcome.winner() == Some(attacker),
                None => !moves_that_win(position).is_empty(),
            };
            position.undo(reply, &undo);
            lost
        }),
    };
    position.undo(mv, &undo);
    won
}
