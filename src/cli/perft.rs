//! `stonefall perft`: counts the leaves of the game tree.

use super::output::Output;
use super::{Error, flags};
use clap::Args;
use rayon::prelude::*;
use std::io::Write;
use std::time::{Duration, Instant};
use stonefall_engine::board::{MAX_PERFT_DEPTH, PerftMode};
use stonefall_engine::game::Game;
use stonefall_engine::notation::{Tps, parse_tps};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Move, RuleSet, Rules, check_size};
use stonefall_tools::arguments::RulesReader;
use stonefall_tools::perft::{PerftRow, suite};

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall perft 4 --size 5\n  \
    stonefall perft 3 --tps 'x3/1,1,x/2,x,2 1 4' --divide\n  \
    stonefall perft --suite --threads 4")]
pub(super) struct PerftArgs {
    /// Depth in plies; with --suite the maximum depth [default with --suite: all]
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: Option<u32>,
    /// Position to start from, as TPS
    #[arg(long, value_name = "TPS", conflicts_with_all = ["size", "suite"])]
    tps: Option<String>,
    /// Board size of the empty board, 3 to 8 [default: 6, or the size of the rules]
    #[arg(long, value_name = "N", value_parser = flags::size, conflicts_with = "suite")]
    size: Option<usize>,
    /// Named rules (help lists them) [default: standard]
    #[arg(long, value_name = "NAME", value_parser = RulesReader, conflicts_with = "suite")]
    rules: Option<RuleSet>,
    /// Show the count of each move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Play the moves of the last ply instead of only counting them
    #[arg(long)]
    no_bulk: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Compare with published counts of many positions
    #[arg(long)]
    suite: bool,
}

impl PerftArgs {
    fn mode(&self) -> PerftMode {
        if self.no_bulk { PerftMode::EveryMove } else { PerftMode::Bulk }
    }

    /// Leaves below each move.
    fn count(&self, tps: Option<&Tps>, depth: u32) -> Result<Vec<(Move, u64)>, Error> {
        let set = self.rules.unwrap_or_default();
        let default_size = || self.size.unwrap_or(set.board(6));
        let size = check_size(tps.map_or_else(default_size, |tps| tps.size))?;
        let rules = set.apply(size, Rules::standard(size))?;
        let game = Game::opened(tps, size, rules)?;
        let Some(below) = depth.checked_sub(1) else { return Ok(Vec::new()) };
        let count = |mv| {
            let after = game.after(mv).ok()?;
            Some((mv, after.perft(below, self.mode(), &Stopper::default())?))
        };
        Ok(game.moves().into_par_iter().filter_map(count).collect())
    }
}

pub(super) fn run(arguments: &PerftArgs, output: &mut Output) -> Result<(), Error> {
    flags::use_threads(Some(arguments.threads));
    if arguments.suite {
        return compare(arguments, output);
    }
    let depth = arguments.depth.unwrap_or_default();
    let tps = arguments.tps.as_deref().map(parse_tps).transpose()?;
    let start = Instant::now();
    let counts = arguments.count(tps.as_ref(), depth)?;
    let time = start.elapsed();
    if arguments.divide {
        for (mv, nodes) in &counts {
            writeln!(output, "{mv}: {nodes}")?;
        }
    }
    // At depth 0 the position itself is the only leaf.
    let nodes = if depth == 0 { 1 } else { sum(&counts) };
    Ok(writeln!(output, "{}", total(nodes, time))?)
}

fn sum(counts: &[(Move, u64)]) -> u64 {
    counts.iter().map(|(_, nodes)| nodes).sum()
}

/// `N nodes in S s, R nodes/s`.
fn total(nodes: u64, time: Duration) -> String {
    let rate = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
    format!("{nodes} nodes in {:.3} s, {rate} nodes/s", time.as_secs_f64())
}

/// Compares the suite, small counts first.
fn compare(arguments: &PerftArgs, output: &mut Output) -> Result<(), Error> {
    let suite = suite();
    let deepest = suite.iter().map(|row| row.counts.len() as u32).max().unwrap_or(0);
    let most = arguments.depth.unwrap_or(deepest).min(deepest);
    let (mut nodes, mut checked, mut wrong) = (0, 0, 0);
    let start = Instant::now();
    for depth in 1..=most {
        for PerftRow { text, tps, counts } in &suite {
            let Some(&expected) = counts.get(depth as usize - 1) else { continue };
            let found = sum(&arguments.count(Some(tps), depth)?);
            nodes += found;
            checked += 1;
            let verdict = if found == expected {
                "ok".to_owned()
            } else {
                wrong += 1;
                format!("WRONG: expected {expected}")
            };
            writeln!(output, "depth {depth}: {found:>12} {verdict}  {text}")?;
            output.flush()?;
        }
    }
    writeln!(output, "{} of {checked} counts are correct", checked - wrong)?;
    writeln!(output, "{}", total(nodes, start.elapsed()))?;
    if wrong > 0 {
        output.flush()?;
        return Err(Error::Failed(format!("{wrong} of {checked} counts are wrong")));
    }
    Ok(())
}
