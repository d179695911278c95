//! Looks for puzzles in the positions of games, and proves them.

use super::theme::grade;
use super::{Aim, Kind, Misses, Puzzle};
use crate::games::{DatabaseError, DatabaseGame, is_same_name};
use std::ops::RangeInclusive;
use stonefall_engine::board::{Outcome, WinReason};
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search, Solver};
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::report::proof_tree;
use stonefall_engine::search::proof::{Answer, Budget, GAME_MIB, Goal, Proof, Question};
use stonefall_engine::search::{Limits, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Move, Rules};

/// Size of the search's table in MiB.
const SEARCH_MIB: usize = 8;
/// Limit of positions of the search that measures the effort.
const EFFORT: u64 = 200_000;
/// Distance of an endgame from the end of its game, in plies.
const ENDGAME_PLIES: RangeInclusive<usize> = 3..=9;
/// Limit of positions for a road by threats in an endgame.
const ROAD_NODES: u64 = 20_000;

/// Looks for puzzles of a kind.
pub struct Miner {
    /// The kind.
    pub kind: Kind,
    /// Number of the winner's moves, for roads.
    pub moves: RangeInclusive<u32>,
    /// Positions of each query of the solver, and of the search for other winning moves.
    pub nodes: u64,
    /// Only roads that this player missed.
    pub player: Option<String>,
    /// Ends the work on a game; its puzzles are then not all of the game's.
    pub stopper: Stopper,
    solver: Solver,
    search: Search,
}

impl Miner {
    /// A miner of this kind.
    pub fn new(kind: Kind, nodes: u64) -> Self {
        let (solver, search) = (Solver::new(GAME_MIB), Search::new(SEARCH_MIB));
        let (player, stopper) = (None, Stopper::default());
        Self { kind, moves: 2..=5, nodes, player, stopper, solver, search }
    }

    /// The puzzles of a game in the order of play. Their sources are the plies before them.
    pub fn mine(&mut self, played: &DatabaseGame) -> Result<Vec<Puzzle>, DatabaseError> {
        match self.kind {
            Kind::Road => self.roads(played),
            Kind::Flats => Ok(self.endgame(played)?.into_iter().collect()),
        }
    }

    fn roads(&mut self, played: &DatabaseGame) -> Result<Vec<Puzzle>, DatabaseError> {
        let mut game = played.beginning()?;
        let mut puzzles = Vec::new();
        let mut next = 0;
        // The puzzles of a game must not depend on the games before it.
        self.solver = Solver::new(GAME_MIB);
        for (ply, mv) in played.moves.iter().copied().map(Some).chain([None]).enumerate() {
            let color = game.to_move();
            let is_player = |player| {
                played.names[color].as_deref().is_some_and(|name| is_same_name(name, player))
            };
            let is_wanted = self.player.as_deref().is_none_or(is_player);
            if ply >= next
                && is_wanted
                && let Some(mut puzzle) = self.road(&game)
            {
                puzzle.source = format!("ply {ply}");
                // The next positions belong to the same combination.
                next = ply + 2 * puzzle.aim.length as usize - 1;
                if mv.is_some() && mv != puzzle.key() {
                    puzzle.misses.add(played.ratings[color]);
                }
                if self.player.is_none() || puzzle.misses.count > 0 {
                    puzzles.push(puzzle);
                }
            }
            if let Some(mv) = mv {
                game.play(mv).map_err(|_| DatabaseError::Damaged("legal moves"))?;
            }
        }
        Ok(puzzles)
    }

    /// The forced road of a position, if it is a puzzle. The moves before it do not count.
    pub fn road(&mut self, game: &Game) -> Option<Puzzle> {
        let game = &alone(game)?;
        let budget = self.budget(self.nodes);
        let question = Question::road_within(*self.moves.end());
        let answer = self.solver.solve(game, question, &budget, &mut |_| {});
        let proof = answer.proof().filter(|proof| proof.is_shortest())?;
        let moves = proof.moves();
        if !self.moves.contains(&moves) {
            return None;
        }
        let key = self.solver.first_moves(game, Goal::Road, moves, &budget).only()?;
        if self.another_wins(game, key) {
            return None;
        }
        let (value, nodes) = self.value(game, Limits::nodes(EFFORT));
        let effort = (value == Some(Value::Win { plies: 2 * moves - 1 })).then_some(nodes);
        let aim = Aim { kind: Kind::Road, length: moves };
        let mut puzzle = puzzle(game, proof, aim, proof.line().to_vec(), effort);
        puzzle.grade = Some(grade(&puzzle, game, &mut self.search));
        Some(puzzle)
    }

    /// Whether a search finds a win that begins with another move.
    fn another_wins(&mut self, game: &Game, key: Move) -> bool {
        let mut others = game.moves();
        others.retain(|&mv| mv != key);
        let limits = Limits { search_moves: others, ..Limits::nodes(self.nodes) };
        !limits.search_moves.is_empty()
            && matches!(self.value(game, limits).0, Some(Value::Win { .. }))
    }

    /// Value of a position by a search with an empty table, and the number of positions visited.
    fn value(&mut self, game: &Game, limits: Limits) -> (Option<Value>, u64) {
        self.search.clear();
        let limits = Limits { stopper: self.stopper.clone(), ..limits };
        let result = self.search.run(game, limits, Settings::default(), &mut ());
        (result.lines.first().map(|line| line.value), result.nodes)
    }

