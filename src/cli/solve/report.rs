//! Text and JSON (docs/json.md) of the results.

use super::Solution;
use crate::cli::json::millis;
use crate::cli::output::counted;
use serde::Serialize;
use stonefall_engine::game::Game;
use stonefall_engine::search::proof::{Answer, Goal, Proof, ProofProgress, Question};

/// The text under the board.
pub(super) fn report(game: &Game, question: Question, solution: &Solution) -> String {
    let mut text = format!("   {}\n", sentence(game, question, solution));
    if let Some(proof) = solution.answer.proof() {
        if !solution.first.winning.is_empty() {
            text += &format!("   {}\n", others(game, solution));
        }
        text += &format!("\n   {}\n", line(game, proof));
    }
    text + &format!("\n   {}\n", effort(solution))
}

/// The answer in one or two sentences.
pub(super) fn sentence(game: &Game, question: Question, solution: &Solution) -> String {
    let mover = game.to_move().name();
    let (what, by) = match question.goal {
        Goal::Road => ("road", " by threats"),
        Goal::Win => ("win", ""),
    };
    let none_in = |moves: u32| format!("has no {what} in {}{by}.", count(moves));
    match &solution.answer {
        Answer::Proven(proof) => {
            let best = proof.line().first().map_or(String::new(), |&mv| game.spelling(mv));
            let moves = proof.moves();
            let short = if moves == 1 {
                ""
            } else if proof.is_shortest() {
                " There is no shorter one."
            } else {
                " A shorter one is not excluded."
            };
            format!(
                "{mover} to move forces a {what} in {}, starting with {best}.{short}",
                count(moves)
            )
        }
        Answer::Disproven(None) => format!("{mover} to move cannot force a {what}{by}."),
        Answer::Disproven(Some(moves)) => format!("{mover} to move {}", none_in(*moves)),
        Answer::Open { not_within: 0 } => "Not decided within the limits.".into(),
        Answer::Open { not_within } => {
            format!("Not decided within the limits. {mover} {}", none_in(*not_within))
        }
    }
}

/// Other first moves that win as well.
fn others(game: &Game, solution: &Solution) -> String {
    let first = &solution.first;
    let words: Vec<_> = first
        .winning
        .iter()
        .map(|&(mv, moves)| format!("{} ({moves})", game.spelling(mv)))
        .collect();
    match (first.complete, &words[..]) {
        (true, [_]) => "No other first move wins as fast.".into(),
        (true, _) => format!("First moves that win as fast: {}.", words.join(", ")),
        (false, _) => {
            format!("First moves that win as fast, as far as searched: {}.", words.join(", "))
        }
    }
}

/// The principal variation with move numbers.
fn line(game: &Game, proof: &Proof) -> String {
    let mut text = String::new();
    let first = game.ply();
    for (ply, word) in (first..).zip(game.spell_line(proof.line())) {
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        } else if ply == first {
            text += &format!("{}... ", ply / 2 + 1);
        }
        text += &format!("{word} ");
    }
    text.trim_end().into()
}

fn count(moves: u32) -> String {
    counted(moves as usize, "move")
}

fn effort(solution: &Solution) -> String {
    let positions = counted(solution.nodes as usize, "position");
    let opened = format!("{positions} in {:.2} s", solution.time.as_secs_f64());
    match solution.answer.proof() {
        Some(proof) => {
            let size = counted(proof.nodes.len(), "position");
            format!("{opened}; the proof has {size}, all replayed")
        }
        None => opened,
    }
}

/// Message of a search in progress.
pub(super) fn searching(progress: &ProofProgress) -> String {
    let found = progress.found.map_or(String::new(), |moves| format!("won in {moves}; "));
    let asked = progress.moves.map_or("any number of moves".into(), count);
    format!("{found}searching {asked}  {}", counted(progress.nodes as usize, "position"))
}

/// The results as JSON.
#[derive(Serialize)]
pub(super) struct SolutionFacts {
    goal: &'static str,
    answer: &'static str,
    moves: Option<u32>,
    shortest: bool,
    not_within: Option<u32>,
    line: Vec<String>,
    first_moves: Vec<FirstMove>,
    unique: Option<bool>,
    proof_positions: Option<usize>,
    nodes: u64,
    time_ms: u64,
    summary: String,
}

#[derive(Serialize)]
struct FirstMove {
    r#move: String,
    moves: u32,
}

impl SolutionFacts {
    /// Without a solution the game is over.
    pub(super) fn new(
        game: &Game,
        goal: Goal,
        solution: Option<&Solution>,
        summary: String,
    ) -> Self {
        let (answer, not_within) = match solution.map(|it| &it.answer) {
            None => ("over", None),
            Some(Answer::Proven(proof)) => ("proven", Some(proof.not_within)),
            Some(Answer::Disproven(within)) => ("disproven", *within),
            Some(Answer::Open { not_within }) => ("open", Some(*not_within)),
        };
        let proof = solution.and_then(|it| it.answer.proof());
        let first = solution.filter(|_| proof.is_some()).map(|it| &it.first);
        let winning = first.map_or(&[][..], |first| &first.winning);
        let is_known = first.is_some_and(|first| first.complete || winning.len() > 1);
        let first_move = |&(mv, moves)| FirstMove { r#move: game.spelling(mv), moves };
        Self {
            goal: match goal {
                Goal::Road => "road",
                Goal::Win => "win",
            },
            answer,
            moves: proof.map(Proof::moves),
            shortest: proof.is_some_and(Proof::is_shortest),
            not_within,
            line: proof.map(|proof| game.spell_line(proof.line())).unwrap_or_default(),
            first_moves: winning.iter().map(first_move).collect(),
            unique: is_known.then_some(winning.len() == 1),
            proof_positions: proof.map(|proof| proof.nodes.len()),
            nodes: solution.map_or(0, |it| it.nodes),
            time_ms: solution.map_or(0, |solution| millis(solution.time)),
            summary,
        }
    }
}
