//! JSON form of `solve`, documented in `docs/json.md`.

use super::Findings;
use super::words::sentence;
use crate::cli::Error;
use crate::cli::json::pretty;
use crate::cli::output::Output;
use crate::version::VERSION;
use serde::Serialize;
use std::io::Write;
use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::report::outcome_words;
use stonefall_engine::search::proof::{Answer, Goal, Question};
use stonefall_engine::types::Color;

#[derive(Serialize, Debug)]
struct Solution {
    version: &'static str,
    tps: String,
    size: usize,
    half_komi: i32,
    to_move: &'static str,
    goal: &'static str,
    /// `proven`, `disproven`, `open` or `over`.
    answer: &'static str,
    moves: Option<u32>,
    shortest: bool,
    not_within: Option<u32>,
    line: Vec<String>,
    first_moves: Vec<First>,
    unique: Option<bool>,
    proof_positions: Option<usize>,
    nodes: u64,
    time_ms: u64,
    summary: String,
}

#[derive(Serialize, Debug)]
struct First {
    #[serde(rename = "move")]
    mv: String,
    moves: u32,
}

fn still(board: &Game, goal: Goal, summary: String) -> Solution {
    Solution {
        version: VERSION,
        tps: board.tps().to_string(),
        size: board.size(),
        half_komi: board.rules().half_komi.half_flats(),
        to_move: match board.to_move() {
            Color::White => "white",
            Color::Black => "black",
        },
        goal: match goal {
            Goal::Road => "road",
            Goal::Win => "win",
        },
        answer: "over",
        moves: None,
        shortest: false,
        not_within: None,
        line: Vec::new(),
        first_moves: Vec::new(),
        unique: None,
        proof_positions: None,
        nodes: 0,
        time_ms: 0,
        summary,
    }
}

/// JSON of a finished game.
pub(super) fn finished(board: &Game, outcome: Outcome, output: &mut Output) -> Result<(), Error> {
    let summary = format!("The game is over: {}.", outcome_words(outcome));
    put(&still(board, Goal::Win, summary), output)
}

pub(super) fn write(
    board: &Game,
    question: Question,
    findings: &Findings,
    output: &mut Output,
) -> Result<(), Error> {
    let summary = sentence(board, question, findings);
    let mut solution = Solution {
        nodes: findings.nodes,
        time_ms: u64::try_from(findings.time.as_millis()).unwrap_or(u64::MAX),
        ..still(board, question.goal, summary)
    };
    match &findings.answer {
        Answer::Proven(proof) => {
            solution.answer = "proven";
            solution.moves = Some(proof.moves());
            solution.shortest = proof.is_shortest();
            solution.not_within = Some(proof.not_within());
            solution.line = board.spell_line(proof.line());
            let first = &findings.first;
            solution.first_moves = first
                .winning
                .iter()
                .map(|&(mv, moves)| First { mv: board.spelling(mv), moves })
                .collect();
            solution.unique = match first.winning.len() {
                0 | 1 if !first.complete => None,
                count => Some(count == 1),
            };
            solution.proof_positions = Some(proof.len());
        }
        Answer::Disproven(within) => {
            solution.answer = "disproven";
            solution.not_within = *within;
        }
        Answer::Open { not_within } => {
            solution.answer = "open";
            solution.not_within = Some(*not_within);
        }
    }
    put(&solution, output)
}

fn put(solution: &Solution, output: &mut Output) -> Result<(), Error> {
    Ok(output.write_all(pretty(solution)?.as_bytes())?)
}
