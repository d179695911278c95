//! Errors of the command line, each one line.

use super::output::complain;
use clap::error::ErrorKind;
use std::io::{self, Write};
use stonefall_engine::game::PositionError;
use stonefall_engine::notation::TpsError;
use stonefall_engine::notation::ptn_file::GameError;
use stonefall_engine::types::{RulesError, SizeError};
use thiserror::Error;

/// Reason for a failed command.
#[derive(Debug, Error)]
pub enum Error {
    /// Arguments that clap refuses; also `--help` and `--version`.
    #[error("{}", one_line(.0))]
    Words(#[from] clap::Error),
    /// Arguments that do not fit together.
    #[error("{0}")]
    Usage(String),
    /// A file that cannot be read or written.
    #[error("{file}: {reason}")]
    File {
        /// Name of the file.
        file: String,
        /// Error of the operating system.
        reason: io::Error,
    },
    /// Text that is not a position.
    #[error("expected a position or a file, found {found:?}: {reason}")]
    NoPosition {
        /// The text.
        found: String,
        /// Error of the TPS reader.
        reason: TpsError,
    },
    /// An impossible position.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// A game that other rules do not allow.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A game that cannot be replayed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// An unsupported board size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Invalid rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The command ran, and its check failed.
    #[error("{0}")]
    Failed(String),
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Write(#[from] io::Error),
}

impl Error {
    /// Prints the error and returns the exit code: 2 for unreadable arguments, 1 for other errors, 0 for
    /// requested help and for a closed output.
    #[must_use]
    pub fn report(&self) -> u8 {
        match self {
            Self::Words(error) if is_help(error) => {
                // The reader of the output may stop early.
                let _ = write!(io::stdout(), "{}", message(error));
                return 0;
            }
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            _ => {}
        }
        complain(&format!("stonefall: {self}"));
        if matches!(self, Self::Words(_) | Self::Usage(_)) { 2 } else { 1 }
    }
}

fn is_help(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

/// Clap's message without its prefix.
fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    text.strip_prefix("error: ").map_or_else(|| text.clone(), ToOwned::to_owned)
}

/// First paragraph of clap's message on one line.
fn one_line(error: &clap::Error) -> String {
    let text = message(error);
    let paragraph = text.split("\n\n").next().unwrap_or(&text);
    let words: Vec<_> = paragraph.split_whitespace().collect();
    format!("{} (see stonefall --help)", words.join(" "))
}
