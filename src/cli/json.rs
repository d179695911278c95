//! JSON that several commands write, documented in `docs/json.md`.

use serde::Serialize;
use std::io;
use std::time::Duration;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::facts::AnnotationScore;
use stonefall_engine::game::Game;
use stonefall_engine::notation::Tps;
use stonefall_engine::report::{Verdict, result_code};
use stonefall_engine::types::{Color, Reserve};
use stonefall_tools::version::VERSION;

/// Indented JSON with a final line break.
pub(super) fn pretty(value: &(impl Serialize + ?Sized)) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// Version, position and rules, and the other fields of a command.
#[derive(Serialize)]
pub(super) struct WithPosition<T> {
    version: &'static str,
    tps: Tps,
    size: usize,
    half_komi: i32,
    opening: &'static str,
    pieces: Supplies,
    to_move: Color,
    note: Option<String>,
    #[serde(flatten)]
    fields: T,
}

#[derive(Serialize)]
struct Supplies {
    white: Supply,
    black: Supply,
}

#[derive(Serialize)]
struct Supply {
    flats: u8,
    capstones: u8,
}

impl<T> WithPosition<T> {
    pub(super) fn new(game: &Game, fields: T) -> Self {
        let rules = game.rules();
        let supply = |color| {
            let Reserve { stones, capstones } = rules.pieces[color];
            Supply { flats: stones, capstones }
        };
        Self {
            version: VERSION,
            tps: game.tps(),
            size: game.size(),
            half_komi: rules.half_komi.half_flats(),
            opening: rules.opening.name(),
            pieces: Supplies { white: supply(Color::White), black: supply(Color::Black) },
            to_move: game.to_move(),
            note: game.opening_note(),
            fields,
        }
    }
}

/// The end of a finished game.
#[derive(Serialize)]
pub(super) struct GameEnd {
    result: &'static str,
    winner: Option<Color>,
    reason: &'static str,
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> Self {
        let reason = match outcome {
            Outcome::Win(_, WinReason::Road) => "road",
            Outcome::Win(_, WinReason::Flats) | Outcome::Draw(DrawReason::Flats) => "flats",
            Outcome::Draw(DrawReason::Repetition) => "repetition",
            Outcome::Draw(DrawReason::ReversiblePlies) => "reversible plies",
        };
        Self { result: result_code(outcome), winner: outcome.winner(), reason }
    }
}

/// A score from White's view.
pub(super) fn score(verdict: &Verdict) -> AnnotationScore {
    match (verdict.winner(), verdict.winning_moves()) {
        (Some(winner), Some(moves)) => AnnotationScore::Win { winner, moves, by: verdict.reason },
        _ => AnnotationScore::Estimate { centi_flats: verdict.white_centi_flats().unwrap_or(0) },
    }
}

/// Whole milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
