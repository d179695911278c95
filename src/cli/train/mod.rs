//! `stonefall train`: trains the network of the evaluation on games.

mod games;
mod progress;

use self::progress::TrainProgress;
use super::batch::Deadline;
use super::fit::{positive, rate, share};
use super::output::Output;
use super::records::LearnArgs;
use super::{Error, file, flags, resume};
use crate::pictures;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonefall_engine::eval::weights::scale;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::fit::Spread;
use stonefall_learn::train::{
    Buckets, Epoch, Losses, NetModel, TrainPlan, Training, losses, train,
};
use stonefall_tools::shuffle::{ShuffledGames, open};

/// Interval between saved states.
const SAVE_EVERY: Duration = Duration::from_secs(60);

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
    #[arg(long, value_name = "N", default_value = "30")]
    epochs: usize,
    /// Positions per batch
    #[arg(long, value_name = "N", default_value = "8192", value_parser = positive)]
    batch: usize,
    /// Learning rate of the first step; the last is a hundredth of it
    #[arg(long, value_name = "X", default_value = "0.002", value_parser = rate)]
    rate: f32,
    /// Weight decay per step, times the rate
    #[arg(long, value_name = "X", default_value = "0.01")]
    decay: f32,
    /// Share of the game result in the target, 0 to 1; the rest is the search score
    #[arg(long, value_name = "X", default_value = "0.1", value_parser = share)]
    result_share: f32,
    /// Put one game in N into the hold-out set
    #[arg(long, value_name = "N", default_value = "20", value_parser = positive)]
    hold: usize,
    /// Discard an interrupted training and start again
    #[arg(long)]
    restart: bool,
    /// Folder on a fast disk for the shuffled positions, which are deleted at the end; about 45 bytes per position on
    /// 5x5, 55 on 6x6 [default: the name of the output with .scratch]
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// Maximum number of positions in memory; the network depends on it
    #[arg(long, value_name = "N", default_value = "4000000", value_parser = clap::value_parser!(u32).range(1..))]
    bucket: u32,
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
    let stopper = arguments.deadline.stopper();
    let interrupted = |done| resume::interrupted(done, arguments.epochs, "epochs");
    let Some(settings) = games::settings(arguments, &stopper)? else { return Err(interrupted(0)) };
    let mut plan = TrainPlan {
        epochs: arguments.epochs,
        batch: arguments.batch,
        rate: arguments.rate,
        decay: arguments.decay,
        result_share: arguments.result_share,
        seed,
        spread: Spread(scale(size).spread as f32),
        score_spread: Spread(0.0),
        threads: flags::threads(arguments.threads),
    };
    let path = arguments.out.clone().unwrap_or_else(|| format!("{size}x{size}.net").into());
    let state = with_ending(&path, "part");
    let run = Run {
        fingerprint: plan.fingerprint(settings.fingerprint(), &start),
        state: &state,
        path: &path,
        graph: arguments.graph.as_deref(),
        epochs: arguments.epochs,
    };
    let scratch = arguments.scratch.clone().unwrap_or_else(|| with_ending(&path, "scratch"));
    let restart = resume::start(arguments.restart);
    let opened = open(&scratch, restart, settings, plan.threads)?;
    // A state of other settings is refused before the long reading of the games.
    let mut training = run.open(arguments.restart, start)?;
    let done = training.done();
    let shuffled = games::shuffled(arguments, opened, &stopper, || interrupted(done), output)?;
    plan.score_spread = shuffled.score_spread();
    if arguments.from.is_some()
        && training.steps() == 0
        && let Some(losses) = losses(&training.model, &shuffled, &plan, &stopper)?
    {
        print_losses("network so far:", losses, output)?;
    }
    for &epoch in &training.epochs {
        print_epoch(epoch, output)?;
    }
    run.train(&mut training, &shuffled, &plan, &stopper, output)?;
    if training.done() < plan.epochs || training.epochs.is_empty() {
        file::replace(&state, training.to_bytes(run.fingerprint))?;
        return Err(interrupted(training.done()));
    }
    fs::remove_file(&state).map_err(|reason| file::refused(&state, reason))?;
    shuffled.remove()?;
    writeln!(output, "wrote {}", path.display())?;
    Ok(())
}

/// `6x6.net.part`
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", path.display()))
}

/// The files of a training.
struct Run<'a> {
    /// Hash of the settings, the games and the start.
    fingerprint: u32,
    /// The state of the training.
    state: &'a Path,
    /// The network.
    path: &'a Path,
    graph: Option<&'a Path>,
    epochs: usize,
}

impl Run<'_> {
    /// An interrupted training, or a new one.
    fn open(&self, restart: bool, start: NetModel) -> Result<Training, Error> {
        let state = self.state;
        if restart || !state.exists() {
            return Ok(Training::new(start));
        }
        let bytes = fs::read(state).map_err(|reason| file::refused(state, reason))?;
        let training = Training::read(&bytes, start.size(), self.fingerprint).map_err(|error| {
            Error::Failed(format!("{}: {error} (--restart replaces it)", state.display()))
        })?;
        resume::report_resumed(training.steps() as usize, "steps");
        Ok(training)
    }

    /// Continues the training. Saves its state after every epoch and every minute.
    fn train(
        &self,
        training: &mut Training,
        shuffled: &ShuffledGames,
        plan: &TrainPlan,
        stopper: &Stopper,
        output: &mut Output,
    ) -> Result<(), Error> {
        let [positions, _] = shuffled.positions();
        let steps = plan.steps(shuffled.lengths()).saturating_mul(plan.epochs as u32);
        let mut progress = TrainProgress::new(training, steps, plan.epochs, positions);
        let mut epochs = training.epochs.len();
        let mut saved = Instant::now();
        let mut kept = Ok(());
        train(training, shuffled, plan, stopper, |training| {
            let is_epoch = training.epochs.len() > epochs;
            epochs = training.epochs.len();
            if is_epoch {
                kept = self.finish_epoch(training, output);
            } else {
                progress.show(training);
            }
            if kept.is_ok() && (is_epoch || saved.elapsed() >= SAVE_EVERY) {
                kept = file::replace(self.state, training.to_bytes(self.fingerprint));
                saved = Instant::now();
            }
            kept.is_ok()
        })?;
        kept
    }

    /// Prints the losses of the last epoch, and writes the network and the picture.
    fn finish_epoch(&self, training: &Training, output: &mut Output) -> Result<(), Error> {
        training.epochs.last().map_or(Ok(()), |&epoch| print_epoch(epoch, output))?;
        // Before the first epoch there is none, unless no epoch is requested.
        if training.done() > 0 || self.epochs == 0 {
            let network =
                training.model.network().map_err(|error| Error::Failed(error.to_string()))?;
            file::replace(self.path, network.to_bytes())?;
        }
        let Some(graph) = self.graph else { return Ok(()) };
        let curve = |loss: fn(&Epoch) -> f64| training.epochs.iter().map(loss).collect();
        let curves = [
            ("training", curve(|epoch| epoch.training)),
            ("hold-out", curve(|epoch| epoch.holdout.target)),
            ("hold-out, against results", curve(|epoch| epoch.holdout.result)),
        ];
        file::replace(graph, pictures::losses(&curves))
    }
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
