//! Good moves: the only ones that hold what there is.

use super::judge::{GOOD, chance_of};
use super::look::Effort;
use super::walk::Walk;
use crate::notation::Judgement;

/// A good move may lose at most so much itself: the search is not that exact.
const SLACK: f64 = 0.02;
/// A glance has to take a move for at least so much worse than another for it to be hard to see.
const HIDDEN: f64 = 0.05;

/// The mark of a move that is no mistake: `!` if every other move would have lost [`GOOD`], `!!` if
/// besides a glance does not see it. Moves that end the game and answers to tak explain themselves and
/// get none. The outer `None` if it is broken off.
pub(super) fn judge_good(walk: &mut Walk<'_>, ply: usize) -> Option<Option<Judgement>> {
    let (board, after) = (walk.board(ply), walk.board(ply + 1));
    let (mv, mover) = (walk.annotation.moves[ply].mv, board.to_move());
    let chance = walk.annotation.evaluations[ply + 1].as_ref().map(|it| chance_of(it, mover));
    let Some(chance) = chance.filter(|&chance| chance >= GOOD) else { return Some(None) };
    let explains_itself = board.opening_plies() > 0 || after.outcome().is_some() || board.is_tak();
    if explains_itself || walk.annotation.loss(ply).is_some_and(|loss| loss > SLACK) {
        return Some(None);
    }
    let mut others = board.moves();
    others.retain(|&other| other != mv);
    if others.is_empty() {
        return Some(None);
    }
    for effort in [Effort::Quarter, Effort::Full] {
        let other = walk.looker.search(&board, &others, effort)?;
        if chance - chance_of(&other, mover) < GOOD {
            return Some(None);
        }
    }
    let glance = walk.looker.glance(&board, &[]);
    let own = walk.looker.glance(&board, &[mv]);
    let is_hidden = match (glance, own) {
        (Some(glance), Some(own)) => {
            glance.line_after.first() != Some(&mv)
                && chance_of(&glance, mover) - chance_of(&own, mover) >= HIDDEN
        }
        _ => false,
    };
    Some(Some(if is_hidden { Judgement::Brilliant } else { Judgement::Good }))
}
