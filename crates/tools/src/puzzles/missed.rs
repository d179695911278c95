//! Wins that players missed.

use super::prove::{alone, puzzle, solve};
use super::{Aim, Kind, Puzzle};
use stonefall_engine::game::Game;
use stonefall_engine::search::proof::{Budget, Question};

/// Limit of positions of the proof of a road.
const ROAD_NODES: u64 = 50_000;
/// Limit of positions of the proof of another win.
const WIN_NODES: u64 = 300_000;

/// The puzzle of a position in which a player missed a win, if the solver proves the win: a road if it can, else a win on
/// flats, `plies` before the end of the game. Several first moves may win, also at once.
pub fn missed_win(game: &Game, plies: u32) -> Option<Puzzle> {
    let game = alone(game)?;
    let (road, _) = solve(&game, Question::road().shortest(), &Budget::nodes(ROAD_NODES));
    if let Some(proof) = road.proof() {
        let aim = Aim { kind: Kind::Road, length: proof.moves() };
        return Some(puzzle(&game, proof, aim, proof.line().to_vec(), None));
    }
    let (win, nodes) = solve(&game, Question::win(), &Budget::nodes(WIN_NODES));
    let proof = win.proof()?;
    let key = *proof.line().first()?;
    let aim = Aim { kind: Kind::Flats, length: plies };
    Some(puzzle(&game, proof, aim, vec![key], Some(nodes)))
}
