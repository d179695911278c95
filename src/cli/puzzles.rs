//! `stonefall puzzles`: finds forced roads, or wins on flats, in games.

use super::Error;
use super::file::{self, failed};
use super::output::{Form, Output, complain, counted, write_json};
use super::ranges::{Only, Order};
use super::records::report_damage;
use super::resume::ResumeFlags;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use stonefall_engine::report::{draw, grouped, key, status};
use stonefall_engine::search::Level;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;
use stonefall_tools::games::DatabaseError;
use stonefall_tools::puzzles::{
    Collection, Kind, Miner, NamedGame, Puzzle, PuzzleFiles, read_games,
};

/// Default number of positions per query.
const PUZZLE_NODES: u64 = 20_000;
const ENDGAME_NODES: u64 = 300_000;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall puzzles --from mygames.ptn\n  \
    stonefall puzzles --from games.takg --min-moves 3 --count 50 --out puzzles\n  \
    stonefall puzzles --from games.takg --flats --count 50 --out endgames\n  \
    stonefall puzzles --from games.takg --only 1-5000 --out a        # docs/cluster.md\n\
    The puzzles of the Tak Companion Book are on the board in the browser: stonefall board.")]
pub(super) struct PuzzlesArgs {
    /// Find puzzles in the games of these files: PTN, self-play records, game databases, PlayTak's games.db
    #[arg(long, value_name = "GAMES", num_args = 1.., required = true)]
    from: Vec<PathBuf>,
    /// Find late wins on flats instead of forced roads
    #[arg(long, conflicts_with_all = ["min_moves", "max_moves"])]
    flats: bool,
    /// Minimum number of the winner's moves, 1 to 9
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=9))]
    min_moves: u32,
    /// Maximum number of the winner's moves, 1 to 9
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u32).range(1..=9))]
    max_moves: u32,
    /// Only roads that this player missed, in any case
    #[arg(long, value_name = "NAME", conflicts_with = "flats")]
    player: Option<String>,
    /// Stop after N puzzles
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Write NAME.ptn, with proofs as variations, and the table NAME.tsv; resumes if they exist
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,
    #[command(flatten)]
    only: Only,
    #[command(flatten)]
    resume: ResumeFlags,
    /// Positions per query [default: 20000, with --flats 300000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..))]
    nodes: Option<u64>,
    /// Show the solutions below the puzzles
    #[arg(long)]
    solutions: bool,
    #[command(flatten)]
    form: Form,
}

