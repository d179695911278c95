//! The threads of a search, and the memory they keep from move to move.

use super::clock::Clock;
use super::level;
use super::root::root_moves;
use super::table::Table;
use super::worker::{Job, Worker};
use super::{Limits, Reporter, SearchResult, Settings};
use crate::board::{History, Position};
use crate::eval::net::Network;
use crate::eval::{Evaluator, Value};
use crate::machine;
use crate::stopper::Stopper;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

/// A searcher for boards of `N` by `N`, with the memory it keeps from move to move.
pub struct SizedSearch<const N: usize> {
    hash_mib: usize,
    /// Made when it is first needed.
    table: Option<Arc<Table>>,
    /// What evaluations add to the terms.
    network: Option<Arc<Network>>,
    workers: Vec<Worker<N>>,
    /// Brings the workers back from a search that was started.
    running: Option<Receiver<Vec<Worker<N>>>>,
    /// Ends that search.
    stopper: Stopper,
}

/// A whole search, ready to be run on some thread: [`spawn`] gives it one of its own. One that is
/// dropped before it has run drops its reporter.
pub type Task = Box<dyn FnOnce() + Send>;

/// The stack of a search thread: room for the deepest line in a build without optimisation.
const STACK: usize = 16 << 20;

/// How long somebody who asks whether the engine is ready waits for its memory at most.
const PREPARATION: Duration = Duration::from_secs(1);

/// Runs a search on a thread of its own. If there is none to be had, there is no search: the task is
/// dropped.
pub fn spawn(task: Task) {
    let _ = thread::Builder::new().name("search".into()).stack_size(STACK).spawn(task);
}

impl<const N: usize> SizedSearch<N> {
    /// A searcher whose table will have this size in MiB. The memory is taken when it is first
    /// needed.
    #[must_use]
    pub fn new(hash_mib: usize) -> Self {
        Self {
            hash_mib: hash_mib.max(1),
            table: None,
            network: Network::shipped(N),
            workers: Vec::new(),
            running: None,
            stopper: Stopper::default(),
        }
    }

    /// Gives the table another size in MiB, which empties it. Waits for a running search.
    pub fn resize(&mut self, hash_mib: usize) {
        self.wait();
        if hash_mib != self.hash_mib {
            self.hash_mib = hash_mib.max(1);
            self.table = None;
        }
    }

    /// The size of the table in MiB: what the system gave, or what will be asked for.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.table.as_ref().map_or(self.hash_mib, |table| table.mib())
    }

    /// Evaluates with this network, or with the terms alone, from now on; what was learned otherwise is forgotten. Waits
    /// for a running search.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        assert!(
            network.as_ref().is_none_or(|network| network.size() == N),
            "a network for {N}x{N}"
        );
        self.clear();
        self.workers.clear();
        self.network = network;
    }

    /// Forgets everything that earlier searches have learned. Waits for a running search.
    pub fn clear(&mut self) {
        self.wait();
        self.table = None;
        for worker in &mut self.workers {
            worker.forget();
        }
    }

    /// Makes the table now, so that the first search does not spend its time on that. The system may be slow to give the
    /// memory; after a second the rest of it is left to the searches. Waits for a running search.
    pub fn prepare(&mut self) {
        self.wait();
        self.table.get_or_insert_with(|| {
            let mut table = Table::new(self.hash_mib);
            table.touch(PREPARATION);
            Arc::new(table)
        });
    }

    /// Starts a search on threads of its own and returns at once. `reporter.done` is called once,
    /// from one of them; with no limit only after [`Search::stop`]. A search that is still running
    /// is stopped first.
    pub fn start(
        &mut self,
        root: Position<N>,
        history: History,
        limits: Limits,
        settings: Settings,
        reporter: Box<dyn Reporter>,
    ) {
        spawn(self.task(root, history, limits, settings, reporter));
    }

    /// The same search, to be run by the caller: it is running from now on, until the task has been run
    /// or dropped.
    pub fn task(
        &mut self,
        root: Position<N>,
        history: History,
        limits: Limits,
        settings: Settings,
        mut reporter: Box<dyn Reporter>,
    ) -> Task {
        self.end();
        let job = self.job(&root, limits, settings);
        let mut workers = self.hire(&root, &job);
        self.stopper = job.stopper.clone();
        let (back, running) = channel();
        self.running = Some(running);
        Box::new(move || {
            conduct(&job, &mut workers, &root, &history, reporter.as_mut());
            drop((job, reporter));
            // Nobody needs the workers if the searcher is gone.
            let _ = back.send(workers);
        })
    }

    /// Asks a running search to end; returns at once.
    pub fn stop(&self) {
        self.stopper.stop();
    }

    /// Waits until a running search is done.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take()
            && let Some(workers) = machine::receive(&running)
        {
            self.workers = workers;
        }
    }

    /// Ends a search that is still running.
    fn end(&mut self) {
        self.stop();
        self.wait();
    }

    /// Whether a search is running.
    #[must_use]
    pub fn is_running(&mut self) -> bool {
        let back = self.running.as_ref().map(Receiver::try_recv);
        match back {
            Some(Err(TryRecvError::Empty)) => true,
            Some(Ok(workers)) => {
                self.workers = workers;
                self.running = None;
                false
            }
            Some(Err(TryRecvError::Disconnected)) | None => {
                self.running = None;
                false
            }
        }
    }

    /// Searches on this thread (and helpers) and returns when done. With no limit that is when the
    /// stopper says so; if it has said so already, that is at once, with a move all the same.
    pub fn run(
        &mut self,
        root: &Position<N>,
        history: &History,
        limits: Limits,
        settings: Settings,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.end();
        let job = self.job(root, limits, settings);
        let mut workers = self.hire(root, &job);
        let result = conduct(&job, &mut workers, root, history, reporter);
        self.workers = workers;
        result
    }

    fn job(&mut self, root: &Position<N>, limits: Limits, settings: Settings) -> Job {
        let table = self.table.get_or_insert_with(|| Arc::new(Table::new(self.hash_mib)));
        let clock = Clock::new(&limits, root, settings.overhead);
        Job::new(Arc::clone(table), limits, settings, clock)
    }

    /// As many workers as there are threads; those of earlier searches know the moves already.
    fn hire(&mut self, root: &Position<N>, job: &Job) -> Vec<Worker<N>> {
        let mut workers = std::mem::take(&mut self.workers);
        let threads = job.settings.threads.max(1);
        workers.truncate(threads);
        while workers.len() < threads {
            let evaluator = Evaluator::new(self.network.clone());
            workers.push(Worker::new(workers.len(), root.clone(), evaluator));
        }
        workers
    }
}

