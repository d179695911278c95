//! `stonefall puzzles --try`: searches tables of puzzles and endgames.

mod json;
mod page;
mod results;

use super::Form;
use crate::cli::output::{Output, complain, write_json};
use crate::cli::progress::Progress;
use crate::cli::{Error, file, flags, interrupt};
use clap::Args;
use results::Results;
use std::io::Write;
use std::path::PathBuf;
use stonefall_tools::puzzles::{read_puzzles, try_puzzles};

/// Default number of positions per search.
const NODES: u64 = 20_000;

#[derive(Args, Clone, Debug)]
pub(super) struct TryTables {
    /// Search the positions of these tables (made with --from and --out), and count first moves played and wins
    /// announced
    #[arg(long = "try", value_name = "TABLES", num_args = 1.., conflicts_with_all = ["puzzle", "from"], group = "files")]
    pub(super) tables: Vec<PathBuf>,
    /// List the missed positions with the expected move and the search's result
    #[arg(long, requires = "tables")]
    missed: bool,
    /// Positions searched at the same time; the results do not depend on it [default: one per core]
    #[arg(long, value_name = "N", requires = "tables", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

pub(super) fn run(
    arguments: &TryTables,
    nodes: &[u64],
    form: Form,
    output: &mut Output,
) -> Result<(), Error> {
    let mut puzzles = Vec::new();
    for path in &arguments.tables {
        let refused = |error| Error::Failed(format!("{}: {error}", path.display()));
        puzzles.extend(read_puzzles(&file::read(path)?).map_err(refused)?);
    }
    let limits = if nodes.is_empty() { &[NODES] } else { nodes };
    let stopper = interrupt::stopper();
    let threads = flags::threads(arguments.jobs);

    let mut progress = Progress::new(puzzles.len() as u64, "positions");
    let mut results = Results::new(limits);
    try_puzzles(&puzzles, limits, threads, &stopper, |index, trials| {
        results.add(index, &puzzles[index], trials);
        progress.show(results.tried as u64, String::new);
    });
    drop(progress);
    let (tried, all) = (results.tried, puzzles.len());
    let missed = if arguments.missed { results.missed() } else { Vec::new() };
    match form {
        Form::Text(style) => output.write_all(page::text(&results, &missed, style).as_bytes())?,
        Form::Json => write_json(output, &json::report(&results, &missed, tried == all))?,
    }
    output.flush()?;
    if tried < all {
        complain(&format!("Interrupted after {tried} of {all} positions"));
    }
    Ok(())
}