pub(super) fn run(arguments: &PuzzlesArgs, output: &mut Output) -> Result<(), Error> {
    let (least, most) = (arguments.min_moves, arguments.max_moves);
    if least > most {
        let text = format!("expected --min-moves of at most --max-moves, found {least} and {most}");
        return Err(Error::Usage(text));
    }
    let kind = if arguments.flats { Kind::Flats } else { Kind::Road };
    let nodes = arguments.nodes.unwrap_or(match kind {
        Kind::Road => PUZZLE_NODES,
        Kind::Flats => ENDGAME_NODES,
    });
    let games = arguments.games()?;
    let run = arguments.only.begin(arguments.resume.deadline, games.len())?;
    let numbers = run.numbers.clone();
    let (mut found, mut done, mut files) = (Collection::default(), numbers.start, None);
    if let Some(name) = &arguments.out {
        for path in PuzzleFiles::paths(name) {
            file::spare(&path, &arguments.from, "input")?;
        }
        file::create_folder(name)?;
        let (start, recipe) = (arguments.resume.start(), arguments.recipe(kind, nodes));
        let (opened, puzzles, before) = PuzzleFiles::open(name, start, kind, &recipe, &numbers)?;
        run.resume(name, before - numbers.start, 0);
        puzzles.into_iter().for_each(|puzzle| _ = found.add(puzzle));
        (files, done) = (Some(opened), before);
    }

    let missing = done..numbers.end;
    let miner = || arguments.miner(kind, nodes, &run.stopper);
    let wanted = arguments.count.unwrap_or(usize::MAX);
    let enough = AtomicBool::new(found.puzzles().len() >= wanted);
    let mine = |miner: &mut Miner, number: usize| {
        if enough.load(Ordering::Relaxed) {
            return None;
        }
        let (source, game) = &games[number];
        let mut puzzles = game.as_ref().map_or_else(|_| Ok(Vec::new()), |game| miner.mine(game));
        for puzzle in puzzles.iter_mut().flatten() {
            puzzle.source = format!("{source}, {}", puzzle.source);
        }
        (!run.stopper.is_stopped()).then_some(puzzles)
    };
    let on_game = |number: usize, puzzles: Result<Vec<Puzzle>, DatabaseError>| {
        if enough.load(Ordering::Relaxed) {
            return Ok(());
        }
        let (source, game) = &games[number];
        if let Err(reason) = game {
            run.with_progress(|progress| progress.complain(&format!("{source}: {reason}")));
        }
        let puzzles = puzzles.map_err(|error| Error::Failed(format!("{source}: {error}")))?;
        done = number + 1;
        if let Some(files) = &mut files {
            files.add(number, &puzzles)?;
        }
        puzzles.into_iter().for_each(|puzzle| _ = found.add(puzzle));
        let count = found.puzzles().len();
        enough.store(count >= wanted, Ordering::Relaxed);
        run.show(done - numbers.start, || format!(", {}", counted(count, word(kind))));
        Ok(())
    };
    run.play(missing, Order::Numbers, 1, miner, mine, on_game)?;
    if let Some(files) = files {
        files.finish(done)?;
    }
    let searched = done - numbers.start;
    let is_enough = found.puzzles().len() >= wanted;
    let mut puzzles = found.into_sorted();
    puzzles.truncate(wanted);
    if arguments.form.json {
        let entries = (1..).zip(&puzzles).map(|(number, puzzle)| Entry::new(number, puzzle));
        write_json(output, &entries.collect::<Result<Vec<_>, _>>()?)?;
    } else {
        output.write_all(text(arguments, &puzzles)?.as_bytes())?;
    }
    output.flush()?;
    complain(&summary(kind, &puzzles, searched));
    run.end(if is_enough { numbers.len() } else { searched }, arguments.out.as_deref())
}

impl PuzzlesArgs {
    /// The games of all files with their names.
    fn games(&self) -> Result<Vec<NamedGame>, Error> {
        let mut all = Vec::new();
        for path in &self.from {
            let (games, damage) = read_games(path, self.player.as_deref()).map_err(failed(path))?;
            report_damage(path, &damage);
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            all.extend(games.into_iter().map(|(name, game)| (format!("{file}: {name}"), game)));
        }
        Ok(all)
    }

    fn miner(&self, kind: Kind, nodes: u64, stopper: &Stopper) -> Miner {
        let mut miner = Miner::new(kind, nodes);
        miner.moves = self.min_moves..=self.max_moves;
        miner.player.clone_from(&self.player);
        miner.stopper = stopper.clone();
        miner
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
        Kind::Road => format!("{count} in {}", counted(length as usize, "move")),
        Kind::Flats => format!("{count} with {length} plies to go"),
    };
    let lengths: Vec<_> = lengths.into_iter().map(length).collect();
    let (found, games) = (counted(puzzles.len(), word(kind)), counted(games, "game"));
    let colon = if lengths.is_empty() { "" } else { ": " };
    format!("{found} found in {games}{colon}{}", lengths.join(", "))
}

