//! The slow twins of the search and the solver: they play every move, without a table.

use stonefall_engine::board::{History, Outcome, Position, WinReason};
use stonefall_engine::types::Color;

fn is_road<const N: usize>(position: &Position<N>, attacker: Color) -> bool {
    position.outcome() == Some(Outcome::Win(attacker, WinReason::Road))
}

/// Whether some move completes a road of the side to move.
fn finishes<const N: usize>(position: &Position<N>) -> bool {
    let road = |mv| is_road(&position.after(mv), position.to_move());
    position.moves().into_iter().any(road)
}

fn is_tak<const N: usize>(position: &Position<N>) -> bool {
    position.clone().look_after_pass(|passed| finishes(passed))
}

/// Whether the side to move can force a road within `length` moves. Every move must complete the road or be tak.
pub fn road_in<const N: usize>(position: &Position<N>, length: u32) -> bool {
    let wins = |mv| {
        let after = position.after(mv);
        after.outcome().is_none() && is_tak(&after) && falls(&after, length)
    };
    finishes(position) || length > 1 && position.moves().into_iter().any(wins)
}

fn falls<const N: usize>(position: &Position<N>, length: u32) -> bool {
    let loses = |reply| {
        let after = position.after(reply);
        match after.outcome() {
            None => road_in(&after, length - 1),
            Some(_) => is_road(&after, !position.to_move()),
        }
    };
    position.moves().into_iter().all(loses)
}

/// Whether the side to move can force any win within `plies`. Recognizes draws by reversible plies, but no repetitions.
pub fn wins<const N: usize>(position: &Position<N>, plies: u32) -> bool {
    let wins = |mv| {
        let after = position.after(mv);
        match after.outcome_with(&History::new()) {
            Some(outcome) => outcome.winner() == Some(position.to_move()),
            None => plies > 2 && loses(&after, plies - 1),
        }
    };
    position.moves().into_iter().any(wins)
}

/// Whether every move of the side to move loses within `plies`.
pub fn loses<const N: usize>(position: &Position<N>, plies: u32) -> bool {
    let loses = |mv| {
        let after = position.after(mv);
        match after.outcome_with(&History::new()) {
            Some(outcome) => outcome.winner() == Some(!position.to_move()),
            None => wins(&after, plies - 1),
        }
    };
    position.moves().into_iter().all(loses)
}
