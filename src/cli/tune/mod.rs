//! `stonefall tune`: optimizes search parameters and tests values.

mod show;

use super::matches::elo_words;
use super::output::{Output, Screen};
use super::progress::Progress;
use super::resume::{self, ResumeFlags};
use super::{Error, file, flags};
use clap::Args;
use std::io::Write as _;
use std::path::PathBuf;
use stonefall_engine::search::ADJUSTABLE;
use stonefall_tools::tune::{TuneEvent, TunePlan, TuneRun};
use stonefall_tools::workers::WorkEnd;

/// Games of a tuning and of a test.
const TUNE_GAMES: u32 = 20_000;
const VERSUS_GAMES: u32 = 2000;

const MOST_GAMES: i64 = 100_000_000;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall tune --list\n  \
    stonefall tune --size 5,6 --games 20000 --out first.tune\n  \
    stonefall tune --only lmr_base,lmr_divisor --seed 2\n  \
    stonefall tune --versus lmr_base=520,lmr_divisor=210 --size 6 --games 4000\n  \
    stonefall tune --versus rfp_margin=75 --games 10000\n\n\
    Games are played by builds with the feature tune: cargo build --release --features tune.\n\
    docs/tuning.md explains the method and the files.")]
pub(super) struct TuneArgs {
    #[command(flatten)]
    plan: TunePlan,
    /// Number of games, including those already in the file [default: 20000; with --versus 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=MOST_GAMES))]
    games: Option<u32>,
    /// Output file; resumes if it exists [default: size6-seed1.tune, by size and seed; with --versus
    /// none]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games played at the same time [default: one per core]; the games do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    resume: ResumeFlags,
    /// List the parameters
    #[arg(long, conflicts_with = "versus")]
    list: bool,
    #[command(flatten)]
    style: Screen,
}

impl TuneArgs {
    /// Pairs to play.
    fn pairs(&self) -> u32 {
        let usual = if self.plan.is_test() { VERSUS_GAMES } else { TUNE_GAMES };
        self.games.unwrap_or(usual).div_ceil(2)
    }

    fn path(&self) -> Option<PathBuf> {
        let name = || {
            let sizes: Vec<_> = self.plan.sizes.iter().map(ToString::to_string).collect();
            let (sizes, seed) = (sizes.join("-"), self.plan.seed);
            format!("size{sizes}-seed{seed}.tune").into()
        };
        self.out.clone().or_else(|| (!self.plan.is_test()).then(name))
    }
}

pub(super) fn run(arguments: &TuneArgs, output: &mut Output) -> Result<(), Error> {
    if arguments.list {
        return show::list(output);
    }
    let stopper = arguments.resume.stopper();
    let mut run = TuneRun::new(arguments.plan.clone(), arguments.pairs());
    if !ADJUSTABLE {
        return Err(Error::Failed(
            "expected a build with adjustable search parameters, found constants \
             (cargo build --release --features tune)"
                .into(),
        ));
    }
    let mut file = None;
    if let Some(path) = arguments.path() {
        file::create_folder(&path)?;
        file = Some(run.open(&path, arguments.resume.start())?);
        resume::report_resumed(run.score.games() as usize, "games");
    }

    let (style, count) = (arguments.style.style(), 2 * run.pairs);
    let mut progress = Progress::new(count.into(), "games");
    let mut games = run.score.games();
    progress.show(games.into(), String::new);
    let mut elo = String::new();
    let ended = run.play(flags::threads(arguments.threads), &stopper, |event| {
        match event {
            TuneEvent::Game => {
                games += 1;
                progress.show(games.into(), || elo.clone());
            }
            TuneEvent::Results(line, run) => {
                if let Some(file) = &mut file {
                    file.append(line.as_bytes())?;
                }
                match &run.tuner {
                    Some(tuner) => progress.above(show::tuned(&tuner.values(), style)),
                    None => elo = format!(", {}", elo_words(&run.score.pairs)),
                }
            }
        }
        Ok::<_, Error>(())
    })?;
    drop(progress);
    if let Some(file) = &mut file {
        file.sync()?;
    }
    show::results(&run, style, output)?;
    output.flush()?;
    let (done, count) = (run.score.games() as usize, count as usize);
    match (ended, file) {
        (WorkEnd::Interrupted, None) => Err(resume::lost(done, count, "games")),
        _ => resume::end(ended, done, count, "games"),
    }
}
