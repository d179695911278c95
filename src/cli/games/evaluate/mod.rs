//! `stonefall games evaluate`: the engine's scores of the positions of a database.

mod part;

pub(in crate::cli) use part::store_scores;

use super::part::{JobFlags, LINE_EVERY};
use super::refused;
use crate::cli::bar::{self, Progress as View};
use crate::cli::flags::{self, EffortFlags};
use crate::cli::output::{Output, counted, write_json};
use crate::cli::{Error, resume};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::HalfKomi;
use stonefall_tools::games::{Evaluation, Evaluator, Progress};
use stonefall_tools::workers::Ended;

/// Positions to search for each position.
const NODES: u64 = 200_000;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Most visited positions come first. The same command resumes after Ctrl-C or a crash; a position with a score\n\
    of this effort is not searched again.\n\n\
    Examples:\n  stonefall games evaluate tak.db --visits 200\n  \
    stonefall games evaluate tak.db --size 6 --half-komi 4 --movetime 2s --positions 1000\n  \
    stonefall games evaluate tak.db --part 3/20 --out scores   # on each of several machines\n  \
    stonefall parts pool scores --out tak.db"
)]
pub(super) struct EvaluateArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Positions that at least N games visited
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(1..))]
    visits: u64,
    /// The N most visited positions [default: all]
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// Positions of games with this board size
    #[arg(long, value_name = "N", value_parser = flags::size)]
    size: Option<usize>,
    /// Positions of games with this komi, in half flats
    #[arg(long, alias = "halfkomi", value_name = "N", value_parser = flags::half_komi, allow_negative_numbers = true)]
    half_komi: Option<HalfKomi>,
    #[command(flatten)]
    effort: EffortFlags<NODES>,
    #[command(flatten)]
    job: JobFlags,
}

impl EvaluateArgs {
    fn evaluation(&self) -> Evaluation {
        Evaluation {
            size: self.size,
            half_komi: self.half_komi,
            visits: self.visits,
            positions: self.positions.unwrap_or(usize::MAX),
            effort: self.effort.effort(),
            threads: self.effort.threads(),
        }
    }
}

pub(super) fn run(arguments: &EvaluateArgs, output: &mut Output) -> Result<(), Error> {
    let path = &arguments.database;
    let stopper = arguments.job.deadline.stopper();
    if let Some(part) = arguments.job.part() {
        return part::run(arguments, part, &stopper, output);
    }
    let mut evaluator = Evaluator::open(path).map_err(|error| refused(path, &error))?;
    let mut view = View::new(bar::moving_line("finding positions"), LINE_EVERY);
    let done = evaluator.run(&arguments.evaluation(), &stopper, |progress| {
        let text = || format!("{} (Ctrl-C interrupts)", words(progress));
        view.bar.set_message(text());
        view.line(text);
    });
    drop(view);
    let (progress, ended) = done.map_err(|error| refused(path, &error))?;
    if arguments.job.json {
        let Progress { searched, known, games } = progress;
        write_json(output, &json!({ "searched": searched, "known": known, "visits": games }))?;
    } else {
        writeln!(output, "{}", words(&progress))?;
    }
    output.flush()?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Interrupted => {
            let text = "interrupted; run the same command to resume";
            Err(Error::Ended(text.into(), resume::UNFINISHED))
        }
    }
}

/// `12 positions searched, 3 known; 120 games visited the last one`.
fn words(progress: &Progress) -> String {
    let Progress { searched, known, games } = *progress;
    let mut text = format!("{} searched", counted(searched, "position"));
    text += &super::part::known(known);
    if games > 0 {
        text += &format!("; {} visited the last one", counted(games as usize, "game"));
    }
    text
}
