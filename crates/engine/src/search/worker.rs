//! One thread of a search with its state: the path, draws on it, and facts about positions.

use super::frame::{Frame, new_frames};
use super::history::{Corrections, MoveHistory};
use super::picker::{Lists, Picker};
use super::proof::{QUERY_MIB, SizedSolver};
use super::root_move::{RootMove, RootProofs};
use super::shared::SharedState;
use crate::board::{History, Position, Roads, Undo};
use crate::cpu::{prefetch, versions};
use crate::eval::{Evaluator, Score};
use crate::machine;
use crate::machine::Instant;
use crate::memory::Array;
use crate::types::Move;
use std::time::Duration;

/// Board, memory and results of one thread.
pub(super) struct Worker<const N: usize> {
    /// 0 for the thread that checks the clock and reports.
    pub(super) id: usize,
    pub(super) position: Position<N>,
    evaluator: Evaluator,
    pub(super) facts: FactsCache,
    /// Keys of the game and of the path from the root.
    pub(super) history: History,
    pub(super) frames: Vec<Frame>,
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
            frames: new_frames(),
            lists: Lists::default(),
            moves: MoveHistory::new(),
            corrections: Corrections::new(),
            solver: SizedSolver::new(QUERY_MIB),
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
        self.position = root.clone();
        self.evaluator.set_root(root);
        self.history = history.clone();
        self.root_moves = moves.to_vec();
        self.frames.fill(Frame::default());
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

    /// Counts a position and returns whether the search must stop. There is always a move to play: the clock
    /// and a stop apply after one root move is searched, a limit of positions after the first iteration has a
    /// best line.
    #[inline(always)]
    pub(super) fn tick(&mut self, shared: &SharedState) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll(shared);
        }
        self.aborted
    }

    #[inline(never)]
    fn poll(&mut self, shared: &SharedState) {
        machine::pause();
        self.publish_nodes(shared);
        let visited = shared.nodes();
        // The positions that are left are shared by all threads.
        let left = shared.limits.nodes.unwrap_or(u64::MAX).saturating_sub(visited);
        self.next_poll =
            self.nodes + (left / shared.counters.len() as u64).clamp(1, self.interval.next());
        if !self.has_move {
            return;
        }
        // The other threads check positions too, and stop by themselves while the first one is busy with a
        // proof.
        let out_of_nodes = self.has_line && left == 0;
        let out_of_time = self.id == 0 && (shared.is_out_of_time() || self.is_answered(shared));
        if !shared.limits.infinite && (out_of_nodes || out_of_time) {
            shared.end.stop();
        }
        self.aborted = shared.end.is_stopped();
    }

    /// Whether the expected reply has just come to a search that had enough time before it.
    fn is_answered(&mut self, shared: &SharedState) -> bool {
        let is_hit = self.ponders && !shared.limits.is_pondering();
        self.ponders &= !is_hit;
        is_hit && self.has_enough(shared)
    }

    pub(super) fn publish_nodes(&self, shared: &SharedState) {
        shared.counters.set(self.id, self.nodes);
    }

    #[inline(always)]
    pub(super) fn play(&mut self, shared: &SharedState, mv: Move, ply: usize) -> Undo {
        self.history.push(self.position.key());
        let undo = self.evaluator.play(&mut self.position, mv);
        self.prefetch(shared);
        self.frames[ply].mv = Some(mv);
        undo
    }

    /// Prefetches what is known about the current position.
    #[inline(always)]
    fn prefetch(&self, shared: &SharedState) {
        shared.table.prefetch(table_key(&self.position));
        self.facts.prefetch(self.position.key());
    }

    #[inline(always)]
    pub(super) fn undo(&mut self, mv: Move, undo: &Undo) {
        self.evaluator.undo(&mut self.position, mv, undo);
        self.history.pop();
    }

    pub(super) fn play_null(&mut self, shared: &SharedState, ply: usize) -> Undo {
        self.history.push(self.position.key());
        let undo = self.position.play_null();
        self.prefetch(shared);
        self.frames[ply].mv = None;
        undo
    }

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

    /// The evaluation of the current position.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, roads: &Roads) -> Score {
        versions!({ self.evaluator.value(&self.position, roads) })
    }

    /// The picker's next move in the current position.
    #[inline(always)]
    pub(super) fn next_move(&mut self, picker: &mut Picker<N>, roads: &Roads) -> Option<Move> {
        versions!({ picker.next(&self.position, roads, &self.moves, &mut self.lists) })
    }
}

/// Number of entries: 256 KiB.
const ENTRIES: usize = 1 << 15;
/// Bits of an entry below the key: two of the kind, and sixteen of its number.
const DATA_BITS: u32 = 18;
const DATA: u64 = (1 << DATA_BITS) - 1;

/// Facts about a position whose game is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Facts {
    /// The side to move wins with this move.
    Win(Move),
    /// The opponent threatens to complete a road by a placement, and there is no win in one.
    Tak,
    /// Neither; with the evaluation.
    Quiet(Score),
}

/// A table with one entry for each remainder of the key; a new entry replaces an old one.
///
/// One evaluation in five was made before: after another order of moves, in an earlier iteration, or in a search with
/// another window. The transposition table is too far away in memory to save time here. This table is small enough for
/// the cache of a processor core, and each thread has its own. (Chess engines such as Stockfish had a table of
/// evaluations beside the transposition table.)
///
/// 61 of the 64 bits of a key select the entry or stand in it, so that false matches practically never happen.
pub(super) struct FactsCache(Array<u64>);

