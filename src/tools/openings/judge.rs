//! Scoring openings with the search.

use super::{FourFlats, Plan};
use crate::tools::workers;
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Limits, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::RulesError;

/// The transposition table of each search, in MiB. The scores depend on it.
pub const HASH_MIB: usize = 16;

/// What openings are scored with.
pub(super) struct Judges {
    start: Game,
    nodes: u64,
    threads: usize,
}

impl Judges {
    /// # Errors
    /// If Tak is not played by the rules of the plan.
    pub(super) fn new(threads: usize, plan: &Plan) -> Result<Self, RulesError> {
        let start = Game::start(plan.size, plan.rules()?)?;
        Ok(Self { start, nodes: plan.nodes, threads })
    }

    /// The value of each opening from White's view, in the same order, as far as they were scored
    /// before the work was broken off.
    pub(super) fn score(&self, openings: &[FourFlats], stopper: &Stopper) -> Vec<Value> {
        let mut values = vec![None; openings.len()];
        let judge = |searcher: &mut Search, index: usize| {
            let score = || value(searcher, &self.start, openings[index], self.nodes);
            (!stopper.is_stopped()).then(score)
        };
        let search = || Search::new(HASH_MIB);
        workers::run(0..openings.len(), self.threads, search, judge, |index, value| {
            values[index] = Some(value);
        });
        values.into_iter().map_while(|value| value).collect()
    }
}

/// What the search makes of an opening, from White's view.
fn value(searcher: &mut Search, start: &Game, opening: FourFlats, nodes: u64) -> Value {
    let mut board = start.clone();
    // Four flats on four squares can always be placed.
    let _ = board.play_line(&opening.moves());
    searcher.clear();
    let result = searcher.run(&board, Limits::nodes(nodes), Settings::default(), &mut ());
    // After four plies it is White's turn, and there is a move and so a line.
    result.lines.first().map_or(Value::Loss { plies: 0 }, |line| line.value)
}
