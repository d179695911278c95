//! Annotations in a game's text: reads one to resume it, and writes one.

use super::evaluate::winner;
use super::{Annotation, NAME, NOTE, Plan, judge};
use crate::game::Game;
use crate::notation::ptn_file::{Evaluation, GameError, Label, Line, PtnGame, PtnMove};
use crate::notation::{Marks, Ply, ThreatMark};
use crate::types::{Color, Move};
use thiserror::Error;

/// Evaluations and marks of an annotated game, complete or not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EarlierAnnotation {
    evaluations: Vec<Option<Evaluation>>,
    marks: Vec<Marks>,
}

/// Reason why an annotation cannot be resumed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unlike {
    /// The game has no annotation of this program.
    #[error("it is not annotated")]
    Plain,
    /// The game has other moves.
    #[error("it is another game")]
    Game,
    /// The annotation has another version or other limits.
    #[error("expected \"{expected}\", found \"{found}\"")]
    Plan {
        /// Note of this plan.
        expected: String,
        /// Note in the game.
        found: String,
    },
}

/// The evaluation in a comment of this program.
fn own_evaluation(comment: &str) -> Option<Evaluation> {
    let evaluation = Evaluation::read(comment)?;
    let name = evaluation.name.as_deref()?;
    (name.split(' ').next() == Some(NAME)).then_some(evaluation)
}

/// Whether a comment is this program's note.
fn is_note(comment: &str) -> bool {
    comment.starts_with(NOTE)
}

impl EarlierAnnotation {
    /// Reads an annotation of `original` with the same plan.
    ///
    /// # Errors
    /// If the game is not annotated, has other moves, or another plan.
    pub fn read(annotated: &PtnGame, original: &PtnGame, plan: &Plan) -> Result<Self, Unlike> {
        let (main, wanted) = (annotated.main(), original.main());
        let expected = plan.note();
        let note = main.notes.iter().rfind(|text| is_note(text)).ok_or(Unlike::Plain)?;
        let moves = |line: &Line| line.moves.iter().map(|it| it.ply.mv).collect::<Vec<_>>();
        if moves(main) != moves(wanted) {
            return Err(Unlike::Game);
        }
        if *note != expected {
            return Err(Unlike::Plan { expected, found: note.clone() });
        }
        let own = |comments: &[String]| comments.iter().rev().find_map(|text| own_evaluation(text));
        let mut evaluations = vec![own(&main.notes)];
        evaluations.extend(main.moves.iter().map(|played| own(&played.comments)));
        let marks = main.moves.iter().map(|played| played.ply.marks).collect();
        Ok(Self { evaluations, marks })
    }

    /// Copies the evaluations and marks into an annotation.
    pub(super) fn fill(self, annotation: &mut Annotation) {
        for (slot, evaluation) in annotation.evaluations.iter_mut().zip(self.evaluations) {
            *slot = evaluation;
        }
        let evaluations = &mut annotation.evaluations;
        for (ply, (played, marks)) in annotation.moves.iter_mut().zip(self.marks).enumerate() {
            let Some(after) = &mut evaluations[ply + 1] else { continue };
            // The mark in this program's comment is its own; the mark behind the move may be the author's.
            played.judgement = after.mark.take();
            if played.threat == ThreatMark::Tak && marks.threat == ThreatMark::Tinue {
                played.threat = ThreatMark::Tinue;
            }
        }
    }
}

/// Moves of a variation without a proven end.
const SHOWN_MOVES: usize = 8;

/// Moves that get the engine's line as a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variations {
    /// No move.
    None,
    /// Mistakes.
    #[default]
    Mistakes,
    /// Every move other than the engine's.
    All,
}

