//! Good moves: the only ones that hold what there is.

use super::judge::{GOOD, chance_of};
use super::look::Effort;
use super::tinue;
use super::walk::Walk;
use stonefall_engine::notation::{Judgement, Threat};

/// A good move may lose at most so much itself: the search is not that exact.
const SLACK: f64 = 0.02;
/// A glance has to take a move for at least so much worse than another for it to be hard to see.
const HIDDEN: f64 = 0.05;

/// The mark of a move that is no mistake: `!` if every other move would have lost [`GOOD`], `!!` if
/// besides a glance does not see it. Moves that end the game and answers to tak explain themselves and
/// get none. The outer `None` if it is broken off.
pub(super) fn judge_good<const N: usize>(
    walk: &mut Walk<'_, N>,
    ply: usize,
) -> Option<Option<Judgement>> {
    let (position, after) = (walk.positions[ply].clone(), &walk.positions[ply + 1]);
    let (mv, mover) = (walk.annotation.moves[ply].mv, position.to_move());
    let chance = walk.annotation.evaluations[ply + 1].as_ref().map(|it| chance_of(it, mover));
    let Some(chance) = chance.filter(|&chance| chance >= GOOD) else { return Some(None) };
    let explains_itself = position.opening_plies() > 0
        || after.outcome().is_some()
        || tinue::threat(&position) != Threat::None;
    if explains_itself || walk.annotation.loss(ply).is_some_and(|loss| loss > SLACK) {
        return Some(None);
    }
    let mut others = Vec::new();
    position.generate(&mut others);
    others.retain(|&other| other != mv);
    if others.is_empty() {
        return Some(None);
    }
    let history = walk.history(ply);
    for effort in [Effort::Quarter, Effort::Full] {
        let other = walk.looker.search(&position, &history, &others, effort)?;
        if chance - chance_of(&other, mover) < GOOD {
            return Some(None);
        }
    }
    let glance = walk.looker.glance(&position, &history, &[]);
    let own = walk.looker.glance(&position, &history, &[mv]);
    let is_hidden = match (glance, own) {
        (Some(glance), Some(own)) => {
            glance.line_after.first() != Some(&mv)
                && chance_of(&glance, mover) - chance_of(&own, mover) >= HIDDEN
        }
        _ => false,
    };
    Some(Some(if is_hidden { Judgement::Brilliant } else { Judgement::Good }))
}
