//! `stonefall games forget`: removes a person's name.

use crate::cli::Error;
use crate::cli::file::failed;
use crate::cli::output::Output;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use stonefall_tools::games::Database;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The games stay, without the name. The database keeps a hash of it, so that a later import\n\
    does not bring it back. A name in the event of a PTN file stays.\n\n\
    Example:\n  stonefall games forget tak.db Ann"
)]
pub(super) struct ForgetArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Name, in the spelling of the games
    #[arg(value_name = "NAME")]
    name: String,
}

pub(super) fn run(arguments: &ForgetArgs, output: &mut Output) -> Result<(), Error> {
    let forgotten = Database::forget(&arguments.database, &arguments.name);
    forgotten.map_err(failed(&arguments.database))?;
    Ok(writeln!(output, "The name is removed.")?)
}
