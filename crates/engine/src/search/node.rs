//! One node of the alpha-beta search, as a list of steps; its leaves, and singular extensions.

use super::frame::{last_move, lead, own_last_move};
use super::history::{CorrectionKeys, Situation};
use super::picker::{Evasions, Picker, flat_gain};
use super::prune::{Expect, FLAT, NodeKind, Principal, Scout};
use super::shared::SharedState;
use super::table::TableEntry;
use super::worker::{Facts, Worker, table_key};
use super::{Bound, prune, tunables};
use crate::board::{Outcome, Roads};
use crate::cpu::versions;
use crate::eval::{MAX_PLY, Score};
use crate::types::Move;
use arrayvec::ArrayVec;

/// Maximum number of tried moves for the history update.
const TRIED: usize = 48;

impl<const N: usize> Worker<N> {
    /// Searches the current position and returns its score from the view of the side to move. The score may
    /// lie outside the window and is then a bound (fail-soft).
    #[inline(always)]
    pub(super) fn node<K: NodeKind>(
        &mut self,
        shared: &SharedState,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        expect: Expect,
    ) -> Score {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        if crate::cpu::uses_v3() {
            // SAFETY: the processor has the instructions.
            return unsafe { self.node_v3::<K>(shared, alpha, beta, depth, ply, expect) };
        }
        self.node_basic::<K>(shared, alpha, beta, depth, ply, expect)
    }

    // Not by the macro `versions`: compilers do not inline a closure of this size.
    #[inline(never)]
    fn node_basic<K: NodeKind>(
        &mut self,
        shared: &SharedState,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        expect: Expect,
    ) -> Score {
        self.node_body::<K>(shared, alpha, beta, depth, ply, expect)
    }

    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn node_v3<K: NodeKind>(
        &mut self,
        shared: &SharedState,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        expect: Expect,
    ) -> Score {
        self.node_body::<K>(shared, alpha, beta, depth, ply, expect)
    }