impl<const N: usize> Drop for SizedSearch<N> {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs a whole search: all workers deepen side by side, the first of them reports, and the best
/// result is the search's.
fn conduct<const N: usize>(
    job: &Job,
    workers: &mut [Worker<N>],
    root: &Position<N>,
    history: &History,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let moves = root_moves(root, &job.limits, &job.settings);
    let mut result = SearchResult::default();
    if !moves.is_empty() {
        if let Some(handicap) = level::handicap(job) {
            let played = level::play(handicap, job, root, history, &moves);
            played.lines.iter().for_each(|info| reporter.info(info));
            reporter.done(&played);
            return played;
        }
        job.table.age();
        for worker in workers.iter_mut() {
            worker.prepare(root, history, &moves);
        }
        result = race(job, workers, reporter);
    }
    reporter.done(&result);
    result
}

fn race<const N: usize>(
    job: &Job,
    workers: &mut [Worker<N>],
    reporter: &mut dyn Reporter,
) -> SearchResult {
    thread::scope(|scope| {
        let Some((leader, helpers)) = workers.split_first_mut() else { return };
        for helper in helpers {
            // A helper that cannot be started is done without.
            let _ = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, || helper.deepen(job, &mut ()));
        }
        leader.deepen(job, reporter);
        // A search without limits has nothing more to do, but ends only when told to.
        while job.limits.is_open_ended() && !job.is_stopped() {
            machine::idle();
        }
        job.stop();
    });
    for worker in workers.iter() {
        worker.tell_nodes(job);
    }
    let lines = job.settings.multi_pv.max(1);
    let best = best_worker(workers);
    let infos = workers[best].infos(job, lines.min(workers[best].root_moves.len()));
    for info in &infos {
        reporter.info(info);
    }
    // Who wins need not meet anything.
    let wins = infos.first().is_some_and(|info| matches!(info.value, Value::Win { .. }));
    let threat = workers[0].inquiry.threat.clone().filter(|_| !wins);
    SearchResult {
        best: infos.first().and_then(|info| info.pv.first().copied()),
        lines: infos,
        threat,
        nodes: job.nodes(),
    }
}

/// The worker whose result counts: the first, unless another has finished a deeper iteration with
/// at least its score, or has found a nearer win.
fn best_worker<const N: usize>(workers: &[Worker<N>]) -> usize {
    let mut best = 0;
    for (index, worker) in workers.iter().enumerate().skip(1) {
        let (Some(this), Some(that)) =
            (workers[best].root_moves.first(), worker.root_moves.first())
        else {
            continue;
        };
        let deeper = worker.finished_depth > workers[best].finished_depth;
        let nearer_win =
            that.score.is_win() && worker.finished_depth >= workers[best].finished_depth;
        if that.score > this.score && (nearer_win || deeper) {
            best = index;
        }
    }
    best
}
