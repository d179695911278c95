//! Threads of a search, and their memory from move to move.

use super::clock::Clock;
use super::root_move::root_moves;
use super::shared::SharedState;
use super::table::TranspositionTable;
use super::worker::Worker;
use super::{Limits, Reporter, SearchResult, Settings, level};
use crate::board::{History, Position};
use crate::eval::net::Network;
use crate::eval::{Evaluator, Value};
use crate::machine::{self, SharedMemory};
use crate::stopper::Stopper;
use crate::types::Rules;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A search for boards of `N` by `N`, with its memory from move to move.
pub struct SizedSearch<const N: usize> {
    hash_mib: usize,
    /// Created when first needed.
    table: Option<Arc<TranspositionTable>>,
    /// Rules of the searches that filled the memory. A key of a position does not contain them.
    rules: Option<Rules>,
    network: Arc<Network>,
    workers: Vec<Worker<N>>,
    running: Option<ActiveSearch<N>>,
    /// Stops that search.
    stopper: Stopper,
}

struct ActiveSearch<const N: usize> {
    /// Its workers. The search has the lock while it runs; a panic poisons it.
    workers: Arc<Mutex<Vec<Worker<N>>>>,
    /// Disconnected when the search has ended.
    ended: Receiver<()>,
}

/// A complete search that can run on any thread, such as that of [`spawn`](super::spawn). Dropping it before it has run
/// drops its reporter.
pub type Task = Box<dyn FnOnce() + Send>;

/// Longest delay of `readyok` for providing memory.
const PREPARATION: Duration = Duration::from_secs(1);

impl<const N: usize> SizedSearch<N> {
    /// A search with a table of this size in MiB, which is created when first needed, and the engine's network.
    pub fn new(hash_mib: usize) -> Self {
        Self::with_network(hash_mib, Network::for_size(N))
    }

