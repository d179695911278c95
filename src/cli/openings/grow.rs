//! `stonefall openings grow`: grows an opening tree.

use super::words;
use crate::cli::bar::{self, Progress};
use crate::cli::flags::EffortFlags;
use crate::cli::output::{Output, complain, counted};
use crate::cli::position::Source;
use crate::cli::{Error, file, games, interrupt, resume};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonefall_engine::Game;
use stonefall_engine::report::grouped;
use stonefall_tools::bench;
use stonefall_tools::tree::{Growth, Header, Tree, TreeFile, add_visited, grow};
use stonefall_tools::workers::Ended;

/// Template of the progress bar.
const BAR: &str =
    "   {bar:20} {pos} of {len} positions, {elapsed} (Ctrl-C interrupts)\n   {wide_msg}";
/// Interval between main lines in a terminal, and between lines without one.
const SHOWN_EVERY: Duration = Duration::from_secs(1);
const LINE_EVERY: Duration = Duration::from_secs(60);
/// Positions to search for each position of the tree.
const NODES: u64 = 100_000;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The tree grows where it matters: along the best lines, and along moves that are nearly as good.\n\
    The same command resumes the tree of the file; a larger --positions extends a finished one.\n\n\
    Examples:\n  stonefall openings grow six.tree --size 6 --half-komi 4 --positions 10000\n  \
    stonefall openings grow line.tree game.ptn --ply 6 --movetime 2s --width 6\n  \
    stonefall openings grow six.tree --size 6 --half-komi 4 --games tak.db --positions 10000"
)]
pub(super) struct GrowArgs {
    /// File of the tree; created if it does not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    source: Source,
    /// Number of positions of the tree
    #[arg(long, value_name = "N", default_value = "1000")]
    positions: usize,
    /// Moves with a score for each position; the first position has all moves
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u16).range(1..=500))]
    width: u16,
    #[command(flatten)]
    effort: EffortFlags<NODES>,
    /// Game database: the tree first gets the positions that many games visited, with any komi
    #[arg(long, value_name = "DATABASE")]
    games: Option<PathBuf>,
    /// Least number of games that visited such a position
    #[arg(long, value_name = "N", default_value = "20", requires = "games", value_parser = clap::value_parser!(u64).range(1..))]
    visits: u64,
    /// Discard the tree of the file and start again
    #[arg(long)]
    restart: bool,
}

impl GrowArgs {
    fn growth(&self) -> Growth {
        let (positions, width) = (self.positions, self.width.into());
        Growth { positions, width, effort: self.effort.effort(), threads: self.effort.threads() }
    }
}

pub(super) fn run(arguments: &GrowArgs, output: &mut Output) -> Result<(), Error> {
    let growth = arguments.growth();
    let root = arguments.source.read()?.game()?;
    let header = Header::new(&root, bench::signature(), &growth);
    let path = &arguments.file;
    file::create_folder(path)?;
    let mut file = TreeFile::open(path, resume::start(arguments.restart), &header)?;
    resume::report_resumed(file.tree.len(), "positions");

    let stopper = interrupt::stopper();
    let visited = match &arguments.games {
        Some(path) => visited(path, &root, arguments.visits)?,
        None => Vec::new(),
    };
    let mut view = View::new(&growth);
    let mut ended = add_visited(&mut file, visited, &growth, &stopper, |tree| view.show(tree))?;
    if ended == Ended::Complete {
        ended = grow(&mut file, &growth, &stopper, |tree| view.show(tree))?;
    }
    drop(view);
    let tree = &file.tree;
    writeln!(output, "{}", words::summary(path, tree))?;
    output.flush()?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Interrupted => {
            Err(resume::interrupted(tree.len(), arguments.positions, "positions"))
        }
    }
}

/// The positions that at least `least` games visited.
fn visited(path: &Path, root: &Game, least: u64) -> Result<Vec<Game>, Error> {
    let database = games::open(path)?;
    let found = database.visited_by(&root.back_to(0), least);
    let found = found.map_err(|error| games::refused(path, &error))?;
    let count = counted(found.len(), "position");
    complain(&format!("at least {least} games visited {count}"));
    Ok(found)
}

/// The progress.
struct View {
    progress: Progress,
    shown: Option<Instant>,
}

impl View {
    fn new(growth: &Growth) -> Self {
        let bar = bar::bar(growth.positions as u64, BAR);
        Self { progress: Progress::new(bar, LINE_EVERY), shown: None }
    }

    fn show(&mut self, tree: &Tree) {
        let count = tree.len() as u64;
        self.progress.bar.set_position(count);
        if self.shown.is_none_or(|shown| shown.elapsed() >= SHOWN_EVERY) {
            self.shown = Some(Instant::now());
            self.progress.bar.set_message(words::main_line(tree, tree.root()));
        }
        self.progress.line(|| {
            format!("{} positions, {}", grouped(count), words::main_line(tree, tree.root()))
        });
    }
}
