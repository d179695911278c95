//! `stonefall puzzles --try`: lets a search try tables of puzzles and endgames.

mod json;
mod page;
mod results;

use crate::cli::output::{Output, complain};
use crate::cli::{Error, bar, file, flags, interrupt};
use crate::tools::tactics::{read_exercises, try_exercises};
use clap::Args;
use results::Results;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::report::Style;

/// Positions of each search, unless the user says how many.
const NODES: u64 = 20_000;

#[derive(Args, Clone, Debug)]
pub(super) struct TryTables {
    /// Let a search try the positions of these tables, made with --from and --out: how often does it
    /// play the first move, and announce the win?
    #[arg(long = "try", value_name = "TABLES", num_args = 1.., conflicts_with_all = ["puzzle", "from"], group = "files")]
    tables: Vec<PathBuf>,
    /// List what was missed: the position, its first move, and what the search says
    #[arg(long, requires = "tables")]
    missed: bool,
    /// Positions tried at once; the results do not depend on it [default: one for each core]
    #[arg(long, value_name = "N", requires = "tables", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl TryTables {
    /// Whether tables are to be tried.
    pub(super) fn is_asked_for(&self) -> bool {
        !self.tables.is_empty()
    }
}

/// How the results are shown.
pub(super) enum Form {
    Table(Style),
    Json,
}

pub(super) fn run(
    arguments: &TryTables,
    nodes: &[u64],
    form: &Form,
    output: &mut Output,
) -> Result<(), Error> {
    let mut exercises = Vec::new();
    for path in &arguments.tables {
        let refused = |error| Error::Failed(format!("{}: {error}", path.display()));
        exercises.extend(read_exercises(&file::read(path)?).map_err(refused)?);
    }
    let limits = if nodes.is_empty() { &[NODES] } else { nodes };
    let stopper = interrupt::stopper();
    let threads = flags::threads(arguments.jobs);

    let template = "   {bar:30} {pos} of {len} positions, {eta} left (Ctrl-C ends it)";
    let bar = bar::bar(exercises.len() as u64, template);
    let mut results = Results::new(limits);
    try_exercises(&exercises, limits, threads, &stopper, |index, trials| {
        results.add(index, &exercises[index], trials);
        bar.inc(1);
    });
    bar.finish_and_clear();
    let (tried, all) = (results.tried(), exercises.len());
    let missed = if arguments.missed { results.missed() } else { Vec::new() };
    let text = match form {
        Form::Table(style) => page::text(&results, &missed, *style),
        Form::Json => json::text(&results, &missed, tried == all)?,
    };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    if tried < all {
        complain(&format!("Broken off: {tried} of {all} positions were tried"));
    }
    Ok(())
}
