//! The order of the candidate moves. Many have equal proof numbers, and the first of those is searched first.

use super::search::ProofSearch;
use super::state::{Ranked, Tak};
use crate::search::policy::Policy;
use std::cmp::Reverse;

impl<const N: usize> ProofSearch<'_, N> {
    /// Takes the generated moves from these indexes on, and appends them to the ranked ones in their order.
    #[inline(always)]
    pub(super) fn rank(&mut self, certain: usize, unsure: usize) {
        let mut policy = self.policy();
        let (position, memory) = (&self.position, &mut *self.memory);
        let start = memory.ranked.len();
        let certain = memory.moves.drain(certain..).map(|mv| (mv, Tak::Certain));
        let unsure = memory.unsure.drain(unsure..).map(|mv| (mv, Tak::Unchecked));
        memory.ranked.extend(certain.chain(unsure).map(|(mv, tak)| Ranked {
            score: policy.score(position, mv),
            mv,
            tak,
        }));
        memory.ranked[start..]
            .sort_unstable_by_key(|ranked| (Reverse(ranked.score), ranked.mv.bits()));
    }

    /// Sorts the defenses from this index on.
    #[inline(always)]
    pub(super) fn sort_defenses(&mut self, start: usize) {
        let mut policy = self.policy();
        let position = &self.position;
        self.memory.children[start..]
            .sort_by_cached_key(|child| Reverse(policy.score(position, child.mv)));
    }

    #[inline(always)]
    fn policy(&self) -> Policy<N> {
        let mut last = self.memory.line.iter().rev().copied();
        let tak = self.position.tak_squares(&self.position.roads());
        Policy::new(&self.position, [last.next(), last.next()], tak)
    }
}
