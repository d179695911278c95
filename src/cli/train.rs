//! `stonefall train`: trains the network of the evaluation on games.

use super::batch::Deadline;
use super::fit::{positive, share};
use super::output::Output;
use super::records::LearnArgs;
use super::{Error, file, flags, resume};
use crate::pictures;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::eval::weights::scale;
use stonefall_learn::fit::Spread;
use stonefall_learn::train::{
    Epoch, Losses, NetModel, NetSamples, TrainPlan, Training, losses, train,
};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  stonefall selfplay --size 5 --games 100000 --nodes 1000 --out five.takg\n  \
                        stonefall train --size 5 five.takg --out 5x5.net\n\n\
                        docs/learning.md describes how the built-in networks were trained."
)]
pub(super) struct TrainArgs {
    #[command(flatten)]
    games: LearnArgs,
    /// Output file, written after every epoch [default: 6x6.net, by size]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Start from this network, also of another board size; use a smaller --rate then [default: from scratch]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Epochs: passes over all positions
    #[arg(long, value_name = "N", default_value_t = 30)]
    epochs: usize,
    /// Positions per batch
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = positive)]
    batch: usize,
    /// Learning rate of the first step; the last is a hundredth of it
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    rate: f32,
    /// Weight decay per step, times the rate
    #[arg(long, value_name = "X", default_value_t = 0.01)]
    decay: f32,
    /// Share of the game result in the target, 0 to 1; the rest is the search score
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    result_share: f32,
    /// Put one game in N into the hold-out set
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = positive)]
    hold: usize,
    /// Discard an interrupted training and start again
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    deadline: Deadline,
    /// Draw the losses of the epochs as an SVG picture
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// Number of threads [default: one per core]; the network does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(super) fn run(arguments: &TrainArgs, output: &mut Output) -> Result<(), Error> {
    let &LearnArgs { size, seed, .. } = &arguments.games;
    let start = match &arguments.from {
        Some(path) => NetModel::of(&*file::network(path)?, size),
        None => NetModel::new(size, seed),
    };
    let dataset = arguments.games.dataset::<NetSamples>(arguments.hold, false, output)?;

    let stopper = arguments.deadline.stopper();
    let plan = TrainPlan {
        epochs: arguments.epochs,
        batch: arguments.batch,
        rate: arguments.rate,
        decay: arguments.decay,
        result_share: arguments.result_share,
        seed,
        spread: Spread(scale(size).spread as f32),
        score_spread: dataset.training.score_spread(),
        threads: flags::threads(arguments.threads),
    };
    let path = arguments.out.clone().unwrap_or_else(|| format!("{size}x{size}.net").into());
    let fingerprint = plan.fingerprint(&dataset, &start);
    let state = PathBuf::from(format!("{}.part", path.display()));
    if arguments.from.is_some() {
        print_losses("network so far:", losses(&start, &dataset, &plan), output)?;
    }
    let mut training = open(arguments, &state, start, fingerprint)?;
    for &epoch in &training.epochs {
        print_epoch(epoch, output)?;
    }
    let mut failed = None;
    train(&mut training, &dataset, &plan, &stopper, |training| {
        let printed = training.epochs.last().map_or(Ok(()), |&epoch| print_epoch(epoch, output));
        let kept = printed
            .and_then(|()| keep(&path, training, plan.epochs, arguments.graph.as_deref()))
            .and_then(|()| file::replace(&state, training.to_bytes(fingerprint)));
        failed = kept.err();
        failed.is_none() && !stopper.is_stopped()
    });
    if let Some(error) = failed {
        return Err(error);
    }
    if training.done() < plan.epochs {
        return Err(resume::interrupted(training.done(), plan.epochs, "epochs"));
    }
    fs::remove_file(&state).map_err(|reason| file::refused(&state, reason))?;
    writeln!(output, "wrote {}", path.display())?;
    Ok(())
}

/// An interrupted training, or a new one.
fn open(
    arguments: &TrainArgs,
    state: &Path,
    start: NetModel,
    plan: u32,
) -> Result<Training, Error> {
    if arguments.restart || !state.exists() {
        return Ok(Training::new(start));
    }
    let bytes = fs::read(state).map_err(|reason| file::refused(state, reason))?;
    let training = Training::read(&bytes, start.size(), plan).map_err(|error| {
        Error::Failed(format!("{}: {error} (--restart replaces it)", state.display()))
    })?;
    resume::report_resumed(training.done(), "epochs");
    Ok(training)
}

fn print_epoch(
    Epoch { number, training, holdout }: Epoch,
    output: &mut Output,
) -> Result<(), Error> {
    match number {
        0 => print_losses("terms only:", holdout, output),
        _ => print_losses(&format!("epoch {number}: training {training:.5},"), holdout, output),
    }
}

fn print_losses(label: &str, losses: Losses, output: &mut Output) -> Result<(), Error> {
    let Losses { target, result } = losses;
    writeln!(output, "{label} hold-out {target:.5}, against results {result:.5}")?;
    Ok(output.flush()?)
}

/// Writes the network and the picture.
fn keep(
    path: &Path,
    training: &Training,
    epochs: usize,
    graph: Option<&Path>,
) -> Result<(), Error> {
    // Before the first epoch there is none, unless no epoch is requested.
    if training.done() > 0 || epochs == 0 {
        let network = training.model.network().map_err(|error| Error::Failed(error.to_string()))?;
        file::replace(path, network.to_bytes())?;
    }
    let Some(graph) = graph else { return Ok(()) };
    let curve = |loss: fn(&Epoch) -> f64| training.epochs.iter().map(loss).collect();
    let curves = [
        ("training", curve(|epoch| epoch.training)),
        ("hold-out", curve(|epoch| epoch.holdout.target)),
        ("hold-out, against results", curve(|epoch| epoch.holdout.result)),
    ];
    file::replace(graph, pictures::losses(&curves))
}
