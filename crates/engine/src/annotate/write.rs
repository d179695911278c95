//! Writes an annotation into a game's text.

use super::known::{is_note, own_evaluation};
use super::look::winner;
use super::{Annotation, judge};
use crate::game::Game;
use crate::notation::ptn_file::{Evaluation, GameError, Label, Line, PtnGame};
use crate::notation::{Judgement, Marks, Ply};
use crate::types::{Color, Move};

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

/// The game with evaluations behind its moves, marks and variations. The rest of the text is unchanged. Replaces earlier
/// evaluations and marks of this program, but keeps variations.
///
/// # Errors
/// If the setup of the game is not valid.
pub fn write(
    game: &PtnGame,
    annotation: &Annotation,
    note: &str,
    variations: Variations,
) -> Result<PtnGame, GameError> {
    let mut game = game.clone();
    strip(&mut game);
    let start = Game::replay(&game, PtnGame::MAIN_LINE, Some(0))?;
    let tree = game.tree();
    let main = &tree.lines[PtnGame::MAIN_LINE];
    let mut comments = Vec::new();
    let evaluated = annotation.moves.iter().zip(annotation.evaluations.iter().skip(1));
    for (played, (own, evaluation)) in main.plies.iter().zip(evaluated) {
        let Some(evaluation) = evaluation else { continue };
        let marks = Marks { threat: own.threat, judgement: own.judgement };
        // The author's marks take precedence.
        let marks = played.ply.marks.or(marks);
        if marks != played.ply.marks {
            game.set_marks(played.item, marks);
        }
        let mark = own.judgement.filter(|_| is_shown(own.judgement));
        let comment = Evaluation { mark, ..evaluation.clone() };
        comments.push((played.item, comment.to_string()));
    }
    game.insert_comments(&comments);
    let first = annotation.evaluations.first().and_then(Option::as_ref);
    let notes: Vec<_> =
        [Some(note.to_owned()), first.map(ToString::to_string)].into_iter().flatten().collect();
    game.insert_notes(&notes);
    add_variations(&mut game, &tree.lines, start, annotation, variations);
    Ok(game)
}

/// Whether an evaluation can contain the mark.
const fn is_shown(mark: Option<Judgement>) -> bool {
    !matches!(mark, Some(Judgement::Interesting | Judgement::Dubious))
}

/// Removes earlier evaluations and marks of this program.
fn strip(game: &mut PtnGame) {
    let tree = game.tree();
    let main = &tree.lines[PtnGame::MAIN_LINE];
    let comment = |index: usize| game.items().get(index).and_then(|item| item.comment());
    let mut gone: Vec<usize> = main
        .notes
        .iter()
        .copied()
        .filter(|&index| {
            comment(index).is_some_and(|it| is_note(it) || own_evaluation(it).is_some())
        })
        .collect();
    let mut bare = Vec::new();
    for played in &main.plies {
        for &index in &played.comments {
            let Some(own) = comment(index).and_then(own_evaluation) else { continue };
            gone.push(index);
            if own.mark.is_some() && own.mark == played.ply.marks.judgement {
                bare.push((played.item, Marks { judgement: None, ..played.ply.marks }));
            }
        }
    }
    for (item, marks) in bare {
        game.set_marks(item, marks);
    }
    game.remove_items(&gone);
}

/// Adds the engine's lines that the game does not have.
fn add_variations(
    game: &mut PtnGame,
    lines: &[Line],
    start: Game,
    annotation: &Annotation,
    variations: Variations,
) {
    let mut game_before = start;
    let mut added = Vec::new();
    for (ply, played) in annotation.moves.iter().enumerate() {
        let before = annotation.evaluations.get(ply).and_then(Option::as_ref);
        if let (Some(before), Some(loss)) = (before, annotation.loss(ply))
            && let Some(&best) = before.line_after.first()
            && best != played.mv
            && is_wanted(variations, loss)
            && !lines.iter().any(|line| begins_with(line, ply, best))
            && let Some(name) =
                game.add_variation(PtnGame::MAIN_LINE, ply, &plies(&game_before, before))
        {
            added.push((name, behind_first(before, played.color)));
        }
        if game_before.play(played.mv).is_err() {
            break;
        }
    }
    let tree = game.tree();
    let comments: Vec<_> = added
        .into_iter()
        .filter_map(|(name, comment)| {
            Some((tree.lines[tree.find(&name)?].plies.first()?.item, comment))
        })
        .collect();
    game.insert_comments(&comments);
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
        && line.plies.first().is_some_and(|played| played.ply.mv == mv)
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
