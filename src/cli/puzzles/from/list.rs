//! Lists of positions, as text and JSON.

use super::kind::Kind;
use crate::cli::Error;
use crate::cli::json::{color, pretty};
use crate::tools::tactics::{Endgame, Puzzle};
use serde::Serialize;
use stonefall_engine::report::{self, Style, key, status};

/// Boards with tasks first and solutions last, so that nobody reads a solution by accident.
pub(super) fn text<T: Kind>(found: &[T], style: Style) -> Result<String, Error> {
    if found.is_empty() {
        return Ok(String::new());
    }
    let mut tasks = key(style);
    let mut solutions = String::from("Solutions\n\n");
    for (index, find) in found.iter().enumerate() {
        let number = index + 1;
        let board = find.board()?;
        let diagram = board.diagram();
        let drawing = format!("{}\n{}", report::board(&diagram, style), status(&diagram, style));
        let line = board.spell_line(find.solution());
        let (mover, task) = (find.tps().to_move.name(), find.task());
        tasks += &format!("{}: {mover} to move {task}\n\n", title::<T>(number));
        tasks += &format!("{drawing}   TPS {}\n\n", find.tps());
        solutions += &format!("{number:>4}. {}\n", line.join(" "));
        solutions += &format!("      {}; {}\n", find.source(), find.effort());
    }
    Ok(tasks + &solutions)
}

/// `Puzzle 3`.
pub(super) fn title<T: Kind>(number: usize) -> String {
    let mut letters = T::WORD.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    format!("{}{} {number}", first.unwrap_or_default(), letters.as_str())
}

fn spelled<T: Kind>(find: &T) -> Result<Vec<String>, Error> {
    Ok(find.board()?.spell_line(find.solution()))
}

/// A puzzle as JSON, documented in `docs/json.md`.
#[derive(Serialize, Debug)]
struct Entry {
    puzzle: usize,
    size: usize,
    half_komi: i32,
    tps: String,
    to_move: &'static str,
    moves_to_win: u32,
    key_move: Option<String>,
    line: Vec<String>,
    effort: Option<u64>,
    source: String,
}

pub(super) fn puzzles_json(puzzles: &[Puzzle]) -> Result<String, Error> {
    let mut entries = Vec::new();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let line = spelled(puzzle)?;
        entries.push(Entry {
            puzzle: index + 1,
            size: puzzle.tps.size,
            half_komi: puzzle.half_komi.half_flats(),
            tps: puzzle.tps.to_string(),
            to_move: color(puzzle.tps.to_move),
            moves_to_win: puzzle.moves,
            key_move: line.first().cloned(),
            line,
            effort: puzzle.effort,
            source: puzzle.source.clone(),
        });
    }
    Ok(pretty(&entries)?)
}

/// An endgame as JSON, documented in `docs/json.md`.
#[derive(Serialize, Debug)]
struct EndgameEntry {
    endgame: usize,
    size: usize,
    half_komi: i32,
    tps: String,
    to_move: &'static str,
    plies_to_end: u32,
    winning_move: Option<String>,
    effort: u64,
    source: String,
}

pub(super) fn endgames_json(endgames: &[Endgame]) -> Result<String, Error> {
    let mut entries = Vec::new();
    for (index, endgame) in endgames.iter().enumerate() {
        entries.push(EndgameEntry {
            endgame: index + 1,
            size: endgame.tps.size,
            half_komi: endgame.half_komi.half_flats(),
            tps: endgame.tps.to_string(),
            to_move: color(endgame.tps.to_move),
            plies_to_end: endgame.plies,
            winning_move: spelled(endgame)?.pop(),
            effort: endgame.effort,
            source: endgame.source.clone(),
        });
    }
    Ok(pretty(&entries)?)
}
