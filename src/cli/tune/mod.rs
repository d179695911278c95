//! `stonefall tune`: optimizes search parameters and tests values.

mod play;
mod show;

use super::matches::read_sprt;
use super::output::{Output, Screen};
use super::resume::ResumeFlags;
use super::{Error, file};
use clap::Args;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use stonefall_tools::matches::Sprt;
use stonefall_tools::tune::{TunePlan, Tuned, rewrite};

/// Games of a tuning, of a test and of a screening, and the maximum of a sequential test.
const TUNE_GAMES: u32 = 20_000;
const VERSUS_GAMES: u32 = 2000;
const SCREEN_GAMES: u32 = 10_000;
const SPRT_GAMES: u32 = 40_000;

const MOST_GAMES: i64 = 100_000_000;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall tune --list\n  \
    stonefall tune --size 5,6 --games 20000 --out first.tune\n  \
    stonefall tune --only lmr_base,lmr_divisor --seed 2\n  \
    stonefall tune --versus lmr_base=520,lmr_divisor=210 --size 6 --games 4000\n  \
    stonefall tune --versus rfp_margin=75 --sprt elo0=0,elo1=5\n  \
    stonefall tune --screen rfp_margin=75,lmp_base=8,null_depth=3 --games 10000\n  \
    stonefall tune --size 6 --write crates/engine/src/search/tunables.rs\n\n\
    Games are played by builds with the feature tune: cargo build --release --features tune.\n\
    docs/tuning.md explains the method and the files.")]
pub(super) struct TuneArgs {
    #[command(flatten)]
    plan: TunePlan,
    /// Number of games, including those already in the file [default: 20000; with --versus 2000, with --sprt
    /// at most 40000, with --screen 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=MOST_GAMES))]
    games: Option<u32>,
    /// With --versus, stop when a test decides: default or
    /// elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, value_name = "TEST", value_parser = read_sprt, requires = "versus")]
    sprt: Option<Sprt>,
    /// Output file; resumes if it exists [default: size6-seed1.tune, by size and seed; with --versus and
    /// --screen none]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games played at the same time [default: one per core]; the games do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    resume: ResumeFlags,
    /// Write the final values into this source file: crates/engine/src/search/tunables.rs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["versus", "screen"])]
    write: Option<PathBuf>,
    /// List the parameters
    #[arg(long, conflicts_with_all = ["versus", "screen"])]
    list: bool,
    #[command(flatten)]
    style: Screen,
}

impl TuneArgs {
    /// Pairs to play.
    fn pairs(&self) -> u32 {
        let usual = match self.sprt {
            Some(_) => SPRT_GAMES,
            None if !self.plan.versus.is_empty() => VERSUS_GAMES,
            None if !self.plan.screen.is_empty() => SCREEN_GAMES,
            None => TUNE_GAMES,
        };
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
    if arguments.list { show::list(output) } else { play::run(arguments, output) }
}

/// Writes tuned values into a source file.
fn write(path: &Path, values: &[Tuned], output: &mut Output) -> Result<(), Error> {
    let values =
        values.iter().map(|tuned| (tuned.parameter.name.as_str(), show::whole(tuned.value)));
    let values: Vec<_> = values.collect();
    let text = file::read(path)?;
    let text = rewrite(&text, &values).map_err(|name| {
        let file = path.display();
        Error::Failed(format!(
            "{file}: expected one row \"{name} = N in N to N;\", found none or several"
        ))
    })?;
    file::replace(path, &text)?;
    Ok(writeln!(output, "   wrote {}", path.display())?)
}
