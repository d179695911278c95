//! `stonefall selfplay`: makes game records, gives them new scores, counts and shows them.

mod stats;
mod write;

use super::Error;
use super::file::{self, failed};
use super::output::Output;
use super::ranges::Only;
use super::records::each_game_of;
use super::resume::ResumeFlags;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::types::Opening;
use stonefall_learn::records;
use stonefall_tools::selfplay::SelfplayPlan;

/// Maximum number of games.
const MOST_GAMES: i64 = 100_000_000;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall selfplay --games 1000\n  \
    stonefall selfplay --size 6 --half-komi 0..8 --usual-half-komi 4 --games 10000 --only 1-5000 --out a.takg\n  \
    cat a.takg b.takg > all.takg && stonefall selfplay --stats all.takg\n  \
    stonefall selfplay --relabel all.takg --nodes 1000 --out again.takg\n  \
    stonefall selfplay --dump all.takg > games.ptn\n\n\
    docs/selfplay-format.md describes the files, docs/cluster.md the use of several machines.")]
pub(super) struct SelfplayArgs {
    #[command(flatten)]
    plan: SelfplayPlan,
    /// Number of games, including those already in the file and those of other ranges
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// Output file; resumes if it exists [default: selfplay-6x6-seed1.takg, by size, rules, seed and range]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games played at the same time [default: one per core]; the games do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    only: Only,
    #[command(flatten)]
    resume: ResumeFlags,
    /// Count the games of files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "dump")]
    stats: Vec<PathBuf>,
    /// With --stats, write JSON (docs/json.md)
    #[arg(long, requires = "stats")]
    json: bool,
    /// Search the positions of old games again and write them with new scores to --out; moves and results
    /// stay
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["stats", "dump"])]
    relabel: Vec<PathBuf>,
    /// Print the games of files as PTN with scores as comments, from White's view
    #[arg(long, value_name = "FILE", num_args = 1..)]
    dump: Vec<PathBuf>,
}

impl SelfplayArgs {
    /// Checks the settings of new games.
    fn check(&self) -> Result<(), Error> {
        let plan = &self.plan;
        plan.check().map_err(Error::Usage)?;
        let bounds = [*plan.half_komi.start(), *plan.half_komi.end()];
        for half_flats in bounds.into_iter().chain(plan.usual_half_komi) {
            plan.rules(half_flats, Opening::Swap)?;
        }
        Ok(())
    }

    fn path(&self) -> PathBuf {
        let (size, rules, seed) =
            (self.plan.board.size(), self.plan.board.suffix(), self.plan.seed);
        let name = || {
            let name = format!("selfplay-{size}x{size}{rules}-seed{seed}.takg");
            file::with_suffix(name.as_ref(), &self.only.suffix())
        };
        self.out.clone().unwrap_or_else(name)
    }
}

pub(super) fn run(arguments: &SelfplayArgs, output: &mut Output) -> Result<(), Error> {
    if !arguments.stats.is_empty() {
        stats::run(&arguments.stats, arguments.json, output)
    } else if !arguments.dump.is_empty() {
        dump(&arguments.dump, output)
    } else if !arguments.relabel.is_empty() {
        write::relabel(arguments, output)
    } else {
        write::games(arguments, output)
    }
}

/// Prints games as PTN.
fn dump(paths: &[PathBuf], output: &mut Output) -> Result<(), Error> {
    let mut written = Ok(());
    // A bar would mix with the games.
    for path in paths {
        each_game_of(path, None, |game| {
            let text = records::ptn(&game).map_err(failed(path))?;
            if written.is_ok() {
                written = writeln!(output, "{text}");
            }
            Ok(())
        })?;
    }
    Ok(written?)
}
