//! Looking for wins in the last moves of games that ended on flats.

use super::miner::{Mine, SOLVER_MIB, alone, proof_ptn};
use super::{Endgame, FoundGame};
use std::ops::RangeInclusive;
use stonefall_engine::board::{Outcome, WinReason};
use stonefall_engine::game::{Game, Solver};
use stonefall_engine::search::proof::{Answer, Budget, Question};
use stonefall_learn::records::RecordError;

/// How long before the end of a game its winner is looked at, in plies.
const PLIES: RangeInclusive<usize> = 5..=9;
/// Positions that the solver may open to find a road by threats.
const ROAD_NODES: u64 = 20_000;

/// Looks for endgames.
pub struct EndgameMiner {
    nodes: u64,
}

impl Mine<Endgame> for EndgameMiner {
    /// At most one endgame of a game: the earliest.
    fn mine(&mut self, found: &FoundGame) -> Result<Vec<Endgame>, RecordError> {
        let end = found.game.follow(|_, _| ())?;
        let Some(Outcome::Win(winner, WinReason::Flats)) = end.outcome() else {
            return Ok(Vec::new());
        };
        for plies in PLIES.rev() {
            let Some(ply) = found.game.plies.len().checked_sub(plies) else { continue };
            let board = end.back_to(ply);
            if board.to_move() == winner
                && let Some(mut endgame) = self.examine(&board)
            {
                endgame.plies = plies as u32;
                endgame.source = format!("{}, ply {ply}", found.name);
                return Ok(vec![endgame]);
            }
        }
        Ok(Vec::new())
    }
}

impl EndgameMiner {
    /// A miner that may open so many positions for each proof.
    #[must_use]
    pub const fn new(nodes: u64) -> Self {
        Self { nodes }
    }

    /// The endgame that a position is, if it is one: the side to move wins, but neither at once nor
    /// by a road that the solver sees soon. Only the stones, the side to move and the komi count,
    /// not how the position came about.
    #[must_use]
    pub fn examine(&self, board: &Game) -> Option<Endgame> {
        let board = alone(board)?;
        if let (Answer::Proven(_), _) = solve(&board, Question::road(), ROAD_NODES) {
            return None;
        }
        let (Answer::Proven(proof), effort) = solve(&board, Question::win(), self.nodes) else {
            return None;
        };
        Some(Endgame {
            half_komi: board.rules().half_komi,
            plies: 0,
            effort,
            mv: *proof.line().first()?,
            source: String::new(),
            ptn: proof_ptn(&board, &proof),
            tps: board.tps(),
        })
    }
}

/// The answer of a prover that knows nothing of the game's other positions, so that its effort counts,
/// and the positions that it opened.
fn solve(board: &Game, question: Question, nodes: u64) -> (Answer, u64) {
    let mut prover = Solver::new(SOLVER_MIB);
    let answer = prover.solve(board, question, &Budget::nodes(nodes), &mut |_| {});
    (answer, prover.nodes())
}
