//! A search that ends when the result is known asks first whether a road can be forced.

use super::proof::{Answer, Budget, Question, Solver};
use super::worker::Job;
use super::{Bound, Info, SearchResult};
use crate::board::{History, Position};
use crate::eval::{Value, Wdl};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Memory for this, in MiB.
const HASH_MIB: usize = 64;
/// The longest time that is given to it where nothing else limits the search.
const LONGEST: Duration = Duration::from_secs(10);
/// Of the time for a move it gets one part in so many: most positions hold no such road.
const SHARE: u32 = 4;

/// The result, with its proof replayed, if the side to move can force a road and that is soon found.
pub(super) fn solve<const N: usize>(
    job: &Job,
    root: &Position<N>,
    history: &History,
) -> Option<SearchResult> {
    let limits = &job.limits;
    if !limits.until_solved || !limits.search_moves.is_empty() {
        return None;
    }
    let time = job.clock.latest().map_or(LONGEST, |latest| latest / SHARE).min(LONGEST);
    let budget = Budget {
        nodes: limits.nodes,
        deadline: Instant::now().checked_add(time),
        stop: Arc::clone(&job.stop),
    };
    let moves = limits.depth.map(|depth| depth.div_ceil(2));
    let question = Question { moves, ..Question::road().shortest() };
    let mut solver = Solver::<N>::new(HASH_MIB);
    let Answer::Proven(proof) = solver.solve(root, history, question, &budget, &mut ()) else {
        return None;
    };
    let plies = proof.line().len() as u32;
    let info = Info {
        depth: plies,
        seldepth: plies,
        line: 1,
        lines: 1,
        value: Value::Win { plies },
        bound: Bound::Exact,
        wdl: Wdl { win: 1000, draw: 0, loss: 0 },
        nodes: solver.nodes().max(1),
        time: limits.start.elapsed(),
        hashfull: 0,
        pv: proof.line().to_vec(),
    };
    Some(SearchResult {
        best: info.pv.first().copied(),
        nodes: info.nodes,
        lines: vec![info],
        threat: None,
    })
}
