//! Tinue: whether a move that is tak wins whatever the answer is.

use super::look::Looker;
use crate::board::{Outcome, WinReason};
use crate::game::Game;
use crate::search::proof::Answer;
use crate::types::Move;

/// What is proved of the position after a move: a road of who played it.
pub(super) struct Tinue {
    /// Moves of the winner to the end of the game.
    pub(super) moves: u32,
    /// The defense that holds out longest, and what follows.
    pub(super) line: Vec<Move>,
    /// Positions opened.
    pub(super) nodes: u64,
}

impl Looker<'_> {
    /// Proves that the player who has just moved completes a road whatever the answer is: every legal
    /// one is played, and each has to lose to a road at once or to one that the solver proves. Nothing
    /// if that fails, or takes more positions than the plan allows for a question.
    pub(super) fn tinue(&mut self, after: &Game, most_nodes: u64) -> Option<Tinue> {
        let attacker = !after.to_move();
        let mut found = Tinue { moves: 0, line: Vec::new(), nodes: 0 };
        // Answers that leave the threat standing are the most, and take no time.
        let mut hard = Vec::new();
        let mut board = after.clone();
        for mv in after.moves() {
            board.play(mv).ok()?;
            let outcome = board.outcome_with_history();
            let road = outcome.is_none().then(|| board.winning_road()).flatten();
            board.undo();
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
            board.play(mv).ok()?;
            let answer = self.prove(&board);
            board.undo();
            found.nodes += self.proof_nodes();
            let Answer::Proven(proof) = answer else { return None };
            if proof.moves() > found.moves {
                found.moves = proof.moves();
                found.line = [&[mv], proof.line()].concat();
            }
            if found.nodes > most_nodes {
                return None;
            }
        }
        Some(found)
    }
}
