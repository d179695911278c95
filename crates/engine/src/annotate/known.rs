//! Reads an annotated game, to resume its annotation.

use super::{Annotation, NAME, NOTE, Plan};
use crate::notation::ptn_file::{Evaluation, Line, PtnGame};
use crate::notation::{Marks, ThreatMark};
use thiserror::Error;

/// Evaluations and marks of an annotated game, complete or not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Known {
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
pub(super) fn own_evaluation(comment: &str) -> Option<Evaluation> {
    let evaluation = Evaluation::read(comment)?;
    let name = evaluation.name.as_deref()?;
    (name.split(' ').next() == Some(NAME)).then_some(evaluation)
}

/// Whether a comment is this program's note.
pub(super) fn is_note(comment: &str) -> bool {
    comment.starts_with(NOTE)
}

impl Known {
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
