//! Errors in positions and games.

use crate::notation::{Ply, PlyError, TpsError};
use crate::types::RulesError;
use thiserror::Error;

/// Reason why a position is not valid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A TPS that is not valid.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// Rules that are not valid.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// An illegal move.
    #[error("move {number}, {ply}: {reason}")]
    Move {
        /// Index of the move, from 1.
        number: usize,
        /// The move.
        ply: Ply,
        /// The broken rule.
        reason: PlyError,
    },
}
