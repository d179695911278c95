//! `stonefall puzzles`: solves the puzzles of the Tak Companion Book and explains them, finds puzzles in
//! games, or counts the puzzles that a search solves.

mod from;
mod list;
mod page;
mod trials;

use super::Error;
use super::json::joined;
use super::output::{Output, Screen, write_json};
use crate::page::find;
use clap::Args;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::time::Duration;
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::report::{Style, grouped};
use stonefall_engine::search::SearchResult;
use stonefall_tools::puzzles::book::{BookPuzzle, puzzles, solve};

/// Size of the search's table in MiB.
const HASH_MIB: usize = 4;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall puzzles --puzzle 3\n  \
    stonefall puzzles --from mygames.ptn\n  \
    stonefall puzzles --from games.takg --min-moves 3 --count 50 --out puzzles\n  \
    stonefall puzzles --from games.takg --flats --count 50 --out endgames\n  \
    stonefall puzzles --from games.takg --only 1-5000 --out a        # docs/cluster.md\n  \
    stonefall puzzles --try puzzles.tsv endgames.tsv --nodes 2000,20000")]
pub(super) struct PuzzlesArgs {
    /// Only puzzle N, 1 to 11
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=11))]
    puzzle: Option<u8>,
    /// Write JSON: an array with one object per puzzle
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    from: from::FromGames,
    #[command(flatten)]
    trials: trials::TryTables,
    /// Positions per query [default: 20000, with --flats 300000]; with --try positions per search, one or
    /// several numbers: 2000,20000 [default: 20000]
    #[arg(long, value_name = "N", requires = "files", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(100..))]
    nodes: Vec<u64>,
    #[command(flatten)]
    screen: Screen,
}

/// Form of the output.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Text(Style),
    Json,
}

/// A puzzle with the search's solution.
struct Solved {
    puzzle: BookPuzzle,
    game: Game,
    solution: SearchResult,
    time: Duration,
}

impl Solved {
    fn new(search: &mut Search, puzzle: BookPuzzle) -> Result<Self, Error> {
        let game = puzzle.game()?;
        let (solution, time) = solve(search, &game);
        Ok(Self { puzzle, game, solution, time })
    }

    /// The move that the search found.
    fn found(&self) -> Option<String> {
        self.solution.best.map(|mv| mv.to_string())
    }

    /// Plies of the win that the search proved.
    fn proved(&self) -> Option<u32> {
        match self.solution.lines.first()?.value {
            Value::Win { plies } => Some(plies),
            _ => None,
        }
    }

    /// Whether the search found the key move and proved the win in the puzzle's number of plies.
    fn is_right(&self) -> bool {
        self.found().as_ref() == Some(&self.puzzle.key_move)
            && self.proved() == Some(self.puzzle.plies_to_win)
    }
}

/// JSON form of a solved puzzle, documented in `docs/json.md`.
fn entry(solved: &Solved) -> Json {
    let line = solved.solution.lines.first().map_or(&[][..], |line| &line.pv);
    let solution = json!({
        "solved": solved.is_right(),
        "found": solved.found(),
        "found_plies_to_win": solved.proved(),
        "line": line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "nodes": solved.solution.nodes,
        "time_ms": (solved.time.as_secs_f64() * 1e6).round() / 1e3,
    });
    joined(json!(solved.puzzle), solution)
}

/// Solves the puzzles and writes each at once; fails if one is not solved. `--from` finds other puzzles,
/// `--try` searches tables of them.
pub(super) fn run(arguments: &PuzzlesArgs, output: &mut Output) -> Result<(), Error> {
    let style = arguments.screen.style();
    let form = if arguments.json { Form::Json } else { Form::Text(style) };
    if !arguments.from.from.is_empty() {
        let nodes = match arguments.nodes[..] {
            [] => None,
            [nodes] => Some(nodes),
            _ => return Err(Error::Usage("expected one number after --nodes with --from".into())),
        };
        return from::run(&arguments.from, nodes, form, output);
    }
    if !arguments.trials.tables.is_empty() {
        return trials::run(&arguments.trials, &arguments.nodes, form, output);
    }
    let file = find("/puzzles.json").map_or(&[][..], |file| file.bytes);
    let puzzles = puzzles(file).map_err(|error| Error::Failed(error.to_string()))?;
    let wanted = |puzzle: &BookPuzzle| {
        arguments.puzzle.is_none_or(|number| puzzle.number == usize::from(number))
    };
    let mut search = Search::new(HASH_MIB);
    let mut all = Vec::new();
    if !arguments.json {
        output.write_all(page::head(style).as_bytes())?;
    }
    for puzzle in puzzles.into_iter().filter(wanted) {
        let solved = Solved::new(&mut search, puzzle)?;
        if !arguments.json {
            output.write_all(page::puzzle(&solved, style)?.as_bytes())?;
            output.flush()?;
        }
        all.push(solved);
    }
    if arguments.json {
        write_json(output, &all.iter().map(entry).collect::<Vec<_>>())?;
    } else {
        output.write_all(foot(&all).as_bytes())?;
    }
    output.flush()?;
    let wrong = all.iter().filter(|one| !one.is_right()).map(|one| one.puzzle.number.to_string());
    let wrong: Vec<_> = wrong.collect();
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Error::Failed(format!("not solved: {}", wrong.join(", "))))
}

/// Summary of all puzzles.
fn foot(all: &[Solved]) -> String {
    if all.len() == 1 {
        return String::new();
    }
    let right = all.iter().filter(|one| one.is_right()).count();
    let nodes = all.iter().map(|one| one.solution.nodes).sum();
    let time: Duration = all.iter().map(|one| one.time).sum();
    let slowest = all.iter().map(|one| one.time).max().unwrap_or_default();
    format!(
        "Solved {right} of {} on one thread: {} positions in {}, {} at most.\n",
        all.len(),
        grouped(nodes),
        page::duration(time),
        page::duration(slowest),
    )
}
