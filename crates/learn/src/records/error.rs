//! Errors of files of records.

use std::io;
use stonefall_engine::board::IllegalMove;
use stonefall_engine::game::PositionError;
use stonefall_engine::types::{Move, RulesError, SizeError};
use thiserror::Error;

/// A range of a file without a complete record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Its position in bytes.
    pub at: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Error that ends the reading of a file. Incomplete and changed records are [`Damage`] instead.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has another format.
    #[error("expected game records, which begin with TAKG, found {0:?}")]
    NotRecords(String),
    /// The records have an unknown version.
    #[error("byte {at}: expected a record of version 1, found version {found}")]
    Version {
        /// Position of the record in bytes.
        at: u64,
        /// Its version.
        found: u8,
    },
    /// A complete record has an invalid field.
    #[error("byte {at}: {problem}")]
    Field {
        /// Position of the record in bytes.
        at: u64,
        /// The problem.
        problem: FieldError,
    },
    /// The rules or the start position are invalid.
    #[error("start position: {0}")]
    Start(#[from] PositionError),
    /// A move is illegal.
    #[error("ply {ply}, {mv}: {error}")]
    Move {
        /// Number of the ply, from 1.
        ply: usize,
        /// The move.
        mv: Move,
        /// The reason.
        error: IllegalMove,
    },
}

/// Invalid field of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FieldError {
    /// The board size is invalid.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The rules are invalid.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The value is invalid.
    #[error("expected the {name} to be {expected}, found {found}")]
    Value {
        /// Name of the field.
        name: &'static str,
        /// The valid values.
        expected: &'static str,
        /// The value.
        found: i64,
    },
    /// The start position is not TPS.
    #[error("expected a start position as TPS, found {0:?}")]
    Start(String),
    /// The length contradicts the counts.
    #[error("expected a record of {expected} bytes by its counts, found {found}")]
    Length {
        /// Length by the counts.
        expected: usize,
        /// Length in the header.
        found: usize,
    },
}
