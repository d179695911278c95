//! `stonefall fit`: fits the weights of the evaluation to games.

use super::output::Output;
use super::progress::Progress;
use super::records::{LearnArgs, print_buckets};
use super::{Error, file, interrupt};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stonefall_engine::eval::weights::{FILE, replace, table};
use stonefall_engine::eval::{Term, weights};
use stonefall_engine::stopper::Stopper;
use stonefall_learn::curve::Spread;
use stonefall_learn::dataset::{Dataset, SamplePlan, Samples};
use stonefall_learn::fit::{FitPlan, FitResult, TermSamples, fit};
use stonefall_learn::settings::positive;

/// Number of most changed terms to show.
const SHOWN: usize = 15;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Example:\n  stonefall selfplay --size 5 --games 5000 --out five.takg\n  \
                        stonefall fit --size 5 five.takg --write crates/engine/src/eval/weights.txt")]
pub(super) struct FitArgs {
    #[command(flatten)]
    games: LearnArgs,
    #[command(flatten)]
    plan: FitPlan,
    /// Score in inner units for a chance of 73 % [default: as in use]
    #[arg(long, value_name = "X")]
    spread: Option<f32>,
    /// Put one game in N into the hold-out set
    #[arg(long, value_name = "N", default_value = "10", value_parser = positive)]
    hold: usize,
    /// Write the weights of this size to the table FILE; crates/engine/src/eval/weights.txt puts them in use
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

pub(super) fn run(arguments: &FitArgs, output: &mut Output) -> Result<(), Error> {
    let &LearnArgs { size, seed, .. } = &arguments.games;
    let old = arguments.write.as_deref().map(|path| read_table(path, size)).transpose()?;
    let games = &arguments.games;
    let sample_plan = SamplePlan { settled: true, ..games.sample_plan() };
    let stopper = Stopper::default();
    let dataset: Dataset<TermSamples> = games.dataset(sample_plan, arguments.hold, &stopper)?;
    games.report([&dataset.training, &dataset.holdout].map(Samples::len), output)?;

    let spread = arguments.spread.unwrap_or(weights::scale(size).spread as f32);
    let score_spread = Spread::of_scores(&dataset.training);
    let plan = FitPlan { seed, spread: Spread(spread), score_spread, ..arguments.plan };
    let stopper = interrupt::stopper();
    let mut progress = Progress::new(plan.epochs as u64, "epochs");
    let fitted = fit(size, &dataset, &plan, |epoch, loss| {
        progress.show(epoch as u64, || format!(", loss {loss:.5}"));
        !stopper.is_stopped()
    });
    drop(progress);
    print_result(&fitted, plan.score_spread, size, output)?;
    if let (Some(path), Some(old)) = (&arguments.write, old) {
        // The table was readable before the fit.
        let new = replace(&old, size, &fitted.table, fitted.scale).unwrap_or(old);
        fs::write(path, new).map_err(|reason| file::refused(path, reason))?;
        writeln!(output, "wrote {}", path.display())?;
    }
    Ok(())
}

/// The table of weights in a file; the table in use if there is no file.
fn read_table(path: &Path, size: usize) -> Result<String, Error> {
    if !path.exists() {
        return Ok(FILE.to_owned());
    }
    let text = fs::read_to_string(path).map_err(|reason| file::refused(path, reason))?;
    if replace(&text, size, table(size), weights::scale(size)).is_none() {
        let reason = io::Error::other("expected a table of weights, found something else");
        return Err(file::refused(path, reason));
    }
    Ok(text)
}

fn print_result(
    fitted: &FitResult,
    score_spread: Spread,
    size: usize,
    output: &mut Output,
) -> Result<(), Error> {
    let [before, after] = fitted.training_loss;
    writeln!(output, "training loss {before:.5} -> {after:.5}")?;
    let [before, after] = fitted.holdout_loss;
    writeln!(output, "hold-out loss {before:.5} -> {after:.5}")?;
    let weights::Scale { flat, spread, draw } = fitted.scale;
    writeln!(
        output,
        "one flat is {flat} units; {spread} units turn 50 % into 73 % ({:.0} with the weights in use, \
         {:.0} hundredths of a flat by the search); draws within {draw}",
        fitted.spread_before.0, score_spread.0,
    )?;
    writeln!(output)?;
    print_buckets(&fitted.buckets, "chance by value", output)?;
    writeln!(output, "\n  largest changes: opening, middle, end")?;
    let change = |term: &Term| -> i32 {
        let [old, new] = [table(size), &fitted.table].map(|table| table[term.index()]);
        old.iter().zip(new).map(|(&old, new)| (i32::from(old) - i32::from(new)).abs()).sum()
    };
    let mut terms: Vec<Term> = Term::all().collect();
    terms.sort_by_key(|term| std::cmp::Reverse(change(term)));
    for term in terms.iter().take(SHOWN) {
        let [old, new] = [table(size), &fitted.table].map(|table| table[term.index()]);
        writeln!(output, "  {:<28} {old:>4?} -> {new:>4?}", term.name())?;
    }
    Ok(())
}
