//! `stonefall puzzles --from`: finds puzzles, or wins on flats, in games.

use super::{Form, list};
use crate::cli::only::Only;
use crate::cli::output::{Output, complain, counted, write_json};
use crate::cli::progress::Progress;
use crate::cli::records::report_damage;
use crate::cli::resume::{self, ResumeFlags};
use crate::cli::{Error, file};
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::RecordError;
use stonefall_tools::puzzles::{
    Collection, EndgameMiner, FoundGame, Games, GamesError, Kind, Miner, Puzzle, PuzzleFiles,
};

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
    #[arg(long, value_name = "N", requires = "from")]
    count: Option<usize>,
    /// Write NAME.ptn, with proofs as variations, and the table NAME.tsv; resumes if they exist
    #[arg(long, value_name = "NAME", requires = "from")]
    out: Option<PathBuf>,
    #[command(flatten)]
    only: Only,
    #[command(flatten)]
    resume: ResumeFlags,
}

/// Finds puzzles; `nodes` is the number of positions per query.
pub(super) fn run(
    arguments: &FromGames,
    nodes: Option<u64>,
    form: Form,
    output: &mut Output,
) -> Result<(), Error> {
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
    let stopper = arguments.resume.stopper();
    let games = arguments.only.of(arguments.number_of_games()?)?;
    let (mut found, mut done) = (Collection::default(), games.start);
    let mut files = None;
    if let Some(name) = &arguments.out {
        spare(name, &arguments.from)?;
        file::create_folder(name)?;
        let (start, recipe) = (arguments.resume.start(), arguments.recipe(kind, nodes));
        let (opened, puzzles, before) = PuzzleFiles::open(name, start, kind, &recipe, &games)?;
        resume::report_resumed(before - games.start, "games");
        puzzles.into_iter().for_each(|puzzle| _ = found.add(puzzle));
        (files, done) = (Some(opened), before);
    }

    let mut mine = arguments.miner(kind, nodes, &stopper);
    let mut progress = Progress::new(games.len() as u64, "games");
    let wanted = arguments.count.unwrap_or(usize::MAX);
    let mut number = 0;
    'files: for path in &arguments.from {
        let mut source = arguments.open(path)?;
        for game in source.by_ref() {
            if number == games.end {
                break 'files;
            }
            number += 1;
            if number <= done {
                continue;
            }
            if found.puzzles().len() >= wanted || stopper.is_stopped() {
                break 'files;
            }
            let puzzles = match game {
                Ok(game) => puzzles_of(&game, path, &mut *mine)?,
                Err(error @ (GamesError::Game { .. } | GamesError::Illegal { .. })) => {
                    progress.complain(&format!("{}: {error}", path.display()));
                    Vec::new()
                }
                Err(error) => return Err(refused(path)(error)),
            };
            if stopper.is_stopped() {
                // The work on this game was not finished.
                break 'files;
            }
            done = number;
            if let Some(files) = &mut files {
                files.add(number - 1, &puzzles)?;
            }
            puzzles.into_iter().for_each(|puzzle| _ = found.add(puzzle));
            let count = found.puzzles().len();
            let note = || format!(", {}", counted(count, word(kind)));
            progress.show((done - games.start) as u64, note);
        }
        report_damage(path, source.damage());
    }
    drop(progress);
    let is_named = files.is_some();
    if let Some(files) = files {
        files.finish(done)?;
    }
    let mut puzzles = found.into_sorted();
    puzzles.truncate(wanted);
    match form {
        Form::Text(style) => output.write_all(list::text(&puzzles, style)?.as_bytes())?,
        Form::Json => write_json(output, &list::json(&puzzles)?)?,
    }
    output.flush()?;
    let end = if stopper.is_stopped() { "; interrupted" } else { "" };
    complain(&format!("{}{end}", summary(kind, &puzzles, done - games.start)));
    if stopper.is_stopped() && is_named {
        return Err(resume::interrupted(done - games.start, games.len(), "games"));
    }
    Ok(())
}

impl FromGames {
    fn open(&self, path: &Path) -> Result<Games, Error> {
        Games::open(path, self.player.as_deref()).map_err(refused(path))
    }

    fn number_of_games(&self) -> Result<usize, Error> {
        let count = |path: &PathBuf| self.open(path)?.count_rest().map_err(refused(path));
        self.from.iter().map(count).sum()
    }

    fn miner(&self, kind: Kind, nodes: u64, stopper: &Stopper) -> Box<Mine> {
        match kind {
            Kind::Road => {
                let miner = Miner::new(self.min_moves..=self.max_moves, nodes).until(stopper);
                let mut miner = miner.missed_by(self.player.clone());
                Box::new(move |game| miner.mine(game))
            }
            Kind::Flats => {
                let miner = EndgameMiner::new(nodes).until(stopper);
                Box::new(move |game| Ok(miner.mine(game)?.into_iter().collect()))
            }
        }
    }

    /// The arguments that the puzzles depend on.
    fn recipe(&self, kind: Kind, nodes: u64) -> String {
        let files: Vec<_> = self.from.iter().map(|path| path.display().to_string()).collect();
        let kind = match kind {
            Kind::Flats => "--flats".to_owned(),
            Kind::Road => format!("--min-moves {} --max-moves {}", self.min_moves, self.max_moves),
        };
        let player =
            self.player.as_ref().map_or_else(String::new, |name| format!(" --player '{name}'"));
        let files = files.join(" ");
        // A name may have any character; comments have one line.
        format!("stonefall puzzles --from {files} {kind} --nodes {nodes}{player}")
            .replace(['\r', '\n'], " ")
    }
}

/// The error of a file that cannot be read.
fn refused(path: &Path) -> impl Fn(GamesError) -> Error {
    move |error| Error::Failed(format!("{}: {error}", path.display()))
}

/// Finds the puzzles of a game.
type Mine = dyn FnMut(&FoundGame) -> Result<Vec<Puzzle>, RecordError>;

fn puzzles_of(game: &FoundGame, path: &Path, mine: &mut Mine) -> Result<Vec<Puzzle>, Error> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let refused = |error| Error::Failed(format!("{file}: {}: {error}", game.name));
    let mut puzzles = mine(game).map_err(refused)?;
    for puzzle in &mut puzzles {
        puzzle.source = format!("{file}: {}", puzzle.source);
    }
    Ok(puzzles)
}

/// Refuses to overwrite the input.
fn spare(name: &Path, games: &[PathBuf]) -> Result<(), Error> {
    let is_input = |out: &PathBuf| games.iter().any(|game| file::is_same(game, out));
    match PuzzleFiles::paths(name).into_iter().find(is_input) {
        Some(out) => {
            let out = out.display();
            Err(Error::Usage(format!("expected another --out: {out} is an input file")))
        }
        None => Ok(()),
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
