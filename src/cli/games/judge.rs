//! `stonefall games judge`: the engine's judgement of many games, for reports.

use super::part::{JobFlags, LINE_EVERY, content, report_stored};
use super::select::Selection;
use super::{open, part, refused};
use crate::cli::bar::{self, Progress};
use crate::cli::output::{Output, counted, write_json};
use crate::cli::{Error, flags, resume};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::stopper::Stopper;
use stonefall_tools::games::{Database, DatabaseError, Judge, JudgementWriter, judged_game};
use stonefall_tools::parts::{Job, Part, Pooled, Work};
use stonefall_tools::report::{Judging, this_judge};
use stonefall_tools::workers::Ended;

/// Positions of each search without another number.
const NODES: u64 = 10_000;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "games report counts the judgements with the same --nodes. The same command resumes after Ctrl-C or a crash; a\n\
    judged game is not judged again.\n\n\
    Examples:\n  stonefall games judge tak.db --min-rating 1500 --since 2024\n  \
    stonefall games judge tak.db --part 3/400 --out judged     # on each of several machines\n  \
    stonefall parts pool judged --out tak.db"
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
    job: JobFlags,
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

/// Settings of judgements in the head of a part.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
struct Settings {
    engine: String,
    nodes: u64,
    /// Number and checksum of the games.
    games: String,
}

pub(super) fn run(arguments: &JudgeArgs, output: &mut Output) -> Result<(), Error> {
    let path = &arguments.database;
    let named = |error| refused(path, &error);
    let position = arguments.selection.given_position()?;
    let stopper = arguments.job.deadline.stopper();
    let database = open(path)?;
    let filter = arguments.selection.filter();
    let games = database.identifiers(position.as_ref(), &filter).map_err(named)?;
    let (judge, threads) = (arguments.effort.judge(), arguments.effort.threads());
    let judging = Judging { path, games: &games, judge: &judge, threads };
    if let Some(part) = arguments.job.part() {
        return run_part(arguments, part, &judging, &database, &stopper, output);
    }
    let known = database.judged(&judge).map_err(named)?;
    let known = games.iter().filter(|id| known.contains(id)).count();
    drop(database);
    let (ended, done) = judge_here(&judging, &stopper)?;
    let new = done - known;
    if arguments.job.json {
        write_json(output, &json!({ "judged": new, "known": known }))?;
    } else {
        writeln!(output, "{} judged{}", counted(new, "game"), part::known(known))?;
    }
    output.flush()?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Interrupted => Err(resume::interrupted(done, games.len(), "games")),
    }
}

/// Judges games and writes the judgements into their database. Returns the number of judged games as well.
pub(super) fn judge_here(
    judging: &Judging<'_>,
    stopper: &Stopper,
) -> Result<(Ended, usize), Error> {
    let (count, mut judged) = (judging.games.len(), 0);
    let template = "   {bar:30} {pos} of {len} games judged, {eta} left (Ctrl-C interrupts)";
    let mut view = Progress::new(bar::moving_bar(count as u64, template), LINE_EVERY);
    let ended = judging.run(stopper, |done| {
        judged = done;
        view.bar.set_position(done as u64);
        view.line(|| format!("{done} of {count} games judged"));
    });
    let ended = ended.map_err(|error| refused(judging.path, &error))?;
    Ok((ended, judged))
}

/// Judges the games of a part.
fn run_part(
    arguments: &JudgeArgs,
    part: (Part, &Path),
    judging: &Judging<'_>,
    database: &Database,
    stopper: &Stopper,
    output: &mut Output,
) -> Result<(), Error> {
    let named = |error: DatabaseError| refused(judging.path, &error);
    let fingerprints = database.fingerprints(judging.games).map_err(named)?;
    let mut checksum = crc32fast::Hasher::new();
    for fingerprint in &fingerprints {
        checksum.update(&fingerprint.to_le_bytes());
    }
    let units = judging.games.len() as u32;
    let Judge { engine, nodes } = judging.judge.clone();
    let settings = Settings { engine, nodes, games: content(units, "game", checksum.finalize()) };
    let job = Job { work: Work::Judge, units, group: 1, seed: None, settings: json!(settings) };
    let mut file = arguments.job.open(part, job, "games")?;
    let missing = file.missing.clone();
    let ended = judging.run_numbers(&missing, stopper, |number, judgements| {
        let fingerprint = fingerprints[number as usize];
        file.add(number, &judged_game(fingerprint, &judgements.map_err(named)?))
    })?;
    file.finish(ended, output)
}

/// Writes the judgements of merged parts into a database.
pub(in crate::cli) fn store_judgements(
    pooled: &Pooled,
    path: &Path,
    output: &mut Output,
) -> Result<(), Error> {
    let Settings { engine, nodes, .. } = pooled.head.read_settings().map_err(Error::Failed)?;
    let judge = Judge { engine, nodes };
    let named = |error: DatabaseError| refused(path, &error);
    let mut writer = JudgementWriter::open(path).map_err(named)?;
    let mut merge = writer.merge(&judge).map_err(named)?;
    pooled.each(|unit| merge.add(unit.content).map_err(named))?;
    let new = merge.finish().map_err(named)?;
    report_stored(pooled, path, (new, "judged game"), output)
}
