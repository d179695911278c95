//! One thread of a search with its state.

use super::clock::Clock;
use super::correction::Corrections;
use super::forced::RootProofs;
use super::frame::Frames;
use super::history::MoveHistory;
use super::picker::Lists;
use super::proof::{Budget, SizedSolver};
use super::root::RootMove;
use super::table::Table;
use super::{Limits, Proofs, Settings};
use crate::board::{History, Position, Roads, Undo};
use crate::eval::{Evaluator, Score};
use crate::machine;
use crate::stopper::Stopper;
use crate::types::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Shared state of all threads of a search.
pub(super) struct Job {
    pub(super) table: Arc<Table>,
    /// Stops only this search; a parent stopper may stop more.
    pub(super) stopper: Stopper,
    pub(super) limits: Limits,
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    /// Limits of proofs within the search.
    pub(super) budget: Budget,
    /// Reported position counts of the threads.
    counters: Box<[Counter]>,
}

/// A counter on its own cache line.
#[repr(align(128))]
#[derive(Default)]
struct Counter(AtomicU64);

impl Job {
    pub(super) fn new(table: Arc<Table>, limits: Limits, settings: Settings, clock: Clock) -> Self {
        let counters = (0..settings.threads.max(1)).map(|_| Counter::default()).collect();
        let deadline = clock.latest().and_then(|latest| limits.start.checked_add(latest));
        let stopper = limits.stopper.child();
        let budget = Budget { nodes: None, deadline, stopper: stopper.clone() };
        Self { table, stopper, limits, settings, clock, budget, counters }
    }

    /// Whether proofs are enabled.
    pub(super) fn proves(&self) -> bool {
        self.settings.proofs != Proofs::None
    }

    /// Positions visited by all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopper.is_stopped()
    }

    pub(super) fn stop(&self) {
        self.stopper.stop();
    }
}

/// Positions between checks of the clock and the stop flag.
const POLL_INTERVAL: u64 = 512;

/// Memory of a thread's solver in MiB, used as needed.
const PROOF_MIB: usize = 8;

/// Board, memory and results of one thread.
pub(super) struct Worker<const N: usize> {
    /// 0 for the thread that checks the clock and reports.
    pub(super) id: usize,
    pub(super) position: Position<N>,
    evaluator: Evaluator,
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
    /// Last finished iteration.
    pub(super) finished_depth: u32,
    pub(super) seldepth: usize,
    /// Ply from which tak is no longer answered below the leaves.
    pub(super) horizon: usize,
    pub(super) nodes: u64,
    /// Set when the search stops; scores are invalid from then on.
    pub(super) aborted: bool,
}

impl<const N: usize> Worker<N> {
    pub(super) fn new(id: usize, position: Position<N>, evaluator: Evaluator) -> Self {
        Self {
            id,
            position,
            evaluator,
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
            finished_depth: 0,
            seldepth: 0,
            horizon: 0,
            nodes: 0,
            aborted: false,
        }
    }

    /// Prepares a search from a new root; histories stay.
    pub(super) fn prepare(&mut self, root: &Position<N>, history: &History, moves: &[RootMove]) {
        self.position = root.clone();
        self.evaluator.set_root(root);
        self.history = history.clone();
        self.root_moves = moves.to_vec();
        self.frames.clear();
        self.root_proofs = RootProofs::default();
        self.solver.age();
        self.has_move = false;
        self.has_line = false;
        self.finished_depth = 0;
        self.seldepth = 0;
        self.nodes = 0;
        self.aborted = false;
    }

    /// Clears what earlier searches learned.
    pub(super) fn forget(&mut self) {
        self.moves.clear();
        self.corrections.clear();
        self.solver = SizedSolver::new(PROOF_MIB);
    }

    /// Counts a position and returns whether the search must stop. There is always a move to play: limits
    /// apply after the first iteration has a best line, a stop after it has one searched move.
    #[inline(always)]
    pub(super) fn tick(&mut self, job: &Job) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) || job.limits.nodes.is_some() {
            self.poll(job);
        }
        self.aborted
    }

    #[inline(never)]
    fn poll(&mut self, job: &Job) {
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            machine::pause();
        }
        self.publish_nodes(job);
        if !self.has_move {
            return;
        }
        if self.has_line && !job.limits.infinite {
            // The first thread checks limits; the others stop by themselves while it is busy with a proof.
            let watch = self.nodes.is_multiple_of(POLL_INTERVAL);
            let out_of_nodes = (self.id == 0 || watch)
                && job.limits.nodes.is_some_and(|limit| job.nodes() >= limit);
            let out_of_time =
                self.id == 0 && watch && job.clock.is_over(job.limits.start.elapsed());
            if out_of_nodes || out_of_time {
                job.stop();
            }
        }
        self.aborted = job.is_stopped();
    }

    /// Publishes this thread's count.
    pub(super) fn publish_nodes(&self, job: &Job) {
        job.counters[self.id].0.store(self.nodes, Ordering::Relaxed);
    }

    /// Plays a move.
    #[inline(always)]
    pub(super) fn play(&mut self, job: &Job, mv: Move, ply: usize) -> Undo {
        self.history.push(self.position.key());
        let undo = self.evaluator.play(&mut self.position, mv);
        job.table.prefetch(self.position.key());
        self.frames.at_mut(ply).mv = Some(mv);
        undo
    }

    /// Takes a move back.
    #[inline(always)]
    pub(super) fn undo(&mut self, mv: Move, undo: &Undo) {
        self.evaluator.undo(&mut self.position, mv, undo);
        self.history.pop();
    }

    /// Passes.
    pub(super) fn play_null(&mut self, job: &Job, ply: usize) -> Undo {
        self.history.push(self.position.key());
        let undo = self.position.play_null();
        job.table.prefetch(self.position.key());
        self.frames.at_mut(ply).mv = None;
        undo
    }

    /// Takes a pass back.
    pub(super) fn undo_null(&mut self, undo: &Undo) {
        self.position.undo_null(undo);
        self.history.pop();
    }

    /// The evaluation of the current position, unless it is in tak.
    pub(super) fn quiet_evaluation(&mut self) -> Option<Score> {
        let roads = self.position.roads();
        self.position.threats(&roads).is_empty().then(|| self.evaluate(&roads))
    }

    /// The evaluation of the current position.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, roads: &Roads) -> Score {
        self.evaluator.value(&self.position, roads)
    }
}
