//! `stonefall puzzles --from`: finds puzzles, or wins on flats, in games.

mod list;
mod part;
mod write;

use super::Form;
use crate::cli::batch::{Deadline, Parts};
use crate::cli::output::{Output, complain, counted, write_json};
use crate::cli::records::report_damage;
use crate::cli::{Error, bar, resume};
use clap::Args;
use indicatif::ProgressBar;
use part::PuzzlesPart;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::report::grouped;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::RecordError;
use stonefall_tools::parts::Pooled;
use stonefall_tools::puzzles::{
    Collection, EndgameMiner, FoundGame, Games, GamesError, Kind, Miner, Puzzle, Stored,
};

/// Steps of the progress bar.
const STEPS: u64 = 1000;

/// Default number of positions per query.
const PUZZLE_NODES: u64 = 20_000;
const ENDGAME_NODES: u64 = 300_000;

#[derive(Args, Clone, Debug)]
pub(super) struct FromGames {
    /// Find puzzles in the games of these files: PTN, self-play records, game databases, PlayTak's games.db
    #[arg(long, value_name = "GAMES", num_args = 1.., conflicts_with = "puzzle", group = "files")]
    pub(super) from: Vec<PathBuf>,
    /// Find late wins on flats instead of forced roads
    #[arg(long, requires = "from", conflicts_with_all = ["min_moves", "max_moves"])]
    flats: bool,
    /// Minimum number of the winner's moves, 2 to 9
    #[arg(long, value_name = "N", default_value = "2", requires = "from", value_parser = clap::value_parser!(u32).range(2..=9))]
    min_moves: u32,
    /// Maximum number of the winner's moves, 2 to 9
    #[arg(long, value_name = "N", default_value = "5", requires = "from", value_parser = clap::value_parser!(u32).range(2..=9))]
    max_moves: u32,
    /// Only roads that this player missed, in any case
    #[arg(long, value_name = "NAME", requires = "from", conflicts_with = "flats")]
    player: Option<String>,
    /// Stop after N puzzles
    #[arg(long, value_name = "N", requires = "from", conflicts_with = "part")]
    count: Option<usize>,
    /// Write NAME.ptn, with proofs as variations, and the table NAME.tsv
    #[arg(long, value_name = "NAME", requires = "from")]
    out: Option<PathBuf>,
    /// With --part, discard earlier results and start again
    #[arg(long, requires = "part")]
    restart: bool,
    #[command(flatten)]
    parts: Parts,
    #[command(flatten)]
    deadline: Deadline,
}

/// Finds puzzles; `nodes` is the number of positions per query.
pub(super) fn run(
    arguments: &FromGames,
    nodes: Option<u64>,
    form: Form,
    output: &mut Output,
) -> Result<(), Error> {
    let has_files = arguments.parts.part.is_none();
    if let Some(name) = arguments.out.as_ref().filter(|_| has_files) {
        write::spare(name, &arguments.from)?;
    }
    let (least, most) = (arguments.min_moves, arguments.max_moves);
    if least > most {
        let text = format!("expected --min-moves of at most --max-moves, found {least} and {most}");
        return Err(Error::Usage(text));
    }
    let kind = if arguments.flats { Kind::Flats } else { Kind::Road };
    let nodes = nodes.unwrap_or(match kind {
        Kind::Road => PUZZLE_NODES,
        Kind::Flats => ENDGAME_NODES,
    });
    let stopper = arguments.deadline.stopper();
    let mine: Box<Mine> = match kind {
        Kind::Road => {
            let miner = Miner::new(least..=most, nodes).until(&stopper);
            let mut miner = miner.missed_by(arguments.player.clone());
            Box::new(move |game| miner.mine(game))
        }
        Kind::Flats => {
            let miner = EndgameMiner::new(nodes).until(&stopper);
            Box::new(move |game| Ok(miner.mine(game)?.into_iter().collect()))
        }
    };
    let recipe = arguments.recipe(kind, nodes);
    let open_part = |part| {
        let games = number_of_games(arguments)?;
        PuzzlesPart::open(arguments, part, kind, &recipe, games)
    };
    let mut search = Search {
        part: arguments.parts.part.map(open_part).transpose()?,
        next: 0,
        kind,
        mine,
        most: arguments.count.unwrap_or(usize::MAX),
        found: Collection::default(),
        games: 0,
        stopper,
        bar: bar::bar(STEPS, "   {bar:30} {percent} %, {msg}, {eta} left (Ctrl-C stops here)"),
    };
    for (index, path) in arguments.from.iter().enumerate() {
        search.file(path, index, arguments)?;
    }
    search.bar.finish_and_clear();
    if let Some(part) = &search.part {
        let count = part.count();
        if part.missing() > 0 {
            return Err(resume::interrupted(count - part.missing(), count, "games"));
        }
        complain(&format!("{} searched", counted(count, "game")));
        return Ok(());
    }
    let (games, is_interrupted) = (search.games, search.stopper.is_stopped());
    let puzzles = search.found.into_sorted();
    if let Some(name) = &arguments.out {
        write::files(name, kind, &puzzles, &recipe)?;
    }
    write_list(&puzzles, form, output)?;
    let end = if is_interrupted { "; interrupted" } else { "" };
    complain(&format!("{}{end}", summary(kind, &puzzles, games)));
    Ok(())
}

