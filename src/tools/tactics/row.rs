//! A puzzle, and its line in a table.

use super::Find;
use std::fmt;
use stonefall_engine::notation::{PlyError, Tps, TpsError, parse_move, parse_tps};
use stonefall_engine::types::{HalfKomi, Move, RulesError};
use thiserror::Error;

/// A position that is won by force in a few moves, with one first move only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position.
    pub tps: Tps,
    /// Komi.
    pub half_komi: HalfKomi,
    /// Moves of the winner that the win takes, from 2.
    pub moves: u32,
    /// The solution against the defense that holds out longest, to the end of the game. Its first
    /// move is the only one that wins so fast.
    pub line: Vec<Move>,
    /// Positions that a search of the whole position visits until it has proved the win in so many
    /// moves: a measure of difficulty. `None` if it has not.
    pub effort: Option<u64>,
    /// Where the position comes from.
    pub source: String,
    /// The proof as PTN, with its variations unless they are too many; empty if it is not known.
    pub ptn: String,
}

/// A line that is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RowError {
    /// Not the columns that there should be.
    #[error("expected {expected} columns, found {found}")]
    Columns {
        /// Number of columns of a table.
        expected: usize,
        /// Number found.
        found: usize,
    },
    /// A number that is none.
    #[error("expected a number in column {column}, found {found:?}")]
    Number {
        /// Name of the column.
        column: &'static str,
        /// What stands there.
        found: String,
    },
    /// A position that is none.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// Rules that are none.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A move that is none or cannot be played.
    #[error(transparent)]
    Move(#[from] PlyError),
}

impl Puzzle {
    /// The heads of the columns.
    pub const COLUMNS: [&str; 7] =
        ["size", "half_komi", "moves", "effort", "tps", "line", "source"];

    /// The only first move that wins so fast.
    #[must_use]
    pub fn key(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Reads a line of a table. The moves are not played.
    ///
    /// # Errors
    /// If it has other columns, or one that makes no sense.
    pub fn read(line: &str) -> Result<Self, RowError> {
        let [_, half_komi, moves, effort, tps, line, source] = columns(line)?;
        let half_komi = HalfKomi::new(number("half_komi", half_komi)?)?;
        let line = line.split_whitespace().map(|text| Ok(parse_move(text)?));
        Ok(Self {
            tps: parse_tps(tps)?,
            half_komi,
            moves: number("moves", moves)?,
            line: line.collect::<Result<_, PlyError>>()?,
            effort: if effort == "-" { None } else { Some(number("effort", effort)?) },
            source: source.to_owned(),
            ptn: String::new(),
        })
    }
}

impl Find for Puzzle {
    const COLUMNS: &'static [&'static str] = &Self::COLUMNS;

    fn tps(&self) -> &Tps {
        &self.tps
    }

    fn half_komi(&self) -> HalfKomi {
        self.half_komi
    }

    /// Fewer moves are easier; then what takes a search less.
    fn difficulty(&self) -> (u32, u64) {
        (self.moves, self.effort.unwrap_or(u64::MAX))
    }

    fn source(&self) -> &str {
        &self.source
    }

    fn set_source(&mut self, source: String) {
        self.source = source;
    }

    fn ptn(&self) -> &str {
        &self.ptn
    }
}

/// The columns of a row.
pub(super) fn columns<const COUNT: usize>(line: &str) -> Result<[&str; COUNT], RowError> {
    let columns: Vec<_> = line.split('\t').collect();
    let found = columns.len();
    columns.try_into().map_err(|_| RowError::Columns { expected: COUNT, found })
}

/// Text that stays within its column.
pub(super) fn cell(text: &str) -> String {
    text.replace(['\t', '\r', '\n'], " ")
}

pub(super) fn number<T: std::str::FromStr>(
    column: &'static str,
    text: &str,
) -> Result<T, RowError> {
    text.parse().map_err(|_| RowError::Number { column, found: text.to_owned() })
}

/// The line of a table, with tabs between the columns.
impl fmt::Display for Puzzle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: Vec<_> = self.line.iter().map(ToString::to_string).collect();
        let effort = self.effort.map_or_else(|| "-".to_owned(), |effort| effort.to_string());
        let source = cell(&self.source);
        write!(
            out,
            "{}\t{}\t{}\t{effort}\t{}\t{}\t{source}",
            self.tps.size,
            self.half_komi.half_flats(),
            self.moves,
            self.tps,
            line.join(" "),
        )
    }
}
