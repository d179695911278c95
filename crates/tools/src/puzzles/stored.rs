//! Puzzles in the files of parts.

use super::{Aim, Kind, Misses, Puzzle};
use serde::{Deserialize, Serialize};
use std::error::Error;
use stonefall_engine::notation::{parse_move, parse_tps};
use stonefall_engine::types::HalfKomi;

/// A puzzle with all fields, for JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    tps: String,
    half_komi: i32,
    kind: Kind,
    length: u32,
    line: Vec<String>,
    effort: Option<u64>,
    source: String,
    misses: Misses,
    ptn: String,
}

impl Stored {
    /// Stores a puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        let Puzzle { tps, half_komi, aim, line, effort, source, misses, ptn } = puzzle;
        Self {
            tps: tps.to_string(),
            half_komi: half_komi.half_flats(),
            kind: aim.kind,
            length: aim.length,
            line: line.iter().map(ToString::to_string).collect(),
            effort: *effort,
            source: source.clone(),
            misses: *misses,
            ptn: ptn.clone(),
        }
    }

    /// The puzzle.
    ///
    /// # Errors
    /// If the position, the komi or a move is none.
    pub fn puzzle(self) -> Result<Puzzle, Box<dyn Error>> {
        Ok(Puzzle {
            tps: parse_tps(&self.tps)?,
            half_komi: HalfKomi::new(self.half_komi)?,
            aim: Aim { kind: self.kind, length: self.length },
            line: self.line.iter().map(|mv| parse_move(mv)).collect::<Result<_, _>>()?,
            effort: self.effort,
            source: self.source,
            misses: self.misses,
            ptn: self.ptn,
        })
    }
}
