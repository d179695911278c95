//! JSON form of positions and of an analysis, documented in `docs/json.md`.

use serde::Serialize;
use serde_json::{Value, json};
use std::io;
use std::time::Duration;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::facts::AnnotationScore;
use stonefall_engine::game::Game;
use stonefall_engine::report::result_code;
use stonefall_engine::search::{Bound, Info, SearchResult};
use stonefall_engine::types::{Color, Reserve};
use stonefall_tools::version::VERSION;

/// Indented JSON with a final line break.
pub(super) fn pretty(value: &(impl Serialize + ?Sized)) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// One object with the fields of both.
pub(super) fn joined(first: Value, second: Value) -> Value {
    match (first, second) {
        (Value::Object(mut all), Value::Object(more)) => {
            all.extend(more);
            Value::Object(all)
        }
        (first, _) => first,
    }
}

/// Version, position and rules, and these fields.
pub(super) fn with_position(game: &Game, fields: Value) -> Value {
    let rules = game.rules();
    let supply = |color| {
        let Reserve { stones, capstones } = rules.pieces[color];
        json!({ "flats": stones, "capstones": capstones })
    };
    let position = json!({
        "version": VERSION,
        "tps": game.tps().to_string(),
        "size": game.size(),
        "half_komi": rules.half_komi.half_flats(),
        "opening": rules.opening.name(),
        "pieces": { "white": supply(Color::White), "black": supply(Color::Black) },
        "to_move": game.to_move(),
    });
    joined(position, fields)
}

/// The end of a finished game.
pub(super) fn end(outcome: Outcome) -> Value {
    let (winner, reason) = match outcome {
        Outcome::Win(winner, WinReason::Road) => (Some(winner), "road"),
        Outcome::Win(winner, WinReason::Flats) => (Some(winner), "flats"),
        Outcome::Draw(DrawReason::Flats) => (None, "flats"),
        Outcome::Draw(DrawReason::Repetition) => (None, "repetition"),
        Outcome::Draw(DrawReason::ReversiblePlies) => (None, "reversible plies"),
    };
    json!({ "result": result_code(outcome), "winner": winner, "reason": reason })
}

/// An analysis; of a finished game with its outcome and without lines.
pub(super) fn analysis(
    game: &Game,
    outcome: Option<Outcome>,
    result: &SearchResult,
    time: Duration,
    summary: String,
) -> Value {
    let threat = result.threat.as_ref().map(|threat| {
        let by = game.to_move().opponent();
        json!({ "by": by, "moves": threat.moves, "line": game.spell_threat(threat) })
    });
    let fields = json!({
        "outcome": outcome.map(end),
        "best_move": result.best.map(|best| game.spelling(best)),
        "nodes": result.nodes,
        "time_ms": millis(time),
        "lines": result.lines.iter().map(|info| line(game, info)).collect::<Vec<_>>(),
        "threat": threat,
        "summary": summary,
    });
    with_position(game, fields)
}

/// A line of an analysis.
pub(super) fn line(game: &Game, info: &Info) -> Value {
    let verdict = game.verdict(info);
    let score = match (verdict.winner(), verdict.winning_moves()) {
        (Some(winner), Some(moves)) => AnnotationScore::Win { winner, moves, by: verdict.reason },
        _ => AnnotationScore::Estimate { centi_flats: verdict.white_centi_flats().unwrap_or(0) },
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
    json!({
        "rank": info.line,
        "depth": info.depth,
        "seldepth": info.seldepth,
        "score": score,
        "bound": bound,
        "white_wins": white_wins,
        "draw": info.wdl.draw,
        "black_wins": black_wins,
        "moves": game.spell_line(&info.pv),
    })
}

/// Whole milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
