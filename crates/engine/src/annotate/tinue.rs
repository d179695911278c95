//! Tinue: a tak that wins against every answer.

use super::look::PositionEvaluator;
use crate::board::{Outcome, WinReason};
use crate::game::Game;
use crate::search::proof::Answer;
use crate::types::Move;

/// A proven road of the player who moved last.
pub(super) struct Tinue {
    /// Moves of the winner to the end of the game.
    pub(super) moves: u32,
    /// The longest defense and the moves after it.
    pub(super) line: Vec<Move>,
    /// Positions opened.
    pub(super) nodes: u64,
}

impl PositionEvaluator<'_> {
    /// Proves that the player who moved last completes a road against every legal answer, at once or by a proof of the
    /// solver. `None` if that fails or takes more than `max_nodes` positions.
    pub(super) fn tinue(&mut self, after: &Game, max_nodes: u64) -> Option<Tinue> {
        let attacker = !after.to_move();
        let mut found = Tinue { moves: 0, line: Vec::new(), nodes: 0 };
        // Most answers do not stop the threat, and need no proof.
        let mut hard = Vec::new();
        let mut game = after.clone();
        for mv in after.moves() {
            game.play(mv).ok()?;
            let outcome = game.outcome_with_history();
            let road = outcome.is_none().then(|| game.winning_road()).flatten();
            game.undo();
            match (outcome, road) {
                (Some(Outcome::Win(winner, WinReason::Road)), _) if winner == attacker => {}
                (Some(_), _) => return None,
                (None, Some(road)) if found.moves == 0 => {
                    (found.moves, found.line) = (1, vec![mv, road]);
                }
                (None, Some(_)) => {}
                (None, None) => hard.push(mv),
            }
        }
        for mv in hard {
            game.play(mv).ok()?;
            let answer = self.prove(&game);
            game.undo();
            found.nodes += self.proof_nodes();
            let Answer::Proven(proof) = answer else { return None };
            if proof.moves() > found.moves {
                found.moves = proof.moves();
                found.line = [&[mv], proof.line()].concat();
            }
            if found.nodes > max_nodes {
                return None;
            }
        }
        Some(found)
    }
}