    /// The same with this network.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub fn with_network(hash_mib: usize, network: Arc<Network>) -> Self {
        assert!(network.size() == N, "a network for {N}x{N}");
        Self {
            hash_mib: hash_mib.max(1),
            table: None,
            rules: None,
            network,
            workers: Vec::new(),
            running: None,
            stopper: Stopper::default(),
        }
    }

    /// Size of the table in MiB: actual, or requested if not created yet.
    pub fn hash_mib(&self) -> usize {
        self.table.as_ref().map_or(self.hash_mib, |table| table.mib())
    }

    /// Forgets earlier searches. Waits for a running search.
    pub fn clear(&mut self) {
        self.wait();
        self.table = None;
        self.workers.clear();
    }

    /// Creates the table and the first worker now instead of in the first search. After a second the remaining memory is
    /// left to the searches. Waits for a running search.
    pub fn prepare(&mut self, root: &Position<N>) {
        self.wait();
        if self.workers.is_empty() {
            self.workers = machine::threads(1).map(|thread| self.worker(thread, root)).collect();
        }
        self.table.get_or_insert_with(|| {
            let mut table = TranspositionTable::new(self.hash_mib);
            table.touch(PREPARATION);
            Arc::new(table)
        });
    }

    /// A search for the caller to run; [`spawn`](super::spawn) runs it on its own thread. It calls `reporter.done` once; without limits
    /// only after [`SizedSearch::stop`]. A running search is stopped first. [`SizedSearch::wait`] waits until the task has
    /// run or is dropped.
    pub fn task(
        &mut self,
        root: Position<N>,
        history: History,
        limits: Limits,
        settings: Settings,
        mut reporter: Box<dyn Reporter>,
    ) -> Task {
        self.end();
        let shared = self.shared(&root, limits, settings);
        let workers = Arc::new(Mutex::new(self.take_workers(&root, &shared)));
        self.stopper = shared.stopper.clone();
        let (end, ended) = channel();
        self.running = Some(ActiveSearch { workers: Arc::clone(&workers), ended });
        Box::new(move || {
            let _end: Sender<()> = end; // Dropped at the end, also by a panic.
            if let Ok(mut workers) = workers.lock() {
                conduct(&shared, &mut workers, &root, &history, reporter.as_mut());
            }
            drop((shared, reporter));
        })
    }

    /// Asks a running search to stop; returns at once.
    pub fn stop(&self) {
        self.stopper.stop();
    }

    /// Waits until a running search is done.
    pub fn wait(&mut self) {
        let Some(running) = self.running.take() else { return };
        machine::join(&running.ended);
        if let Ok(mut workers) = running.workers.lock() {
            self.workers = std::mem::take(&mut workers);
        }
    }

    /// Stops a running search and waits for it.
    fn end(&mut self) {
        self.stop();
        self.wait();
    }

    /// Searches on this thread (and helpers) and returns the result. Without limits it returns after a stop;
    /// if already stopped, at once but still with a move.
    pub fn run(
        &mut self,
        root: &Position<N>,
        history: &History,
        limits: Limits,
        settings: Settings,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.end();
        let shared = self.shared(root, limits, settings);
        let mut workers = self.take_workers(root, &shared);
        let result = conduct(&shared, &mut workers, root, history, reporter);
        self.workers = workers;
        result
    }

    fn shared(&mut self, root: &Position<N>, limits: Limits, settings: Settings) -> SharedState {
        if self.rules.replace(*root.rules()).is_some_and(|rules| rules != *root.rules()) {
            self.clear();
        }
        let place = SharedMemory::of(settings.threads);
        // The old table is freed before the new one is created.
        self.table.take_if(|table| !table.is_in(place));
        let table = self
            .table
            .get_or_insert_with(|| Arc::new(TranspositionTable::in_place(self.hash_mib, place)));
        let clock = Clock::new(&limits, root, settings.overhead);
        SharedState::new(Arc::clone(table), limits, settings, clock)
    }

    /// One worker per thread of this program; workers of earlier searches keep their histories.
    fn take_workers(&mut self, root: &Position<N>, shared: &SharedState) -> Vec<Worker<N>> {
        let mut workers = std::mem::take(&mut self.workers);
        let threads = machine::threads(shared.settings.threads.max(1));
        workers.truncate(threads.len());
        for thread in threads.skip(workers.len()) {
            workers.push(self.worker(thread, root));
        }
        workers
    }

    fn worker(&self, thread: usize, root: &Position<N>) -> Worker<N> {
        Worker::new(thread, root.clone(), Evaluator::new(Arc::clone(&self.network)))
    }
}

impl<const N: usize> Drop for SizedSearch<N> {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs a search: all workers in parallel; the first one reports, and the best result counts.
fn conduct<const N: usize>(
    shared: &SharedState,
    workers: &mut [Worker<N>],
    root: &Position<N>,
    history: &History,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let moves = root_moves(root, &shared.limits, &shared.settings);
    let mut result = SearchResult::default();
    if !moves.is_empty() {
        if let Some(handicap) = level::handicap(shared) {
            let played = level::play(handicap, shared, root, history, &moves);
            played.lines.iter().for_each(|info| reporter.info(info));
            wait_for_end(shared);
            reporter.done(&played);
            return played;
        }
        if leads(workers) {
            shared.table.age();
        }
        for worker in workers.iter_mut() {
            worker.prepare(root, history, &moves);
        }
        result = race(shared, workers, reporter);
    } else if shared.limits.is_pondering() {
        wait_for_end(shared);
    }
    reporter.done(&result);
    result
}

/// Ends all threads of a search when one of them panics.
struct StopOnPanic<'a>(&'a SharedState);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Also ends a wait for a stop from outside.
            self.0.stopper.stop();
        }
    }
}