/// The game with evaluations behind its moves, marks and variations. Replaces earlier evaluations and marks of this
/// program, but keeps variations and everything else.
///
/// # Errors
/// If the setup of the game is not valid.
pub fn write(
    game: &PtnGame,
    annotation: &Annotation,
    note: &str,
    variations: Variations,
) -> Result<PtnGame, GameError> {
    let start = Game::replay(game, PtnGame::MAIN_LINE, Some(0))?;
    let mut game = game.clone();
    strip(game.main_mut());
    let main = game.main_mut();
    let first = annotation.evaluations.first().and_then(Option::as_ref);
    main.notes.push(note.to_owned());
    main.notes.extend(first.map(ToString::to_string));
    let evaluated = annotation.moves.iter().zip(annotation.evaluations.iter().skip(1));
    for (mv, (own, evaluation)) in main.moves.iter_mut().zip(evaluated) {
        let Some(evaluation) = evaluation else { continue };
        // The author's marks take precedence.
        mv.ply.marks = mv.ply.marks.or(Marks { threat: own.threat, judgement: own.judgement });
        let comment = Evaluation { mark: own.judgement, ..evaluation.clone() };
        mv.comments.push(comment.to_string());
    }
    add_variations(&mut game, start, annotation, variations);
    Ok(game)
}

/// Removes earlier evaluations and marks of this program.
fn strip(main: &mut Line) {
    main.notes.retain(|text| !is_note(text) && own_evaluation(text).is_none());
    for PtnMove { ply: Ply { marks, .. }, comments, .. } in &mut main.moves {
        comments.retain(|text| {
            let own = own_evaluation(text);
            if own.as_ref().is_some_and(|own| own.mark == marks.judgement) {
                marks.judgement = None;
            }
            own.is_none()
        });
    }
}

/// Adds the engine's lines that the game does not have.
fn add_variations(
    game: &mut PtnGame,
    mut before_move: Game,
    annotation: &Annotation,
    variations: Variations,
) {
    let main = PtnGame::MAIN_LINE;
    for (ply, played) in annotation.moves.iter().enumerate() {
        let before = annotation.evaluations.get(ply).and_then(Option::as_ref);
        if let (Some(before), Some(loss)) = (before, annotation.loss(ply))
            && let Some(&best) = before.line_after.first()
            && best != played.mv
            && is_wanted(variations, loss)
            && !game.lines().iter().any(|line| begins_with(line, ply, best))
        {
            let variation = game.add_variation(main, ply, game.free_name(main, ply));
            if let Some(line) = game.line_mut(variation) {
                for ply in plies(&before_move, before) {
                    line.push(ply);
                }
                if let Some(first) = line.moves.first_mut() {
                    first.comments.push(behind_first(before, played.color));
                }
            }
        }
        if before_move.play(played.mv).is_err() {
            break;
        }
    }
}

fn is_wanted(variations: Variations, loss: f64) -> bool {
    match variations {
        Variations::None => false,
        Variations::Mistakes => judge::mistake(loss).is_some(),
        Variations::All => true,
    }
}

fn begins_with(line: &Line, ply: usize, mv: Move) -> bool {
    line.parent == Some(PtnGame::MAIN_LINE)
        && line.start == ply
        && line.moves.first().is_some_and(|played| played.ply.mv == mv)
}

/// The line of an evaluation for a variation.
fn plies(game: &Game, evaluation: &Evaluation) -> Vec<Ply> {
    let mut plies = game.write_line(&evaluation.line_after);
    plies.truncate(if evaluation.label.is_some() { usize::MAX } else { SHOWN_MOVES });
    plies
}

/// The evaluation behind the first move of its line.
fn behind_first(before: &Evaluation, mover: Color) -> String {
    let line_after = before.line_after.get(1..).unwrap_or_default().to_vec();
    let mut evaluation = Evaluation { line_after, mark: None, ..before.clone() };
    if winner(before) == Some(mover) {
        // The variation has already one of the winner's moves.
        evaluation.label = evaluation.label.and_then(|label| {
            let number = label.number?.checked_sub(1).filter(|&number| number > 0)?;
            Some(Label { number: Some(number), ..label })
        });
    }
    evaluation.to_string()
}
