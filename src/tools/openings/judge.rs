//! Scoring openings with the search.

use super::{FourFlats, Plan};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Board, Searcher};
use stonefall_engine::search::{Limits, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::RulesError;

/// The transposition table of each search, in MiB. The scores depend on it.
pub const HASH_MIB: usize = 16;

/// The stack of a thread that searches.
const STACK: usize = 16 << 20;

/// As many searches as there are threads.
pub(super) struct Judges {
    start: Board,
    nodes: u64,
    searchers: Vec<Searcher>,
}

impl Judges {
    /// # Errors
    /// If Tak is not played on boards of the plan's size.
    pub(super) fn new(threads: usize, plan: &Plan) -> Result<Self, RulesError> {
        let start = Board::start(plan.size, plan.rules())?;
        let searchers = (0..threads).map(|_| Searcher::new(HASH_MIB)).collect();
        Ok(Self { start, nodes: plan.nodes, searchers })
    }

    /// The value of each opening from White's view, in the same order, as far as they were scored
    /// before the work was broken off.
    pub(super) fn score(&mut self, openings: &[FourFlats], stopper: &Stopper) -> Vec<Value> {
        let next = AtomicUsize::new(0);
        let values = Mutex::new(vec![None; openings.len()]);
        let work = |searcher: &mut Searcher| {
            while !stopper.is_stopped() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&opening) = openings.get(index) else { return };
                let value = value(searcher, &self.start, opening, self.nodes);
                values.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(value);
            }
        };
        thread::scope(|scope| {
            let Some((first, others)) = self.searchers.split_first_mut() else { return };
            for searcher in others {
                // A thread that cannot be started is done without.
                let _ =
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(searcher));
            }
            work(first);
        });
        let values = values.into_inner().unwrap_or_else(PoisonError::into_inner);
        values.into_iter().map_while(|value| value).collect()
    }
}

/// What the search makes of an opening, from White's view.
fn value(searcher: &mut Searcher, start: &Board, opening: FourFlats, nodes: u64) -> Value {
    let mut board = start.clone();
    // Four flats on four squares can always be placed.
    let _ = board.play_line(&opening.moves());
    searcher.clear();
    let result = searcher.run(&board, Limits::nodes(nodes), Settings::default(), &mut ());
    // After four plies it is White's turn, and there is a move and so a line.
    result.lines.first().map_or(Value::Loss { plies: 0 }, |line| line.value)
}
