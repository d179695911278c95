//! Text form of the results.

use super::Findings;
use crate::cli::output::counted;
use stonefall_engine::game::Game;
use stonefall_engine::report::grouped;
use stonefall_engine::search::proof::{Answer, Goal, Proof, ProofProgress, Question};

/// The text under the board.
pub(super) fn report(game: &Game, question: Question, findings: &Findings) -> String {
    let mut text = format!("   {}\n", sentence(game, question, findings));
    if let Some(proof) = findings.answer.proof() {
        if !findings.first.winning.is_empty() {
            text += &format!("   {}\n", others(game, findings));
        }
        text += &format!("\n   {}\n", line(game, proof));
    }
    text + &format!("\n   {}\n", effort(findings))
}

/// The answer in one or two sentences.
pub(super) fn sentence(game: &Game, question: Question, findings: &Findings) -> String {
    let mover = game.to_move().name();
    let (what, by) = match question.goal {
        Goal::Road => ("road", " by threats"),
        Goal::Win => ("win", ""),
    };
    let none_in = |moves: u32| format!("has no {what} in {}{by}.", count(moves));
    match &findings.answer {
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
fn others(game: &Game, findings: &Findings) -> String {
    let first = &findings.first;
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

fn effort(findings: &Findings) -> String {
    let opened =
        format!("{} positions in {:.2} s", grouped(findings.nodes), findings.time.as_secs_f64());
    match findings.answer.proof() {
        Some(proof) => {
            format!("{opened}; the proof has {}, all replayed", grouped(proof.nodes.len() as u64))
        }
        None => opened,
    }
}

/// Message of a search in progress.
pub(super) fn searching(progress: &ProofProgress) -> String {
    let found = progress.found.map_or(String::new(), |moves| format!("won in {moves}; "));
    let asked = progress.moves.map_or("any number of moves".into(), count);
    format!("{found}searching {asked}  {} positions", grouped(progress.nodes))
}
