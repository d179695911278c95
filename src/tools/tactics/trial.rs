//! What a search makes of exercises.

use super::Exercise;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use stonefall_engine::board::History;
use stonefall_engine::eval::Value;
use stonefall_engine::notation::TpsError;
use stonefall_engine::search::{Bound, Limits, Search, Settings};
use stonefall_engine::types::{Move, SizeError, sized};

/// The table of each search, in MiB.
pub const TRIAL_MIB: usize = 8;

/// The stack of a thread that searches.
const STACK: usize = 16 << 20;

/// A search of an exercise by one thread that has learned nothing before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Positions that it was allowed.
    pub limit: u64,
    /// Positions that it visited. A search that has proved a win may end early.
    pub nodes: u64,
    /// The move it plays.
    pub best: Move,
    /// What it says of the position.
    pub value: Value,
    /// Whether it announces a win.
    pub announces: bool,
}

impl Trial {
    /// Whether the search plays the first move that is known to win.
    #[must_use]
    pub fn plays(&self, exercise: &Exercise) -> bool {
        self.best == exercise.mv
    }
}

/// Searches on boards of some size.
trait Attempt {
    fn attempt(&mut self, exercise: &Exercise, limits: &[u64]) -> Result<Vec<Trial>, TpsError>;
}

impl<const N: usize> Attempt for Search<N> {
    fn attempt(&mut self, exercise: &Exercise, limits: &[u64]) -> Result<Vec<Trial>, TpsError> {
        let position = exercise.position::<N>()?;
        let mut trials = Vec::new();
        for &limit in limits {
            self.clear();
            let (history, settings) = (History::new(), Settings::default());
            let result = self.run(&position, &history, Limits::nodes(limit), settings, &mut ());
            // There are both, since the game is not over.
            if let (Some(best), Some(line)) = (result.best, result.lines.first()) {
                let is_win = matches!(line.value, Value::Win { .. });
                let announces = is_win && line.bound != Bound::Upper;
                let value = line.value;
                trials.push(Trial { limit, nodes: result.nodes, best, value, announces });
            }
        }
        Ok(trials)
    }
}

/// The searches of a thread, by board size.
#[derive(Default)]
struct Searches(BTreeMap<usize, Box<dyn Attempt>>);

impl Searches {
    fn of_size(&mut self, size: usize) -> Result<&mut Box<dyn Attempt>, SizeError> {
        Ok(match self.0.entry(size) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(
                sized!(size, N => Box::new(Search::<N>::new(TRIAL_MIB)) as Box<dyn Attempt>)?,
            ),
        })
    }

    /// Nothing if there is no such board, which a table that could be read does not have.
    fn attempt(&mut self, exercise: &Exercise, limits: &[u64]) -> Vec<Trial> {
        let trials = self
            .of_size(exercise.tps.size)
            .map(|search| search.attempt(exercise, limits).unwrap_or_default());
        trials.unwrap_or_default()
    }
}

/// Lets searches try exercises with so many positions each, some of them at once, and tells the index
/// of each exercise with a trial for each limit. A true `halt` breaks the work off after the exercises
/// that are being tried.
pub fn try_exercises(
    exercises: &[Exercise],
    limits: &[u64],
    threads: usize,
    halt: &AtomicBool,
    mut tell: impl FnMut(usize, &[Trial]),
) {
    let next = AtomicUsize::new(0);
    let work = |sender: mpsc::Sender<_>| {
        let mut searches = Searches::default();
        while !halt.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(exercise) = exercises.get(index) else { return };
            if sender.send((index, searches.attempt(exercise, limits))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, done) = mpsc::channel();
        for _ in 0..threads.clamp(1, exercises.len().max(1)) {
            let (sender, work) = (sender.clone(), &work);
            // A thread that cannot be started is done without.
            let _ =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(sender));
        }
        drop(sender);
        for (index, trials) in done {
            tell(index, &trials);
        }
    });
}
