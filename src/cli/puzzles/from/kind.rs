//! Descriptions of the kinds of positions.

use super::list;
use crate::cli::Error;
use crate::tools::tactics::{Endgame, Find, Puzzle};
use stonefall_engine::report::grouped;
use stonefall_engine::types::Move;

/// Description of a kind.
pub(super) trait Kind: Find + Sized {
    /// Name of one position.
    const WORD: &'static str;
    /// Meaning of the table's columns.
    const NOTE: &'static str;

    /// Text of the first number of the difficulty: `in 3 moves`.
    fn class(number: u32) -> String;

    /// Task of the side to move: `wins in 3 moves`.
    fn task(&self) -> String;

    /// Moves of the solution.
    fn solution(&self) -> &[Move];

    /// Difficulty in words.
    fn effort(&self) -> String;

    /// All positions as JSON.
    fn json(found: &[Self]) -> Result<String, Error>;
}

impl Kind for Puzzle {
    const WORD: &'static str = "puzzle";
    const NOTE: &'static str =
        "moves: the winner's; effort: positions until a search proves the win (- for over 200000)";

    fn class(number: u32) -> String {
        format!("in {number} moves")
    }

    fn task(&self) -> String {
        format!("wins in {} moves", self.moves)
    }

    fn solution(&self) -> &[Move] {
        &self.line
    }

    fn effort(&self) -> String {
        match self.effort {
            Some(effort) => format!("a search needs {} positions", grouped(effort)),
            None => "too hard for a quick search".to_owned(),
        }
    }

    fn json(found: &[Self]) -> Result<String, Error> {
        list::puzzles_json(found)
    }
}

impl Kind for Endgame {
    const WORD: &'static str = "endgame";
    const NOTE: &'static str = "plies: that the game went on for; effort: positions the solver opened for the proof; \
        move: the first of the proof, perhaps not the only one";

    fn class(number: u32) -> String {
        format!("with {number} plies to go")
    }

    fn task(&self) -> String {
        "wins, not only by threats of a road".to_owned()
    }

    fn solution(&self) -> &[Move] {
        std::slice::from_ref(&self.mv)
    }

    fn effort(&self) -> String {
        format!("proved with {} positions", grouped(self.effort))
    }

    fn json(found: &[Self]) -> Result<String, Error> {
        list::endgames_json(found)
    }
}
