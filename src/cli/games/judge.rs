//! `stonefall games judge`: the engine's judgement of many games, for reports.

use super::open;
use super::select::Selection;
use crate::cli::file::failed;
use crate::cli::only::Only;
use crate::cli::output::{Output, counted, write_json};
use crate::cli::progress::Progress;
use crate::cli::resume::{self, Deadline};
use crate::cli::{Error, flags};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::report::grouped;
use stonefall_engine::stopper::Stopper;
use stonefall_tools::games::Judge;
use stonefall_tools::report::{JudgeWork, this_judge};
use stonefall_tools::workers::WorkEnd;

/// Positions of each search without another number.
const NODES: u64 = 10_000;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "games report counts the judgements with the same --nodes. The same command resumes after Ctrl-C or a crash; a\n\
    judged game is not judged again.\n\n\
    Examples:\n  stonefall games judge tak.db --min-rating 1500 --since 2024\n  \
    stonefall games judge tak.db --only 1-1000 --deadline 3h"
)]
pub(super) struct JudgeArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    only: Only,
    #[command(flatten)]
    deadline: Deadline,
    /// Write the summary as JSON (docs/json.md)
    #[arg(long)]
    json: bool,
}

/// Effort of judgements.
#[derive(Args, Clone, Debug)]
pub(super) struct Effort {
    /// Positions of each search; judgements with other numbers do not count
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    pub(super) nodes: u64,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Effort {
    /// This engine with this number of positions.
    pub(super) fn judge(&self) -> Judge {
        this_judge(self.nodes)
    }

    pub(super) fn threads(&self) -> usize {
        flags::threads(self.threads)
    }
}

/// JSON form, documented in `docs/json.md`.
#[derive(Serialize)]
struct JudgeCount {
    judged: usize,
    known: usize,
}

pub(super) fn run(arguments: &JudgeArgs, output: &mut Output) -> Result<(), Error> {
    let path = &arguments.database;
    let named = failed(path);
    let position = arguments.selection.given_position()?;
    let stopper = arguments.deadline.stopper();
    let database = open(path)?;
    let filter = arguments.selection.filter();
    let games = database.identifiers(position.as_ref(), &filter).map_err(named)?;
    let games = &games[arguments.only.of(games.len())?];
    let (judge, threads) = (arguments.effort.judge(), arguments.effort.threads());
    let judging = JudgeWork { path, games, judge: &judge, threads };
    let known = database.judged(&judge).map_err(named)?;
    let known = games.iter().filter(|id| known.contains(id)).count();
    drop(database);
    let (ended, done) = judge_here(&judging, &stopper)?;
    let new = done - known;
    if arguments.json {
        write_json(output, &JudgeCount { judged: new, known })?;
    } else {
        let known =
            if known > 0 { format!(", {} known", grouped(known as u64)) } else { String::new() };
        writeln!(output, "{} judged{known}", counted(new, "game"))?;
    }
    output.flush()?;
    resume::end(ended, done, games.len(), "games")
}

/// Judges games and writes the judgements into their database. Returns the number of judged games as well.
pub(super) fn judge_here(
    judging: &JudgeWork<'_>,
    stopper: &Stopper,
) -> Result<(WorkEnd, usize), Error> {
    let (count, mut judged) = (judging.games.len(), 0);
    let mut progress = Progress::new(count as u64, "games judged");
    let ended = judging.run(stopper, |done| {
        judged = done;
        progress.show(done as u64, String::new);
    });
    let ended = ended.map_err(failed(judging.path))?;
    Ok((ended, judged))
}
