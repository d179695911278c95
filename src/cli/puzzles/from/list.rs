//! The puzzles for people and for programs.

use crate::cli::Error;
use crate::cli::analyze::spell;
use crate::notation::TpsError;
use crate::report::{Diagram, Style, board, grouped, key, status};
use crate::tools::tactics::Puzzle;
use crate::types::sized;
use serde::Serialize;
use std::io;

/// The boards with the tasks first and the solutions behind them, so that nobody reads one by
/// accident.
pub(super) fn text(puzzles: &[Puzzle], style: Style) -> Result<String, Error> {
    if puzzles.is_empty() {
        return Ok(String::new());
    }
    let mut tasks = key(style);
    let mut solutions = String::from("Solutions\n\n");
    for (index, puzzle) in puzzles.iter().enumerate() {
        let number = index + 1;
        let (drawing, line) = sized!(puzzle.tps.size, N => show::<N>(puzzle, style))??;
        let (mover, moves) = (puzzle.tps.to_move.name(), puzzle.moves);
        tasks += &format!("Puzzle {number}: {mover} to move wins in {moves} moves\n\n");
        tasks += &format!("{drawing}   TPS {}\n\n", puzzle.tps);
        let effort = match puzzle.effort {
            Some(effort) => format!("a search sees it after {} positions", grouped(effort)),
            None => "too hard for a quick search".to_owned(),
        };
        solutions += &format!("{number:>4}. {}\n", line.join(" "));
        solutions += &format!("      {}; {effort}\n", puzzle.source);
    }
    Ok(tasks + &solutions)
}

fn show<const N: usize>(puzzle: &Puzzle, style: Style) -> Result<(String, Vec<String>), TpsError> {
    let position = puzzle.position::<N>()?;
    let diagram = Diagram::new(&position);
    let drawing = format!("{}\n{}", board(&diagram, style), status(&diagram, style));
    Ok((drawing, spell(&position, &puzzle.line)))
}

/// A puzzle as JSON; `docs/json.md` describes it.
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

pub(super) fn json(puzzles: &[Puzzle]) -> Result<String, Error> {
    let mut entries = Vec::new();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let line = sized!(puzzle.tps.size, N => {
            puzzle.position::<N>().map(|position| spell(&position, &puzzle.line))
        })??;
        entries.push(Entry {
            puzzle: index + 1,
            size: puzzle.tps.size,
            half_komi: puzzle.half_komi.half_flats(),
            tps: puzzle.tps.to_string(),
            to_move: if puzzle.tps.to_move.index() == 0 { "white" } else { "black" },
            moves_to_win: puzzle.moves,
            key_move: line.first().cloned(),
            line,
            effort: puzzle.effort,
            source: puzzle.source.clone(),
        });
    }
    let text = serde_json::to_string_pretty(&entries).map_err(io::Error::from)?;
    Ok(text + "\n")
}
