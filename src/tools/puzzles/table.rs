//! Reads tables of puzzles.

use super::{Aim, Kind, Puzzle};
use std::error::Error;
use std::str::FromStr;
use stonefall_engine::notation::{excerpt, parse_move, parse_tps};
use stonefall_engine::types::HalfKomi;

/// Reads a table: comments that start with `#`, the names of the columns, and a row per puzzle. The first
/// move of each puzzle is checked.
///
/// # Errors
/// For other columns, for a row that cannot be read, and for a table without rows.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, String> {
    let is_content = |line: &str| !line.starts_with('#') && !line.trim().is_empty();
    let mut kind = None;
    let mut puzzles = Vec::new();
    for (line, content) in (1..).zip(text.lines()).filter(|(_, line)| is_content(line)) {
        let wrong = |problem: Box<dyn Error>| format!("line {line}: {problem}");
        match kind {
            None => kind = Some(kind_of(content).map_err(wrong)?),
            Some(kind) => puzzles.push(puzzle(kind, content).map_err(wrong)?),
        }
    }
    if puzzles.is_empty() {
        return Err("expected a table of puzzles or endgames, found no rows".to_owned());
    }
    Ok(puzzles)
}

/// The kind of a table with these column names.
fn kind_of(line: &str) -> Result<Kind, Box<dyn Error>> {
    let is_this = |kind: &Kind| line.split('\t').eq(kind.columns());
    let expected = "the column names of a table of puzzles or endgames";
    let wrong = || format!("expected {expected}, found {:?}", excerpt(line, 40)).into();
    Kind::ALL.into_iter().find(is_this).ok_or_else(wrong)
}

fn puzzle(kind: Kind, row: &str) -> Result<Puzzle, Box<dyn Error>> {
    let columns: Vec<_> = row.split('\t').collect();
    let &[_, half_komi, length, effort, tps, line, source] = &columns[..] else {
        return Err(format!("expected 7 columns, found {}", columns.len()).into());
    };
    let puzzle = Puzzle {
        tps: parse_tps(tps)?,
        half_komi: HalfKomi::new(number("half_komi", half_komi)?)?,
        aim: Aim { kind, length: number(kind.unit(), length)? },
        line: line.split_whitespace().map(parse_move).collect::<Result<_, _>>()?,
        effort: if effort == "-" { None } else { Some(number("effort", effort)?) },
        source: source.to_owned(),
        ptn: String::new(),
    };
    let game = puzzle.game()?;
    if game.outcome().is_some() {
        return Err("expected a position to move in, found a game that is over".into());
    }
    let mv = puzzle.key().ok_or("expected a line of at least one move, found none")?;
    game.check(mv).map_err(|reason| format!("move {mv}: {reason}"))?;
    Ok(puzzle)
}

fn number<T: FromStr>(column: &'static str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("expected a number in column {column}, found {text:?}"))
}
