//! One thread of a search with its state.

use super::correction::Corrections;
use super::facts_cache::{Facts, FactsCache};
use super::frame::Frames;
use super::history::MoveHistory;
use super::interval::Interval;
use super::picker::{Lists, Picker};
use super::proof::SizedSolver;
use super::root_move::RootMove;
use super::root_proof::RootProofs;
use super::shared::Shared;
use crate::board::{History, Position, Roads, Undo};
use crate::cpu::versions;
use crate::eval::{Evaluator, Score};
use crate::machine;
use crate::types::Move;
use std::time::Duration;

/// Memory of a thread's solver in MiB, used as needed.
const PROOF_MIB: usize = 8;

/// Board, memory and results of one thread.
pub(super) struct Worker<const N: usize> {
    /// 0 for the thread that checks the clock and reports.
    pub(super) id: usize,
    pub(super) position: Position<N>,
    evaluator: Evaluator,
    pub(super) facts: FactsCache,
    /// Keys of the game and of the path from the root.
    pub(super) history: History,
    pub(super) frames: Frames,
    pub(super) lists: Lists,
    pub(super) moves: MoveHistory<N>,
    pub(super) corrections: Corrections,
    pub(super) solver: SizedSolver<N>,
    pub(super) root_proofs: RootProofs,
    pub(super) root_moves: Vec<RootMove>,
    /// Whether a root move has been searched, so that there is a move to play.
    pub(super) has_move: bool,
    /// Whether the first iteration has a best line.
    pub(super) has_line: bool,
    /// Time that suffices for the result of the last iteration; `None` if it must not end the search.
    pub(super) sufficient: Option<Duration>,
    /// Whether the expected reply has not been noticed yet.
    pub(super) ponders: bool,
    /// Last finished iteration.
    pub(super) finished_depth: u32,
    pub(super) seldepth: usize,
    /// Ply from which tak is no longer answered below the leaves.
    pub(super) horizon: usize,
    pub(super) nodes: u64,
    /// Number of positions at which the limits are checked next.
    next_poll: u64,
    interval: Interval,
    /// Set when the search stops; scores are invalid from then on.
    pub(super) aborted: bool,
}

impl<const N: usize> Worker<N> {
    pub(super) fn new(id: usize, position: Position<N>, evaluator: Evaluator) -> Self {
        Self {
            id,
            position,
            evaluator,
            facts: FactsCache::new(),
            history: History::new(),
            frames: Frames::new(),
            lists: Lists::default(),
            moves: MoveHistory::new(),
            corrections: Corrections::new(),
            solver: SizedSolver::new(PROOF_MIB),
            root_proofs: RootProofs::default(),
            root_moves: Vec::new(),
            has_move: false,
            has_line: false,
            sufficient: None,
            ponders: false,
            finished_depth: 0,
            seldepth: 0,
            horizon: 0,
            nodes: 0,
            next_poll: 0,
            interval: Interval::new(),
            aborted: false,
        }
    }

    /// Prepares a search from a new root; histories stay.
    pub(super) fn prepare(&mut self, root: &Position<N>, history: &History, moves: &[RootMove]) {
        // The facts depend on komi and on the numbers of pieces, which a key does not contain.
        if self.position.rules() != root.rules() {
            self.facts.clear();
        }
        self.position = root.clone();
        self.evaluator.set_root(root);
        self.history = history.clone();
        self.root_moves = moves.to_vec();
        self.frames.clear();
        self.root_proofs = RootProofs::default();
        self.solver.age();
        self.has_move = false;
        self.has_line = false;
        self.sufficient = None;
        self.finished_depth = 0;
        self.seldepth = 0;
        self.nodes = 0;
        self.next_poll = 0;
        self.interval = Interval::new();
        self.aborted = false;
    }

    /// Clears what earlier searches learned.
    pub(super) fn forget(&mut self) {
        self.moves.clear();
        self.corrections.clear();
        self.solver = SizedSolver::new(PROOF_MIB);
    }

