//! Wins in one with their squares.

use crate::board::{Position, roads};
use crate::types::{Bitboard, Move};
use serde::Serialize;

/// A win in one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ThreatFacts {
    /// The move, in TEI's spelling.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Squares that complete its road: the missing square, or all gained squares if there are several. Empty for
    /// a win on flats.
    pub squares: Bitboard,
}

/// Every legal win in one, found by playing all moves.
pub fn threats<const N: usize>(position: &mut Position<N>) -> Vec<ThreatFacts> {
    let mover = position.to_move();
    let before = position.road_stones(mover);
    let completing = position.critical_squares(mover);
    let winning = position.moves().into_iter().filter_map(|mv| {
        let (outcome, after) =
            position.look_after(mv, |after| (after.outcome(), after.road_stones(mover)));
        outcome.filter(|outcome| outcome.winner() == Some(mover))?;
        let gained = if roads::has_road::<N>(after) { after - before } else { Bitboard::EMPTY };
        let lacking = gained & completing;
        Some(ThreatFacts { mv, squares: if lacking.is_empty() { gained } else { lacking } })
    });
    winning.collect()
}

/// Wins in one if the side to move passed.
pub fn threats_of_other<const N: usize>(position: &mut Position<N>) -> Vec<ThreatFacts> {
    position.look_after_pass(threats)
}