impl Facts {
    /// The kind, which is not 0, and the number.
    #[inline(always)]
    fn data(self) -> u64 {
        match self {
            Self::Win(mv) => 1 << 16 | u64::from(mv.bits()),
            Self::Tak => 2 << 16,
            Self::Quiet(Score(units)) => 3 << 16 | u64::from(units as i16 as u16),
        }
    }

    #[inline(always)]
    fn read(data: u64) -> Option<Self> {
        match data >> 16 & 3 {
            1 => Move::from_bits(data as u16).map(Self::Win),
            2 => Some(Self::Tak),
            3 => Some(Self::Quiet(Score(i32::from(data as u16 as i16)))),
            _ => None,
        }
    }
}

impl FactsCache {
    pub(super) fn new() -> Self {
        Self(vec![0; ENTRIES].into())
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.0[key as usize % ENTRIES]);
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Facts> {
        let entry = self.0[key as usize % ENTRIES];
        if (entry ^ key) & !DATA == 0 { Facts::read(entry) } else { None }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, facts: Facts) {
        self.0[key as usize % ENTRIES] = key & !DATA | facts.data();
    }
}

/// Maximum number of positions between checks: a quarter of a millisecond on a fast machine.
const MOST: u64 = 512;

/// Interval at the start of a search.
const FIRST: u64 = 8;

/// Longest time between checks, if one position takes less.
const LONGEST: Duration = Duration::from_millis(1);

/// The number of positions between checks of the limits. It follows the speed of the search: in a table of 4 GiB whose
/// memory the system has not provided yet, each position costs up to 0.3 ms, a thousand times more than usual.
pub(super) struct Interval {
    positions: u64,
    last: Option<Instant>,
}

impl Interval {
    /// The interval at the start of a search.
    pub(super) const fn new() -> Self {
        Self { positions: FIRST, last: None }
    }

    /// The number of positions until the next check, at a check.
    pub(super) fn next(&mut self) -> u64 {
        if let Some(last) = self.last {
            self.positions = adapted(self.positions, last.elapsed());
        }
        self.last = Some(Instant::now());
        self.positions
    }
}

/// The interval after one that took this time.
fn adapted(positions: u64, time: Duration) -> u64 {
    if time > LONGEST {
        (positions / 4).max(1)
    } else if 2 * time < LONGEST {
        (2 * positions).min(MOST)
    } else {
        positions
    }
}

/// Minimum number of plies without a placement before a repetition.
const SHORTEST_CYCLE: usize = 4;

/// Plies before the draw by reversible plies in which the table separates positions by the number of plies left.
const NEAR_DRAW: usize = 14;

/// The key of a position in the transposition table. Near the draw by reversible plies the score depends on the plies
/// left, so that they are part of the key. Farther away few lines reach the draw.
#[inline(always)]
pub(super) fn table_key<const N: usize>(position: &Position<N>) -> u64 {
    let limit = usize::from(position.rules().reversible_plies);
    // Without the rule none are left.
    match limit.saturating_sub(position.reversible_plies()) {
        left @ 1..=NEAR_DRAW => position.key() ^ (left as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        _ => position.key(),
    }
}

/// Draws by rule. The value of a position can depend on its history, which the table and pruning ignore. These tests
/// keep their proven results correct nevertheless.
impl<const N: usize> Worker<N> {
    /// Whether the position is a draw: one repetition since the root, two in all, or too many plies without
    /// a placement or a flattened wall.
    #[inline(always)]
    pub(super) fn is_draw_by_rule(&self, ply: usize) -> bool {
        let reversible = self.position.reversible_plies();
        let limit = self.reversible_limit();
        limit > 0 && reversible >= limit
            || reversible >= SHORTEST_CYCLE && self.history.is_repetition(&self.position, ply)
    }

    /// Whether one more ply without a placement or a flattened wall draws the game. Then any spread answers
    /// tak.
    #[inline(always)]
    pub(super) fn spreads_draw(&self) -> bool {
        let limit = self.reversible_limit();
        limit > 0 && self.position.reversible_plies() + 1 >= limit
    }

    /// Whether a score from elsewhere holds here: the game must not be drawn before a win that many plies
    /// away.
    #[inline(always)]
    pub(super) fn is_in_time(&self, score: Score, ply: usize) -> bool {
        let limit = self.reversible_limit();
        let Some(end) = score.decided_at() else { return true };
        limit == 0 || self.position.reversible_plies() + end.saturating_sub(ply) <= limit
    }

    #[inline(always)]
    fn reversible_limit(&self) -> usize {
        self.position.rules().reversible_plies.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_for_their_position_alone() {
        let mut cache = FactsCache::new();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(cache.get(key), None);
        let mv = Move::from_bits(1 << 6 | 5);
        let facts = [mv.map_or(Facts::Tak, Facts::Win), Facts::Tak]
            .into_iter()
            .chain([-31_749, -1, 0, 31_749].map(|units| Facts::Quiet(Score(units))));
        for facts in facts {
            cache.put(key, facts);
            assert_eq!(cache.get(key), Some(facts));
            assert_eq!(cache.get(key ^ 1 << 40), None, "another key with the same entry");
        }
        cache.put(key ^ 1 << 40, Facts::Tak);
        assert_eq!(cache.get(key), None, "replaced");
    }

    #[test]
    fn slow_searches_check_more_often_and_fast_ones_less() {
        let after = |positions, micros| adapted(positions, Duration::from_micros(micros));
        assert_eq!((after(8, 10), after(400, 10), after(512, 10)), (16, 512, 512));
        assert_eq!((after(512, 700), after(64, 700)), (512, 64));
        assert_eq!((after(512, 1001), after(8, 5000), after(1, 5000)), (128, 2, 1));
    }
}
