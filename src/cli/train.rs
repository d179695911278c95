//! `stonefall train`: trains the network of the evaluation on games.

use super::file::failed;
use super::output::Output;
use super::progress::Progress;
use super::records::{each_game_of, report};
use super::resume::Deadline;
use super::{Error, file, flags, resume};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonefall_engine::eval::scale;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::curve::Spread;
use stonefall_learn::dataset::{Dataset, Gatherer, SamplePlan};
use stonefall_learn::records::GameRecord;
use stonefall_learn::samples::NetSamples;
use stonefall_learn::settings::{positive, share};
use stonefall_learn::train::{Epoch, Losses, NetModel, TrainPlan, TrainState, score_spread, train};

/// Games whose positions are packed at a time.
const GAMES: usize = 4096;

/// Interval between saved states.
const SAVE_EVERY: Duration = Duration::from_secs(60);

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  stonefall selfplay --size 5 --games 100000 --nodes 1000 --out five.takg\n  \
                        stonefall train --size 5 five.takg --out 5x5.net\n\n\
                        docs/learning.md describes how the built-in networks were trained."
)]
pub(super) struct TrainArgs {
    /// Game records of stonefall selfplay; games of other sizes are skipped
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Board size, 3 to 8
    #[arg(long, value_name = "N", value_parser = flags::size)]
    size: usize,
    /// Plies to skip at the start of each game
    #[arg(long, value_name = "N", default_value = "2")]
    skip: usize,
    /// Maximum number of positions per game, chosen at random
    #[arg(long, value_name = "N")]
    per_game: Option<usize>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Output file, written after every epoch [default: 6x6.net, by size]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Start from this network, also of another board size; use a smaller --rate then [default: from scratch]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    plan: TrainPlan,
    /// Weight of the scores of later plies in a position's search score, 0 to 1, as in TD(lambda); 0 takes only its own
    #[arg(long, value_name = "X", default_value = "0.75", value_parser = share)]
    lambda: f32,
    /// Put one game in N into the hold-out set
    #[arg(long, value_name = "N", default_value = "20", value_parser = positive)]
    hold: usize,
    /// Discard an interrupted training and start again
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    deadline: Deadline,
    /// Number of threads [default: one per core]; the network does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(super) fn run(arguments: &TrainArgs, output: &mut Output) -> Result<(), Error> {
    let &TrainArgs { size, seed, .. } = arguments;
    let start = match &arguments.from {
        Some(path) => NetModel::of(&*file::network(path)?, size),
        None => NetModel::new(size, seed),
    };
    let stopper = arguments.deadline.stopper();
    flags::use_threads(arguments.threads);
    let dataset = arguments.dataset(&stopper)?;
    let positions = [&dataset.training, &dataset.holdout].map(NetSamples::len);
    report(&format!("positions on {size}x{size}"), positions, output)?;
    let plan = TrainPlan {
        seed,
        spread: Spread(scale(size).spread as f32),
        score_spread: score_spread(&dataset.training),
        ..arguments.plan
    };
    let path = arguments.out.clone().unwrap_or_else(|| format!("{size}x{size}.net").into());
    let state = PathBuf::from(format!("{}.part", path.display()));
    let fingerprint = plan.fingerprint(&dataset, &start);
    let run = Run { plan: &plan, fingerprint, state: &state, path: &path };
    let mut training = run.open(arguments.restart, start)?;
    for &epoch in &training.epochs {
        print_epoch(epoch, output)?;
    }
    run.train(&mut training, &dataset, &stopper, output)?;
    if training.done() < plan.epochs || training.epochs.is_empty() {
        file::replace(&state, training.to_bytes(run.fingerprint))?;
        return Err(resume::interrupted(training.done(), plan.epochs, "epochs"));
    }
    fs::remove_file(&state).map_err(|reason| file::refused(&state, reason))?;
    writeln!(output, "wrote {}", path.display())?;
    Ok(())
}

