//! `stonefall games export`: writes games as PTN.

use super::open;
use super::select::Selection;
use crate::cli::file::failed;
use crate::cli::output::{Output, complain, counted};
use crate::cli::{Error, file, interrupt};
use clap::Args;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Writes the oldest games first.\n\n\
    Examples:\n  stonefall games export tak.db --player Ann --out ann.ptn\n  \
    stonefall games export tak.db --size 6 --min-rating 1800 > strong.ptn")]
pub(super) struct GamesExportArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    #[command(flatten)]
    selection: Selection,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &GamesExportArgs, output: &mut Output) -> Result<(), Error> {
    let named = failed(&arguments.database);
    let position = arguments.selection.given_position()?;
    let database = open(&arguments.database)?;
    let filter = arguments.selection.filter();
    let ids = database.identifiers(position.as_ref(), &filter).map_err(named)?;
    let mut file = match &arguments.out {
        Some(path) => {
            file::spare(path, [&arguments.database], "database")?;
            Some(BufWriter::new(File::create(path).map_err(|reason| file::refused(path, reason))?))
        }
        None => None,
    };
    let writer: &mut dyn Write = match &mut file {
        Some(file) => file,
        None => output,
    };
    let stopper = interrupt::stopper();
    for (number, &id) in ids.iter().enumerate() {
        if stopper.is_stopped() {
            let count = counted(number, "game");
            return Err(Error::Failed(format!("interrupted after {count} of {}", ids.len())));
        }
        let ptn = database.game(id).and_then(|game| game.ptn()).map_err(named)?;
        writer.write_all(ptn.as_bytes())?;
        writer.write_all(b"\r\n")?;
    }
    writer.flush()?;
    complain(&format!("{} written", counted(ids.len(), "game")));
    Ok(())
}
