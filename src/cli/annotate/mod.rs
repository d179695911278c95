//! `stonefall annotate`: adds evaluations, marks and better lines to games.

mod archive;

use super::flags::{Resources, named};
use super::json::pretty;
use super::output::{Form, Output, columns, complain, counted};
use super::ranges::{Only, Order};
use super::resume::ResumeFlags;
use super::scoring::{NAMES, PointsFacts};
use super::{Error, duration, file};
use crate::table::grid;
use archive::{Archive, moves};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonefall_engine::annotate::{
    Annotation, JudgedMove, News, Plan, USUAL_PROOF_NODES, Variations, annotate, write,
};
use stonefall_engine::facts::{AnnotationFacts, annotation_facts};
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{GameError, GameResult, PtnGame};
use stonefall_engine::report::{Points, ScoringRule, Style};
use stonefall_engine::types::Color;
use stonefall_tools::version::VERSION;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Marks: ? loses 10 percentage points of winning chance, ?? loses 20; ! is the only good \
    move, !! one that is hard to find as well; ' is tak, '' is tinue (proved by the solver). Existing tags, \
    comments, marks and variations stay. docs/annotate.md explains everything.\n\n\
    The output file gets each game when it is done, and after Ctrl-C the beginning of the last one; the same command resumes.\n\n\
    Examples:\n  \
    stonefall annotate game.ptn                          # writes game.annotated.ptn\n  \
    stonefall annotate game.ptn -o better.ptn\n  \
    stonefall annotate games.ptn --only 3 -o third.ptn --movetime 2s --threads 4\n  \
    stonefall annotate games.ptn --only 1-500 -o a.ptn         # docs/cluster.md\n  \
    stonefall annotate game.ptn --json > game.json"
)]
pub(super) struct AnnotateArgs {
    /// PTN file with one or more games; - for standard input
    #[arg(value_name = "GAME")]
    game: PathBuf,
    /// Output file (- for standard output) [default: GAME.annotated.ptn, with the range; none with --json]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    only: Only,
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
    scoring: ScoringRule,
    #[command(flatten)]
    resume: ResumeFlags,
    #[command(flatten)]
    form: Form,
}

const VARIATIONS: &[(&str, Variations, &str)] = &[
    ("none", Variations::None, "Never"),
    ("mistakes", Variations::Mistakes, "After moves marked ? or ??"),
    ("all", Variations::All, "Wherever the engine prefers another move"),
];

impl AnnotateArgs {
    fn plan(&self) -> Plan {
        Plan {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime,
            proof_nodes: self.proof_nodes,
            threads: self.resources.threads.into(),
            hash_mib: self.resources.hash_mib(),
        }
    }