fn race<const N: usize>(
    shared: &SharedState,
    workers: &mut [Worker<N>],
    reporter: &mut dyn Reporter,
) -> SearchResult {
    thread::scope(|scope| {
        let Some((leader, helpers)) = workers.split_first_mut() else { return };
        for helper in helpers {
            // The search continues without a helper that cannot start.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
                let _guard = StopOnPanic(shared);
                helper.deepen(shared, &mut ());
            });
        }
        let _guard = StopOnPanic(shared);
        leader.deepen(shared, reporter);
        wait_for_end(shared);
        shared.end.stop();
    });
    for worker in workers.iter() {
        worker.publish_nodes(shared);
    }
    if !leads(workers) {
        return SearchResult::default();
    }
    let lines = shared.settings.multi_pv.max(1);
    let best = best_worker(workers);
    let infos = workers[best].infos(shared, lines.min(workers[best].root_moves.len()));
    for info in &infos {
        reporter.info(info);
    }
    // A winning side needs no warning.
    let wins = infos.first().is_some_and(|info| matches!(info.value, Value::Win { .. }));
    let threat = workers[0].root_proofs.threat.clone().filter(|_| !wins);
    SearchResult {
        best: infos.first().and_then(|info| info.pv.first().copied()),
        lines: infos,
        threat,
        nodes: shared.nodes(),
    }
}

/// Whether the first thread of the search is among these workers, and not in another instance of the program.
fn leads<const N: usize>(workers: &[Worker<N>]) -> bool {
    workers.first().is_some_and(|worker| worker.id == 0)
}

/// Waits at the end of a search: without limits for the stop, while it ponders for the stop or the reply.
fn wait_for_end(shared: &SharedState) {
    let goes_on = || shared.limits.is_open_ended() || shared.limits.is_pondering();
    while goes_on() && !shared.stopper.is_stopped() {
        machine::idle();
    }
}

/// The worker whose result counts: the first, unless another one finished a deeper iteration, which may refute the move of
/// the first, or found a nearer win.
fn best_worker<const N: usize>(workers: &[Worker<N>]) -> usize {
    let mut best = 0;
    for (index, worker) in workers.iter().enumerate().skip(1) {
        let (Some(this), Some(that)) =
            (workers[best].root_moves.first(), worker.root_moves.first())
        else {
            continue;
        };
        let counts = if this.score.is_win() || that.score.is_win() {
            that.score > this.score && worker.finished_depth >= workers[best].finished_depth
        } else {
            worker.finished_depth > workers[best].finished_depth
        };
        if counts {
            best = index;
        }
    }
    best
}

/// Stack of a search thread, sufficient for the deepest line in an unoptimized build.
pub(super) const STACK: usize = 16 << 20;

/// A thread that waits for a task. One is enough: sessions that search at the same time start threads of their own.
static IDLE: Mutex<Option<Sender<Task>>> = Mutex::new(None);

/// Runs a search on a thread of its own. If no thread is available, the task is dropped.
///
/// The thread of an earlier search runs the next one. With a new thread for each search, fast games on a busy machine are
/// lost on time more often (docs/reliability.md).
pub fn spawn(task: Task) {
    let idle = IDLE.lock().ok().and_then(|mut idle| idle.take());
    let left = match idle {
        Some(thread) => thread.send(task).err().map(|unsent| unsent.0),
        None => Some(task),
    };
    if let Some(task) = left {
        let _ = thread::Builder::new().name("search".into()).stack_size(STACK).spawn(|| run(task));
    }
}

