//! Lists of puzzles, as text and JSON.

use crate::cli::Error;
use crate::cli::json::joined;
use crate::cli::output::counted;
use serde_json::{Value, json};
use stonefall_engine::report::{Style, draw, grouped, key, status};
use stonefall_tools::puzzles::{Aim, Kind, Puzzle};

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
        solutions += &format!(
            "{number:>4}. {line}\n      {}; {}{}\n",
            puzzle.source,
            effort(puzzle),
            missed(puzzle)
        );
    }
    Ok(tasks + &solutions)
}

/// `Puzzle 3: Black to move wins in 2 moves`.
fn task(number: usize, puzzle: &Puzzle) -> String {
    let word = match puzzle.aim.kind {
        Kind::Road => "Puzzle",
        Kind::Flats => "Endgame",
    };
    format!("{word} {number}: {}", puzzle.task())
}

fn effort(puzzle: &Puzzle) -> String {
    match (puzzle.aim.kind, puzzle.effort) {
        (Kind::Road, Some(effort)) => format!("a search needs {} positions", grouped(effort)),
        (Kind::Flats, Some(effort)) => format!("proved with {} positions", grouped(effort)),
        (_, None) => "too hard for a quick search".to_owned(),
    }
}

/// `; missed in 2 games, mean rating 1523`.
fn missed(puzzle: &Puzzle) -> String {
    let rated = puzzle.misses.rating();
    let rating = rated.map_or_else(String::new, |rating| format!(", mean rating {rating}"));
    match puzzle.misses.count {
        0 => String::new(),
        count => format!("; missed in {}{rating}", counted(count as usize, "game")),
    }
}

/// The puzzles as JSON, documented in `docs/json.md`.
pub(super) fn json(puzzles: &[Puzzle]) -> Result<Vec<Value>, Error> {
    (1..).zip(puzzles).map(|(number, puzzle)| entry(number, puzzle)).collect()
}

fn entry(number: usize, puzzle: &Puzzle) -> Result<Value, Error> {
    let line = puzzle.game()?.spell_line(&puzzle.line);
    let key = line.first();
    let Aim { kind, length } = puzzle.aim;
    let solution = match kind {
        Kind::Road => {
            json!({ "puzzle": number, "moves_to_win": length, "key_move": key, "line": line })
        }
        Kind::Flats => {
            json!({ "endgame": number, "plies_to_end": length, "winning_move": key })
        }
    };
    let position = json!({
        "size": puzzle.tps.size,
        "half_komi": puzzle.half_komi.half_flats(),
        "tps": puzzle.tps.to_string(),
        "to_move": puzzle.tps.to_move,
        "effort": puzzle.effort,
        "source": puzzle.source,
        "missed": puzzle.misses.count,
        "rating": puzzle.misses.rating(),
    });
    Ok(joined(solution, position))
}