impl FromGames {
    /// The arguments that the result depends on.
    fn recipe(&self, kind: Kind, nodes: u64) -> String {
        let files: Vec<_> = self.from.iter().map(|path| path.display().to_string()).collect();
        let kind = match kind {
            Kind::Flats => "--flats".to_owned(),
            Kind::Road => format!("--min-moves {} --max-moves {}", self.min_moves, self.max_moves),
        };
        let count = self.count.map_or_else(String::new, |count| format!(" --count {count}"));
        let player =
            self.player.as_ref().map_or_else(String::new, |name| format!(" --player '{name}'"));
        let files = files.join(" ");
        // A name may have any character; comments have one line.
        format!("stonefall puzzles --from {files} {kind} --nodes {nodes}{player}{count}")
            .replace(['\r', '\n'], " ")
    }
}

/// Number of games in the files, also of those that cannot be replayed.
fn number_of_games(arguments: &FromGames) -> Result<u32, Error> {
    let mut count = 0;
    for path in &arguments.from {
        let refused = |error| Error::Failed(format!("{}: {error}", path.display()));
        for game in Games::open(path, arguments.player.as_deref()).map_err(refused)? {
            if let Err(error) = game
                && !is_skipped(&error)
            {
                return Err(refused(error));
            }
            count += 1;
        }
    }
    Ok(count)
}

/// Whether other games follow the one with this error.
const fn is_skipped(error: &GamesError) -> bool {
    matches!(error, GamesError::Game { .. } | GamesError::Illegal { .. })
}

/// Writes the puzzles of merged parts.
pub(in crate::cli) fn report_pooled(
    pooled: &Pooled,
    out: Option<&Path>,
    form: Form,
    output: &mut Output,
) -> Result<(), Error> {
    let setting = |name: &str| pooled.head.settings.get(name).cloned().unwrap_or_default();
    let kind: Kind = serde_json::from_value(setting("kind"))
        .map_err(|error| Error::Failed(format!("expected a kind of puzzles: {error}")))?;
    let mut found = Collection::default();
    for (game, _, text) in pooled.texts()? {
        let refused =
            |error: &dyn std::fmt::Display| Error::Failed(format!("game {}: {error}", game + 1));
        let stored: Vec<Stored> = serde_json::from_str(&text).map_err(|error| refused(&error))?;
        for one in stored {
            found.add(one.puzzle().map_err(|error| refused(&error))?);
        }
    }
    let puzzles = found.into_sorted();
    if let Some(name) = out {
        write::files(name, kind, &puzzles, setting("recipe").as_str().unwrap_or_default())?;
    }
    write_list(&puzzles, form, output)?;
    complain(&summary(kind, &puzzles, pooled.count()));
    Ok(())
}

