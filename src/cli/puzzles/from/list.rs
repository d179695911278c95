//! What was found, for people and for programs.

use super::kind::Kind;
use crate::cli::Error;
use crate::cli::analyze::spell;
use crate::cli::json::color;
use crate::tools::tactics::{Endgame, Find, Puzzle};
use serde::Serialize;
use std::io;
use stonefall_engine::board::Position;
use stonefall_engine::notation::TpsError;
use stonefall_engine::report::{Diagram, Style, board, key, status};
use stonefall_engine::types::{Rules, sized};

/// The boards with the tasks first and the solutions behind them, so that nobody reads one by
/// accident.
pub(super) fn text<T: Kind>(found: &[T], style: Style) -> Result<String, Error> {
    if found.is_empty() {
        return Ok(String::new());
    }
    let mut tasks = key(style);
    let mut solutions = String::from("Solutions\n\n");
    for (index, find) in found.iter().enumerate() {
        let number = index + 1;
        let (drawing, line) = sized!(find.tps().size, N => show::<N, T>(find, style))??;
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

fn show<const N: usize, T: Kind>(
    find: &T,
    style: Style,
) -> Result<(String, Vec<String>), TpsError> {
    let position = position::<N>(find)?;
    let diagram = Diagram::new(&position);
    let drawing = format!("{}\n{}", board(&diagram, style), status(&diagram, style));
    Ok((drawing, spell(&position, find.solution())))
}

fn position<const N: usize>(find: &impl Find) -> Result<Position<N>, TpsError> {
    find.tps().position(Rules::standard(N).with_komi(find.half_komi()))
}

fn spelled<T: Kind>(find: &T) -> Result<Vec<String>, Error> {
    Ok(sized!(find.tps().size, N => {
        position::<N>(find).map(|position| spell(&position, find.solution()))
    })??)
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
    pretty(&entries)
}

/// An endgame as JSON; `docs/json.md` describes it.
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
    pretty(&entries)
}

fn pretty(entries: &[impl Serialize]) -> Result<String, Error> {
    let text = serde_json::to_string_pretty(entries).map_err(io::Error::from)?;
    Ok(text + "\n")
}
