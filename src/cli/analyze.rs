//! `stonefall analyze`: evaluates a position.

use super::flags::Resources;
use super::json::{GameEnd, WithPosition, millis, score};
use super::output::{Form, Output, columns, counted, write_json};
use super::position::Source;
use super::search_progress::SearchProgress;
use super::{Error, duration, interrupt};
use crate::table::table;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use stonefall_engine::board::Outcome;
use stonefall_engine::facts::AnnotationScore;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::report::{Style, Verdict, draw, grouped, outcome_words, result_code, status};
use stonefall_engine::search::{Bound, Info, Limits, SearchResult, Settings};
use stonefall_engine::types::Color;

/// Moves shown of a line without a proven end.
const SHOWN_MOVES: usize = 12;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without a limit, the search ends when every line is proved, or at Ctrl-C.\n\n\
    Examples:\n  \
    stonefall analyze 'x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7'\n  \
    stonefall analyze game.ptn --ply 20 --movetime 5s --multipv 3\n  \
    stonefall analyze --size 5 --half-komi 4 --depth 12 --threads 4\n  \
    stonefall analyze game.ptn --nodes 1000000 --json"
)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    source: Source,
    /// Search to this depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search this number of positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search for this time: 500 or 500ms, 5s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    movetime: Option<Duration>,
    /// Look for a forced road first and stop when one is proved
    #[arg(long)]
    solve: bool,
    #[command(flatten)]
    resources: Resources,
    /// Number of lines to show
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    #[command(flatten)]
    form: Form,
}

impl AnalyzeArgs {
    fn limits(&self) -> Limits {
        Limits {
            start: Instant::now(),
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime,
            until_solved: self.solve,
            ..Limits::default()
        }
    }

    fn settings(&self) -> Settings {
        Settings {
            threads: self.resources.threads.into(),
            multi_pv: self.multipv.into(),
            // No clock is running.
            overhead: Duration::ZERO,
            ..Settings::default()
        }
    }

    const fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some()
    }
}

pub(super) fn run(arguments: &AnalyzeArgs, output: &mut Output) -> Result<(), Error> {
    let game = arguments.source.game()?;
    let style = arguments.form.style();
    if !arguments.form.json {
        introduce(&game, style, output)?;
    }
    if let Some(outcome) = game.outcome_with_history() {
        let summary = game_over(outcome);
        return match arguments.form.json {
            true => {
                let analysis =
                    Analysis { outcome: Some(outcome.into()), summary, ..Default::default() };
                write_json(output, &WithPosition::new(&game, analysis))
            }
            false => Ok(writeln!(output, "   {summary}")?),
        };
    }

    let start = Instant::now();
    let mut search = Search::new(arguments.resources.hash_mib());
    let stopper = interrupt::stopper();
    let until_solved = (!arguments.is_limited()).then(|| stopper.clone());
    let mut progress = SearchProgress::new(&game, arguments.form.json, until_solved);
    let limits = Limits { stopper, ..arguments.limits() };
    let result = search.run(&game, limits, arguments.settings(), &mut progress);
    let time = start.elapsed();
    let summary = sentence(&game, &result);
    if arguments.form.json {
        let analysis = Analysis::new(&game, &result, time, summary);
        return write_json(output, &WithPosition::new(&game, analysis));
    }
    let rows: Vec<_> = result.lines.iter().map(|info| row(&game, info)).collect();
    write!(output, "{}", table(&["", "Score", "Depth", "Moves"], &rows, 3, columns() - 4, style))?;
    writeln!(output, "   {}\n", effort(&result, time))?;
    Ok(writeln!(output, "   {summary}")?)
}

/// Draws the board above an analysis.
pub(super) fn introduce(game: &Game, style: Style, output: &mut Output) -> Result<(), Error> {
    write!(output, "{}\n{}\n", draw(game, style), status(game, style))?;
    note(game, output)?;
    Ok(output.flush()?)
}

/// Says what is assumed about the opening, if that needs a word.
pub(super) fn note(game: &Game, output: &mut Output) -> Result<(), Error> {
    let Some(note) = game.opening_note() else { return Ok(()) };
    Ok(writeln!(output, "   Note: {note}")?)
}

