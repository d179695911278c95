//! The solver on boards of any size.

use super::Game;
use super::size::{BySize, by_size, for_game, whatever_size};
use crate::search::proof::{
    Answer, Budget, FirstMoves, Goal, ProofProgress, Question, SizedSolver,
};

/// Proves forced wins on boards of any size. Its table stays from question to question while the size stays the same.
///
/// ```
/// use stonefall_engine::{Budget, Game, Question, Rules, Solver, parse_tps};
///
/// let tps = parse_tps("x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7")?;
/// let game = Game::from_tps(&tps, Rules::standard(tps.size))?;
/// let mut solver = Solver::new(16);
/// let answer = solver.solve(&game, Question::road(), &Budget::default(), &mut |_| {});
/// let proof = answer.proof().ok_or("there is no forced road")?;
/// assert_eq!(proof.moves(), 2);
/// assert_eq!(game.spelling(proof.line()[0]), "a4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    hash_mib: usize,
    solver: Option<by_size!(SizedSolver)>,
}

impl Solver {
    /// A solver with a table of `hash_mib` MiB.
    pub const fn new(hash_mib: usize) -> Self {
        Self { hash_mib, solver: None }
    }

    /// Positions opened for the last question.
    pub fn nodes(&self) -> u64 {
        let Some(solver) = &self.solver else { return 0 };
        whatever_size!(solver, solver => solver.nodes())
    }

    /// Answers a question about the side to move. A third occurrence of a position is a draw. `report` receives the
    /// progress about every thousand positions.
    pub fn solve(
        &mut self,
        game: &Game,
        question: Question,
        budget: &Budget,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Answer {
        let history = game.history();
        for_game!(self.solver, SizedSolver::new(self.hash_mib), game, (solver, position) => {
            solver.solve(position, history, question, budget, report)
        })
    }

    /// First moves that reach the goal within `moves` moves. The list is incomplete if the budget is too small.
    pub fn first_moves(
        &mut self,
        game: &Game,
        goal: Goal,
        moves: u32,
        budget: &Budget,
    ) -> FirstMoves {
        let history = game.history();
        for_game!(self.solver, SizedSolver::new(self.hash_mib), game, (solver, position) => {
            solver.first_moves(position, history, goal, moves, budget)
        })
    }
}
