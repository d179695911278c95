//! The order of the candidate moves. Many have equal proof numbers, and the first of those is searched first.

use super::search::{ProofSearch, SolverMemory};
use super::state::{Child, Ranked, Tak};
use crate::search::policy::Policy;
use crate::types::Move;
use std::cmp::Reverse;

impl<const N: usize> ProofSearch<'_, N> {
    /// Takes the generated moves from these indexes on, and appends them to the ranked ones in their order.
    pub(super) fn rank(&mut self, certain: usize, unsure: usize) {
        let memory = &mut *self.memory;
        let first_unsure = memory.moves.len();
        memory.moves.extend(memory.unsure.drain(unsure..));
        let scores = self.scores(&self.memory.moves[certain..]);
        rank(self.memory, certain, first_unsure, &scores);
    }

    /// Sorts the defenses from this index on.
    pub(super) fn sort_defenses(&mut self, start: usize) {
        let defenses = &self.memory.children[start..];
        let moves: Vec<_> = defenses.iter().map(|child| child.mv).collect();
        let scores = self.scores(&moves);
        sort(&mut self.memory.children[start..], &scores);
    }

    /// Scores of the policy.
    #[inline(never)]
    fn scores(&self, moves: &[Move]) -> Vec<i32> {
        let mut last = self.memory.line.iter().rev().copied();
        let tak = self.position.tak_squares(&self.position.roads());
        let policy = Policy::new(&self.position, [last.next(), last.next()], tak);
        moves.iter().map(|&mv| policy.score(&self.position, mv)).collect()
    }
}

// These are no methods, so that the program has their code once instead of once for each size.

fn rank(memory: &mut SolverMemory, start: usize, first_unsure: usize, scores: &[i32]) {
    let first = memory.ranked.len();
    let tak = |index| if index < first_unsure { Tak::Certain } else { Tak::Unchecked };
    let moves = memory.moves.drain(start..).enumerate();
    memory.ranked.extend(moves.zip(scores).map(|((index, mv), &score)| Ranked {
        score,
        mv,
        tak: tak(start + index),
    }));
    memory.ranked[first..].sort_unstable_by_key(|ranked| (Reverse(ranked.score), ranked.mv.bits()));
}

fn sort(children: &mut [Child], scores: &[i32]) {
    let mut sorted: Vec<_> = scores.iter().zip(children.iter().copied()).collect();
    sorted.sort_by_key(|&(score, _)| Reverse(score));
    for (child, (_, next)) in children.iter_mut().zip(sorted) {
        *child = next;
    }
}
