//! From a position to a puzzle: proofs, and their text.

use super::{Aim, Kind, Misses, Puzzle};
use stonefall_engine::game::{Game, Solver};
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::search::proof::{Answer, Budget, Proof, Question};
use stonefall_engine::types::{Move, Rules};

/// Size of the solver's table in MiB.
pub(super) const SOLVER_MIB: usize = 32;
/// Largest number of positions of a proof that is written with all variations.
const MOST_VARIATIONS: usize = 150;

/// The answer of a new solver and its number of positions. With a used one the number would depend on earlier
/// positions.
pub(super) fn solve(game: &Game, question: Question, budget: &Budget) -> (Answer, u64) {
    let mut solver = Solver::new(SOLVER_MIB);
    let answer = solver.solve(game, question, budget, &mut |_| {});
    (answer, solver.nodes())
}

/// The position without the moves before it. `None` if the game is over, or in its opening.
pub(super) fn alone(game: &Game) -> Option<Game> {
    if game.opening_plies() > 0 || game.outcome().is_some() {
        return None;
    }
    let rules = Rules::standard(game.size()).with_komi(game.rules().half_komi);
    Game::from_tps(&game.tps(), rules).ok()
}

/// The puzzle of a proof.
pub(super) fn puzzle(
    game: &Game,
    proof: &Proof,
    aim: Aim,
    line: Vec<Move>,
    effort: Option<u64>,
) -> Puzzle {
    let has_few = proof.nodes.len() <= MOST_VARIATIONS;
    let ptn = if has_few { game.proof_tree(proof) } else { main_line(game, proof) };
    let (tps, half_komi) = (game.tps(), game.rules().half_komi);
    let (source, misses) = (String::new(), Misses::default());
    Puzzle { tps, half_komi, aim, line, effort, source, misses, ptn }
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
