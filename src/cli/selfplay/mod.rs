//! `stonefall selfplay`: makes game records, gives them new scores, counts and shows them.

mod stats;
mod write;

use super::flags::named;
use super::only::Only;
use super::output::Output;
use super::records::{each_game_of, unreadable};
use super::resume::ResumeFlags;
use super::{Error, file, flags, rules};
use clap::Args;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use stonefall_engine::types::{Opening, RuleSet};
use stonefall_learn::records;
use stonefall_tools::arguments::range;
use stonefall_tools::selfplay::SelfplayPlan;

/// Maximum number of games.
const MOST_GAMES: i64 = 100_000_000;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall selfplay --size 6 --half-komi 4 --games 1000\n  \
    stonefall selfplay --size 6 --half-komi 0..8 --usual-half-komi 4 --games 10000 --only 1-5000 --out a.takg\n  \
    cat a.takg b.takg > all.takg && stonefall selfplay --stats all.takg\n  \
    stonefall selfplay --relabel all.takg --nodes 1000 --out again.takg\n  \
    stonefall selfplay --dump all.takg > games.ptn\n\n\
    docs/selfplay-format.md describes the files, docs/cluster.md the use of several machines.")]
pub(super) struct SelfplayArgs {
    /// Board size, 3 to 8 [default: 6, or the size of the rules]
    #[arg(long, value_name = "N", value_parser = flags::size)]
    size: Option<usize>,
    /// Named rules of the games (help lists them) [default: standard]
    #[arg(long, value_name = "NAME", value_parser = rules::Reader)]
    rules: Option<RuleSet>,
    /// Number of games, including those already in the file and those of other ranges
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// Positions to search per move
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Finish the iteration in which the positions run out, with at most five times as many
    #[arg(long)]
    soft: bool,
    /// Opening rules; each game uses a random one of them [default: swap, or as in the rules]
    #[arg(long, value_name = "OPENING", value_delimiter = ',', value_parser = named(rules::OPENINGS))]
    openings: Vec<Opening>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Komi in half flats, -20 to 20, or a range for random komi: 0..8
    #[arg(long, alias = "halfkomi", value_name = "N", default_value = "0", value_parser = range, allow_hyphen_values = true)]
    half_komi: RangeInclusive<i32>,
    /// Komi of half of the games
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    usual_half_komi: Option<i32>,
    /// Draw after N plies without a placement or a flattened wall; 0 for never
    #[arg(long, value_name = "N", default_value = "50")]
    reversible_plies: u16,
    /// Random plies at the start: a number or a range [default: by size, 4..8 from 5x5 on]
    #[arg(long, value_name = "N", value_parser = range)]
    opening_plies: Option<RangeInclusive<i32>>,
    /// Percentage of games that start from the opening books
    #[arg(long, value_name = "N", default_value = "25", value_parser = clap::value_parser!(u32).range(0..=100))]
    book_share: u32,
    /// Largest advantage of either side after the opening, in hundredths of a flat
    #[arg(long, value_name = "N", default_value = "300", value_parser = clap::value_parser!(i32).range(0..))]
    max_score: i32,
    /// Random moves per 1,000 plies after the opening
    #[arg(long, alias = "stray-moves", value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(0..=1000))]
    random_moves: u32,
    /// Plies after the opening in which random moves occur
    #[arg(long, alias = "stray-plies", value_name = "N", default_value = "20")]
    random_plies: u16,
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
    fn plan(&self) -> Result<SelfplayPlan, Error> {
        let (size, rules) = (self.size(), self.rules.unwrap_or_default());
        let openings: Vec<_> = self.openings.clone();
        for &opening in &openings {
            rules::allow(rules, opening)?;
        }
        let mut plan = SelfplayPlan {
            seed: self.seed,
            nodes: self.nodes,
            soft: self.soft,
            rules,
            openings,
            half_komi: self.half_komi.clone(),
            usual_half_komi: self.usual_half_komi,
            reversible_plies: self.reversible_plies,
            stray_per_mille: self.random_moves,
            stray_plies: self.random_plies.into(),
            ..SelfplayPlan::standard(size)
        };
        let bounds = [*self.half_komi.start(), *self.half_komi.end()];
        for half_flats in bounds.into_iter().chain(self.usual_half_komi) {
            plan.rules(half_flats, Opening::Swap)?;
        }
        plan.opening.book_per_mille = self.book_share * 10;
        plan.opening.max_score = self.max_score;
        if let Some(plies) = &self.opening_plies {
            let most = (size * size / 2) as i32;
            if *plies.start() < 0 || *plies.end() > most {
                let found = format!("{} to {}", plies.start(), plies.end());
                let expected = format!("expected 0 to {most} plies of the opening, found {found}");
                return Err(Error::Usage(expected));
            }
            plan.opening.plies = plies.clone();
        }
        Ok(plan)
    }

    fn size(&self) -> usize {
        self.size.unwrap_or(self.rules.unwrap_or_default().board(6))
    }

    fn path(&self) -> PathBuf {
        let (size, seed) = (self.size(), self.seed);
        let rules = rules::in_file_name(self.rules.unwrap_or_default());
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
            let text = records::ptn(&game).map_err(unreadable(path))?;
            if written.is_ok() {
                written = writeln!(output, "{text}");
            }
            Ok(())
        })?;
    }
    Ok(written?)
}
