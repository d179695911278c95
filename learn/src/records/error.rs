//! What can be wrong with a file of records.

use std::io;
use stonefall_engine::board::IllegalMove;
use stonefall_engine::notation::TpsError;
use stonefall_engine::types::{Move, RulesError, SizeError};
use thiserror::Error;

/// A stretch of a file that holds no whole record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Where it begins, in bytes from the beginning of the file.
    pub at: u64,
    /// How long it is, in bytes.
    pub bytes: u64,
}

/// A file of records that cannot be read on. (Torn and damaged records are no such error: see
/// [`Damage`].)
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file of another kind.
    #[error("expected game records, which begin with TAKG, found {0:?}")]
    NotRecords(String),
    /// Records of a later time.
    #[error("byte {at}: expected a record of version 1, found version {found}")]
    Version {
        /// Where the record begins.
        at: u64,
        /// Its version.
        found: u8,
    },
    /// A whole record with a field that makes no sense.
    #[error("byte {at}: {problem}")]
    Field {
        /// Where the record begins.
        at: u64,
        /// What is wrong with it.
        problem: FieldError,
    },
    /// A game of another board than asked for.
    #[error("expected a game of size {expected}, found one of size {found}")]
    Size {
        /// Size asked for.
        expected: usize,
        /// Size of the game.
        found: usize,
    },
    /// Rules that no game can be played by.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A start position that cannot be.
    #[error("start position: {0}")]
    Start(#[from] TpsError),
    /// A move that cannot be played.
    #[error("ply {ply}, {mv}: {error}")]
    Move {
        /// Number of the ply, from 1.
        ply: usize,
        /// The move.
        mv: Move,
        /// Why it cannot be played.
        error: IllegalMove,
    },
}

/// A field of a record that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FieldError {
    /// Not a board of Tak.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Rules that no game can be played by.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Not one of a field's values.
    #[error("expected the {name} to be {expected}, found {found}")]
    Value {
        /// Name of the field.
        name: &'static str,
        /// What it may be.
        expected: &'static str,
        /// What it is.
        found: i64,
    },
    /// A start position that is no text, or no TPS.
    #[error("expected a start position as TPS, found {0:?}")]
    Start(String),
    /// Lengths that do not add up.
    #[error("expected a record of {expected} bytes by its counts, found {found}")]
    Length {
        /// Length by the counts.
        expected: usize,
        /// Length by the record's own word.
        found: usize,
    },
}
