//! JSON form of `solve`, documented in `docs/json.md`.

use super::Findings;
use super::words::sentence;
use crate::cli::json::Setting;
use crate::version::VERSION;
use serde::Serialize;
use stonefall_engine::game::Game;
use stonefall_engine::search::proof::{Answer, Goal, Question};

#[derive(Serialize, Debug, Default)]
pub(super) struct Solution {
    version: &'static str,
    #[serde(flatten)]
    setting: Setting,
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

impl Solution {
    /// A finished game.
    pub(super) fn finished(game: &Game, goal: Goal, summary: String) -> Self {
        Self {
            version: VERSION,
            setting: Setting::new(game),
            goal: match goal {
                Goal::Road => "road",
                Goal::Win => "win",
            },
            answer: "over",
            summary,
            ..Self::default()
        }
    }

    pub(super) fn new(game: &Game, question: Question, findings: &Findings) -> Self {
        let summary = sentence(game, question, findings);
        let mut solution = Self::finished(game, question.goal, summary);
        solution.nodes = findings.nodes;
        solution.time_ms = u64::try_from(findings.time.as_millis()).unwrap_or(u64::MAX);
        match &findings.answer {
            Answer::Proven(proof) => {
                let (winning, is_complete) = (&findings.first.winning, findings.first.complete);
                let first = |&(mv, moves)| First { mv: game.spelling(mv), moves };
                solution.answer = "proven";
                solution.moves = Some(proof.moves());
                solution.shortest = proof.is_shortest();
                solution.not_within = Some(proof.not_within());
                solution.line = game.spell_line(proof.line());
                solution.first_moves = winning.iter().map(first).collect();
                let is_known = is_complete || winning.len() > 1;
                solution.unique = is_known.then_some(winning.len() == 1);
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
        solution
    }
}
