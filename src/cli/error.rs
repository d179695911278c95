//! What goes wrong on the command line, in one line.

use super::output::complain;
use clap::error::ErrorKind;
use std::io::{self, Write};
use stonefall_engine::game::PositionError;
use stonefall_engine::notation::TpsError;
use stonefall_engine::notation::ptn_file::GameError;
use stonefall_engine::types::{RulesError, SizeError};
use thiserror::Error;

/// Why a command could not be carried out.
#[derive(Debug, Error)]
pub enum Error {
    /// The words themselves; also `--help` and `--version`.
    #[error("{}", one_line(.0))]
    Words(#[from] clap::Error),
    /// Words that do not go together.
    #[error("{0}")]
    Usage(String),
    /// A file that cannot be read or written.
    #[error("{file}: {reason}")]
    File {
        /// Its name.
        file: String,
        /// What the system says.
        reason: io::Error,
    },
    /// Text that is no position.
    #[error("{found:?} is neither a position nor a file: {reason}")]
    NoPosition {
        /// The text.
        found: String,
        /// What is wrong with it as a position.
        reason: TpsError,
    },
    /// A position that cannot be.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// A game that cannot be played by other rules.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A game that cannot be followed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A board that Tak is not played on.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Rules that are none.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The command was carried out, and what it tests is wrong.
    #[error("{0}")]
    Failed(String),
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Write(#[from] io::Error),
}

impl Error {
    /// Tells the user, and returns the exit code: 2 for words that cannot be understood, 1 for
    /// other errors, 0 for help that was asked for and when nobody reads the output any more.
    #[must_use]
    pub fn report(&self) -> u8 {
        match self {
            Self::Words(error) if is_help(error) => {
                // Paged by `head` or not at all: both are well.
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

/// Clap's message without the word that it puts before all that is not its own help.
fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    text.strip_prefix("error: ").map_or_else(|| text.clone(), ToOwned::to_owned)
}

/// The first paragraph of clap's message, without its line breaks.
fn one_line(error: &clap::Error) -> String {
    let text = message(error);
    let paragraph = text.split("\n\n").next().unwrap_or(&text);
    let words: Vec<_> = paragraph.split_whitespace().collect();
    format!("{} (see stonefall --help)", words.join(" "))
}
