//! `stonefall annotate`: adds evaluations, marks and better lines to games.

mod archive;
mod json;
mod part;
mod progress;
mod words;

use super::batch::{Deadline, Parts};
use super::flags::{Resources, named};
use super::json::pretty;
use super::output::{Output, Screen, complain};
use super::scoring::NAMES;
use super::{Error, duration, file, resume};
use crate::pictures::{Course, Mark, Weight, graph};
use archive::Archive;
use clap::Args;
use part::GamesPart;
use progress::AnnotateProgress;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use stonefall_engine::annotate::{
    Annotation, Plan, USUAL_NODES, USUAL_PROOF_NODES, Variations, annotate,
};
use stonefall_engine::game::Game;
use stonefall_engine::notation::Judgement;
use stonefall_engine::notation::ptn_file::{GameError, GameResult, PtnGame};
use stonefall_engine::report::{Points, Scoring};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Marks: ? loses 10 percentage points of winning chance, ?? loses 20; ! is the only good \
    move, !! one that is hard to find as well; ' is tak, '' is tinue (proved by the solver). Existing tags, \
    comments, marks and variations stay. docs/annotate.md explains everything.\n\n\
    The output is saved continuously; after Ctrl-C the same command resumes.\n\n\
    Examples:\n  \
    stonefall annotate game.ptn                          # writes game.annotated.ptn\n  \
    stonefall annotate game.ptn -o better.ptn --graph game.svg\n  \
    stonefall annotate games.ptn --game 3 --movetime 2s --threads 4\n  \
    stonefall annotate games.ptn --part 3/20 --out annotated   # on each of several machines\n  \
    stonefall parts pool annotated --out games.annotated.ptn\n  \
    stonefall annotate game.ptn --json > game.json"
)]
pub(super) struct AnnotateArgs {
    /// PTN file with one or more games; - for standard input
    #[arg(value_name = "GAME")]
    game: PathBuf,
    /// Output file (- for standard output) [default: GAME.annotated.ptn; none with --json]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw White's winning chance over the game into this SVG file
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    graph: Option<PathBuf>,
    /// Annotate only game N of the file, from 1 [default: all]
    #[arg(long = "game", id = "number", value_name = "N", conflicts_with = "part", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Search N positions per move [default: 400000, without another limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each move for this time: 500 or 500ms, 5s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    movetime: Option<Duration>,
    /// Search to this depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions for the proof of a tinue; 0 turns proofs off
    #[arg(long, value_name = "N", default_value_t = USUAL_PROOF_NODES)]
    proof_nodes: u64,
    #[command(flatten)]
    resources: Resources,
    /// Where to add the engine's line as a variation
    #[arg(long, value_name = "WHERE", default_value = "mistakes", value_parser = named(VARIATIONS))]
    variations: Variations,
    /// Scoring of won games
    #[arg(long, value_name = "NAME", default_value = "book", value_parser = named(NAMES))]
    scoring: Scoring,
    /// Discard earlier results in the output file
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    parts: Parts,
    #[command(flatten)]
    deadline: Deadline,
    /// Write JSON instead of the table (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

const VARIATIONS: &[(&str, Variations, &str)] = &[
    ("none", Variations::None, "Never"),
    ("mistakes", Variations::Mistakes, "After moves marked ? or ??"),
    ("all", Variations::All, "Wherever the engine prefers another move"),
];

impl AnnotateArgs {
    fn plan(&self) -> Plan {
        let is_limited = self.nodes.is_some() || self.movetime.is_some() || self.depth.is_some();
        Plan {
            depth: self.depth,
            nodes: self.nodes.or((!is_limited).then_some(USUAL_NODES)),
            movetime: self.movetime,
            proof_nodes: self.proof_nodes,
            threads: self.resources.threads.into(),
            hash_mib: self.resources.hash_mib(),
        }
    }

    /// Destination of the games; none if only JSON is written, and for a part, which has a file of its own.
    fn out(&self) -> Option<PathBuf> {
        match &self.out {
            _ if self.parts.part.is_some() => None,
            Some(path) => Some(path.clone()),
            None if self.json => None,
            None if file::is_standard(&self.game) => Some("-".into()),
            None => Some(file::with_suffix(&self.game, ".annotated")),
        }
    }
}

/// An annotated game, possibly incomplete.
struct Done<'a> {
    /// Its number in the file, from 1.
    number: usize,
    game: &'a PtnGame,
    annotation: Annotation,
    /// Points of the winner, if the game was won on the board.
    points: Option<Points>,
}

