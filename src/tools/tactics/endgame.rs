//! A win in the last moves before the flats are counted, and its line in a table.

use super::row::{cell, columns, number};
use super::{Find, RowError};
use std::fmt;
use stonefall_engine::notation::{PlyError, Tps, parse_move, parse_tps};
use stonefall_engine::types::{HalfKomi, Move};

/// A late position of a game that ended on flats, won by the side to move: proved, and not by
/// threats of a road alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endgame {
    /// The position.
    pub tps: Tps,
    /// Komi.
    pub half_komi: HalfKomi,
    /// Plies that the game went on for.
    pub plies: u32,
    /// Positions that the solver opened for the proof: a measure of difficulty.
    pub effort: u64,
    /// A first move that wins: the one of the proof. Others may win as well.
    pub mv: Move,
    /// Where the position comes from.
    pub source: String,
    /// The proof as PTN, with its variations unless they are too many; empty if it is not known.
    pub ptn: String,
}

impl Endgame {
    /// The heads of the columns.
    pub const COLUMNS: [&str; 7] =
        ["size", "half_komi", "plies", "effort", "tps", "move", "source"];

    /// Reads a line of a table. The move is not played.
    ///
    /// # Errors
    /// If it has other columns, or one that makes no sense.
    pub fn read(line: &str) -> Result<Self, RowError> {
        let [_, half_komi, plies, effort, tps, mv, source] = columns(line)?;
        Ok(Self {
            tps: parse_tps(tps)?,
            half_komi: HalfKomi::new(number("half_komi", half_komi)?)?,
            plies: number("plies", plies)?,
            effort: number("effort", effort)?,
            mv: parse_move(mv).map_err(PlyError::from)?,
            source: source.to_owned(),
            ptn: String::new(),
        })
    }
}

/// The line of a table, with tabs between the columns.
impl fmt::Display for Endgame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = cell(&self.source);
        let (size, half_komi) = (self.tps.size, self.half_komi.half_flats());
        let Self { tps, plies, effort, mv, .. } = self;
        write!(out, "{size}\t{half_komi}\t{plies}\t{effort}\t{tps}\t{mv}\t{source}")
    }
}

impl Find for Endgame {
    const COLUMNS: &'static [&'static str] = &Self::COLUMNS;

    fn tps(&self) -> &Tps {
        &self.tps
    }

    fn half_komi(&self) -> HalfKomi {
        self.half_komi
    }

    fn difficulty(&self) -> (u32, u64) {
        (self.plies, self.effort)
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