    /// Destination of the games; none if only JSON is written.
    fn out(&self) -> Option<PathBuf> {
        match &self.out {
            Some(path) => Some(path.clone()),
            None if self.form.json => None,
            None if file::is_standard(&self.game) => Some("-".into()),
            None => {
                let suffix = format!(".annotated{}", self.only.suffix());
                Some(file::with_suffix(&self.game, &suffix))
            }
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
    let all = PtnGame::read_all(&file::read(&arguments.game)?).collect::<Vec<_>>();
    if all.iter().all(|game| moves(game).is_empty()) {
        let name = arguments.game.display();
        return Err(Error::Failed(format!("{name}: expected a PTN game, found no move")));
    }
    let plan = arguments.plan();
    let mut run = arguments.only.begin(arguments.resume.deadline, all.len())?;
    let (first, games) = (run.numbers.start, &all[run.numbers.clone()]);
    let (mut archive, known) = Archive::open(arguments, games, &plan)?;
    let positions = |games: &[PtnGame]| games.iter().map(|it| moves(it).len() + 1).sum::<usize>();
    run.count_in("positions", positions(games));
    let work = |(): &mut (), index: usize| {
        let (number, before) = (first + index + 1, positions(&games[..index]));
        let on_news = |news: News<'_>| {
            if let News::Position { done, next, .. } = news {
                let at = next.map_or("the end".into(), JudgedMove::name);
                run.show(before + done, || format!(", game {number}, {at}"));
            }
        };
        let known = known.get(index).cloned().unwrap_or_default();
        Some(annotate(&games[index], known, &plan, &run.stopper, on_news))
    };
    let (mut done, mut refused) = (Vec::new(), 0);
    let on_game = |index: usize, annotated: Result<Annotation, GameError>| {
        let (number, game) = (first + index + 1, &games[index]);
        match annotated {
            Ok(annotation) => {
                let written = write(game, &annotation, &plan.note(), arguments.variations);
                let text = written.as_ref().unwrap_or(game).to_string();
                if annotation.done() > 0 {
                    archive.add(index, &text, output)?;
                }
                let points = points(game, arguments.scoring);
                done.push(Done { number, game, annotation, points });
            }
            Err(error) if all.len() == 1 => return Err(Error::Game(error)),
            Err(error) => {
                run.with_progress(|it| it.complain(&format!("game {number}: {error}")));
                archive.add(index, &game.to_string(), output)?;
                refused += 1;
            }
        }
        Ok(())
    };
    run.play(0..games.len(), Order::Numbers, 1, || (), work, on_game)?;
    archive.finish()?;
    let summary = if arguments.form.json {
        pretty(&AnnotationReport::new(&done, &plan))?
    } else {
        page(&done, archive.path(), arguments.form.style())
    };
    if archive.is_standard() {
        output.flush()?;
        complain(summary.trim_end());
    } else {
        output.write_all(summary.as_bytes())?;
        output.flush()?;
    }
    let whole = done.iter().filter(|done| done.annotation.is_complete()).count() + refused;
    run.end(whole, archive.path())?;
    if refused > 0 {
        let games = counted(refused, "game");
        return Err(Error::Failed(format!("{games} could not be annotated")));
    }
    Ok(())
}

/// JSON form, documented in `docs/json.md`.
#[derive(Serialize)]
struct AnnotationReport {
    version: &'static str,
    limits: String,
    games: Vec<AnnotatedFacts>,
}

#[derive(Serialize)]
struct AnnotatedFacts {
    game: usize,
    points: Option<PointsFacts>,
    #[serde(flatten)]
    facts: AnnotationFacts,
}

impl AnnotationReport {
    fn new(done: &[Done], plan: &Plan) -> Self {
        let game = |done: &Done| AnnotatedFacts {
            game: done.number,
            points: done.points.as_ref().map(Into::into),
            facts: annotation_facts(done.game, &done.annotation),
        };
        Self { version: VERSION, limits: plan.note(), games: done.iter().map(game).collect() }
    }
}

/// Points of a game that was won on the board.
fn points(game: &PtnGame, scoring: ScoringRule) -> Option<Points> {
    Points::of(&Game::replay(game, PtnGame::MAIN_LINE, None).ok()?, scoring)
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

/// Columns of the summary table.
const HEADER: [&str; 8] = ["", "Moves", "Accuracy", "!!", "!", "?", "??", "Biggest swing"];

/// A table per game, and the names of the written files.
fn page(done: &[Done], out: Option<&Path>, style: Style) -> String {
    let mut text = String::new();
    for one in done {
        text += &format!("   {}{}\n", title(one), state(one));
        text += &table(one, style);
        if let Some(points) = &one.points {
            text += &format!("   {}\n", points.sentence());
        }
    }
    if let Some(out) = out {
        text += &format!("   Written to {}\n", out.display());
    }
    text
}

/// Sentence about missing evaluations.
fn state(done: &Done) -> String {
    let (known, all) = (done.annotation.done(), done.annotation.evaluations.len());
    if known == all { String::new() } else { format!(" ({known} of {all} positions)") }
}

fn table(done: &Done, style: Style) -> String {
    let players = done.annotation.players();
    let rows = Color::ALL.map(|color| {
        let player = players[color];
        let name = match done.game.tag(["Player1", "Player2"][color.index()]) {
            Some(name) => format!("{} ({name})", color.name()),
            None => color.name().to_owned(),
        };
        let all = player.all;
        let accuracy = all.accuracy.map_or("-".into(), |accuracy| format!("{accuracy:.1} %"));
        let worst = player.worst.map_or("-".into(), |worst| {
            let name = done.annotation.moves[worst.ply].name();
            format!("{name} loses {:.1} %", 100.0 * worst.loss)
        });
        let counts = [all.brilliant, all.good, all.mistakes, all.blunders];
        let [brilliant, good, mistakes, blunders] = counts.map(|count| count.to_string());
        let moves = all.moves.to_string();
        vec![name, moves, accuracy, brilliant, good, mistakes, blunders, worst]
    });
    grid(&HEADER, &rows, columns() - 4, style)
}