/// `The game is over: White wins by a road .`
pub(super) fn game_over(outcome: Outcome) -> String {
    format!("The game is over: {} ({}).", outcome_words(outcome), result_code(outcome))
}

fn row(game: &Game, info: &Info) -> Vec<String> {
    let verdict = Verdict::new(game, info);
    let mut moves = game.spell_line(&info.pv);
    if verdict.winner().is_none() && moves.len() > SHOWN_MOVES {
        moves.truncate(SHOWN_MOVES);
        moves.push("...".into());
    }
    let depth = format!("{}/{}", info.depth, info.seldepth);
    vec![info.line.to_string(), verdict.to_string(), depth, moves.join(" ")]
}

fn effort(result: &SearchResult, time: Duration) -> String {
    let nodes = result.nodes;
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let seconds = time.as_secs_f64();
    let positions = counted(nodes as usize, "position");
    format!("{positions} in {seconds:.2} s, {} per second", grouped(rate))
}

/// Sentence about a road that the opponent threatens to force.
fn threat_words(game: &Game, result: &SearchResult) -> Option<String> {
    let threat = result.threat.as_ref()?;
    let line = game.spell_threat(threat).join(" ");
    let (enemy, moves) = (game.to_move().opponent().name(), threat.moves);
    let moves = counted(moves as usize, "move");
    Some(format!("{enemy} threatens a road in {moves}: {line}."))
}

/// Sentence about the result.
pub(super) fn sentence(game: &Game, result: &SearchResult) -> String {
    match (result.lines.first(), result.best) {
        (Some(info), Some(best)) => {
            let found = Verdict::new(game, info).sentence(&game.spelling(best));
            match threat_words(game, result) {
                Some(threat) => format!("{found} {threat}"),
                None => found,
            }
        }
        (None, Some(best)) => {
            format!("The search had no time to evaluate; {} is a legal move.", game.spelling(best))
        }
        (_, None) => "There is no legal move.".into(),
    }
}

/// An analysis as JSON; of a finished game without lines.
#[derive(Serialize, Default)]
struct Analysis {
    outcome: Option<GameEnd>,
    best_move: Option<String>,
    nodes: u64,
    time_ms: u64,
    lines: Vec<AnalysisLine>,
    threat: Option<Threat>,
    summary: String,
}

#[derive(Serialize)]
struct Threat {
    by: Color,
    moves: u32,
    line: Vec<String>,
}

#[derive(Serialize)]
struct AnalysisLine {
    rank: usize,
    depth: u32,
    seldepth: u32,
    score: AnnotationScore,
    bound: &'static str,
    white_wins: u16,
    draw: u16,
    black_wins: u16,
    moves: Vec<String>,
}

impl Analysis {
    fn new(game: &Game, result: &SearchResult, time: Duration, summary: String) -> Self {
        let threat = result.threat.as_ref().map(|threat| Threat {
            by: game.to_move().opponent(),
            moves: threat.moves,
            line: game.spell_threat(threat),
        });
        Self {
            outcome: None,
            best_move: result.best.map(|best| game.spelling(best)),
            nodes: result.nodes,
            time_ms: millis(time),
            lines: result.lines.iter().map(|info| AnalysisLine::new(game, info)).collect(),
            threat,
            summary,
        }
    }
}

impl AnalysisLine {
    fn new(game: &Game, info: &Info) -> Self {
        let (white_wins, black_wins) = match game.to_move() {
            Color::White => (info.wdl.win, info.wdl.loss),
            Color::Black => (info.wdl.loss, info.wdl.win),
        };
        let bound = match (info.bound, game.to_move()) {
            (Bound::Exact, _) => "exact",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => "lower",
            (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "upper",
        };
        Self {
            rank: info.line,
            depth: info.depth,
            seldepth: info.seldepth,
            score: score(&Verdict::new(game, info)),
            bound,
            white_wins,
            draw: info.wdl.draw,
            black_wins,
            moves: game.spell_line(&info.pv),
        }
    }
}
