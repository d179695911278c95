//! Reads tables of puzzles.

use super::{Kind, Puzzle};
use std::str::FromStr;
use stonefall_engine::board::IllegalMove;
use stonefall_engine::notation::{PlyError, TpsError, excerpt, parse_move, parse_tps};
use stonefall_engine::types::{HalfKomi, Move, RulesError};
use thiserror::Error;

/// Error of a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// A wrong line.
    #[error("line {line}: {problem}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The error.
        problem: Problem,
    },
    /// A table without rows.
    #[error("expected a table of puzzles or endgames, found no rows")]
    Empty,
}

/// Error of a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// The first line does not name the columns of a table.
    #[error("expected the column names of a table of puzzles or endgames, found {0:?}")]
    Names(String),
    /// Wrong number of columns.
    #[error("expected 7 columns, found {0}")]
    Columns(usize),
    /// Text instead of a number.
    #[error("expected a number in column {column}, found {found:?}")]
    Number {
        /// Name of the column.
        column: &'static str,
        /// The text.
        found: String,
    },
    /// Not a position.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// An unsupported komi.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Not a move.
    #[error(transparent)]
    Ply(#[from] PlyError),
    /// The game is over.
    #[error("expected a position to move in, found a game that is over")]
    Over,
    /// No first move.
    #[error("expected a line of at least one move, found none")]
    NoMove,
    /// A first move that cannot be played.
    #[error("move {mv}: {reason}")]
    Move {
        /// The move.
        mv: Move,
        /// The reason.
        reason: IllegalMove,
    },
}

/// Reads a table: comments that start with `#`, the names of the columns, and a row per puzzle. The first
/// move of each puzzle is checked.
///
/// # Errors
/// For other columns, for a row that cannot be read, and for a table without rows.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, TableError> {
    let is_content = |line: &str| !line.starts_with('#') && !line.trim().is_empty();
    let mut kind = None;
    let mut puzzles = Vec::new();
    for (line, content) in (1..).zip(text.lines()).filter(|(_, line)| is_content(line)) {
        let wrong = |problem| TableError::Line { line, problem };
        match kind {
            None => kind = Some(kind_of(content).map_err(wrong)?),
            Some(kind) => puzzles.push(puzzle(kind, content).map_err(wrong)?),
        }
    }
    if puzzles.is_empty() { Err(TableError::Empty) } else { Ok(puzzles) }
}

/// The kind of a table with these column names.
fn kind_of(line: &str) -> Result<Kind, Problem> {
    let is_this = |kind: &Kind| line.split('\t').eq(kind.columns());
    Kind::ALL.into_iter().find(is_this).ok_or_else(|| Problem::Names(excerpt(line, 40)))
}

fn puzzle(kind: Kind, row: &str) -> Result<Puzzle, Problem> {
    let columns: Vec<_> = row.split('\t').collect();
    let &[_, half_komi, length, effort, tps, line, source] = &columns[..] else {
        return Err(Problem::Columns(columns.len()));
    };
    let line = line.split_whitespace().map(|text| Ok(parse_move(text)?));
    let puzzle = Puzzle {
        tps: parse_tps(tps)?,
        half_komi: HalfKomi::new(number("half_komi", half_komi)?)?,
        aim: kind.aim(number(kind.columns()[2], length)?),
        line: line.collect::<Result<_, PlyError>>()?,
        effort: if effort == "-" { None } else { Some(number("effort", effort)?) },
        source: source.to_owned(),
        ptn: String::new(),
    };
    let game = puzzle.game()?;
    if game.outcome().is_some() {
        return Err(Problem::Over);
    }
    let mv = puzzle.key().ok_or(Problem::NoMove)?;
    game.check(mv).map_err(|reason| Problem::Move { mv, reason })?;
    Ok(puzzle)
}

fn number<T: FromStr>(column: &'static str, text: &str) -> Result<T, Problem> {
    text.parse().map_err(|_| Problem::Number { column, found: text.to_owned() })
}
