//! The slow twin of the solver: plays every move, without a table.

use crate::common::moves;
use stonefall_engine::board::{Outcome, Position, WinReason};
use stonefall_engine::types::Color;

fn is_road(outcome: Option<Outcome>, attacker: Color) -> bool {
    outcome == Some(Outcome::Win(attacker, WinReason::Road))
}

/// Whether some move completes a road of the side to move.
fn finishes<const N: usize>(position: &mut Position<N>) -> bool {
    let attacker = position.to_move();
    moves(position).into_iter().any(|mv| {
        let undo = position.play(mv, &mut ());
        let done = is_road(position.outcome(), attacker);
        position.undo(mv, &undo);
        done
    })
}

/// Whether the side to move can force a road within `length` moves. Every move must complete the road or be tak.
pub fn road_in<const N: usize>(position: &mut Position<N>, length: u32) -> bool {
    if finishes(position) {
        return true;
    }
    length > 1
        && moves(position).into_iter().any(|mv| {
            let undo = position.play(mv, &mut ());
            let won = position.outcome().is_none() && is_tak(position) && falls(position, length);
            position.undo(mv, &undo);
            won
        })
}

fn is_tak<const N: usize>(position: &mut Position<N>) -> bool {
    let undo = position.play_null();
    let tak = finishes(position);
    position.undo_null(&undo);
    tak
}

fn falls<const N: usize>(position: &mut Position<N>, length: u32) -> bool {
    let attacker = !position.to_move();
    moves(position).into_iter().all(|reply| {
        let undo = position.play(reply, &mut ());
        let lost = match position.outcome() {
            None => road_in(position, length - 1),
            outcome => is_road(outcome, attacker),
        };
        position.undo(reply, &undo);
        lost
    })
}

/// Whether the side to move can force any win within `length` moves.
pub fn win_in<const N: usize>(position: &mut Position<N>, length: u32) -> bool {
    let attacker = position.to_move();
    length > 0
        && moves(position).into_iter().any(|mv| {
            let undo = position.play(mv, &mut ());
            let won = match position.outcome() {
                Some(outcome) => outcome.winner() == Some(attacker),
                None => {
                    length > 1
                        && moves(position).into_iter().all(|reply| {
                            let undo = position.play(reply, &mut ());
                            let lost = match position.outcome() {
                                Some(outcome) => outcome.winner() == Some(attacker),
                                None => win_in(position, length - 1),
                            };
                            position.undo(reply, &undo);
                            lost
                        })
                }
            };
            position.undo(mv, &undo);
            won
        })
}
