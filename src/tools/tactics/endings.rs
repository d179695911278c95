//! Looking for wins in the last moves of games that ended on flats.

use super::miner::{Mine, SOLVER_MIB, proof_ptn};
use super::{Endgame, FoundGame};
use crate::tools::records::RecordError;
use std::ops::RangeInclusive;
use stonefall_engine::board::{History, Outcome, Position, WinReason};
use stonefall_engine::notation::Tps;
use stonefall_engine::search::proof::{Answer, Budget, Question, Solver};
use stonefall_engine::types::{Rules, SizeError, sized};

/// How long before the end of a game its winner is looked at, in plies.
const PLIES: RangeInclusive<usize> = 5..=9;
/// Positions that the solver may open to find a road by threats.
const ROAD_NODES: u64 = 20_000;

/// A miner of endgames on boards of a size, which may open so many positions for each proof.
///
/// # Errors
/// If Tak is not played on boards of that size.
pub fn endgame_miner(size: usize, nodes: u64) -> Result<Box<dyn Mine<Endgame>>, SizeError> {
    sized!(size, N => Box::new(EndgameMiner::<N>::new(nodes)) as Box<dyn Mine<Endgame>>)
}

/// Looks for endgames in games on boards of `N` by `N`.
pub struct EndgameMiner<const N: usize> {
    nodes: u64,
}

impl<const N: usize> Mine<Endgame> for EndgameMiner<N> {
    /// At most one endgame of a game: the earliest.
    fn mine(&mut self, found: &FoundGame) -> Result<Vec<Endgame>, RecordError> {
        let mut positions = Vec::new();
        let end = found.game.replay::<N>(|_, replay, _| positions.push(replay.position.clone()))?;
        let Some(Outcome::Win(winner, WinReason::Flats)) = end.position.outcome() else {
            return Ok(Vec::new());
        };
        let count = positions.len();
        for plies in PLIES.rev() {
            let Some(ply) = count.checked_sub(plies) else { continue };
            if positions[ply].to_move() == winner
                && let Some(mut endgame) = self.examine(&positions[ply])
            {
                endgame.plies = plies as u32;
                endgame.source = format!("{}, ply {ply}", found.name);
                return Ok(vec![endgame]);
            }
        }
        Ok(Vec::new())
    }
}

impl<const N: usize> EndgameMiner<N> {
    /// A miner that may open so many positions for each proof.
    #[must_use]
    pub const fn new(nodes: u64) -> Self {
        Self { nodes }
    }

    /// The endgame that a position is, if it is one: the side to move wins, but neither at once nor
    /// by a road that the solver sees soon. Only the stones, the side to move and the komi count,
    /// not how the position came about.
    #[must_use]
    pub fn examine(&self, position: &Position<N>) -> Option<Endgame> {
        if position.opening_plies() > 0
            || position.outcome().is_some()
            || position.winning_move().is_some()
        {
            return None;
        }
        let tps = Tps::new(position);
        let half_komi = position.rules().half_komi;
        let position = tps.position::<N>(Rules::standard(N).with_komi(half_komi)).ok()?;
        if let (Answer::Proven(_), _) = solve(&position, Question::road(), ROAD_NODES) {
            return None;
        }
        let (Answer::Proven(proof), effort) = solve(&position, Question::win(), self.nodes) else {
            return None;
        };
        Some(Endgame {
            half_komi,
            plies: 0,
            effort,
            mv: *proof.line().first()?,
            source: String::new(),
            ptn: proof_ptn(&position, &proof),
            tps,
        })
    }
}

/// The answer of a solver that knows nothing of the game's other positions, so that its effort counts,
/// and the positions that it opened.
fn solve<const N: usize>(position: &Position<N>, question: Question, nodes: u64) -> (Answer, u64) {
    let mut solver = Solver::new(SOLVER_MIB);
    let answer = solver.solve(position, &History::new(), question, &Budget::nodes(nodes), &mut ());
    (answer, solver.nodes())
}