    fn budget(&self, nodes: u64) -> Budget {
        Budget { stopper: self.stopper.clone(), ..Budget::nodes(nodes) }
    }

    /// The win in the last moves of a game that ended on flats.
    fn endgame(&mut self, played: &DatabaseGame) -> Result<Option<Puzzle>, DatabaseError> {
        let end = played.replayed()?;
        let Some(Outcome::Win(winner, WinReason::Flats)) = end.outcome() else {
            return Ok(None);
        };
        for plies in ENDGAME_PLIES.rev() {
            let Some(ply) = played.moves.len().checked_sub(plies) else { continue };
            let game = end.back_to(ply);
            if game.to_move() == winner
                && let Some(mut puzzle) = self.win(&game, plies)
            {
                puzzle.source = format!("ply {ply}");
                return Ok(Some(puzzle));
            }
        }
        Ok(None)
    }

    /// The endgame of a position, this number of plies before the end of its game: the side to move wins, but not
    /// with one move and not by a road that the solver finds soon, and with no other first move as fast as in the
    /// game. The moves before the position do not count.
    pub fn win(&mut self, game: &Game, plies: usize) -> Option<Puzzle> {
        let game = alone(game).filter(|game| game.winning_move().is_none())?;
        if solve(&game, Question::road(), &self.budget(ROAD_NODES)).0.proof().is_some() {
            return None;
        }
        let (moves, budget) = (plies.div_ceil(2) as u32, self.budget(self.nodes));
        let key = Solver::new(GAME_MIB).first_moves(&game, Goal::Win, moves, &budget).only()?;
        let (answer, effort) = solve(&game, Question::win(), &budget);
        let proof = answer.proof().filter(|proof| proof.line().first() == Some(&key))?;
        let aim = Aim { kind: Kind::Flats, length: plies as u32 };
        let mut puzzle = puzzle(&game, proof, aim, vec![key], Some(effort));
        puzzle.grade = Some(grade(&puzzle, &game, &mut self.search));
        Some(puzzle)
    }
}

/// Largest number of positions of a proof that is written with all variations.
const MOST_VARIATIONS: usize = 150;

/// The answer of a new solver and its number of positions. With a used one the number would depend on earlier
/// positions.
fn solve(game: &Game, question: Question, budget: &Budget) -> (Answer, u64) {
    let mut solver = Solver::new(GAME_MIB);
    let answer = solver.solve(game, question, budget, &mut |_| {});
    (answer, solver.nodes())
}

/// The position without the moves before it. `None` if the game is over, or in its opening.
fn alone(game: &Game) -> Option<Game> {
    if game.opening_plies() > 0 || game.outcome().is_some() {
        return None;
    }
    let rules = Rules::standard(game.size()).with_komi(game.rules().half_komi);
    Game::from_tps(&game.tps(), rules).ok()
}

/// The puzzle of a proof.
fn puzzle(game: &Game, proof: &Proof, aim: Aim, line: Vec<Move>, effort: Option<u64>) -> Puzzle {
    let has_few = proof.nodes.len() <= MOST_VARIATIONS;
    let ptn = if has_few { proof_tree(game, proof) } else { main_line(game, proof) };
    let (tps, half_komi) = (game.tps(), game.rules().half_komi);
    let (source, misses) = (String::new(), Misses::default());
    Puzzle { tps, half_komi, aim, line, effort, source, misses, grade: None, ptn }
}

/// The position and the principal line of its proof as PTN.
fn main_line(game: &Game, proof: &Proof) -> String {
    let mut ptn = PtnGame::new(game.size(), game.rules(), Some(&game.tps()));
    let mut game = game.clone();
    for &mv in proof.line() {
        ptn.main_mut().push(game.write_ply(mv));
        // A replayed proof has legal moves.
        let _ = game.play(mv);
    }
    ptn.main_mut().result = game.outcome().map(Into::into);
    ptn.to_string()
}

/// Limit of positions of the proof of a road.
const MISSED_ROAD_NODES: u64 = 50_000;
/// Limit of positions of the proof of another win.
const MISSED_WIN_NODES: u64 = 300_000;

/// The puzzle of a position in which a player missed a win, if the solver proves the win: a road if it can, else a win on
/// flats, `plies` before the end of the game. Several first moves may win, also at once.
pub fn missed_win(game: &Game, plies: u32) -> Option<Puzzle> {
    let game = alone(game)?;
    let (road, _) = solve(&game, Question::road().shortest(), &Budget::nodes(MISSED_ROAD_NODES));
    if let Some(proof) = road.proof() {
        let aim = Aim { kind: Kind::Road, length: proof.moves() };
        return Some(puzzle(&game, proof, aim, proof.line().to_vec(), None));
    }
    let (win, nodes) = solve(&game, Question::win(), &Budget::nodes(MISSED_WIN_NODES));
    let proof = win.proof()?;
    let key = *proof.line().first()?;
    let aim = Aim { kind: Kind::Flats, length: plies };
    Some(puzzle(&game, proof, aim, vec![key], Some(nodes)))
}
