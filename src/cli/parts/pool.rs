//! `stonefall parts pool`: merges the parts of a job.

use crate::cli::output::{Output, complain, counted};
use crate::cli::{Error, file, resume};
use crate::tools::files::stream_atomically;
use crate::tools::parts::{Pooled, Work, pool, ranges};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without all parts, the exit code is 75 and the result holds what there is.\n\n\
    Examples:\n  \
    stonefall parts pool games --out games.takg\n\n\
    docs/cluster.md describes the use of several machines."
)]
pub(super) struct PoolArgs {
    /// Folders of parts, or files of parts
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &PoolArgs, output: &mut Output) -> Result<(), Error> {
    let pooled = pool(&arguments.parts)?;
    warn(&pooled);
    match pooled.head.work {
        Work::Selfplay | Work::Relabel => {
            let out = arguments.out.as_deref().ok_or_else(no_out)?;
            write_games(&pooled, out, output)?;
        }
        _ => {}
    }
    output.flush()?;
    complete(&pooled)
}

fn no_out() -> Error {
    Error::Usage("expected --out with a file for the games, found none".to_owned())
}

/// Writes game records one after another.
fn write_games(pooled: &Pooled, out: &Path, output: &mut Output) -> Result<(), Error> {
    file::create_folder(out)?;
    stream_atomically(out, |file| {
        pooled.each(|unit| file.write_all(unit.content).map_err(Error::from))
    })?;
    let (out, games) = (out.display(), counted(pooled.count(), "game"));
    Ok(writeln!(output, "{out}: {games} from {}", counted(pooled.files(), "part"))?)
}

/// Reports content that does not count.
fn warn(pooled: &Pooled) {
    for (path, bytes) in &pooled.torn {
        let path = path.display();
        complain(&format!("{path}: the last {bytes} bytes are incomplete and do not count"));
    }
    if pooled.repeated > 0 {
        let units = counted(pooled.repeated, "unit");
        complain(&format!("{units} found in several parts, counted once"));
    }
}

/// The error of missing units.
fn complete(pooled: &Pooled) -> Result<(), Error> {
    let (found, units) = (pooled.count(), pooled.head.units);
    if found == units as usize {
        return Ok(());
    }
    let parts = ranges(pooled.incomplete());
    let text = format!("expected {units} units, found {found} (parts {parts} are incomplete)");
    Err(Error::Ended(text, resume::UNFINISHED))
}