/// Boards with tasks first and solutions, if asked for, last, so that readers can try to solve the puzzles.
fn text(arguments: &PuzzlesArgs, puzzles: &[Puzzle]) -> Result<String, Error> {
    let style = arguments.form.style();
    if puzzles.is_empty() {
        return Ok(String::new());
    }
    let mut tasks = key(style);
    let mut solutions = String::from("Solutions\n\n");
    for (number, puzzle) in (1..).zip(puzzles) {
        let game = puzzle.game()?;
        let drawing = format!("{}\n{}", draw(&game, style), status(&game, style));
        tasks += &format!("{}\n\n{drawing}   TPS {}\n\n", task(number, puzzle), puzzle.tps);
        let line = game.spell_line(&puzzle.line).join(" ");
        solutions += &format!(
            "{number:>4}. {line}\n      {}; {}{}{}\n",
            puzzle.source,
            effort(puzzle),
            ideas(puzzle),
            missed(puzzle)
        );
    }
    Ok(if arguments.solutions { tasks + &solutions } else { tasks + SOLUTIONS_HINT })
}

/// Last line without solutions.
const SOLUTIONS_HINT: &str = "--solutions shows the solutions.\n";

/// `Puzzle 3: Black to move wins in 2 moves`.
fn task(number: usize, puzzle: &Puzzle) -> String {
    let word = match puzzle.aim.kind {
        Kind::Road => "Puzzle",
        Kind::Flats => "Endgame",
    };
    format!("{word} {number}: {}", puzzle.task())
}

fn effort(puzzle: &Puzzle) -> String {
    match (puzzle.aim.kind, puzzle.effort) {
        (Kind::Road, Some(effort)) => format!("a search needs {} positions", grouped(effort)),
        (Kind::Flats, Some(effort)) => format!("proved with {} positions", grouped(effort)),
        (_, None) => "too hard for a quick search".to_owned(),
    }
}

/// `; level 6 finds it; spread, capstone`.
fn ideas(puzzle: &Puzzle) -> String {
    let level = puzzle.grade.as_ref().and_then(|grade| grade.level);
    let level = level.map_or_else(String::new, |level| format!("; {level} finds it"));
    let themes: Vec<_> = puzzle.theme_names().collect();
    let separator = if themes.is_empty() { "" } else { "; " };
    format!("{level}{separator}{}", themes.join(", "))
}

/// `; missed in 2 games, mean rating 1523`.
fn missed(puzzle: &Puzzle) -> String {
    let rated = puzzle.misses.rating();
    let rating = rated.map_or_else(String::new, |rating| format!(", mean rating {rating}"));
    match puzzle.misses.count {
        0 => String::new(),
        count => format!("; missed in {}{rating}", counted(count as usize, "game")),
    }
}

/// A puzzle in JSON, documented in `docs/json.md`.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    solution: PuzzleSolution,
    size: usize,
    half_komi: i32,
    tps: String,
    to_move: Color,
    effort: Option<u64>,
    source: &'a str,
    missed: u64,
    rating: Option<u64>,
    level: Option<u8>,
    themes: Vec<&'static str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum PuzzleSolution {
    Road { puzzle: usize, moves_to_win: u32, key_move: Option<String>, line: Vec<String> },
    Flats { endgame: usize, plies_to_end: u32, winning_move: Option<String> },
}

impl<'a> Entry<'a> {
    fn new(number: usize, puzzle: &'a Puzzle) -> Result<Self, Error> {
        let (line, length) = (puzzle.game()?.spell_line(&puzzle.line), puzzle.aim.length);
        let key = line.first().cloned();
        Ok(Self {
            solution: match puzzle.aim.kind {
                Kind::Road => PuzzleSolution::Road {
                    puzzle: number,
                    moves_to_win: length,
                    key_move: key,
                    line,
                },
                Kind::Flats => PuzzleSolution::Flats {
                    endgame: number,
                    plies_to_end: length,
                    winning_move: key,
                },
            },
            size: puzzle.tps.size,
            half_komi: puzzle.half_komi.half_flats(),
            tps: puzzle.tps.to_string(),
            to_move: puzzle.tps.to_move,
            effort: puzzle.effort,
            source: &puzzle.source,
            missed: puzzle.misses.count,
            rating: puzzle.misses.rating(),
            level: puzzle.grade.as_ref().and_then(|grade| grade.level).map(Level::number),
            themes: puzzle.theme_names().collect(),
        })
    }
}
