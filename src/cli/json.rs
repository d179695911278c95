//! The form of `analyze --json`. `docs/json.md` describes it; the two change together.

use super::Error;
use super::analyze::{sentence, spell, spell_threat};
use super::output::Output;
use crate::version::VERSION;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use stonefall_engine::board::{DrawReason, Outcome, Position, WinReason};
use stonefall_engine::notation::tps;
use stonefall_engine::report::{Verdict, result_code};
use stonefall_engine::search::{Bound, Info, SearchResult};
use stonefall_engine::types::Color;

/// A whole analysis.
#[derive(Serialize, Debug)]
pub(super) struct Analysis {
    version: &'static str,
    tps: String,
    size: usize,
    half_komi: i32,
    to_move: &'static str,
    outcome: Option<End>,
    best_move: Option<String>,
    nodes: u64,
    time_ms: u64,
    lines: Vec<Line>,
    threat: Option<Danger>,
    summary: String,
}

/// A road that the other side threatens to force.
#[derive(Serialize, Debug)]
struct Danger {
    by: &'static str,
    moves: u32,
    line: Vec<String>,
}

/// How a finished game ended.
#[derive(Serialize, Debug)]
pub(super) struct End {
    result: &'static str,
    winner: Option<&'static str>,
    reason: &'static str,
}

#[derive(Serialize, Debug)]
struct Line {
    rank: usize,
    depth: u32,
    seldepth: u32,
    score: Score,
    /// `exact`, `lower` or `upper`, from White's view.
    bound: &'static str,
    /// Thousandths, from White's view.
    white_wins: u16,
    draw: u16,
    black_wins: u16,
    moves: Vec<String>,
}

#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Score {
    /// From White's view.
    Estimate {
        centi_flats: i32,
    },
    Win {
        winner: &'static str,
        moves: u32,
        by: Option<&'static str>,
    },
}

impl Analysis {
    pub(super) fn new<const N: usize>(
        position: &Position<N>,
        result: &SearchResult,
        time: Duration,
    ) -> Self {
        Self {
            best_move: result.best.and_then(|best| spell(position, &[best]).pop()),
            nodes: result.nodes,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            lines: result.lines.iter().map(|info| line(position, info)).collect(),
            threat: result.threat.as_ref().map(|threat| Danger {
                by: color(position.to_move().opponent()),
                moves: threat.moves,
                line: spell_threat(position, threat),
            }),
            summary: sentence(position, result),
            ..Self::still(position)
        }
    }

    /// A game that is over.
    pub(super) fn finished<const N: usize>(position: &Position<N>, outcome: Outcome) -> Self {
        let (winner, reason) = match outcome {
            Outcome::Win(winner, reason) => (Some(color(winner)), win_reason(reason)),
            Outcome::Draw(DrawReason::Flats) => (None, "flats"),
            Outcome::Draw(DrawReason::Repetition) => (None, "repetition"),
            Outcome::Draw(DrawReason::ReversiblePlies) => (None, "reversible plies"),
        };
        let end = End { result: result_code(outcome), winner, reason };
        let summary =
            format!("The game is over: {}.", stonefall_engine::report::outcome_words(outcome));
        Self { outcome: Some(end), summary, ..Self::still(position) }
    }

    fn still<const N: usize>(position: &Position<N>) -> Self {
        Self {
            version: VERSION,
            tps: tps(position),
            size: N,
            half_komi: position.rules().half_komi.half_flats(),
            to_move: color(position.to_move()),
            outcome: None,
            best_move: None,
            nodes: 0,
            time_ms: 0,
            lines: Vec::new(),
            threat: None,
            summary: String::new(),
        }
    }

    /// Writes one object and a line break.
    pub(super) fn write(&self, output: &mut Output) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::from)?;
        Ok(writeln!(output, "{text}")?)
    }
}

fn line<const N: usize>(position: &Position<N>, info: &Info) -> Line {
    let verdict = Verdict::new(position, info.value, info.bound, &info.pv);
    let score = match (verdict.winner(), verdict.winning_moves()) {
        (Some(winner), Some(moves)) => {
            Score::Win { winner: color(winner), moves, by: verdict.reason.map(win_reason) }
        }
        _ => Score::Estimate { centi_flats: verdict.white_centi_flats().unwrap_or(0) },
    };
    let (white_wins, black_wins) = match position.to_move() {
        Color::White => (info.wdl.win, info.wdl.loss),
        Color::Black => (info.wdl.loss, info.wdl.win),
    };
    let bound = match (info.bound, position.to_move()) {
        (Bound::Exact, _) => "exact",
        (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => "lower",
        (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "upper",
    };
    Line {
        rank: info.line,
        depth: info.depth,
        seldepth: info.seldepth,
        score,
        bound,
        white_wins,
        draw: info.wdl.draw,
        black_wins,
        moves: spell(position, &info.pv),
    }
}

pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

const fn win_reason(reason: WinReason) -> &'static str {
    match reason {
        WinReason::Road => "road",
        WinReason::Flats => "flats",
    }
}
