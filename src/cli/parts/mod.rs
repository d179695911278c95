//! `stonefall parts`: merges the parts of long work, and says how far they are.

mod json;
mod pool;
mod status;
mod text;

use super::Error;
use super::output::Output;
use clap::{Args, Subcommand};
use stonefall_tools::parts::PoolError;

#[derive(Args, Clone, Debug)]
pub(super) struct PartsArgs {
    #[command(subcommand)]
    command: PartsCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum PartsCommand {
    /// Merge the parts of a job: the result is the one of a single process
    Pool(Box<pool::PoolArgs>),
    /// Show which parts of a folder are done, running or missing
    Status(status::StatusArgs),
}

pub(super) fn run(arguments: &PartsArgs, output: &mut Output) -> Result<(), Error> {
    match &arguments.command {
        PartsCommand::Pool(arguments) => pool::run(arguments, output),
        PartsCommand::Status(arguments) => status::run(arguments, output),
    }
}

impl From<PoolError> for Error {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::File { path, error } => super::file::refused(&path, error),
            error => Self::Failed(error.to_string()),
        }
    }
}