    /// Counts a position and returns whether the search must stop. There is always a move to play: the clock
    /// and a stop apply after one root move is searched, a limit of positions after the first iteration has a
    /// best line.
    #[inline(always)]
    pub(super) fn tick(&mut self, shared: &Shared) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll(shared);
        }
        self.aborted
    }

    #[inline(never)]
    fn poll(&mut self, shared: &Shared) {
        machine::pause();
        self.publish_nodes(shared);
        let visited = shared.nodes();
        // The positions that are left are shared by all threads.
        let left = shared.limits.nodes.unwrap_or(u64::MAX).saturating_sub(visited);
        self.next_poll = self.nodes + (left / shared.threads()).clamp(1, self.interval.next());
        if !self.has_move {
            return;
        }
        // The other threads check positions too, and stop by themselves while the first one is busy with a
        // proof.
        let out_of_nodes = self.has_line && left == 0;
        let out_of_time = self.id == 0 && (shared.is_out_of_time() || self.is_answered(shared));
        if !shared.limits.infinite && (out_of_nodes || out_of_time) {
            shared.stop();
        }
        self.aborted = shared.is_stopped();
    }

    /// Whether the expected reply has just come to a search that had enough time before it.
    fn is_answered(&mut self, shared: &Shared) -> bool {
        let is_hit = self.ponders && !shared.limits.is_pondering();
        self.ponders &= !is_hit;
        is_hit && self.has_enough(shared)
    }

    /// Publishes this thread's count.
    pub(super) fn publish_nodes(&self, shared: &Shared) {
        shared.publish(self.id, self.nodes);
    }

    /// Plays a move.
    #[inline(always)]
    pub(super) fn play(&mut self, shared: &Shared, mv: Move, ply: usize) -> Undo {
        self.history.push(self.position.key());
        let undo = self.evaluator.play(&mut self.position, mv);
        self.prefetch(shared);
        self.frames.at_mut(ply).mv = Some(mv);
        undo
    }

    /// Prefetches what is known about the current position.
    #[inline(always)]
    fn prefetch(&self, shared: &Shared) {
        shared.table.prefetch(self.position.key());
        self.facts.prefetch(self.position.key());
    }

    /// Takes a move back.
    #[inline(always)]
    pub(super) fn undo(&mut self, mv: Move, undo: &Undo) {
        self.evaluator.undo(&mut self.position, mv, undo);
        self.history.pop();
    }

    /// Passes.
    pub(super) fn play_null(&mut self, shared: &Shared, ply: usize) -> Undo {
        self.history.push(self.position.key());
        let undo = self.position.play_null();
        self.prefetch(shared);
        self.frames.at_mut(ply).mv = None;
        undo
    }

    /// Takes a pass back.
    pub(super) fn undo_null(&mut self, undo: &Undo) {
        self.position.undo_null(undo);
        self.history.pop();
    }

    /// Facts about the current position, whose game is not over.
    #[inline(always)]
    pub(super) fn look(&mut self, roads: &Roads) -> Facts {
        if let Some(mv) = self.position.winning_move_on(roads) {
            Facts::Win(mv)
        } else if self.position.threats(roads).is_some() {
            Facts::Tak
        } else {
            Facts::Quiet(self.evaluate(roads))
        }
    }

    /// The evaluation of the current position, unless it is in tak.
    pub(super) fn quiet_evaluation(&mut self) -> Option<Score> {
        let roads = self.position.roads();
        self.position.threats(&roads).is_empty().then(|| self.evaluate(&roads))
    }

    versions! {
        /// The evaluation of the current position.
        pub(super) fn evaluate(&mut self, roads: &Roads) -> Score
            = evaluate_body as [evaluate_basic, evaluate_v3];
    }

    #[inline(always)]
    fn evaluate_body(&mut self, roads: &Roads) -> Score {
        self.evaluator.value(&self.position, roads)
    }

    versions! {
        /// The picker's next move in the current position.
        pub(super) fn next_move(&mut self, picker: &mut Picker, roads: &Roads) -> Option<Move>
            = next_move_body as [next_move_basic, next_move_v3];
    }

    #[inline(always)]
    fn next_move_body(&mut self, picker: &mut Picker, roads: &Roads) -> Option<Move> {
        picker.next(&self.position, roads, &self.moves, &mut self.lists)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{HalfKomi, Rules};

    #[test]
    fn facts_outlive_a_search_but_no_other_komi() {
        let root = |komi| {
            let half_komi = HalfKomi::new(komi).unwrap_or_default();
            Position::<4>::start(Rules::standard(4).with_komi(half_komi))
        };
        let even = root(0);
        let mut worker = Worker::new(0, even.clone(), Evaluator::new(None));
        worker.facts.put(even.key(), Facts::Tak);
        worker.prepare(&even, &History::new(), &[]);
        assert_eq!(worker.facts.get(even.key()), Some(Facts::Tak));
        let other = root(4);
        assert_eq!(other.key(), even.key());
        worker.prepare(&other, &History::new(), &[]);
        assert_eq!(worker.facts.get(other.key()), None);
    }
}
