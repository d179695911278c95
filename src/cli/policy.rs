//! `stonefall policy`: fits the order of moves to games.

use super::output::Output;
use super::progress::Progress;
use super::records::{each_game, report};
use super::{Error, file, interrupt};
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::search::policy::shipped;
use stonefall_learn::dataset::SamplePlan;
use stonefall_learn::policy::{PolicyPlan, PolicyQuality, PolicySamples, fit_policy};
use stonefall_learn::settings::positive;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Example:\n  stonefall selfplay --size 5 --games 5000 --out five.takg\n  \
                  stonefall policy five.takg six.takg --write crates/engine/src/search/policy/weights.bin")]
pub(super) struct PolicyArgs {
    /// Game records of stonefall selfplay, of all sizes
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    plan: PolicyPlan,
    /// Put one game in N into the hold-out set
    #[arg(long, value_name = "N", default_value = "20", value_parser = positive)]
    hold: usize,
    /// Write the weights to FILE; crates/engine/src/search/policy/weights.bin puts them in use
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

pub(super) fn run(arguments: &PolicyArgs, output: &mut Output) -> Result<(), Error> {
    let &PolicyArgs { plan, hold, .. } = arguments;
    let mut training = PolicySamples::default();
    let mut holdout = BTreeMap::<usize, PolicySamples>::new();
    let (per_game, seed) = (Some(plan.per_game), plan.seed);
    let sampling = SamplePlan { per_game, seed, ..SamplePlan::default() };
    let mut number = 0;
    each_game(&arguments.files, |game| {
        number += 1;
        let is_holdout = number % hold as u64 == 0;
        let set = if is_holdout { holdout.entry(game.size).or_default() } else { &mut training };
        sampling.sample(number, &game, |sample| set.add(sample))
    })?;
    let held = holdout.values().map(PolicySamples::len).sum();
    report("positions", [training.len(), held], output)?;

    let stopper = interrupt::stopper();
    let mut progress = Progress::new(plan.epochs as u64, "epochs");
    let weights = fit_policy(&training, &plan, |epoch, loss| {
        progress.show(epoch as u64, || format!(", loss {loss:.4}"));
        !stopper.is_stopped()
    });
    drop(progress);
    let shipped: Vec<i8> = shipped().collect();
    writeln!(output, "hold-out set, weights in use and new weights:")?;
    for (size, samples) in &holdout {
        for weights in [&shipped, &weights] {
            let PolicyQuality { loss, first, three, before } = samples.prediction(weights);
            let [first, three] = [first, three].map(|share| 100.0 * share);
            writeln!(
                output,
                "  {size}x{size}  loss {loss:.4}, chosen move first {first:.1} %, among three {three:.1} %, \
                 after {before:.2} others",
            )?;
        }
    }
    if let Some(path) = &arguments.write {
        let bytes: Vec<u8> = weights.iter().map(|&weight| weight as u8).collect();
        file::replace(path, bytes)?;
        writeln!(output, "wrote {}", path.display())?;
    }
    Ok(())
}
