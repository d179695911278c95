//! JSON form of `solve`, documented in `docs/json.md`.

use super::Findings;
use crate::cli::json::{millis, with_position};
use serde_json::{Value, json};
use stonefall_engine::game::Game;
use stonefall_engine::search::proof::{Answer, Goal};

/// The results; none if the game is over.
pub(super) fn solution(
    game: &Game,
    goal: Goal,
    findings: Option<&Findings>,
    summary: String,
) -> Value {
    let (answer, not_within) = match findings.map(|findings| &findings.answer) {
        None => ("over", None),
        Some(Answer::Proven(proof)) => ("proven", Some(proof.not_within)),
        Some(Answer::Disproven(within)) => ("disproven", *within),
        Some(Answer::Open { not_within }) => ("open", Some(*not_within)),
    };
    let proof = findings.and_then(|findings| findings.answer.proof());
    let first = findings.filter(|_| proof.is_some()).map(|findings| &findings.first);
    let winning = first.map_or(&[][..], |first| &first.winning);
    let is_known = first.is_some_and(|first| first.complete || winning.len() > 1);
    let first_move = |&(mv, moves)| json!({ "move": game.spelling(mv), "moves": moves });
    let fields = json!({
        "goal": match goal {
            Goal::Road => "road",
            Goal::Win => "win",
        },
        "answer": answer,
        "moves": proof.map(|proof| proof.moves()),
        "shortest": proof.is_some_and(|proof| proof.is_shortest()),
        "not_within": not_within,
        "line": proof.map(|proof| game.spell_line(proof.line())).unwrap_or_default(),
        "first_moves": winning.iter().map(first_move).collect::<Vec<_>>(),
        "unique": is_known.then_some(winning.len() == 1),
        "proof_positions": proof.map(|proof| proof.nodes.len()),
        "nodes": findings.map_or(0, |findings| findings.nodes),
        "time_ms": findings.map_or(0, |findings| millis(findings.time)),
        "summary": summary,
    });
    with_position(game, fields)
}
