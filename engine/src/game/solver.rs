//! The solver for boards of any size.

use super::Game;
use super::size::{BySize, seated, whatever_size};
use crate::search::proof::{
    Answer, Budget, FirstMoves, Goal, ProofProgress, Question, SizedSolver,
};

/// Proves forced wins on boards of any size, and keeps what it has learned from question to question as
/// long as the size stays the same.
///
/// ```
/// use stonefall_engine::game::{Game, Solver};
/// use stonefall_engine::notation::parse_tps;
/// use stonefall_engine::search::proof::{Budget, Question};
/// use stonefall_engine::types::Rules;
///
/// let tps = parse_tps("x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7")?;
/// let board = Game::from_tps(&tps, Rules::standard(tps.size))?;
/// let mut prover = Solver::new(16);
/// let answer = prover.solve(&board, Question::road(), &Budget::default(), &mut |_| {});
/// let proof = answer.proof().ok_or("there is no forced road")?;
/// assert_eq!(proof.moves(), 2);
/// assert_eq!(board.spelling(proof.line()[0]), "a4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    hash_mib: usize,
    solver: Option<AnySolver>,
}

type AnySolver = BySize<
    SizedSolver<3>,
    SizedSolver<4>,
    SizedSolver<5>,
    SizedSolver<6>,
    SizedSolver<7>,
    SizedSolver<8>,
>;

impl Solver {
    /// A prover with a table of so many MiB.
    #[must_use]
    pub const fn new(hash_mib: usize) -> Self {
        Self { hash_mib, solver: None }
    }

    /// Positions opened for the last question.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        let Some(solver) = &self.solver else { return 0 };
        whatever_size!(solver, solver => solver.nodes())
    }

    /// Answers a question about the side to move. A position that has stood on the board twice is a draw,
    /// and so no way to win. Calls `report` about every thousand positions.
    pub fn solve(
        &mut self,
        board: &Game,
        question: Question,
        budget: &Budget,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Answer {
        let history = board.history();
        seated!(self.solver, SizedSolver::new(self.hash_mib), board, (solver, position) => {
            solver.solve(position, history, question, budget, report)
        })
    }

    /// All first moves that reach the goal within so many moves. Not all of them are there, and the
    /// list is not complete, if the budget does not suffice.
    pub fn first_moves(
        &mut self,
        board: &Game,
        goal: Goal,
        moves: u32,
        budget: &Budget,
    ) -> FirstMoves {
        let history = board.history();
        seated!(self.solver, SizedSolver::new(self.hash_mib), board, (solver, position) => {
            solver.first_moves(position, history, goal, moves, budget)
        })
    }
}
