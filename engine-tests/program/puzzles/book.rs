//! The eleven puzzles of the Tak Companion Book, as the browser board shows them.
//!
//! The book's diagrams are pictures, so the positions are reconstructions: each fits every statement of the printed
//! answer, and its key move is the only one that wins in so few plies. The explanations are made from the rules alone,
//! by playing every reply. The tests play everything out again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stonefall_engine::game::{Game, Search};
use stonefall_engine::notation::{TextError, parse_tps};
use stonefall_engine::search::{Limits, SearchResult, Settings};
use stonefall_engine::types::Rules;

/// A puzzle with its answer. The fields are those of the board's `puzzles.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BookPuzzle {
    /// Its number in the book, from 1.
    #[serde(rename = "puzzle")]
    pub number: usize,
    /// The position, on 4x4 without komi.
    pub tps: String,
    /// The first move of the solution.
    pub key_move: String,
    /// Number of the winner's moves.
    pub moves_to_win: u32,
    /// Plies to the end of the game, including the winner's last move.
    pub plies_to_win: u32,
    /// Number of legal moves.
    pub legal_moves: usize,
    /// Moves that win as fast as the key move.
    pub equal_moves: Vec<String>,
    /// Moves that would win after the key move if the opponent passed.
    pub threats: Vec<Threat>,
    /// Pairs of a label and a sentence. A part without a label continues the previous one.
    pub explanation: Vec<(String, String)>,
    /// For a win in two: winning moves, and the replies before them.
    pub answers: Vec<[String; 2]>,
    /// The book's answer, reworded.
    pub book: String,
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// A move that completes a road, and the squares that the road lacks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Threat {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The squares.
    pub squares: Vec<String>,
}

/// All puzzles in the order of the book, from `puzzles.json` of the browser board.
///
/// # Errors
/// If the file is invalid.
pub fn puzzles(file: &[u8]) -> serde_json::Result<Vec<BookPuzzle>> {
    serde_json::from_slice(file)
}

impl BookPuzzle {
    /// The position.
    ///
    /// # Errors
    /// If the TPS is invalid.
    pub fn game(&self) -> Result<Game, TextError> {
        let tps = parse_tps(&self.tps)?;
        Game::from_tps(&tps, Rules::standard(tps.size))
    }
}

/// Limit of positions, far above the needs of every puzzle.
const NODES: u64 = 5_000_000;
/// Limit of iterations.
const DEPTH: u32 = 12;

/// Searches a puzzle on one thread with an empty table until it is solved.
pub fn solve(search: &mut Search, game: &Game) -> SearchResult {
    search.clear();
    let limits = Limits { depth: Some(DEPTH), ..Limits::nodes(NODES) };
    search.run(game, limits, Settings::default(), &mut ())
}
