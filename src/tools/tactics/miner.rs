//! Looking for puzzles in the positions of games.

use super::{FoundGame, Puzzle};
use crate::tools::records::RecordError;
use std::ops::RangeInclusive;
use stonefall_engine::board::{History, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::game::Writer;
use stonefall_engine::notation::{Tps, spelling, tps};
use stonefall_engine::report::proof_tree;
use stonefall_engine::search::proof::{Answer, Budget, Goal, Proof, Question, Solver};
use stonefall_engine::search::{Limits, Search, Settings};
use stonefall_engine::types::{Move, Rules, SizeError, sized};

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
    /// If the game is of another size or one of its moves cannot be played.
    fn mine(&mut self, found: &FoundGame) -> Result<Vec<T>, RecordError>;
}

/// A miner for games of a size.
///
/// # Errors
/// If Tak is not played on boards of that size.
pub fn miner(size: usize, wanted: &Wanted) -> Result<Box<dyn Mine>, SizeError> {
    sized!(size, N => Box::new(Miner::<N>::new(wanted.clone())) as Box<dyn Mine>)
}

/// Looks for puzzles in games on boards of `N` by `N`.
pub struct Miner<const N: usize> {
    wanted: Wanted,
    solver: Solver<N>,
    search: Search<N>,
}

impl<const N: usize> Mine for Miner<N> {
    fn mine(&mut self, found: &FoundGame) -> Result<Vec<Puzzle>, RecordError> {
        let mut puzzles = Vec::new();
        let mut positions = Vec::new();
        let end = found.game.replay::<N>(|_, replay, _| positions.push(replay.position.clone()))?;
        positions.push(end.position);
        let mut next = 0;
        for (ply, position) in positions.iter().enumerate() {
            if ply < next {
                continue;
            }
            if let Some(mut puzzle) = self.examine(position) {
                puzzle.source = format!("{}, ply {ply}", found.name);
                // What follows is the same combination.
                next = ply + 2 * puzzle.moves as usize - 1;
                puzzles.push(puzzle);
            }
        }
        Ok(puzzles)
    }
}

impl<const N: usize> Miner<N> {
    /// A miner that has seen nothing yet.
    #[must_use]
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, solver: Solver::new(SOLVER_MIB), search: Search::new(SEARCH_MIB) }
    }

    /// The puzzle that a position is, if it is one. Only its stones, the side to move and the komi
    /// count, not how it came about.
    pub fn examine(&mut self, position: &Position<N>) -> Option<Puzzle> {
        if position.opening_plies() > 0
            || position.outcome().is_some()
            || position.winning_move().is_some()
        {
            return None;
        }
        let text = Tps::new(position);
        let half_komi = position.rules().half_komi;
        let position = text.position::<N>(Rules::standard(N).with_komi(half_komi)).ok()?;
        let proof = self.prove(&position)?;
        let moves = proof.moves();
        if !self.wanted.moves.contains(&moves) {
            return None;
        }
        let key = self.only_first_move(&position, moves)?;
        if self.another_wins(&position, key) {
            return None;
        }
        let ptn = proof_ptn(&position, &proof);
        let effort = self.effort(&position, moves);
        let line = proof.line().to_vec();
        Some(Puzzle { tps: text, half_komi, moves, line, effort, source: String::new(), ptn })
    }

    /// The shortest road by threats.
    fn prove(&mut self, position: &Position<N>) -> Option<Proof> {
        let question = Question::road_within(*self.wanted.moves.end());
        let budget = Budget::nodes(self.wanted.nodes);
        match self.solver.solve(position, &History::new(), question, &budget, &mut ()) {
            Answer::Proven(proof) if proof.is_shortest() => Some(proof),
            _ => None,
        }
    }

    /// The only first move that forces a road by threats in so many moves, if that is proved.
    fn only_first_move(&mut self, position: &Position<N>, moves: u32) -> Option<Move> {
        let budget = Budget::nodes(self.wanted.nodes);
        let history = History::new();
        self.solver.first_moves(position, &history, Goal::Road, moves, &budget).only()
    }

    /// Whether a search finds a win that begins with another move.
    fn another_wins(&mut self, position: &Position<N>, key: Move) -> bool {
        let mut others = Vec::new();
        position.generate(&mut others);
        others.retain(|&mv| mv != key);
        if others.is_empty() {
            return false;
        }
        let limits = Limits { search_moves: others, ..Limits::nodes(self.wanted.nodes) };
        matches!(self.value(position, limits).0, Some(Value::Win { .. }))
    }

    fn effort(&mut self, position: &Position<N>, moves: u32) -> Option<u64> {
        let (value, nodes) = self.value(position, Limits::nodes(EFFORT));
        (value == Some(Value::Win { plies: 2 * moves - 1 })).then_some(nodes)
    }

    /// What a search that has learned nothing before makes of a position, and what it took.
    fn value(&mut self, position: &Position<N>, limits: Limits) -> (Option<Value>, u64) {
        self.search.clear();
        let (history, settings) = (History::new(), Settings::default());
        let result = self.search.run(position, &history, limits, settings, &mut ());
        (result.lines.first().map(|line| line.value), result.nodes)
    }
}

/// A proof as PTN, with its variations unless they are too many.
pub(super) fn proof_ptn<const N: usize>(position: &Position<N>, proof: &Proof) -> String {
    if proof.len() <= MOST_VARIATIONS {
        proof_tree(position, proof)
    } else {
        main_line(position, proof)
    }
}

/// The position and the principal line of its proof as PTN.
fn main_line<const N: usize>(position: &Position<N>, proof: &Proof) -> String {
    let mut writer = Writer::new();
    writer.tag("Size", &N.to_string());
    writer.tag("Komi", &position.rules().half_komi.to_string());
    writer.tag("TPS", &tps(position));
    writer.begin(position.move_number(), position.to_move());
    let mut position = position.clone();
    for &mv in proof.line() {
        writer.ply(spelling(mv, &position));
        position.play(mv, &mut ());
    }
    if let Some(outcome) = position.outcome() {
        writer.result(outcome.into());
    }
    writer.finish()
}