fn write_list(puzzles: &[Puzzle], form: Form, output: &mut Output) -> Result<(), Error> {
    match form {
        Form::Text(style) => output.write_all(list::text(puzzles, style)?.as_bytes())?,
        Form::Json => write_json(output, &list::json(puzzles)?)?,
    }
    Ok(output.flush()?)
}

/// Finds the puzzles of a game.
type Mine = dyn FnMut(&FoundGame) -> Result<Vec<Puzzle>, RecordError>;

/// The search through the games.
struct Search {
    /// The part to search; all games without one.
    part: Option<PuzzlesPart>,
    /// Number of the next game in all files, from 0.
    next: u32,
    kind: Kind,
    mine: Box<Mine>,
    most: usize,
    found: Collection,
    games: usize,
    stopper: Stopper,
    bar: ProgressBar,
}

impl Search {
    fn is_done(&self) -> bool {
        self.found.puzzles().len() >= self.most || self.stopper.is_stopped()
    }

    fn file(&mut self, path: &Path, index: usize, arguments: &FromGames) -> Result<(), Error> {
        let refused = |error| Error::Failed(format!("{}: {error}", path.display()));
        let player = arguments.player.as_deref();
        let mut games = Games::open(path, player).map_err(refused)?;
        while !self.is_done()
            && let Some(game) = games.next()
        {
            let number = self.next;
            self.next += 1;
            if self.part.as_ref().is_some_and(|part| !part.needs(number)) {
                continue;
            }
            match game {
                Ok(found) => self.game(number, &found, path)?,
                Err(error) if is_skipped(&error) => {
                    if let Some(part) = &mut self.part {
                        part.add(number, &[])?;
                    }
                    self.bar.suspend(|| complain(&format!("{}: {error}", path.display())));
                }
                Err(error) => return Err(refused(error)),
            }
            let share = (index as f64 + games.share()) / arguments.from.len() as f64;
            self.bar.set_position((share * STEPS as f64) as u64);
            let (found, games) = (self.found.puzzles().len() as u64, self.games as u64);
            let (found, word, games) = (grouped(found), word(self.kind), grouped(games));
            self.bar.set_message(format!("{found} {word}s in {games} games"));
        }
        report_damage(path, games.damage());
        Ok(())
    }

    fn game(&mut self, number: u32, found: &FoundGame, path: &Path) -> Result<(), Error> {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let refused = |error| Error::Failed(format!("{file}: {}: {error}", found.name));
        let mut puzzles = (self.mine)(found).map_err(refused)?;
        if self.stopper.is_stopped() {
            // The work on this game was not finished.
            return Ok(());
        }
        self.games += 1;
        for puzzle in &mut puzzles {
            puzzle.source = format!("{file}: {}", puzzle.source);
        }
        if let Some(part) = &mut self.part {
            part.add(number, &puzzles)?;
        }
        for puzzle in puzzles {
            if self.found.puzzles().len() < self.most {
                self.found.add(puzzle);
            }
        }
        Ok(())
    }
}

const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Road => "puzzle",
        Kind::Flats => "endgame",
    }
}

/// `3 puzzles found in 8 games: 2 in 2 moves, 1 in 4 moves`.
fn summary(kind: Kind, puzzles: &[Puzzle], games: usize) -> String {
    let mut lengths = BTreeMap::<u32, usize>::new();
    for puzzle in puzzles {
        *lengths.entry(puzzle.aim.length).or_default() += 1;
    }
    let length = |(length, count): (u32, usize)| match kind {
        Kind::Road => format!("{count} in {length} moves"),
        Kind::Flats => format!("{count} with {length} plies to go"),
    };
    let lengths: Vec<_> = lengths.into_iter().map(length).collect();
    let (found, games) = (counted(puzzles.len(), word(kind)), counted(games, "game"));
    let colon = if lengths.is_empty() { "" } else { ": " };
    format!("{found} found in {games}{colon}{}", lengths.join(", "))
}
