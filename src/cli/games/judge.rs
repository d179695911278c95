//! `stonefall games judge`: the engine's judgement of many games, for reports.

use super::open;
use super::select::Selection;
use crate::cli::file::failed;
use crate::cli::output::{Output, counted, write_json};
use crate::cli::ranges::{Only, Order, RangeRun};
use crate::cli::resume::Deadline;
use crate::cli::{Error, flags};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::report::grouped;
use stonefall_tools::games::{Database, DatabaseError, Judge, Judgement, JudgementWriter};
use stonefall_tools::report::{judged, this_judge};

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
    let database = open(path)?;
    let filter = arguments.selection.filter();
    let games = database.identifiers(position.as_ref(), &filter).map_err(named)?;
    drop(database);
    let run = arguments.only.begin(arguments.deadline, games.len())?;
    let [done, known] = judge_here(&run, path, &games[run.numbers.clone()], &arguments.effort)?;
    let judged = done - known;
    if arguments.json {
        write_json(output, &JudgeCount { judged, known })?;
    } else {
        let known =
            if known > 0 { format!(", {} known", grouped(known as u64)) } else { String::new() };
        writeln!(output, "{} judged{known}", counted(judged, "game"))?;
    }
    output.flush()?;
    run.end(done, Some(path))
}

/// Judges games and writes the judgements into their database. Returns the number of judged games, and of those that were
/// judged before.
pub(super) fn judge_here(
    run: &RangeRun,
    path: &Path,
    games: &[i64],
    effort: &Effort,
) -> Result<[usize; 2], Error> {
    let (named, judge) = (failed(path), effort.judge());
    let known = open(path)?.judged(&judge).map_err(named)?;
    let missing: Vec<_> = games.iter().filter(|id| !known.contains(id)).collect();
    let known = games.len() - missing.len();
    let mut done = known;
    run.show(done, String::new);
    let writer = (!missing.is_empty()).then(|| JudgementWriter::open(path, &judge));
    let writer = writer.transpose().map_err(named)?;
    let work = |database: &mut Option<Database>, index: usize| {
        judged(path, database, *missing[index], &judge, &run.stopper).transpose()
    };
    let on_game = |index: usize, judgements: Result<Vec<Judgement>, DatabaseError>| {
        if let Some(writer) = &writer {
            let written = judgements.and_then(|it| writer.write(*missing[index], &it));
            written.map_err(named)?;
        }
        done += 1;
        run.show(done, String::new);
        Ok(())
    };
    run.play(0..missing.len(), Order::Ends, effort.threads(), || None, work, on_game)?;
    Ok([done, known])
}
