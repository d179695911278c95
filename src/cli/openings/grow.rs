//! `stonefall openings grow`: grows a book with scores.

use super::show::{main_line, summary};
use crate::cli::file::failed;
use crate::cli::output::{Output, complain, counted};
use crate::cli::position::Source;
use crate::cli::progress::Progress;
use crate::cli::resume::ResumeFlags;
use crate::cli::{Error, duration, file, flags, games, resume};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonefall_engine::{Game, Limits};
use stonefall_tools::openings::{BookFile, Growth, grow};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The book grows where it matters: along the best lines, and along moves that are nearly as good.\n\
    Any effort may resume it, and stonefall openings export makes a smaller book of it.\n\n\
    Examples:\n  stonefall openings grow six.book --size 6 --half-komi 4 --positions 10000\n  \
    stonefall openings grow line.book game.ptn --ply 6 --movetime 2s --width 6\n  \
    stonefall openings grow six.book --size 6 --half-komi 4 --games tak.db --positions 10000"
)]
pub(super) struct GrowArgs {
    /// File of the book; created if it does not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    source: Source,
    /// Number of positions of the book
    #[arg(long, value_name = "N", default_value = "1000")]
    positions: usize,
    /// Moves with a score for each position; the first position has all moves
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u16).range(1..=500))]
    width: u16,
    /// Search N positions for each one
    #[arg(long, value_name = "N", default_value = "100000", value_parser = clap::value_parser!(u64).range(1..=1 << 40), conflicts_with = "movetime")]
    nodes: u64,
    /// Search for this time for each position: 500 or 500ms, 5s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    movetime: Option<Duration>,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Game database: the book first gets the positions that many games visited, with any komi
    #[arg(long, value_name = "DATABASE")]
    games: Option<PathBuf>,
    /// Least number of games that visited such a position
    #[arg(long, value_name = "N", default_value = "20", requires = "games", value_parser = clap::value_parser!(u64).range(1..))]
    visits: u64,
    #[command(flatten)]
    resume: ResumeFlags,
}

pub(super) fn run(arguments: &GrowArgs, output: &mut Output) -> Result<(), Error> {
    let (positions, width) = (arguments.positions, arguments.width.into());
    let limits = arguments.movetime.map_or(Limits::nodes(arguments.nodes), Limits::movetime);
    let growth = Growth { positions, width, limits, threads: flags::threads(arguments.threads) };
    let root = arguments.source.game()?;
    let path = &arguments.file;
    file::create_folder(path)?;
    let mut book = BookFile::open(path, arguments.resume.start(), &root)?;
    resume::report_resumed(book.tree.len(), "positions");

    let stopper = arguments.resume.stopper();
    let visited = match &arguments.games {
        Some(path) => visited(path, &root, arguments.visits)?,
        None => Vec::new(),
    };
    let mut progress = Progress::new(positions as u64, "positions");
    let ended = grow(&mut book, visited, &growth, &stopper, |tree| {
        progress.show(tree.len() as u64, || format!(", {}", main_line(tree, tree.root())));
    })?;
    drop(progress);
    writeln!(output, "{}", summary(path, &book.tree))?;
    output.flush()?;
    resume::end(ended, book.tree.len(), positions, "positions")
}

/// The positions that at least `least` games visited.
fn visited(path: &Path, root: &Game, least: u64) -> Result<Vec<Game>, Error> {
    let found = games::open(path)?.visited_by(&root.back_to(0), least);
    let found = found.map_err(failed(path))?;
    let count = counted(found.len(), "position");
    complain(&format!("at least {least} games visited {count}"));
    Ok(found)
}
