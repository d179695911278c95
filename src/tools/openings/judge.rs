//! Scoring openings with the search.

use super::{Opening, Plan};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use stonefall_engine::board::{History, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::search::{Limits, Search, Settings};

/// The transposition table of each search, in MiB. The scores depend on it.
pub const HASH_MIB: usize = 16;

/// The stack of a thread that searches.
const STACK: usize = 16 << 20;

/// As many searches as there are threads.
pub(super) struct Judges<const N: usize> {
    start: Position<N>,
    nodes: u64,
    searches: Vec<Search<N>>,
}

impl<const N: usize> Judges<N> {
    pub(super) fn new(threads: usize, plan: &Plan) -> Self {
        Self {
            start: Position::start(plan.rules()),
            nodes: plan.nodes,
            searches: (0..threads).map(|_| Search::new(HASH_MIB)).collect(),
        }
    }

    /// The value of each opening from White's view, in the same order, as far as they were scored
    /// before the work was broken off.
    pub(super) fn score(&mut self, openings: &[Opening], halt: &AtomicBool) -> Vec<Value> {
        let next = AtomicUsize::new(0);
        let values = Mutex::new(vec![None; openings.len()]);
        let work = |search: &mut Search<N>| {
            while !halt.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&opening) = openings.get(index) else { return };
                let value = value(search, &self.start, opening, self.nodes);
                values.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(value);
            }
        };
        thread::scope(|scope| {
            let Some((first, others)) = self.searches.split_first_mut() else { return };
            for search in others {
                // A thread that cannot be started is done without.
                let _ =
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(search));
            }
            work(first);
        });
        let values = values.into_inner().unwrap_or_else(PoisonError::into_inner);
        values.into_iter().map_while(|value| value).collect()
    }
}

/// What the search makes of an opening, from White's view.
fn value<const N: usize>(
    search: &mut Search<N>,
    start: &Position<N>,
    opening: Opening,
    nodes: u64,
) -> Value {
    let mut position = start.clone();
    for mv in opening.moves() {
        position.play(mv, &mut ());
    }
    search.clear();
    let (history, settings) = (History::new(), Settings::default());
    let result = search.run(&position, &history, Limits::nodes(nodes), settings, &mut ());
    // After four plies it is White's turn, and there is a move and so a line.
    result.lines.first().map_or(Value::Loss { plies: 0 }, |line| line.value)
}