    #[inline(always)]
    fn node_body<K: NodeKind>(
        &mut self,
        shared: &SharedState,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        expect: Expect,
    ) -> Score {
        debug_assert!(alpha < beta && (K::PV || beta - alpha == 1));

        // Step 1. Count the node, and stop if a limit is reached.
        if self.tick(shared) {
            return Score::DRAW;
        }
        if K::PV {
            self.frames[ply].line.clear();
            self.seldepth = self.seldepth.max(ply);
        }

        // Step 2. End of the game, draws by repetition, and facts that depend on the position alone: a win in
        // one, tak, the evaluation. An earlier visit may have found them; then the roads of both sides are only
        // computed for the moves. Meanwhile the table's entry and the corrections are being fetched into the cache.
        let key = self.position.key();
        let before = last_move(&self.frames, ply);
        let keys = CorrectionKeys::new(&self.position, before);
        self.corrections.prefetch(&keys);
        let mut roads = None;
        let facts = if let Some(facts) = self.facts.get(key) {
            if self.is_draw_by_rule(ply) {
                return Score::DRAW;
            }
            facts
        } else {
            let roads = self.roads(&mut roads);
            if let Some(score) = self.result(&roads, ply) {
                return score;
            }
            let facts = self.look(&roads);
            self.facts.put(key, facts);
            facts
        };
        if ply >= MAX_PLY - 2 {
            let roads = self.roads(&mut roads);
            return self.evaluate(&roads);
        }

        // Step 3. Win distance pruning: no win from here is nearer than one ply, so a nearer one that is
        // already known decides.
        alpha = alpha.max(Score::loss_in(ply + 1));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. A win in one comes before all pruning.
        if let Facts::Win(mv) = facts {
            if K::PV {
                self.frames[ply].end_line(mv);
            }
            return Score::win_in(ply + 1);
        }

        // Step 5. Evaluation with corrections; none in tak, where it means little.
        let eval = match facts {
            Facts::Quiet(eval) => Some(self.corrections.correct(&keys, eval)),
            _ => None,
        };
        let in_tak = eval.is_none();
        if depth <= 0
            && let Some(score) = self.leaf::<K>(shared, [alpha, beta], eval, depth, ply, &mut roads)
        {
            return score;
        }
        // Answers to tak below the last ply cost no depth, but captures before them still count.
        let below = depth.min(0);
        depth = depth.max(1);

        // Step 6. Transposition table. Nodes of the principal variation are searched nevertheless, so that
        // their lines are complete. A search without the best move says nothing about the position.
        let stored = table_key(&self.position);
        let known = shared.table.probe(stored, ply);
        let whole = self.frames[ply].excluded.is_none();
        if !K::PV
            && whole
            && let Some(entry) = known
            && entry.decides([alpha, beta], depth)
            && self.is_in_time(entry.score, ply)
        {
            return entry.score;
        }

        // Step 7. Forced roads: the solver sees sequences of tak within a few positions that would take
        // alpha-beta many plies. A nearer win is left to alpha-beta.
        if depth >= tunables::proof_depth()
            && whole
            && !alpha.is_win()
            && shared.proves()
            && let Some((mv, score)) = self.forced_road(shared, depth, ply)
        {
            if K::PV {
                self.frames[ply].end_line(mv);
            }
            shared.table.store(
                stored,
                ply,
                TableEntry { mv: Some(mv), score, depth, bound: Bound::Lower },
            );
            return score;
        }

        self.frames[ply].eval = eval;
        self.frames[ply + 2].killers = [None; 2];
        let improving = self.is_improving(eval, ply);

        if !K::PV
            && whole
            && let Some(eval) = eval
        {
            // Step 8. Reverse futility pruning: far enough above beta.
            if depth <= tunables::rfp_depth()
                && eval - prune::futility_margin(depth, improving) >= beta
                && !beta.is_loss()
            {
                return eval;
            }

            // Step 9. Null move: if passing keeps the score above beta, a move will too.
            if depth >= tunables::null_depth()
                && eval >= beta
                && !beta.is_decided()
                && before.is_some()
                && self.position.opening_plies() == 0
                && self.position.reserve(self.position.to_move()).total() > 2
                && let Some(score) = self.null_move(shared, beta, depth, ply, eval)
            {
                return score;
            }
            if self.aborted {
                return Score::DRAW;
            }
        }

        // Step 10. Internal iterative reduction: without a table move, a shallower search finds one for
        // the next visit.
        let known_move = known.and_then(|entry| entry.mv);
        if depth >= tunables::iir_depth() && known_move.is_none() && whole {
            depth -= 1;
        }

        // Step 11. Moves. The principal variation tries all, so that lost lines are played to the end;
        // elsewhere moves that do not answer tak count as lost in two plies.
        let roads = self.roads(&mut roads);
        let any_will_do = !in_tak || K::PV || self.spreads_draw();
        let evasions = if any_will_do {
            Evasions::ANY
        } else {
            Evasions::from_threats(self.position.threats(&roads))
        };
        let color = self.position.to_move();
        let situation = Situation { color, before, earlier: own_last_move(&self.frames, ply) };
        let mut picker =
            Picker::new(known_move, &self.frames[ply], situation, evasions, &self.lists);
        let mut best = if evasions.are_any() { -Score::INFINITE } else { Score::loss_in(ply + 2) };
        let mut best_move = None;
        let mut tried = ArrayVec::<Move, TRIED>::new();
        let mut count = 0;
        let first_alpha = alpha;
        let mut cut = None;

        while let Some(mv) = self.next_move(&mut picker, &roads) {
            count += 1;

            // Step 12. Late move pruning: near the leaves late moves are hardly ever best.
            if !K::PV
                && depth <= tunables::lmp_depth()
                && !in_tak
                && !best.is_loss()
                && count > prune::move_count_limit(depth, improving)
            {
                break;
            }

            let gain = flat_gain(&self.position, mv);

            // Step 13. Futility pruning: too far below alpha, including the flats that the move wins.
            if !K::PV
                && depth <= tunables::futility_depth()
                && !best.is_loss()
                && !alpha.is_decided()
                && let Some(eval) = eval
                && count > 1
                && eval + prune::futility_reach(depth, gain) <= alpha
                && !picker.places_tak(mv)
            {
                // A skipped move may still be worth this much.
                best = best.max(eval + prune::futility_reach(depth, gain));
                continue;
            }

            // Step 14. Singular extension: the table's move is searched deeper if it is far better than all
            // others. If another move also exceeds beta, the node is cut.
            let mut full = depth - 1 + below;
            if let Some(entry) = known
                && Some(mv) == known_move
                && self.may_be_singular(&entry, depth, ply)
            {
                match self.singular::<K>(shared, &entry, beta, depth, ply, expect) {
                    Singular::Extend(plies) => full += plies,
                    Singular::Cut(bound) => cut = Some(bound),
                }
                if cut.is_some() || self.aborted {
                    break;
                }
            }

            // Step 15. Late move reduction, in 1/1024 ply.
            let mut reduction = 0;
            if depth >= tunables::lmr_depth()
                && !in_tak
                && count > tunables::lmr_moves() as usize + usize::from(K::PV)
            {
                reduction = prune::reduction(depth, count);
                if !K::PV {
                    reduction += tunables::lmr_non_pv();
                }
                if expect == Expect::Cut {
                    reduction += tunables::lmr_cut();
                }
                if !improving {
                    reduction += tunables::lmr_not_improving();
                }
                let merit = self.moves.prior(&situation).of(mv);
                reduction -= merit * 1024 / tunables::lmr_history();
                reduction -= tunables::lmr_gain() * gain.clamp(-2, 2);
            }

            let undo = self.play(shared, mv, ply);
            let reduced = (full - reduction / 1024).clamp(1.min(full), full);

            // Step 16. Principal variation search: the first move sets the score; later moves must first
            // exceed it in a reduced search with an empty window.
            let mut score = Score::DRAW;
            if !K::PV || count > 1 {
                let child = if reduced < full { Expect::Cut } else { expect.child() };
                score = -self.node::<Scout>(shared, -alpha - 1, -alpha, reduced, ply + 1, child);
                if score > alpha && reduced < full && !self.aborted {
                    let child = expect.child();
                    score = -self.node::<Scout>(shared, -alpha - 1, -alpha, full, ply + 1, child);
                }
            }
            if K::PV && (count == 1 || score > alpha && !self.aborted) {
                score = -self.node::<Principal>(shared, -beta, -alpha, full, ply + 1, Expect::All);
            }

            self.undo(mv, &undo);
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if K::PV {
                        lead(&mut self.frames, ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            // A full list drops further moves.
            let _ = tried.try_push(mv);
        }
        picker.finish(&mut self.lists);
        if self.aborted {
            return Score::DRAW;
        }
        if let Some(bound) = cut {
            return bound;
        }

        // Step 17. Update histories and killers.
        if let Some(mv) = best_move {
            self.moves.update(&situation, mv, &tried, depth);
            if best >= beta {
                self.frames[ply].note_killer(mv);
            }
        } else if whole && let Some(mv) = before {
            let [before, earlier] =
                [own_last_move(&self.frames, ply), own_last_move(&self.frames, ply - 1)];
            let situation = Situation { color: color.opponent(), before, earlier };
            self.moves.reward(&situation, mv, depth);
        }

        // Step 18. Store the result, and learn the error of the evaluation.
        let bound = Bound::of(best, [first_alpha, beta]);
        if !whole {
            return best;
        }
        let depth = depth + below;
        shared.table.store(stored, ply, TableEntry { mv: best_move, score: best, depth, bound });
        if let Some(eval) = eval
            && !best.is_decided()
            && bound.refutes(eval, best)
        {
            self.corrections.update(&keys, best - eval, depth);
        }
        best
    }

    /// The roads of the current position, computed when first needed.
    #[inline(always)]
    fn roads(&self, known: &mut Option<Roads>) -> Roads {
        *known.get_or_insert_with(|| self.position.roads())
    }

    /// Score of a leaf: the evaluation, or more if a stack can win flats at once. `None` in tak before the horizon: it must
    /// be answered.
    #[inline(always)]
    fn leaf<K: NodeKind>(
        &mut self,
        shared: &SharedState,
        window: [Score; 2],
        eval: Option<Score>,
        depth: i32,
        ply: usize,
        roads: &mut Option<Roads>,
    ) -> Option<Score> {
        match eval {
            Some(eval) if is_settled(window, eval, depth) => Some(eval),
            Some(eval) => Some(self.captures::<K>(shared, window, eval, depth, ply)),
            None if ply < self.horizon => None,
            None => {
                let roads = self.roads(roads);
                Some(self.evaluate(&roads))
            }
        }
    }

    /// Score of a finished game or of a repetition at this node.
    #[inline(always)]
    fn result(&self, roads: &Roads, ply: usize) -> Option<Score> {
        // The previous node would have found a placement that completes a road; only the root tries every
        // move.
        let by_placement = last_move(&self.frames, ply).is_none_or(Move::is_placement);
        let outcome = if ply > 1 && by_placement {
            self.position.flats_end().then(|| self.position.flat_result())
        } else {
            self.position.outcome_on(roads)
        };
        match outcome {
            Some(Outcome::Win(winner, _)) if winner == self.position.to_move() => {
                Some(Score::win_in(ply))
            }
            Some(Outcome::Win(..)) => Some(Score::loss_in(ply)),
            Some(Outcome::Draw(_)) => Some(Score::DRAW),
            None if self.is_draw_by_rule(ply) => Some(Score::DRAW),
            None => None,
        }
    }

    /// Whether the evaluation is better than at this side's previous turn.
    #[inline(always)]
    fn is_improving(&self, eval: Option<Score>, ply: usize) -> bool {
        let Some(eval) = eval else { return false };
        ply >= 2 && self.frames[ply - 2].eval.is_none_or(|earlier| eval > earlier)
    }

    /// Score of passing, if at least beta.
    fn null_move(
        &mut self,
        shared: &SharedState,
        beta: Score,
        depth: i32,
        ply: usize,
        eval: Score,
    ) -> Option<Score> {
        let reduction = tunables::null_base()
            + depth / tunables::null_divisor()
            + ((eval - beta) / 150).clamp(0, 2);
        let undo = self.play_null(shared, ply);
        let score =
            -self.node::<Scout>(shared, -beta, -beta + 1, depth - reduction, ply + 1, Expect::All);
        self.undo_null(&undo);
        // A win found by passing is not proven.
        (score >= beta && !self.aborted).then(|| if score.is_win() { beta } else { score })
    }
}

/// Maximum number of spreads per leaf.
const MOST: usize = 16;

/// Whether the evaluation stands at a leaf: no capture can matter, or the maximum number of captures is
/// reached.
#[inline(always)]
pub(super) fn is_settled([alpha, beta]: [Score; 2], eval: Score, depth: i32) -> bool {
    let reach = FLAT * (tunables::leaf_gain() + tunables::leaf_slack());
    eval >= beta || eval + reach <= alpha || depth <= -tunables::leaf_plies()
}

impl<const N: usize> Worker<N> {
    /// The best of the evaluation and of the spreads that win flats, in a position without tak.
    ///
    /// The evaluation counts top flats and ignores that a spread will cover three of them with the next move.
    /// Like the quiescence search of chess, this search tries the spreads that win the most flats and the
    /// answers to them; each side may also stop.
    #[inline(always)]
    pub(super) fn captures<K: NodeKind>(
        &mut self,
        shared: &SharedState,
        [alpha, beta]: [Score; 2],
        eval: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        versions!({
            let mut best = eval;
            for mv in self.promising(eval, alpha) {
                let alpha = alpha.max(best);
                let undo = self.play(shared, mv, ply);
                let score = -self.node::<K>(shared, -beta, -alpha, depth - 1, ply + 1, Expect::All);
                self.undo(mv, &undo);
                if self.aborted {
                    return Score::DRAW;
                }
                if score > best {
                    best = score;
                    if score.is_win() {
                        self.remember_win(shared, mv, score, ply);
                    }
                    if K::PV && score > alpha {
                        lead(&mut self.frames, ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            best
        })
    }

    /// Stores a win, so that a later search without time can play it on. The table has no other results of leaves.
    #[inline(never)]
    fn remember_win(&self, shared: &SharedState, mv: Move, score: Score, ply: usize) {
        let win = TableEntry { mv: Some(mv), score, depth: 0, bound: Bound::Lower };
        shared.table.store(table_key(&self.position), ply, win);
    }

    /// The spreads that win the most flats, largest first, if their gain may raise alpha.
    #[inline(always)]
    fn promising(&mut self, eval: Score, alpha: Score) -> ArrayVec<Move, MOST> {
        versions!({
            let enough = (alpha - eval) / FLAT - tunables::leaf_slack();
            let least = tunables::leaf_gain().max(enough + 1);
            let most = tunables::leaf_moves() as usize;
            let mut best = ArrayVec::<(i32, Move), { MOST + 1 }>::new();
            self.lists.generated.clear();
            self.position
                .generate_stack_spreads(self.position.winning_stacks(), &mut self.lists.generated);
            for &mv in &self.lists.generated {
                let gain = flat_gain(&self.position, mv);
                if gain >= least {
                    let place = best.partition_point(|&(other, _)| other >= gain);
                    best.insert(place, (gain, mv));
                    best.truncate(most);
                }
            }
            best.into_iter().map(|(_, mv)| mv).collect()
        })
    }
}

/// Result of a search without the table's move.
pub(super) enum Singular {
    /// Search the move deeper by this number of plies, or less deep if negative.
    Extend(i32),
    /// Another move also exceeds beta: the node is worth at least this.
    Cut(Score),
}

impl<const N: usize> Worker<N> {
    /// Whether the table's entry qualifies: deep, recent, and a lower bound.
    pub(super) fn may_be_singular(&self, entry: &TableEntry, depth: i32, ply: usize) -> bool {
        depth >= tunables::singular_depth()
            && self.frames[ply].excluded.is_none()
            // Limits the sum of extensions.
            && ply < 2 * (self.finished_depth as usize + 1)
            && entry.depth >= depth - tunables::singular_behind()
            && entry.bound != Bound::Upper
            && !entry.score.is_decided()
    }

    /// Searches the node without the table's move, at half the depth, against a bound slightly below the
    /// move's score: a move that is much better than all others is searched deeper. (From the chess engines Deep
    /// Blue and Stockfish.)
    pub(super) fn singular<K: NodeKind>(
        &mut self,
        shared: &SharedState,
        entry: &TableEntry,
        beta: Score,
        depth: i32,
        ply: usize,
        expect: Expect,
    ) -> Singular {
        let bound = entry.score - tunables::singular_margin() * depth;
        let eval = self.frames[ply].eval;
        self.frames[ply].excluded = entry.mv;
        let others = self.node::<Scout>(shared, bound - 1, bound, (depth - 1) / 2, ply, expect);
        let frame = &mut self.frames[ply];
        frame.excluded = None;
        frame.eval = eval;

        if others < bound {
            let far = !K::PV && others < bound - tunables::singular_double();
            Singular::Extend(if far { 2 } else { 1 })
        } else if !K::PV && bound >= beta {
            Singular::Cut(bound)
        } else if entry.score >= beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}
