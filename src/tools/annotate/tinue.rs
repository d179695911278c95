//! Tak and tinue: what a move really threatens.

use super::look::Looker;
use stonefall_engine::board::{History, Outcome, Position, WinReason};
use stonefall_engine::notation::Threat;
use stonefall_engine::search::proof::Answer;
use stonefall_engine::types::Move;

/// What is proved of the position after a move: a road of who played it.
pub(super) struct Tinue {
    /// Moves of the winner to the end of the game.
    pub(super) moves: u32,
    /// The defence that holds out longest, and what follows.
    pub(super) line: Vec<Move>,
    /// Positions opened.
    pub(super) nodes: u64,
}

/// Whether the player who has just moved would complete a road with the next move: tak, or nothing.
/// (Whether it is tinue takes a proof.)
#[must_use]
pub fn threat<const N: usize>(after: &Position<N>) -> Threat {
    if after.opening_plies() > 0 || after.outcome().is_some() {
        return Threat::None;
    }
    let mut passed = after.clone();
    passed.play_null();
    if passed.winning_road().is_some() { Threat::Tak } else { Threat::None }
}

impl<const N: usize> Looker<'_, N> {
    /// Proves that the player who has just moved completes a road whatever the answer is: every legal
    /// one is played, and each has to lose to a road at once or to one that the solver proves. Nothing
    /// if that fails, or takes more positions than the plan allows for a question.
    pub(super) fn tinue(
        &mut self,
        after: &Position<N>,
        history: &History,
        most_nodes: u64,
    ) -> Option<Tinue> {
        let attacker = !after.to_move();
        let (mut position, mut history) = (after.clone(), history.clone());
        history.push(after.key());
        let mut replies = Vec::new();
        position.generate(&mut replies);
        let mut found = Tinue { moves: 0, line: Vec::new(), nodes: 0 };
        // Answers that leave the threat standing are the most, and take no time.
        let mut hard = Vec::new();
        for &mv in &replies {
            let undo = position.play(mv, &mut ());
            let outcome = position.outcome_with(&history);
            let road = outcome.is_none().then(|| position.winning_road()).flatten();
            position.undo(mv, &undo);
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
            let undo = position.play(mv, &mut ());
            let answer = self.prove(&position, &history);
            position.undo(mv, &undo);
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
