//! JSON form of positions and of an analysis, documented in `docs/json.md`.

use crate::version::VERSION;
use serde::Serialize;
use std::io;
use std::time::Duration;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::facts::Score;
use stonefall_engine::game::Game;
use stonefall_engine::report::result_code;
use stonefall_engine::search::{Bound, Info, SearchResult};
use stonefall_engine::types::{Color, Reserve};

/// Indented JSON with a final line break.
pub(super) fn pretty(value: &(impl Serialize + ?Sized)) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// An analysis.
#[derive(Serialize, Debug, Default)]
pub(super) struct Analysis {
    version: &'static str,
    #[serde(flatten)]
    setting: Setting,
    outcome: Option<End>,
    best_move: Option<String>,
    nodes: u64,
    time_ms: u64,
    lines: Vec<Line>,
    threat: Option<Danger>,
    summary: String,
}

/// A position with its rules.
#[derive(Serialize, Debug, Default)]
pub(super) struct Setting {
    tps: String,
    size: usize,
    half_komi: i32,
    opening: &'static str,
    pieces: Pieces,
    to_move: &'static str,
}

/// Pieces of each player at the start.
#[derive(Serialize, Debug, Default)]
struct Pieces {
    white: Supply,
    black: Supply,
}

#[derive(Serialize, Debug, Default)]
struct Supply {
    flats: u8,
    capstones: u8,
}

impl Setting {
    pub(super) fn new(game: &Game) -> Self {
        let rules = game.rules();
        let supply = |color| {
            let Reserve { stones, capstones } = rules.pieces[color];
            Supply { flats: stones, capstones }
        };
        Self {
            tps: game.tps().to_string(),
            size: game.size(),
            half_komi: rules.half_komi.half_flats(),
            opening: rules.opening.name(),
            pieces: Pieces { white: supply(Color::White), black: supply(Color::Black) },
            to_move: color(game.to_move()),
        }
    }
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

impl End {
    pub(super) fn new(outcome: Outcome) -> Self {
        let (winner, reason) = match outcome {
            Outcome::Win(winner, reason) => (Some(color(winner)), win_reason(reason)),
            Outcome::Draw(DrawReason::Flats) => (None, "flats"),
            Outcome::Draw(DrawReason::Repetition) => (None, "repetition"),
            Outcome::Draw(DrawReason::ReversiblePlies) => (None, "reversible plies"),
        };
        Self { result: result_code(outcome), winner, reason }
    }
}

impl Analysis {
    pub(super) fn new(game: &Game, result: &SearchResult, time: Duration, summary: String) -> Self {
        Self {
            version: VERSION,
            setting: Setting::new(game),
            best_move: result.best.map(|best| game.spelling(best)),
            nodes: result.nodes,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            lines: result.lines.iter().map(|info| line(game, info)).collect(),
            threat: result.threat.as_ref().map(|threat| Danger {
                by: color(game.to_move().opponent()),
                moves: threat.moves,
                line: game.spell_threat(threat),
            }),
            summary,
            ..Self::default()
        }
    }

    /// A game that is over.
    pub(super) fn finished(game: &Game, outcome: Outcome, summary: String) -> Self {
        let outcome = Some(End::new(outcome));
        Self { version: VERSION, setting: Setting::new(game), outcome, summary, ..Self::default() }
    }
}

fn line(game: &Game, info: &Info) -> Line {
    let verdict = game.verdict(info);
    let score = match (verdict.winner(), verdict.winning_moves()) {
        (Some(winner), Some(moves)) => {
            Score::Win { winner: color(winner), moves, by: verdict.reason.map(win_reason) }
        }
        _ => Score::Estimate { centi_flats: verdict.white_centi_flats().unwrap_or(0) },
    };
    let (white_wins, black_wins) = match game.to_move() {
        Color::White => (info.wdl.win, info.wdl.loss),
        Color::Black => (info.wdl.loss, info.wdl.win),
    };
    let bound = match (info.bound, game.to_move()) {
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
        moves: game.spell_line(&info.pv),
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