/// Runs a task, and then those that it receives, unless another thread waits already. A panic ends the thread.
fn run(task: Task) {
    let (sender, tasks) = channel();
    let mut next = Some(task);
    while let Some(task) = next {
        task();
        match IDLE.lock() {
            Ok(mut idle) if idle.is_none() => *idle = Some(sender.clone()),
            _ => return,
        }
        next = tasks.recv().ok();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used)]
    use super::*;
    use crate::eval::Score;
    use crate::search::Info;
    use crate::search::worker::table_key;
    use crate::types::{Direction, Move, Pattern, Piece, Square};
    use std::collections::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread::ThreadId;

    struct Panicking;

    impl Reporter for Panicking {
        fn info(&mut self, _: &Info) {
            unreachable!("a panic of this test");
        }

        fn done(&mut self, _: &SearchResult) {}
    }

    #[test]
    fn a_search_begins_with_the_best_move_of_an_earlier_one() {
        let mut root = Position::<5>::start(Rules::standard(5));
        for _ in 0..8 {
            let mut search = SizedSearch::<5>::new(1);
            let (history, settings) = (History::new(), Settings::default());
            let result = search.run(&root, &history, Limits::depth(5), settings, &mut ());
            let shared = search.shared(&root, Limits::depth(5), settings);
            let moves = root_moves(&root, &shared.limits, &settings);
            // Without the histories of the earlier search.
            search.workers.clear();
            let worker = &mut search.take_workers(&root, &shared)[0];
            worker.prepare(&root, &history, &moves);
            worker.order_root(&shared);
            assert_eq!(Some(worker.root_moves[0].mv), result.best);
            root.play(worker.root_moves[0].mv, &mut ());
        }
    }

    /// The mover near the draw has it with any spread, which says nothing about the same position earlier.
    #[test]
    fn scores_near_the_draw_by_reversible_plies_stay_apart() {
        let rules = Rules { reversible_plies: 5, ..Rules::standard(4) };
        let place = |file, rank| Move::place(Square::new(file, rank), Piece::Flat);
        let step = |file, rank, direction| {
            Move::spread(Square::new(file, rank), direction, Pattern::SINGLE)
        };
        let mut root = Position::<4>::start(rules);
        for mv in [place(0, 0), place(3, 3)] {
            root.play(mv, &mut ());
        }
        let early = root.clone();
        for mv in [
            step(3, 3, Direction::South),
            step(0, 0, Direction::North),
            step(3, 2, Direction::North),
            step(0, 1, Direction::South),
        ] {
            root.play(mv, &mut ());
        }
        assert_eq!((root.key(), root.reversible_plies()), (early.key(), 4));
        let mut search = SizedSearch::<4>::new(1);
        search.run(&root, &History::new(), Limits::depth(3), Settings::default(), &mut ());
        let table = search.table.as_ref().expect("the search has a table");
        let is_known = |position| table.probe(table_key(position), 0).is_some();
        assert_eq!([&root, &early].map(is_known), [true, false]);
    }

    #[test]
    fn the_deepest_iteration_counts_unless_a_win_is_known() {
        let root = Position::<5>::start(Rules::standard(5));
        let workers = |results: [(u32, Score); 2]| {
            results.map(|(depth, score)| {
                let mut worker = Worker::new(0, root.clone(), Evaluator::new(Network::for_size(5)));
                worker.finished_depth = depth;
                worker.root_moves = root_moves(&root, &Limits::default(), &Settings::default());
                worker.root_moves[0].score = score;
                worker
            })
        };
        let (good, bad, win, near) = (Score(90), Score(-90), Score::win_in(7), Score::win_in(5));
        for (results, expected) in [
            ([(6, good), (7, bad)], 1),
            ([(6, bad), (7, good)], 1),
            ([(6, bad), (6, good)], 0),
            ([(7, bad), (6, good)], 0),
            ([(6, win), (7, bad)], 0),
            ([(6, win), (7, near)], 1),
            ([(6, good), (6, win)], 1),
        ] {
            assert_eq!(best_worker(&workers(results)), expected, "{results:?}");
        }
    }

    #[test]
    fn a_panic_of_one_thread_ends_all() {
        let root = Position::<5>::start(Rules::standard(5));
        let settings = Settings { threads: 3, ..Settings::default() };
        let mut search = SizedSearch::<5>::new(1);
        let mut run = |limits: Limits, reporter: &mut dyn Reporter| {
            search.run(&root, &History::default(), limits, settings, reporter)
        };
        // Without limits only a stop ends the other threads.
        let endless = catch_unwind(AssertUnwindSafe(|| run(Limits::default(), &mut Panicking)));
        assert!(endless.is_err());
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        assert!(run(limits, &mut ()).best.is_some());
    }

    fn thread_of_a_task() -> ThreadId {
        let (sender, receiver) = channel();
        spawn(Box::new(move || sender.send(thread::current().id()).expect("the test waits")));
        receiver.recv().expect("the task runs")
    }

    #[test]
    fn tasks_use_idle_threads_again() {
        let mut seen = HashSet::new();
        // A thread becomes idle a little later than its task has answered.
        assert!((0..10_000).any(|_| !seen.insert(thread_of_a_task())));
    }
}
