//! One thread of a search and all it needs.

use super::clock::Clock;
use super::correction::Corrections;
use super::frame::Frames;
use super::history::MoveHistory;
use super::picker::Lists;
use super::root::RootMove;
use super::table::Table;
use super::{Limits, Settings};
use crate::board::{History, Position, Roads, Undo};
use crate::eval::{self, Score};
use crate::types::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What all threads of one search share.
pub(super) struct Job {
    pub(super) table: Arc<Table>,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) limits: Limits,
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    /// Positions that each thread has visited, as far as it has told.
    counters: Box<[Counter]>,
}

/// A counter on a cache line of its own.
#[repr(align(128))]
#[derive(Default)]
struct Counter(AtomicU64);

impl Job {
    pub(super) fn new(
        table: Arc<Table>,
        stop: Arc<AtomicBool>,
        limits: Limits,
        settings: Settings,
        clock: Clock,
    ) -> Self {
        let counters = (0..settings.threads.max(1)).map(|_| Counter::default()).collect();
        Self { table, stop, limits, settings, clock, counters }
    }

    /// Positions visited by all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The clock and the stop flag are looked at once in so many positions.
const POLL_INTERVAL: u64 = 512;

/// One thread's board, memory and findings.
pub(super) struct Worker<const N: usize> {
    /// 0 for the thread that watches the clock and reports.
    pub(super) id: usize,
    pub(super) position: Position<N>,
    /// Keys of the game and of the path from the root.
    pub(super) history: History,
    pub(super) frames: Frames,
    pub(super) lists: Lists,
    pub(super) moves: MoveHistory<N>,
    pub(super) corrections: Corrections,
    pub(super) root_moves: Vec<RootMove>,
    /// The iteration that was finished last.
    pub(super) finished_depth: u32,
    pub(super) seldepth: usize,
    pub(super) nodes: u64,
    /// Set when the search breaks off: scores on the way out mean nothing.
    pub(super) aborted: bool,
}

impl<const N: usize> Worker<N> {
    pub(super) fn new(id: usize, position: Position<N>) -> Self {
        Self {
            id,
            position,
            history: History::new(),
            frames: Frames::new(),
            lists: Lists::default(),
            moves: MoveHistory::new(),
            corrections: Corrections::new(),
            root_moves: Vec::new(),
            finished_depth: 0,
            seldepth: 0,
            nodes: 0,
            aborted: false,
        }
    }

    /// Makes ready for a search from a new root; what was learned about moves stays.
    pub(super) fn prepare(&mut self, root: &Position<N>, history: &History, moves: &[RootMove]) {
        self.position = root.clone();
        self.history = history.clone();
        self.root_moves = moves.to_vec();
        self.frames.clear();
        self.finished_depth = 0;
        self.seldepth = 0;
        self.nodes = 0;
        self.aborted = false;
    }

    /// Forgets all that earlier searches taught.
    pub(super) fn forget(&mut self) {
        self.moves.clear();
        self.corrections.clear();
    }

    /// Counts a position; says whether the search has to break off. The first iteration is always
    /// finished, so that there is a move and a line whatever the limits.
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
        self.tell_nodes(job);
        if self.finished_depth == 0 {
            return;
        }
        if self.id == 0 && !job.limits.infinite {
            let out_of_nodes = job.limits.nodes.is_some_and(|limit| job.nodes() >= limit);
            let watch = self.nodes.is_multiple_of(POLL_INTERVAL);
            if out_of_nodes || watch && job.clock.is_over(job.limits.start.elapsed()) {
                job.stop();
            }
        }
        self.aborted = job.is_stopped();
    }

    /// Makes this thread's count known to the others.
    pub(super) fn tell_nodes(&self, job: &Job) {
        job.counters[self.id].0.store(self.nodes, Ordering::Relaxed);
    }

    /// Plays a move on the way down.
    #[inline(always)]
    pub(super) fn play(&mut self, job: &Job, mv: Move, ply: usize) -> Undo {
        self.history.push(self.position.key());
        let undo = self.position.play(mv, &mut ());
        job.table.prefetch(self.position.key());
        self.frames.at_mut(ply).mv = Some(mv);
        undo
    }

    /// Takes it back.
    #[inline(always)]
    pub(super) fn undo(&mut self, mv: Move, undo: &Undo) {
        self.position.undo(mv, undo);
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

    /// The evaluation of the position on the board.
    #[inline(always)]
    pub(super) fn evaluate(&self, roads: &Roads) -> Score {
        eval::evaluate_on(&self.position, roads)
    }
}
