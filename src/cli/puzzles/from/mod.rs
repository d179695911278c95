//! `stonefall puzzles --from`: finds puzzles, or wins on flats, in games.

mod kind;
mod list;
mod write;

use super::words::counted;
use crate::cli::output::{Output, complain};
use crate::cli::{Error, bar, interrupt};
use crate::tools::tactics::{
    Collection, EndgameMiner, FoundGame, Games, GamesError, Mine, Miner, Wanted,
};
use clap::Args;
use indicatif::ProgressBar;
use kind::Kind;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::report::{Style, grouped};
use stonefall_engine::stopper::Stopper;

/// Steps of the progress bar.
const STEPS: u64 = 1000;

/// Default number of positions per query.
const PUZZLE_NODES: u64 = 20_000;
const ENDGAME_NODES: u64 = 300_000;

#[derive(Args, Clone, Debug)]
pub(super) struct FromGames {
    /// Find puzzles in the games of these PTN files or self-play records
    #[arg(long, value_name = "GAMES", num_args = 1.., conflicts_with = "puzzle", group = "files")]
    from: Vec<PathBuf>,
    /// Find late wins on flats instead of forced roads
    #[arg(long, requires = "from", conflicts_with_all = ["min_moves", "max_moves"])]
    flats: bool,
    /// Minimum number of the winner's moves, 2 to 9
    #[arg(long, value_name = "N", default_value_t = 2, requires = "from", value_parser = clap::value_parser!(u32).range(2..=9))]
    min_moves: u32,
    /// Maximum number of the winner's moves, 2 to 9
    #[arg(long, value_name = "N", default_value_t = 5, requires = "from", value_parser = clap::value_parser!(u32).range(2..=9))]
    max_moves: u32,
    /// Stop after N puzzles
    #[arg(long, value_name = "N", requires = "from")]
    count: Option<usize>,
    /// Write NAME.ptn, with proofs as variations, and the table NAME.tsv
    #[arg(long, value_name = "NAME", requires = "from")]
    out: Option<PathBuf>,
}

impl FromGames {
    /// Whether puzzles are requested.
    pub(super) fn is_asked_for(&self) -> bool {
        !self.from.is_empty()
    }

    fn wanted(&self, nodes: u64) -> Result<Wanted, Error> {
        let (fewest, most) = (self.min_moves, self.max_moves);
        if fewest > most {
            let message =
                format!("expected --min-moves of at most --max-moves, found {fewest} and {most}");
            return Err(Error::Usage(message));
        }
        Ok(Wanted { moves: fewest..=most, nodes })
    }
}

/// Style of the output.
pub(super) enum Form {
    List(Style),
    Json,
}

/// Finds puzzles; `nodes` is the number of positions per query.
pub(super) fn run(
    arguments: &FromGames,
    nodes: Option<u64>,
    form: &Form,
    output: &mut Output,
) -> Result<(), Error> {
    if let Some(name) = &arguments.out {
        write::spare(name, &arguments.from)?;
    }
    let files: Vec<_> = arguments.from.iter().map(|path| path.display().to_string()).collect();
    let recipe = format!("stonefall puzzles --from {}", files.join(" "));
    if arguments.flats {
        let nodes = nodes.unwrap_or(ENDGAME_NODES);
        let recipe = format!("{recipe} --flats --nodes {nodes}");
        return find(arguments, &recipe, EndgameMiner::new(nodes), form, output);
    }
    let nodes = nodes.unwrap_or(PUZZLE_NODES);
    let wanted = arguments.wanted(nodes)?;
    let moves = format!("--min-moves {} --max-moves {}", arguments.min_moves, arguments.max_moves);
    let recipe = format!("{recipe} {moves} --nodes {nodes}");
    find(arguments, &recipe, Miner::new(wanted), form, output)
}

/// Runs a miner. The recipe holds the arguments that the result depends on.
fn find<T: Kind>(
    arguments: &FromGames,
    recipe: &str,
    miner: impl Mine<T>,
    form: &Form,
    output: &mut Output,
) -> Result<(), Error> {
    let mut search = Search {
        miner,
        most: arguments.count.unwrap_or(usize::MAX),
        found: Collection::default(),
        games: 0,
        stopper: interrupt::stopper(),
        bar: bar::bar(STEPS, "   {bar:30} {percent} %, {msg}, {eta} left (Ctrl-C stops here)"),
    };
    for (index, path) in arguments.from.iter().enumerate() {
        search.file(path, index, arguments.from.len())?;
    }
    search.bar.finish_and_clear();
    let (games, halted) = (search.games, search.stopper.is_stopped());
    let found = search.found.into_sorted();
    if let Some(name) = &arguments.out {
        let count = arguments.count.map_or_else(String::new, |count| format!(" --count {count}"));
        write::files(name, &found, &format!("{recipe}{count}"))?;
    }
    let text = match form {
        Form::List(style) => list::text(&found, *style)?,
        Form::Json => T::json(&found)?,
    };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    complain(&summary(&found, games, halted));
    Ok(())
}

/// The search through the games.
struct Search<T, M> {
    miner: M,
    most: usize,
    found: Collection<T>,
    games: usize,
    stopper: Stopper,
    bar: ProgressBar,
}

impl<T: Kind, M: Mine<T>> Search<T, M> {
    fn is_done(&self) -> bool {
        self.found.len() >= self.most || self.stopper.is_stopped()
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
            self.bar.set_message(format!(
                "{} {}s in {} games",
                grouped(found),
                T::WORD,
                grouped(games)
            ));
        }
        for damage in games.damage() {
            let (path, bytes, at) = (path.display(), damage.bytes, damage.at);
            complain(&format!(
                "{path}: skipped {bytes} bytes at byte {at} outside complete records"
            ));
        }
        Ok(())
    }

    fn game(&mut self, found: &FoundGame, path: &Path) -> Result<(), Error> {
        self.games += 1;
        let finds = self.miner.mine(found);
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let refused = |error| Error::Failed(format!("{file}: {}: {error}", found.name));
        for mut find in finds.map_err(refused)? {
            if self.found.len() < self.most {
                find.set_source(format!("{file}: {}", find.source()));
                self.found.add(find);
            }
        }
        Ok(())
    }
}

fn summary<T: Kind>(found: &[T], games: usize, halted: bool) -> String {
    let mut classes = BTreeMap::<u32, usize>::new();
    for find in found {
        *classes.entry(find.difficulty().0).or_default() += 1;
    }
    let classes: Vec<_> =
        classes.into_iter().map(|(class, count)| format!("{count} {}", T::class(class))).collect();
    let (found, games) = (counted(found.len(), T::WORD), counted(games, "game"));
    let colon = if classes.is_empty() { "" } else { ": " };
    let end = if halted { "; interrupted" } else { "" };
    format!("{found} found in {games}{colon}{}{end}", classes.join(", "))
}
