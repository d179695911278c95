//! `stonefall fit`: learns the weights of the evaluation from games.

use super::output::Output;
use super::records::{lesson, tell_buckets};
use super::{Error, bar, interrupt};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::eval::weights::{source, table};
use stonefall_engine::eval::{Term, weights};
use stonefall_engine::types::check_size;
use stonefall_learn::fit::{Choices, Fitted, Losses, Samples, fit};
use stonefall_learn::records::Sampling;

/// Terms shown of those that changed most.
const SHOWN: usize = 15;

/// What is seen meanwhile.
const BAR: &str = "   {bar:30} {pos} of {len} epochs, loss {msg}, {eta} left (Ctrl-C ends it here)";

#[derive(Args, Clone, Debug)]
#[command(after_help = "Example:\n  stonefall selfplay --size 5 --games 5000 --out five.takg\n  \
                        stonefall fit --size 5 five.takg --write engine/src/eval/weights/size5.rs")]
pub(super) struct Arguments {
    /// Files of game records, as stonefall selfplay writes them; games of other sizes are passed over
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Board size, 3 to 8
    #[arg(long, value_name = "N")]
    size: usize,
    /// Times that every position is looked at
    #[arg(long, value_name = "N", default_value_t = 60)]
    epochs: usize,
    /// Positions in a batch
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = positive)]
    batch: usize,
    /// First step of a weight, in inner units; the last is a hundredth of it
    #[arg(long, value_name = "X", default_value_t = 4.0)]
    rate: f32,
    /// How strongly weights that the games say little about are held at their present values
    #[arg(long, value_name = "X", default_value_t = 1e-5)]
    pull: f32,
    /// How much of the target is the game's result, 0 to 1; the rest is the search's score
    #[arg(long, value_name = "X", default_value_t = 0.7, value_parser = share)]
    result_share: f32,
    /// Inner units that turn even chances into 73 % [default: as in use]
    #[arg(long, value_name = "X")]
    spread: Option<f32>,
    /// Plies passed over at the beginning of each game
    #[arg(long, value_name = "N", default_value_t = 2)]
    skip: usize,
    /// The most positions of one game
    #[arg(long, value_name = "N")]
    per_game: Option<usize>,
    /// Hold back one game of so many, to judge the fit by
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = positive)]
    hold: usize,
    /// Seed of the order in which positions are looked at
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the weights to this file, as Rust source; engine/src/eval/weights/size6.rs puts them in use
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

pub(super) fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err(format!("expected a number from 1, found {text:?}")),
        Ok(number) => Ok(number),
    }
}

pub(super) fn share(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| format!("expected a number from 0 to 1, found {text:?}"))
}

impl Arguments {
    fn choices(&self) -> Choices {
        let &Self { epochs, batch, rate, pull, result_share, spread, seed, .. } = self;
        Choices { epochs, batch, rate, pull, result_share, spread, seed }
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Error> {
    let size = check_size(arguments.size)?;
    let sampling = Sampling {
        skip_plies: arguments.skip,
        settled: true,
        per_game: arguments.per_game,
        distinct: true,
        seed: arguments.seed,
        ..Sampling::default()
    };
    let lesson = lesson::<Samples>(&arguments.files, size, arguments.hold, sampling, output)?;

    let stopper = interrupt::stopper();
    let bar = bar::bar(arguments.epochs as u64, BAR);
    let fitted = fit(size, &lesson, &arguments.choices(), |epoch| {
        bar.set_position(epoch.number as u64);
        bar.set_message(format!("{:.5}", epoch.loss));
        !stopper.is_stopped()
    });
    bar.finish_and_clear();
    tell(&fitted, size, output)?;
    if let Some(path) = &arguments.write {
        let text = source(size, &fitted.table, fitted.scale);
        fs::write(path, text)
            .map_err(|reason| Error::File { file: path.display().to_string(), reason })?;
        writeln!(output, "written to {}", path.display())?;
    }
    Ok(())
}

fn tell(fitted: &Fitted, size: usize, output: &mut Output) -> Result<(), Error> {
    let Losses { before, after } = fitted.learned;
    writeln!(output, "loss on what was learned   {before:.5} -> {after:.5}")?;
    let Losses { before, after } = fitted.held;
    writeln!(output, "loss on what was held back {before:.5} -> {after:.5}")?;
    let weights::Scale { flat, spread, draw } = fitted.scale;
    writeln!(
        output,
        "one flat is {flat} units; {spread} units turn 50 % into 73 % ({:.0} with the weights in use, \
         {:.0} hundredths of a flat by the search); draws within {draw}",
        fitted.spread_before.0, fitted.score_spread.0,
    )?;
    writeln!(output)?;
    tell_buckets(&fitted.buckets, "chance by value", output)?;
    writeln!(output, "\n  what changed most: opening, middle, end")?;
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