pub(super) fn run(arguments: &AnnotateArgs, output: &mut Output) -> Result<(), Error> {
    let text = file::read(&arguments.game)?;
    let plan = arguments.plan();
    let mut archive = Archive::open(&text, arguments, &plan)?;
    let stopper = arguments.deadline.stopper();

    let games = archive.originals.clone();
    let open_part = |part| GamesPart::open(arguments, part, &plan, &games, &text);
    let mut part = arguments.parts.part.map(open_part).transpose()?;
    let selected: Vec<_> = match (&part, arguments.number) {
        (Some(part), _) => part.missing.clone(),
        (None, Some(number)) => vec![number as usize - 1],
        (None, None) => (0..games.len()).collect(),
    };
    let mut done = Vec::new();
    let mut refused = 0;
    for &index in &selected {
        if stopper.is_stopped() {
            break;
        }
        let number = index + 1;
        let known = archive.known[index].clone();
        let mut progress = AnnotateProgress::new(&mut archive, index, selected.len(), arguments);
        let game = &games[index];
        match annotate(game, known, &plan, &stopper, |news| progress.receive(news)) {
            Ok(annotation) => {
                let points = points(game, arguments.scoring);
                progress.finish()?;
                archive.update(index, &annotation);
                if let Some(part) = part.as_mut().filter(|_| is_whole(&annotation)) {
                    part.add(index, &archive.game(index))?;
                }
                done.push(Done { number, game, annotation, points });
            }
            Err(error) if selected.len() == 1 && part.is_none() => {
                return Err(game_error(number, &error, &games));
            }
            Err(error) => {
                progress.finish()?;
                complain(&game_error(number, &error, &games).to_string());
                refused += 1;
                if let Some(part) = &mut part {
                    part.add(index, &archive.game(index))?;
                }
            }
        }
    }
    archive.save()?;
    draw(arguments, &done, selected.len() > 1)?;
    let summary = if arguments.json {
        pretty(&json::report(&done, &plan))?
    } else {
        words::report(&done, archive.path(), arguments.screen.style())
    };
    if archive.out.as_deref().is_some_and(file::is_standard) {
        output.write_all(archive.text().as_bytes())?;
        output.flush()?;
        complain(summary.trim_end());
    } else {
        output.write_all(summary.as_bytes())?;
        output.flush()?;
    }
    if let Some(part) = part {
        let whole = done.iter().filter(|one| is_whole(&one.annotation)).count() + refused;
        if whole < selected.len() {
            let count = part.count();
            return Err(resume::interrupted(count - selected.len() + whole, count, "games"));
        }
    } else if stopper.is_stopped() {
        return Err(match archive.path() {
            Some(_) => {
                let text = "interrupted; run the same command to resume".to_owned();
                Error::Ended(text, resume::UNFINISHED)
            }
            None => Error::Failed("interrupted".to_owned()),
        });
    }
    match refused {
        0 => Ok(()),
        1 => Err(Error::Failed("1 game could not be annotated".into())),
        _ => Err(Error::Failed(format!("{refused} games could not be annotated"))),
    }
}

/// Whether all positions of a game have an evaluation.
fn is_whole(annotation: &Annotation) -> bool {
    annotation.done() == annotation.evaluations.len()
}

/// Points of a game that was won on the board.
fn points(game: &PtnGame, scoring: Scoring) -> Option<Points> {
    Points::of(&Game::replay(game, PtnGame::MAIN_LINE, None).ok()?.diagram(), scoring)
}

fn game_error(number: usize, error: &GameError, games: &[PtnGame]) -> Error {
    match games.len() {
        1 => Error::Game(error.clone()),
        _ => Error::Failed(format!("game {number}: {error}")),
    }
}

/// Title of a game: players and result.
fn title(done: &Done) -> String {
    let player = |tag: &str, color: &str| done.game.tag(tag).unwrap_or(color).to_owned();
    let (white, black) = (player("Player1", "White"), player("Player2", "Black"));
    let result = match done.game.result() {
        Some(GameResult::Unfinished) | None => String::new(),
        Some(result) => format!(", {result}"),
    };
    format!("{white} - {black}{result}")
}

/// Draws each game; several games get a file each.
fn draw(arguments: &AnnotateArgs, done: &[Done], several: bool) -> Result<(), Error> {
    let Some(path) = &arguments.graph else { return Ok(()) };
    for one in done {
        let path = match several {
            true => file::with_suffix(path, &format!("-{}", one.number)),
            false => path.clone(),
        };
        file::replace(&path, graph(&course(one)))?;
    }
    Ok(())
}

fn course(done: &Done) -> Course {
    let annotation = &done.annotation;
    let marks = annotation.moves.iter().enumerate().filter_map(|(ply, played)| {
        let weight = match played.judgement? {
            Judgement::Bad => Weight::Mistake,
            Judgement::Blunder => Weight::Blunder,
            _ => return None,
        };
        Some(Mark { plies: ply + 1, name: played.name(), weight })
    });
    let first = annotation.moves.first();
    Course {
        title: title(done),
        chances: (0..annotation.evaluations.len())
            .map(|ply| annotation.white_chance(ply))
            .collect(),
        first_number: first.map_or(1, |played| played.number),
        offset: first.map_or(0, |played| played.color.index()),
        marks: marks.collect(),
    }
}
