//! `stonefall analyze`: evaluates a position.

use super::json::Analysis;
use super::output::{Output, Screen, columns};
use super::position::Source;
use super::progress::Progress;
use super::{Error, duration, interrupt};
use crate::table::{Row, lines};
use clap::Args;
use std::io::Write;
use std::time::{Duration, Instant};
use stonefall_engine::game::{Game, Search};
use stonefall_engine::options::Options;
use stonefall_engine::report::{self, grouped, outcome_words, result_code, status};
use stonefall_engine::search::{Info, Limits, SearchResult, Settings};

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
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Number of lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// Write JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
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
            threads: self.threads.into(),
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
    let board = arguments.source.read()?.board()?;
    let style = arguments.screen.style();
    if !arguments.json {
        let diagram = board.diagram();
        write!(output, "{}\n{}\n", report::board(&diagram, style), status(&diagram, style))?;
        output.flush()?;
    }
    if let Some(outcome) = board.outcome_with_history() {
        if arguments.json {
            return Analysis::finished(&board, outcome).write(output);
        }
        let (words, code) = (outcome_words(outcome), result_code(outcome));
        return Ok(writeln!(output, "   The game is over: {words} ({code}).")?);
    }

    let start = Instant::now();
    let mut searcher = Search::new(hash_mib(arguments.hash));
    let stopper = interrupt::stopper();
    let mut progress = Progress::new(&board, arguments.json);
    if !arguments.is_limited() {
        progress.stop_when_solved(stopper.clone());
    }
    let limits = Limits { stopper, ..arguments.limits() };
    let result = searcher.run(&board, limits, arguments.settings(), &mut progress);
    let time = start.elapsed();
    if arguments.json {
        return Analysis::new(&board, &result, time).write(output);
    }
    let rows: Vec<_> = result.lines.iter().map(|info| row(&board, info)).collect();
    write!(output, "{}", lines(&rows, columns() - 4, style))?;
    writeln!(output, "   {}\n", effort(&result, time))?;
    Ok(writeln!(output, "   {}", sentence(&board, &result))?)
}

/// Size of the table, limited by the available memory.
pub(super) fn hash_mib(asked: u32) -> usize {
    let mut options = Options { hash_mib: asked as usize, ..Options::default() };
    if let Some(message) = options.limit_hash() {
        super::output::complain(&message);
    }
    options.hash_mib
}

fn row(board: &Game, info: &Info) -> Row {
    let verdict = board.verdict(info);
    let mut moves = board.spell_line(&info.pv);
    if verdict.winner().is_none() && moves.len() > SHOWN_MOVES {
        moves.truncate(SHOWN_MOVES);
        moves.push("...".into());
    }
    Row {
        rank: info.line,
        score: verdict.to_string(),
        depth: format!("{}/{}", info.depth, info.seldepth),
        moves: moves.join(" "),
    }
}

fn effort(result: &SearchResult, time: Duration) -> String {
    let nodes = result.nodes;
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let seconds = time.as_secs_f64();
    format!("{} positions in {seconds:.2} s, {} per second", grouped(nodes), grouped(rate))
}

/// Sentence about a road that the opponent threatens to force.
fn threat_words(board: &Game, result: &SearchResult) -> Option<String> {
    let threat = result.threat.as_ref()?;
    let line = board.spell_threat(threat).join(" ");
    let (enemy, moves) = (board.to_move().opponent().name(), threat.moves);
    Some(format!("{enemy} threatens a road in {moves} moves: {line}."))
}

/// Sentence about the result.
pub(super) fn sentence(board: &Game, result: &SearchResult) -> String {
    match (result.lines.first(), result.best) {
        (Some(info), Some(best)) => {
            let found = board.verdict(info).sentence(&board.spelling(best));
            match threat_words(board, result) {
                Some(threat) => format!("{found} {threat}"),
                None => found,
            }
        }
        (None, Some(best)) => {
            format!("The search had no time to evaluate; {} is a legal move.", board.spelling(best))
        }
        (_, None) => "There is no legal move.".into(),
    }
}
