//! `stonefall puzzles --from`: finds puzzles in games.

mod list;
mod write;

use crate::cli::output::{Output, complain};
use crate::cli::{Error, interrupt};
use crate::report::{Style, grouped};
use crate::tools::tactics::{
    Collection, FoundGame, Games, GamesError, Mine, Puzzle, Wanted, miner,
};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Steps of the progress bar.
const STEPS: u64 = 1000;

#[derive(Args, Clone, Debug)]
pub(super) struct FromGames {
    /// Find puzzles in the games of these files instead: PTN or self-play records
    #[arg(long, value_name = "GAMES", num_args = 1.., conflicts_with = "puzzle")]
    from: Vec<PathBuf>,
    /// The fewest moves that the winner may need, 2 to 9
    #[arg(long, value_name = "N", default_value_t = 2, requires = "from", value_parser = clap::value_parser!(u32).range(2..=9))]
    min_moves: u32,
    /// The most moves that the winner may need, 2 to 9
    #[arg(long, value_name = "N", default_value_t = 5, requires = "from", value_parser = clap::value_parser!(u32).range(2..=9))]
    max_moves: u32,
    /// Stop after so many puzzles
    #[arg(long, value_name = "N", requires = "from")]
    count: Option<usize>,
    /// Positions to spend on each question about a position of a game
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "from", value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Write the puzzles to NAME.ptn, each with its proof as variations, and NAME.tsv
    #[arg(long, value_name = "NAME", requires = "from")]
    out: Option<PathBuf>,
}

impl FromGames {
    /// Whether puzzles are to be looked for.
    pub(super) fn is_asked_for(&self) -> bool {
        !self.from.is_empty()
    }

    fn wanted(&self) -> Result<Wanted, Error> {
        let (fewest, most) = (self.min_moves, self.max_moves);
        if fewest > most {
            let message =
                format!("expected --min-moves of at most --max-moves, found {fewest} and {most}");
            return Err(Error::Usage(message));
        }
        Ok(Wanted { moves: fewest..=most, nodes: self.nodes })
    }
}

/// How the puzzles are shown.
pub(super) enum Form {
    List(Style),
    Json,
}

pub(super) fn run(arguments: &FromGames, form: &Form, output: &mut Output) -> Result<(), Error> {
    if let Some(name) = &arguments.out {
        write::spare(name, &arguments.from)?;
    }
    let mut search = Search {
        wanted: arguments.wanted()?,
        most: arguments.count.unwrap_or(usize::MAX),
        miners: BTreeMap::new(),
        found: Collection::default(),
        games: 0,
        halt: Arc::default(),
        bar: progress_bar(),
    };
    let switch = Arc::clone(&search.halt);
    interrupt::watch(move || switch.store(true, Ordering::Relaxed));
    for (index, path) in arguments.from.iter().enumerate() {
        search.file(path, index, arguments.from.len())?;
    }
    search.bar.finish_and_clear();
    let (games, halted) = (search.games, search.halt.load(Ordering::Relaxed));
    let puzzles = search.found.into_sorted();
    if let Some(name) = &arguments.out {
        write::files(name, &puzzles, &recipe(arguments))?;
    }
    let text = match form {
        Form::List(style) => list::text(&puzzles, *style)?,
        Form::Json => list::json(&puzzles)?,
    };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    complain(&summary(&puzzles, games, halted));
    Ok(())
}

/// The search for puzzles.
struct Search {
    wanted: Wanted,
    most: usize,
    /// By board size.
    miners: BTreeMap<usize, Box<dyn Mine>>,
    found: Collection,
    games: usize,
    halt: Arc<AtomicBool>,
    bar: ProgressBar,
}

impl Search {
    fn is_done(&self) -> bool {
        self.found.len() >= self.most || self.halt.load(Ordering::Relaxed)
    }

    fn file(&mut self, path: &Path, index: usize, files: usize) -> Result<(), Error> {
        let refused = |error| Error::Failed(format!("{}: {error}", path.display()));
        let mut games = Games::open(path).map_err(refused)?;
        while !self.is_done()
            && let Some(game) = games.next()
        {
            match game {
                Ok(found) => self.game(&found, path)?,
                Err(error @ GamesError::Game { .. }) => {
                    self.bar.suspend(|| complain(&format!("{}: {error}", path.display())));
                }
                Err(error) => return Err(refused(error)),
            }
            let share = (index as f64 + games.share()) / files as f64;
            self.bar.set_position((share * STEPS as f64) as u64);
            let (found, games) = (self.found.len() as u64, self.games as u64);
            self.bar.set_message(format!("{} puzzles in {} games", grouped(found), grouped(games)));
        }
        for damage in games.damage() {
            let (path, bytes, at) = (path.display(), damage.bytes, damage.at);
            complain(&format!(
                "{path}: passed over {bytes} bytes at byte {at} that are no whole record"
            ));
        }
        Ok(())
    }

    fn game(&mut self, found: &FoundGame, path: &Path) -> Result<(), Error> {
        let size = found.game.size;
        let mine = match self.miners.entry(size) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(miner(size, &self.wanted)?)
            }
        };
        self.games += 1;
        let puzzles = mine.mine(found);
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let refused = |error| Error::Failed(format!("{file}: {}: {error}", found.name));
        for mut puzzle in puzzles.map_err(refused)? {
            if self.found.len() < self.most {
                puzzle.source = format!("{file}: {}", puzzle.source);
                self.found.add(puzzle);
            }
        }
        Ok(())
    }
}

/// Shown in a terminal only.
fn progress_bar() -> ProgressBar {
    let bar =
        if io::stderr().is_terminal() { ProgressBar::new(STEPS) } else { ProgressBar::hidden() };
    let template = "   {bar:30} {percent} %, {msg}, {eta} left (Ctrl-C ends it)";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// The words of the command line that the puzzles depend on.
fn recipe(arguments: &FromGames) -> String {
    let files: Vec<_> = arguments.from.iter().map(|path| path.display().to_string()).collect();
    let count = arguments.count.map_or_else(String::new, |count| format!(" --count {count}"));
    format!(
        "stonefall puzzles --from {} --min-moves {} --max-moves {} --nodes {}{count}",
        files.join(" "),
        arguments.min_moves,
        arguments.max_moves,
        arguments.nodes,
    )
}

fn summary(puzzles: &[Puzzle], games: usize, halted: bool) -> String {
    let mut counts = BTreeMap::<u32, usize>::new();
    for puzzle in puzzles {
        *counts.entry(puzzle.moves).or_default() += 1;
    }
    let counts: Vec<_> =
        counts.into_iter().map(|(moves, count)| format!("{count} in {moves} moves")).collect();
    let counted = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    let (found, games) = (counted(puzzles.len(), "puzzle"), counted(games, "game"));
    let colon = if puzzles.is_empty() { "" } else { ": " };
    let end = if halted { "; broken off" } else { "" };
    format!("{found} found in {games}{colon}{}{end}", counts.join(", "))
}
