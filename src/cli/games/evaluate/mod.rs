//! `stonefall games evaluate`: the engine's scores of the positions of a database.

use super::refused;
use crate::cli::bar::{self, Progress as View};
use crate::cli::output::{Output, counted, write_json};
use crate::cli::{Error, duration, flags, interrupt};
use crate::tools::Ended;
use crate::tools::effort::Effort;
use crate::tools::games::{Evaluation, Evaluator, Progress};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use stonefall_engine::HalfKomi;
use stonefall_engine::report::grouped;

/// Interval between lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);
/// Positions to search for each position.
const NODES: u64 = 200_000;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Most visited positions come first. The same command resumes after Ctrl-C or a crash; a position with a score\n\
    of this effort is not searched again.\n\n\
    Examples:\n  stonefall games evaluate tak.db --visits 200\n  \
    stonefall games evaluate tak.db --size 6 --half-komi 4 --movetime 2s --positions 1000"
)]
pub(super) struct EvaluateArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Positions that at least N games visited
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
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
    #[arg(long, value_name = "N", help = format!("Search N positions for each score [default: {NODES}]"), value_parser = clap::value_parser!(u64).range(1..=1 << 40), conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// Time to search for each score: 500 or 500ms, 5s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    movetime: Option<Duration>,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write the summary as JSON (docs/json.md)
    #[arg(long)]
    json: bool,
}

impl EvaluateArgs {
    fn evaluation(&self) -> Evaluation {
        let nodes = Effort::Nodes(self.nodes.unwrap_or(NODES));
        Evaluation {
            size: self.size,
            half_komi: self.half_komi,
            visits: self.visits,
            positions: self.positions.unwrap_or(usize::MAX),
            effort: self.movetime.map_or(nodes, Effort::Time),
            threads: flags::threads(self.threads),
        }
    }
}

pub(super) fn run(arguments: &EvaluateArgs, output: &mut Output) -> Result<(), Error> {
    let path = &arguments.database;
    let stopper = interrupt::stopper();
    let mut evaluator = Evaluator::open(path).map_err(|error| refused(path, &error))?;
    let mut view = View::new(bar::moving_line("finding positions"), LINE_EVERY);
    let done = evaluator.run(&arguments.evaluation(), &stopper, |progress| {
        let text = || format!("{} (Ctrl-C interrupts)", words(progress));
        view.bar.set_message(text());
        view.line(text);
    });
    drop(view);
    let (progress, ended) = done.map_err(|error| refused(path, &error))?;
    if arguments.json {
        let Progress { searched, known, games } = progress;
        write_json(output, &json!({ "searched": searched, "known": known, "visits": games }))?;
    } else {
        writeln!(output, "{}", words(&progress))?;
    }
    output.flush()?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Interrupted => {
            Err(Error::Failed("interrupted; run the same command to resume".into()))
        }
    }
}

/// `12 positions searched, 3 known; 120 games visited the last one`.
fn words(progress: &Progress) -> String {
    let Progress { searched, known, games } = *progress;
    let mut text = format!("{} searched", counted(searched, "position"));
    if known > 0 {
        text += &format!(", {} known", grouped(known as u64));
    }
    if games > 0 {
        text += &format!("; {} visited the last one", counted(games as usize, "game"));
    }
    text
}