impl TrainArgs {
    /// Reads the games into a training set and a hold-out set.
    fn dataset(&self, stopper: &Stopper) -> Result<Dataset, Error> {
        let &Self { size, skip: skip_plies, per_game, seed, lambda, .. } = self;
        let plan = SamplePlan { skip_plies, per_game, seed, lambda };
        let mut gatherer = Gatherer::new(plan, self.hold);
        for (done, path) in self.files.iter().enumerate() {
            let mut games = Vec::new();
            let mut gather = |games: &mut Vec<GameRecord>| {
                if stopper.is_stopped() {
                    return Err(resume::interrupted(done, self.files.len(), "files"));
                }
                gatherer.add(games).map_err(failed(path))?;
                games.clear();
                Ok(())
            };
            each_game_of(path, Some(Progress::percent("read")), |game| {
                games.extend(Some(game).filter(|game| game.size == size));
                if games.len() < GAMES { Ok(()) } else { gather(&mut games) }
            })?;
            gather(&mut games)?;
        }
        Ok(gatherer.finish())
    }
}

/// A training with its files.
struct Run<'a> {
    plan: &'a TrainPlan,
    /// Hash of the settings, the positions and the start.
    fingerprint: u32,
    /// The state of the training.
    state: &'a Path,
    /// The network.
    path: &'a Path,
}

impl Run<'_> {
    /// An interrupted training, or a new one.
    fn open(&self, restart: bool, start: NetModel) -> Result<TrainState, Error> {
        let state = self.state;
        if restart || !state.exists() {
            return Ok(TrainState::new(start));
        }
        let bytes = fs::read(state).map_err(|reason| file::refused(state, reason))?;
        let training =
            TrainState::read(&bytes, start.size(), self.fingerprint).map_err(|error| {
                Error::Failed(format!("{}: {error} (--restart replaces it)", state.display()))
            })?;
        resume::report_resumed(training.steps() as usize, "steps");
        Ok(training)
    }

    /// Continues the training. Saves its state after every epoch and every minute.
    fn train(
        &self,
        training: &mut TrainState,
        dataset: &Dataset,
        stopper: &Stopper,
        output: &mut Output,
    ) -> Result<(), Error> {
        let mut progress = Progress::new(
            self.plan.steps(dataset.training.len()).saturating_mul(self.plan.epochs) as u64,
            "steps",
        );
        let mut epochs = training.epochs.len();
        let mut saved = Instant::now();
        let mut kept = Ok(());
        train(training, dataset, self.plan, stopper, |training| {
            let is_epoch = training.epochs.len() > epochs;
            epochs = training.epochs.len();
            if is_epoch {
                kept = self.finish_epoch(training, output);
            } else {
                let epoch = training.done() + 1;
                let note = || format!(", epoch {epoch} of {}", self.plan.epochs);
                progress.show(training.steps().into(), note);
            }
            if kept.is_ok() && (is_epoch || saved.elapsed() >= SAVE_EVERY) {
                kept = file::replace(self.state, training.to_bytes(self.fingerprint));
                saved = Instant::now();
            }
            kept.is_ok()
        });
        kept
    }

    /// Prints the losses of the last epoch, and writes the network.
    fn finish_epoch(&self, training: &TrainState, output: &mut Output) -> Result<(), Error> {
        training.epochs.last().map_or(Ok(()), |&epoch| print_epoch(epoch, output))?;
        // Before the first epoch there is none, unless no epoch is requested.
        if training.done() > 0 || self.plan.epochs == 0 {
            let network =
                training.model.network().map_err(|error| Error::Failed(error.to_string()))?;
            file::replace(self.path, network.to_bytes())?;
        }
        Ok(())
    }
}

fn print_epoch(
    Epoch { number, training, holdout }: Epoch,
    output: &mut Output,
) -> Result<(), Error> {
    match number {
        0 => print_losses("start:", holdout, output),
        _ => print_losses(&format!("epoch {number}: training {training:.5},"), holdout, output),
    }
}

fn print_losses(label: &str, losses: Losses, output: &mut Output) -> Result<(), Error> {
    let Losses { target, result } = losses;
    writeln!(output, "{label} hold-out {target:.5}, against results {result:.5}")?;
    Ok(output.flush()?)
}
