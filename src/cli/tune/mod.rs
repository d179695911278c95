//! `stonefall tune`: optimizes search parameters and tests values.

mod play;
mod select;
mod show;

pub(super) use show::results;

use super::batch::GameJob;
use super::matches::read_sprt;
use super::output::{Output, Screen};
use super::selfplay::range;
use super::{Error, file, flags};
use clap::Args;
use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use stonefall_engine::types::HalfKomi;
use stonefall_tools::matches::Sprt;
use stonefall_tools::tune::{Schedule, TuneAim, TunePlan, Tuned, rewrite};

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
    stonefall tune --size 6 --part 3/10 --out tunings\n  \
    stonefall parts pool tunings --write crates/engine/src/search/tunables.rs\n\n\
    Games are played by builds with the feature tune: cargo build --release --features tune.\n\
    docs/tuning.md explains the method, the files, and the use of several machines.")]
pub(super) struct TuneArgs {
    /// Board sizes, 3 to 8; pairs of games alternate between them
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "6", value_parser = flags::size)]
    size: Vec<usize>,
    /// Number of games, including those already in the file and, for a test, those of other parts [default: 20000; with --versus 2000, with --sprt
    /// at most 40000, with --screen 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=MOST_GAMES))]
    games: Option<u32>,
    /// Positions to search per move
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Komi in half flats, -20 to 20, or a range for random komi: 0..8
    #[arg(long, alias = "halfkomi", value_name = "N", default_value = "4", value_parser = range, allow_hyphen_values = true)]
    half_komi: RangeInclusive<i32>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Tune only these parameters
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Tune all parameters except these
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', conflicts_with = "only")]
    except: Vec<String>,
    /// Pairs of games per step of the values
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    batch: u32,
    /// Speed of the values: share of its step that a value moves at the end, per game won
    #[arg(long, value_name = "X", default_value = "0.002", value_parser = rate)]
    r_end: f64,
    /// Play these values against the defaults and report their gain
    #[arg(long, value_name = "NAME=VALUE,...", value_delimiter = ',', conflicts_with_all = ["only", "except", "batch", "r_end", "write"])]
    versus: Vec<String>,
    /// Judge many values by the same games: each pair gives every value to one random side; report the gain of
    /// each
    #[arg(long, value_name = "NAME=VALUE,...", value_delimiter = ',', conflicts_with_all = ["versus", "only", "except", "batch", "r_end", "write"])]
    screen: Vec<String>,
    /// With --versus, stop when a test decides: default or
    /// elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, value_name = "TEST", value_parser = read_sprt, requires = "versus", conflicts_with = "part")]
    sprt: Option<Sprt>,
    /// Output file; resumes if it exists [default: size6-seed1.tune, by size and seed; with --versus and
    /// --screen none]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    job: GameJob,
    /// Write the final values into this source file: crates/engine/src/search/tunables.rs
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    write: Option<PathBuf>,
    /// List the parameters
    #[arg(long, conflicts_with_all = ["versus", "screen"])]
    list: bool,
    #[command(flatten)]
    style: Screen,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (1e-6..=1.0).contains(rate));
    rate.ok_or_else(|| format!("expected a number above 0 and up to 1, found {text:?}"))
}

impl TuneArgs {
    /// Pairs to play.
    fn pairs(&self) -> u32 {
        let usual = match self.sprt {
            Some(_) => SPRT_GAMES,
            None if !self.versus.is_empty() => VERSUS_GAMES,
            None if !self.screen.is_empty() => SCREEN_GAMES,
            None => TUNE_GAMES,
        };
        self.games.unwrap_or(usual).div_ceil(2)
    }

    /// Whether it measures given values.
    fn is_test(&self) -> bool {
        !self.versus.is_empty() || !self.screen.is_empty()
    }

    /// The plan.
    fn plan(&self) -> Result<TunePlan, Error> {
        let half_komi = [*self.half_komi.start(), *self.half_komi.end()];
        for half_flats in half_komi {
            HalfKomi::new(half_flats)?;
        }
        let aim = if !self.versus.is_empty() {
            TuneAim::Versus(select::values(&self.versus)?)
        } else if !self.screen.is_empty() {
            TuneAim::Screen(select::values(&self.screen)?)
        } else {
            let parameters = select::parameters(&self.only, &self.except)?;
            let (pairs, batch, r_end) = (self.pairs(), self.batch, self.r_end);
            TuneAim::Tune(Schedule { pairs, batch, r_end, parameters })
        };
        let mut plan = TunePlan::standard(&self.size, aim);
        (plan.half_komi, plan.nodes) = (half_komi, self.nodes);
        plan.seed = self.seed;
        if !self.is_test() {
            plan.series = self.job.parts.part.map_or(0, |part| part.number() - 1);
        }
        Ok(plan)
    }

    fn path(&self) -> Option<PathBuf> {
        let name = || {
            let sizes: Vec<_> = self.size.iter().map(ToString::to_string).collect();
            let (sizes, seed) = (sizes.join("-"), self.seed);
            format!("size{sizes}-seed{seed}.tune").into()
        };
        self.out.clone().or_else(|| (!self.is_test()).then(name))
    }
}

pub(super) fn run(arguments: &TuneArgs, output: &mut Output) -> Result<(), Error> {
    if arguments.list { show::list(output) } else { play::run(arguments, output) }
}

/// Writes tuned values into a source file.
pub(super) fn write(path: &Path, values: &[Tuned], output: &mut Output) -> Result<(), Error> {
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
