//! What is wrong with a game that cannot be.

use crate::notation::{Ply, PlyError, TpsError};
use crate::types::RulesError;
use thiserror::Error;

/// Why a position is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A position that cannot be.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// Rules that cannot be.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A move that cannot be played.
    #[error("move {number}, {ply}: {reason}")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// The move.
        ply: Ply,
        /// What is wrong with it.
        reason: PlyError,
    },
}
