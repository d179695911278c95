//! `stonefall parts pool`: merges the parts of a job.

use crate::cli::matches::{Form, read_sprt, report_pooled};
use crate::cli::output::{Output, Screen, complain, counted};
use crate::cli::tune::{results as tune_results, write as write_values};
use crate::cli::{Error, file, puzzles, resume};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_tools::matches::{self, Decision, Sprt};
use stonefall_tools::parts::{Pooled, Work, pool, ranges};
use stonefall_tools::tune;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without all parts, the result holds what there is, and the exit code is 75.\n\n\
    Examples:\n  \
    stonefall parts pool games --out games.takg           # self-play: one file of records\n  \
    stonefall parts pool match --out match.ptn            # a match: standings and a PTN file\n  \
    stonefall parts pool match --sprt elo0=0,elo1=20      # exit code 0: the test has decided\n  \
    docs/cluster.md describes the use of several machines."
)]
pub(super) struct PoolArgs {
    /// Folders of parts, or files of parts
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// Output file, in the form that a single process writes; for puzzles NAME of NAME.ptn and NAME.tsv; for scores and
    /// judgements the database
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// For a tuning, write the values into this source file: crates/engine/src/search/tunables.rs
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// For a match or a test of values, the result of a sequential test: default or
    /// elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, value_name = "TEST", value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// For a match or puzzles, write JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

pub(super) fn run(arguments: &PoolArgs, output: &mut Output) -> Result<(), Error> {
    let pooled = pool(&arguments.parts)?;
    warn(&pooled);
    let is_decided = match pooled.head.work {
        Work::Match => report_match(arguments, &pooled, output)?,
        Work::Puzzles => {
            report_puzzles(arguments, &pooled, output)?;
            false
        }
        Work::Tune => report_tuning(arguments, &pooled, output)?,
        Work::Selfplay | Work::Relabel | Work::Annotate => {
            write_games(&pooled, arguments.out("the games")?, output)?;
            false
        }
    };
    output.flush()?;
    if is_decided { Ok(()) } else { complete(&pooled) }
}

impl PoolArgs {
    /// The output file, which must be given.
    fn out(&self, content: &str) -> Result<&Path, Error> {
        let missing =
            || Error::Usage(format!("expected --out with a file for {content}, found none"));
        self.out.as_deref().ok_or_else(missing)
    }
}

/// Writes game records one after another.
fn write_games(pooled: &Pooled, out: &Path, output: &mut Output) -> Result<(), Error> {
    file::create_folder(out)?;
    file::stream(out, |file| {
        pooled.each(|unit| file.write_all(unit.content).map_err(Error::from))
    })?;
    let (out, games) = (out.display(), counted(pooled.count(), "game"));
    Ok(writeln!(output, "{out}: {games} from {}", counted(pooled.files(), "part"))?)
}

/// Writes the games and the standings of a match. Returns whether a test has decided.
fn report_match(arguments: &PoolArgs, pooled: &Pooled, output: &mut Output) -> Result<bool, Error> {
    let games = pooled.texts()?;
    let found = matches::pool(&pooled.head, &games).map_err(Error::Failed)?;
    if let Some(out) = &arguments.out {
        file::create_folder(out)?;
        let texts: Vec<_> = games.iter().map(|(_, _, text)| text.as_str()).collect();
        file::replace(out, texts.join("\r\n"))?;
    }
    let is_complete = pooled.is_complete();
    let form = if arguments.json { Form::Json } else { Form::Text(arguments.screen.style()) };
    let is_decided = report_pooled(&found, is_complete, arguments.sprt, form, output)?;
    if !arguments.json {
        writeln!(output, "   Pooled from {}", counted(pooled.files(), "part"))?;
    }
    Ok(is_decided)
}

/// Writes the results of a tuning or a test of values. Returns whether a sequential test has decided.
fn report_tuning(
    arguments: &PoolArgs,
    pooled: &Pooled,
    output: &mut Output,
) -> Result<bool, Error> {
    let results = tune::pool(&pooled.head, &pooled.texts()?).map_err(Error::Failed)?;
    if arguments.write.is_some() && results.values.is_empty() {
        let text = "expected parts of a tuning for --write, found tests of values";
        return Err(Error::Usage(text.to_owned()));
    }
    tune_results(&results, arguments.sprt, arguments.screen.style(), output)?;
    if let Some(path) = &arguments.write {
        write_values(path, &results.values, output)?;
    }
    let decision = arguments.sprt.map(|sprt| sprt.decision(&results.score.pairs));
    Ok(decision.is_some_and(|decision| decision != Decision::Open))
}

/// Writes the puzzles.
fn report_puzzles(arguments: &PoolArgs, pooled: &Pooled, output: &mut Output) -> Result<(), Error> {
    let form = if arguments.json {
        puzzles::Form::Json
    } else {
        puzzles::Form::Text(arguments.screen.style())
    };
    puzzles::report_pooled(pooled, arguments.out.as_deref(), form, output)
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
    if pooled.is_complete() {
        return Ok(());
    }
    let (found, units) = (pooled.count(), pooled.head.units);
    let parts = ranges(pooled.incomplete());
    let text = format!("expected {units} units, found {found} (parts {parts} are incomplete)");
    Err(Error::Ended(text, resume::UNFINISHED))
}
