//! Root moves with score, line and cost.

use super::history::Situation;
use super::node::{Expect, Principal, Scout};
use super::picker::{Evasions, Picker};
use super::prune;
use super::worker::{Job, Worker};
use super::{Limits, Settings};
use crate::board::{Position, Symmetry};
use crate::eval::Score;
use crate::types::Move;
use fxhash::FxHashMap;

/// A root move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Exact score if the move was best in the last search, else minus infinity.
    pub(super) score: Score,
    /// Score of the previous iteration.
    pub(super) previous: Score,
    /// Whether this iteration has searched it completely.
    pub(super) searched: bool,
    /// Positions visited below the move.
    pub(super) nodes: u64,
    /// Line of the score, beginning with the move.
    pub(super) line: Vec<Move>,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        let unknown = -Score::INFINITE;
        Self { mv, score: unknown, previous: unknown, searched: false, nodes: 0, line: vec![mv] }
    }
}

impl<const N: usize> Worker<N> {
    /// Sorts the root moves like those of a node. A win in one is already first.
    pub(super) fn order_root(&mut self) {
        if self.position.winning_move().is_some() {
            return;
        }
        let roads = self.position.roads();
        let situation = Situation { color: self.position.to_move(), before: None, earlier: None };
        let mut picker =
            Picker::new(None, self.frames.at(0), situation, Evasions::ANY, &self.lists);
        let mut places = FxHashMap::default();
        while let Some(mv) = picker.next(&self.position, &roads, &self.moves, &mut self.lists) {
            places.insert(mv, places.len());
        }
        picker.finish(&mut self.lists);
        self.root_moves.sort_by_key(|root_move| places.get(&root_move.mv).copied());
    }

    /// Searches the root moves from `first` on. The best one is first afterwards, unless the search was
    /// interrupted.
    pub(super) fn root(
        &mut self,
        job: &Job,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        first: usize,
    ) -> Score {
        let mut best = -Score::INFINITE;
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let count = index - first + 1;
            let proven =
                self.root_proofs.proven.as_ref().filter(|proven| proven.begins_with(mv)).cloned();
            let score = match &proven {
                Some(proven) => proven.score,
                None => self.root_move(job, alpha, beta, depth, index, count),
            };
            if self.aborted {
                return best;
            }

            let root_move = &mut self.root_moves[index];
            root_move.searched = true;
            if count == 1 || score > alpha {
                self.has_move = true;
                root_move.score = score;
                root_move.line = proven.map_or_else(
                    || [mv].into_iter().chain(self.frames.at(1).line.iter().copied()).collect(),
                    |proven| proven.line,
                );
            } else {
                root_move.score = -Score::INFINITE;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // A stable sort keeps the order of moves without a score.
        self.root_moves[first..].sort_by_key(|root_move| -root_move.score);
        best
    }

    /// Searches one root move, the `count`th of its line: the first with the full window, later ones only if
    /// they exceed alpha.
    fn root_move(
        &mut self,
        job: &Job,
        alpha: Score,
        beta: Score,
        depth: i32,
        index: usize,
        count: usize,
    ) -> Score {
        let mv = self.root_moves[index].mv;
        let nodes_before = self.nodes;
        let undo = self.play(job, mv, 0);
        let full = depth - 1;
        let mut score = Score::DRAW;
        if count > 1 {
            let reduction =
                if depth >= 3 && count > 4 { prune::reduction(depth, count) / 1024 } else { 0 };
            let reduced = (full - reduction).clamp(1.min(full), full);
            score = -self.node::<Scout>(job, -alpha - 1, -alpha, reduced, 1, Expect::Cut);
            if score > alpha && reduced < full && !self.aborted {
                score = -self.node::<Scout>(job, -alpha - 1, -alpha, full, 1, Expect::Cut);
            }
        }
        if count == 1 || score > alpha && !self.aborted {
            score = -self.node::<Principal>(job, -beta, -alpha, full, 1, Expect::All);
        }
        self.undo(mv, &undo);
        self.root_moves[index].nodes += self.nodes - nodes_before;
        score
    }
}

/// The root moves to search: the requested ones if any is legal, else all, or one per symmetry class; a win
/// in one first. Empty if the game is over.
pub(super) fn root_moves<const N: usize>(
    root: &Position<N>,
    limits: &Limits,
    settings: &Settings,
) -> Vec<RootMove> {
    if root.outcome().is_some() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    root.generate(&mut moves);
    if moves.iter().any(|mv| limits.search_moves.contains(mv)) {
        moves.retain(|mv| limits.search_moves.contains(mv));
    } else if settings.multi_pv <= 1 {
        leave_out_images(root, &mut moves);
    }
    if let Some(win) = root.winning_move() {
        moves.sort_by_key(|&mv| mv != win);
    }
    moves.into_iter().map(RootMove::new).collect()
}

/// Keeps one move of each symmetry class: 6 of the 36 on the empty 6x6 board. After reversible moves the
/// history may break the symmetry.
fn leave_out_images<const N: usize>(root: &Position<N>, moves: &mut Vec<Move>) {
    if root.reversible_plies() > 0 {
        return;
    }
    let same = |symmetry: &Symmetry| root.image(*symmetry).is_ok_and(|image| image == *root);
    let symmetries: Vec<_> = Symmetry::ALL.into_iter().filter(same).collect();
    moves.retain(|&mv| symmetries.iter().all(|symmetry| symmetry.mv(mv, N) >= mv));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Piece, Rules, Square};

    #[test]
    fn skips_symmetric_root_moves() {
        let count = |position: &Position<6>, multi_pv| {
            let settings = Settings { multi_pv, ..Settings::default() };
            root_moves(position, &Limits::default(), &settings).len()
        };
        let mut position = Position::<6>::start(Rules::standard(6));
        assert_eq!((count(&position, 1), count(&position, 4)), (6, 36));
        position.play(Move::place(Square::new(0, 0), Piece::Flat), &mut ());
        // The diagonal symmetry remains: 5 squares on it, and half of the other 30.
        assert_eq!((count(&position, 1), count(&position, 4)), (20, 35));
        position.play(Move::place(Square::new(2, 1), Piece::Flat), &mut ());
        assert_eq!(count(&position, 1), count(&position, 4));
    }
}
