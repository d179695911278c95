//! Lists of puzzles, as text and JSON.

use crate::cli::Error;
use crate::cli::json::{color, pretty};
use crate::tools::tactics::{Aim, Kind, Puzzle};
use serde::Serialize;
use stonefall_engine::report::{Style, draw, grouped, key, status};

/// Boards with tasks first and solutions last, so that readers can try to solve the puzzles.
pub(super) fn text(puzzles: &[Puzzle], style: Style) -> Result<String, Error> {
    if puzzles.is_empty() {
        return Ok(String::new());
    }
    let mut tasks = key(style);
    let mut solutions = String::from("Solutions\n\n");
    for (number, puzzle) in (1..).zip(puzzles) {
        let game = puzzle.game()?;
        let diagram = game.diagram();
        let drawing = format!("{}\n{}", draw(&diagram, style), status(&diagram, style));
        tasks += &format!("{}\n\n{drawing}   TPS {}\n\n", task(number, puzzle), puzzle.tps);
        let line = game.spell_line(&puzzle.line).join(" ");
        solutions += &format!("{number:>4}. {line}\n      {}; {}\n", puzzle.source, effort(puzzle));
    }
    Ok(tasks + &solutions)
}

/// `Puzzle 3: Black to move wins in 2 moves`.
pub(super) fn task(number: usize, puzzle: &Puzzle) -> String {
    let mover = puzzle.tps.to_move.name();
    match puzzle.aim {
        Aim::Road { moves } => format!("Puzzle {number}: {mover} to move wins in {moves} moves"),
        Aim::Flats { .. } => {
            format!("Endgame {number}: {mover} to move wins, not only by threats of a road")
        }
    }
}

fn effort(puzzle: &Puzzle) -> String {
    match (puzzle.aim.kind(), puzzle.effort) {
        (Kind::Road, Some(effort)) => format!("a search needs {} positions", grouped(effort)),
        (Kind::Flats, Some(effort)) => format!("proved with {} positions", grouped(effort)),
        (_, None) => "too hard for a quick search".to_owned(),
    }
}

/// A puzzle as JSON, documented in `docs/json.md`.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    solution: Solution,
    size: usize,
    half_komi: i32,
    tps: String,
    to_move: &'static str,
    effort: Option<u64>,
    source: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Solution {
    Road { puzzle: usize, moves_to_win: u32, key_move: Option<String>, line: Vec<String> },
    Flats { endgame: usize, plies_to_end: u32, winning_move: Option<String> },
}

pub(super) fn json(puzzles: &[Puzzle]) -> Result<String, Error> {
    let entries = (1..).zip(puzzles).map(|(number, puzzle)| entry(number, puzzle));
    Ok(pretty(&entries.collect::<Result<Vec<_>, _>>()?)?)
}

fn entry(number: usize, puzzle: &Puzzle) -> Result<Entry<'_>, Error> {
    let line = puzzle.game()?.spell_line(&puzzle.line);
    let key_move = line.first().cloned();
    let solution = match puzzle.aim {
        Aim::Road { moves } => {
            Solution::Road { puzzle: number, moves_to_win: moves, key_move, line }
        }
        Aim::Flats { plies } => {
            Solution::Flats { endgame: number, plies_to_end: plies, winning_move: key_move }
        }
    };
    Ok(Entry {
        solution,
        size: puzzle.tps.size,
        half_komi: puzzle.half_komi.half_flats(),
        tps: puzzle.tps.to_string(),
        to_move: color(puzzle.tps.to_move),
        effort: puzzle.effort,
        source: &puzzle.source,
    })
}
