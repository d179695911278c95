//! Looking for puzzles in the positions of games.

use super::{FoundGame, Puzzle};
use std::ops::RangeInclusive;
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search, Solver};
use stonefall_engine::notation::ptn_file::Writer;
use stonefall_engine::search::proof::{Answer, Budget, Goal, Proof, Question};
use stonefall_engine::search::{Limits, Settings};
use stonefall_engine::types::{Move, Rules};
use stonefall_learn::records::RecordError;

/// The table of the solver and that of the search, in MiB.
pub(super) const SOLVER_MIB: usize = 32;
const SEARCH_MIB: usize = 8;
/// Positions after which a search is taken not to solve a puzzle.
const EFFORT: u64 = 200_000;
/// The most positions of a proof that is kept with all its variations: beyond it they are no help.
const MOST_VARIATIONS: usize = 150;

/// What is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Moves of the winner.
    pub moves: RangeInclusive<u32>,
    /// Positions that the solver may open for each question, and the search may visit to find
    /// another winning move.
    pub nodes: u64,
}

/// Looks for puzzles, or something else, in games of any size.
pub trait Mine<T = Puzzle> {
    /// What is found in a game, in the order of play.
    ///
    /// # Errors
    /// If one of the game's moves cannot be played.
    fn mine(&mut self, found: &FoundGame) -> Result<Vec<T>, RecordError>;
}

/// Looks for puzzles.
pub struct Miner {
    wanted: Wanted,
    prover: Solver,
    searcher: Search,
}

impl Mine for Miner {
    fn mine(&mut self, found: &FoundGame) -> Result<Vec<Puzzle>, RecordError> {
        let end = found.game.follow(|_, _| ())?;
        let mut board = found.game.beginning()?;
        let mut puzzles = Vec::new();
        let mut next = 0;
        for (ply, mv) in end.played().map(Some).chain([None]).enumerate() {
            if ply >= next
                && let Some(mut puzzle) = self.examine(&board)
            {
                puzzle.source = format!("{}, ply {ply}", found.name);
                // What follows is the same combination.
                next = ply + 2 * puzzle.moves as usize - 1;
                puzzles.push(puzzle);
            }
            // They were played before.
            let _ = mv.map(|mv| board.play(mv));
        }
        Ok(puzzles)
    }
}

impl Miner {
    /// A miner that has seen nothing yet.
    #[must_use]
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, prover: Solver::new(SOLVER_MIB), searcher: Search::new(SEARCH_MIB) }
    }

    /// The puzzle that a position is, if it is one. Only its stones, the side to move and the komi
    /// count, not how it came about.
    pub fn examine(&mut self, board: &Game) -> Option<Puzzle> {
        let board = alone(board)?;
        let proof = self.prove(&board)?;
        let moves = proof.moves();
        if !self.wanted.moves.contains(&moves) {
            return None;
        }
        let key = self.only_first_move(&board, moves)?;
        if self.another_wins(&board, key) {
            return None;
        }
        let ptn = proof_ptn(&board, &proof);
        let effort = self.effort(&board, moves);
        let line = proof.line().to_vec();
        let (tps, half_komi) = (board.tps(), board.rules().half_komi);
        Some(Puzzle { tps, half_komi, moves, line, effort, source: String::new(), ptn })
    }

    /// The shortest road by threats.
    fn prove(&mut self, board: &Game) -> Option<Proof> {
        let question = Question::road_within(*self.wanted.moves.end());
        let budget = Budget::nodes(self.wanted.nodes);
        match self.prover.solve(board, question, &budget, &mut |_| {}) {
            Answer::Proven(proof) if proof.is_shortest() => Some(proof),
            _ => None,
        }
    }

    /// The only first move that forces a road by threats in so many moves, if that is proved.
    fn only_first_move(&mut self, board: &Game, moves: u32) -> Option<Move> {
        let budget = Budget::nodes(self.wanted.nodes);
        self.prover.first_moves(board, Goal::Road, moves, &budget).only()
    }

    /// Whether a search finds a win that begins with another move.
    fn another_wins(&mut self, board: &Game, key: Move) -> bool {
        let mut others = board.moves();
        others.retain(|&mv| mv != key);
        if others.is_empty() {
            return false;
        }
        let limits = Limits { search_moves: others, ..Limits::nodes(self.wanted.nodes) };
        matches!(self.value(board, limits).0, Some(Value::Win { .. }))
    }

    fn effort(&mut self, board: &Game, moves: u32) -> Option<u64> {
        let (value, nodes) = self.value(board, Limits::nodes(EFFORT));
        (value == Some(Value::Win { plies: 2 * moves - 1 })).then_some(nodes)
    }

    /// What a search that has learned nothing before makes of a position, and what it took.
    fn value(&mut self, board: &Game, limits: Limits) -> (Option<Value>, u64) {
        self.searcher.clear();
        let result = self.searcher.run(board, limits, Settings::default(), &mut ());
        (result.lines.first().map(|line| line.value), result.nodes)
    }
}

/// A position to be solved, without the game that led to it: only its stones, the side to move and the komi
/// count. `None` if the game is over, has hardly begun, or can be won at once.
pub(super) fn alone(board: &Game) -> Option<Game> {
    if board.opening_plies() > 0 || board.outcome().is_some() || board.winning_move().is_some() {
        return None;
    }
    let rules = Rules::standard(board.size()).with_komi(board.rules().half_komi);
    Game::from_tps(&board.tps(), rules).ok()
}

/// A proof as PTN, with its variations unless they are too many.
pub(super) fn proof_ptn(board: &Game, proof: &Proof) -> String {
    if proof.len() <= MOST_VARIATIONS { board.proof_tree(proof) } else { main_line(board, proof) }
}

/// The position and the principal line of its proof as PTN.
fn main_line(board: &Game, proof: &Proof) -> String {
    let mut writer = Writer::new();
    writer.tag("Size", &board.size().to_string());
    writer.tag("Komi", &board.rules().half_komi.to_string());
    writer.tag("TPS", &board.tps().to_string());
    writer.begin(board.move_number(), board.to_move());
    let mut board = board.clone();
    for &mv in proof.line() {
        writer.ply(board.write_ply(mv));
        // A proof has been replayed: its moves are legal.
        let _ = board.play(mv);
    }
    if let Some(outcome) = board.outcome() {
        writer.result(outcome.into());
    }
    writer.finish()
}
