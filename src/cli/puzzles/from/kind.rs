//! The kinds of positions that are looked for, in words.

use super::list;
use crate::cli::Error;
use crate::tools::tactics::{Endgame, Find, Puzzle};
use stonefall_engine::report::grouped;
use stonefall_engine::types::Move;

/// How a kind of position is told about.
pub(super) trait Kind: Find + Sized {
    /// What one of them is called.
    const WORD: &'static str;
    /// What the columns of a table mean.
    const NOTE: &'static str;

    /// What the first number of the difficulty says: `in 3 moves`.
    fn class(number: u32) -> String;

    /// What the side to move does: `wins in 3 moves`.
    fn task(&self) -> String;

    /// The moves of the solution.
    fn solution(&self) -> &[Move];

    /// How hard it is.
    fn effort(&self) -> String;

    /// All of them for programs.
    fn json(found: &[Self]) -> Result<String, Error>;
}

impl Kind for Puzzle {
    const WORD: &'static str = "puzzle";
    const NOTE: &'static str =
        "moves: of the winner; effort: positions until a search has proved it (- for over 200000)";

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
            Some(effort) => format!("a search sees it after {} positions", grouped(effort)),
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
        "wins, and not by threats of a road alone".to_owned()
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
