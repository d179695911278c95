//! `stonefall bench`: searches fixed positions.

use super::Error;
use super::output::Output;
use clap::Args;
use std::io::Write;
use stonefall_engine::bench::{DEPTH, POSITIONS, Work, search};

#[derive(Args, Clone, Debug)]
#[command(after_help = "Equal node counts mean that two builds play the same moves.\n\n\
    Examples:\n  \
    stonefall bench\n  \
    stonefall bench --depth 8")]
pub(super) struct BenchArgs {
    /// Depth of every search in plies
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

pub(super) fn run(arguments: &BenchArgs, output: &mut Output) -> Result<(), Error> {
    let mut sum = Work::default();
    for text in POSITIONS {
        let Some(work) = search(text, arguments.depth) else {
            return Err(Error::Failed(format!("bench position is unreadable: {text}")));
        };
        sum.add(work);
        writeln!(output, "{:>10} nodes {:>6} ms  {text}", work.nodes, work.time.as_millis())?;
        output.flush()?;
    }
    Ok(writeln!(output, "{} nodes {} nps", sum.nodes, sum.nps())?)
}
