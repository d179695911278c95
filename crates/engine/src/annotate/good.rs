//! Good moves: every other move loses much.

use super::Annotation;
use super::judge::{GOOD, chance_of};
use super::look::{Effort, PositionEvaluator};
use crate::game::Game;
use crate::notation::Judgement;

/// Largest loss of a good move itself, for the noise of the search.
const SLACK: f64 = 0.02;
/// Smallest loss of a brilliant move in the shallow search.
const HIDDEN: f64 = 0.05;

/// The mark of the move after `ply` plies, between two games, that is not a mistake: `!` if every other move loses [`GOOD`] or more, `!!` if in addition a shallow
/// search rejects it. Moves that end the game, answers to tak and opening plies get no mark. The outer `None` means:
/// interrupted.
pub(super) fn judge_good(
    annotation: &Annotation,
    evaluator: &mut PositionEvaluator<'_>,
    ply: usize,
    [game, after]: &[Game; 2],
) -> Option<Option<Judgement>> {
    let (mv, mover) = (annotation.moves[ply].mv, game.to_move());
    let chance = annotation.evaluations[ply + 1].as_ref().map(|it| chance_of(it, mover));
    let Some(chance) = chance.filter(|&chance| chance >= GOOD) else { return Some(None) };
    let is_obvious = game.opening_plies() > 0 || after.outcome().is_some() || game.is_tak();
    if is_obvious || annotation.loss(ply).is_some_and(|loss| loss > SLACK) {
        return Some(None);
    }
    let mut others = game.moves();
    others.retain(|&other| other != mv);
    if others.is_empty() {
        return Some(None);
    }
    for effort in [Effort::Quarter, Effort::Full] {
        let other = evaluator.search(game, &others, effort)?;
        if chance - chance_of(&other, mover) < GOOD {
            return Some(None);
        }
    }
    let best = evaluator.shallow(game, &[]);
    let own = evaluator.shallow(game, &[mv]);
    let is_hidden = match (best, own) {
        (Some(best), Some(own)) => {
            best.line_after.first() != Some(&mv)
                && chance_of(&best, mover) - chance_of(&own, mover) >= HIDDEN
        }
        _ => false,
    };
    Some(Some(if is_hidden { Judgement::Brilliant } else { Judgement::Good }))
}
