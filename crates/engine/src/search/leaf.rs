//! Leaves: the evaluation, or more if a stack can win flats at once.
//!
//! The evaluation counts top flats and ignores that a spread will cover three of them with the next move.
//! Like the quiescence search of chess, this search tries the spreads that win the most flats and the
//! answers to them; each side may also stop.

use super::Bound;
use super::kind::{Expect, NodeKind};
use super::picker::flat_gain;
use super::prune::FLAT;
use super::shared::Shared;
use super::table::Entry;
use super::tunables;
use super::worker::Worker;
use crate::cpu::versions;
use crate::eval::Score;
use crate::types::Move;
use arrayvec::ArrayVec;

/// Maximum number of spreads per leaf.
const MOST: usize = 16;

/// Whether the evaluation stands at a leaf: no capture can matter, or the maximum number of captures is
/// reached.
#[inline(always)]
pub(super) fn is_settled([alpha, beta]: [Score; 2], eval: Score, depth: i32) -> bool {
    let reach = FLAT * (tunables::leaf_gain() + tunables::leaf_slack());
    eval >= beta || eval + reach <= alpha || depth <= -tunables::leaf_plies()
}

impl<const N: usize> Worker<N> {
    versions! {
        /// The best of the evaluation and of the spreads that win flats, in a position without tak.
        pub(super) fn captures<K: NodeKind>(
            &mut self,
            shared: &Shared,
            window: [Score; 2],
            eval: Score,
            depth: i32,
            ply: usize,
        ) -> Score = captures_body as [captures_basic, captures_v3];
    }

    #[inline(always)]
    fn captures_body<K: NodeKind>(
        &mut self,
        shared: &Shared,
        [alpha, beta]: [Score; 2],
        eval: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        let mut best = eval;
        for mv in self.promising(eval, alpha) {
            let alpha = alpha.max(best);
            let undo = self.play(shared, mv, ply);
            let score = -self.node::<K>(shared, -beta, -alpha, depth - 1, ply + 1, Expect::All);
            self.undo(mv, &undo);
            if self.aborted {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score.is_win() {
                    self.remember_win(shared, mv, score, ply);
                }
                if K::PV && score > alpha {
                    self.frames.lead(ply, mv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Stores a win, so that a later search without time can play it on. The table has no other results of leaves.
    #[inline(never)]
    fn remember_win(&self, shared: &Shared, mv: Move, score: Score, ply: usize) {
        let win = Entry { mv: Some(mv), score, depth: 0, bound: Bound::Lower };
        shared.table.store(self.position.key(), ply, win);
    }

    versions! {
        /// The spreads that win the most flats, largest first, if their gain may raise alpha.
        fn promising(&mut self, eval: Score, alpha: Score) -> ArrayVec<Move, MOST>
            = promising_body as [promising_basic, promising_v3];
    }

    #[inline(always)]
    fn promising_body(&mut self, eval: Score, alpha: Score) -> ArrayVec<Move, MOST> {
        let enough = (alpha - eval) / FLAT - tunables::leaf_slack();
        let least = tunables::leaf_gain().max(enough + 1);
        let most = tunables::leaf_moves() as usize;
        let mut best = ArrayVec::<(i32, Move), { MOST + 1 }>::new();
        self.lists.generated.clear();
        self.position
            .generate_stack_spreads(self.position.winning_stacks(), &mut self.lists.generated);
        for &mv in &self.lists.generated {
            let gain = flat_gain(&self.position, mv);
            if gain >= least {
                let place = best.partition_point(|&(other, _)| other >= gain);
                best.insert(place, (gain, mv));
                best.truncate(most);
            }
        }
        best.into_iter().map(|(_, mv)| mv).collect()
    }
}
