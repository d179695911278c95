//! Root moves with their results, and the queries to the solver about the root.

use super::shared::SharedState;
use super::{Limits, Proofs, Settings, Threat};
use crate::board::{Position, Symmetry};
use crate::eval::Score;
use crate::types::Move;
use fxhash::FxHashMap;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Exact score if the move was best in the last search, else minus infinity.
    pub(super) score: Score,
    /// Score of the previous iteration.
    pub(super) previous: Score,
    /// Whether this iteration has searched it completely.
    pub(super) searched: bool,
    /// Positions visited below the move.
    pub(super) nodes: u64,
    /// Line of the score, beginning with the move.
    pub(super) line: Vec<Move>,
    /// The line completed to the end of the game, with its score, if that has been done.
    pub(super) completed: Option<(Vec<Move>, Score)>,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        let unknown = -Score::INFINITE;
        Self {
            mv,
            score: unknown,
            previous: unknown,
            searched: false,
            nodes: 0,
            line: vec![mv],
            completed: None,
        }
    }
}

// These functions are not generic over the board size, so that the compiler builds each sort once.

/// Sorts moves by score, the best first. Moves of equal score keep their order.
pub(super) fn sort_by_score(moves: &mut [RootMove]) {
    moves.sort_by_key(|root_move| -root_move.score);
}

/// Sorts moves by their place in an order; moves without a place come first.
pub(super) fn sort_by_place(moves: &mut [RootMove], places: &FxHashMap<Move, usize>) {
    moves.sort_by_key(|root_move| places.get(&root_move.mv).copied());
}

/// Puts the first item that fulfills a condition in front of the others, which keep their order.
pub(super) fn put_first<T>(items: &mut [T], is_first: impl FnMut(&T) -> bool) {
    if let Some(place) = items.iter().position(is_first) {
        items[..=place].rotate_right(1);
    }
}

/// The root moves to search: the requested ones if any is legal, else all, or one per symmetry class; a win
/// in one first. Empty if the game is over.
pub(super) fn root_moves<const N: usize>(
    root: &Position<N>,
    limits: &Limits,
    settings: &Settings,
) -> Vec<RootMove> {
    if root.outcome().is_some() {
        return Vec::new();
    }
    let mut moves = root.moves();
    if moves.iter().any(|mv| limits.search_moves.contains(mv)) {
        moves.retain(|mv| limits.search_moves.contains(mv));
    } else if settings.multi_pv <= 1 {
        leave_out_images(root, &mut moves);
    }
    if let Some(win) = root.winning_move() {
        put_first(&mut moves, |&mv| mv == win);
    }
    moves.into_iter().map(RootMove::new).collect()
}

/// Keeps one move of each symmetry class: 6 of the 36 on the empty 6x6 board.
fn leave_out_images<const N: usize>(root: &Position<N>, moves: &mut Vec<Move>) {
    let symmetries = symmetries(root);
    moves.retain(|&mv| symmetries.iter().all(|symmetry| symmetry.mv(mv, N) >= mv));
}

/// The symmetries that map the position to itself, the identity first. After reversible moves the history may break
/// all others.
fn symmetries<const N: usize>(root: &Position<N>) -> Vec<Symmetry> {
    let keys = root.image_keys();
    let images = Symmetry::ALL.into_iter().zip(keys);
    let same = images.filter(|&(_, key)| key == keys[0]).map(|(symmetry, _)| symmetry);
    let known = if root.reversible_plies() > 0 { 1 } else { Symmetry::ALL.len() };
    same.take(known).collect()
}

/// A proved and replayed win at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootWin {
    pub(super) score: Score,
    /// The line to the end of the game.
    pub(super) line: Vec<Move>,
}

impl RootWin {
    pub(super) fn begins_with(&self, mv: Move) -> bool {
        self.line.first() == Some(&mv)
    }

    /// The win, or an image of it in a symmetric position, that begins with one of these moves.
    pub(super) fn among<const N: usize>(
        &self,
        root_moves: &[RootMove],
        root: &Position<N>,
    ) -> Option<Self> {
        let image = |symmetry: Symmetry| Self {
            score: self.score,
            line: self.line.iter().map(|&mv| symmetry.mv(mv, N)).collect(),
        };
        let is_among =
            |win: &Self| root_moves.iter().any(|root_move| win.begins_with(root_move.mv));
        symmetries(root).into_iter().map(image).find(is_among)
    }
}

/// Results of the queries at the root.
#[derive(Clone, Default, Debug)]
pub(super) struct RootProofs {
    /// A win of the side to move.
    pub(super) proven: Option<RootWin>,
    /// A road that the opponent could force if the side to move passed.
    pub(super) threat: Option<Threat>,
    pub(super) road: Attempts,
    pub(super) passing: Attempts,
    pub(super) flats: Attempts,
}

/// Attempts at one query.
#[derive(Clone, Default, Debug)]
pub(super) struct Attempts {
    /// Positions allowed in the last attempt.
    allowed: u64,
    /// Whether the answer is final.
    pub(super) settled: bool,
}

/// Positions allowed for a query.
pub(super) struct NodeBudget {
    /// First attempt without a limit of positions.
    first: u64,
    /// First attempt: per mille of the limit of positions.
    first_mille: u64,
    /// Second and last attempt: per mille of the limit.
    second_mille: u64,
    /// Later attempts without a limit: one Nth of the positions visited so far.
    later_part: u64,
}

/// A road: a few hundred positions nearly always suffice.
pub(super) const ROAD: NodeBudget =
    NodeBudget { first: 60, first_mille: 50, second_mille: 400, later_part: 512 };
/// A road of the opponent.
pub(super) const PASSING: NodeBudget =
    NodeBudget { first: 30, first_mille: 25, second_mille: 25, later_part: 1024 };
/// Any win, which needs more positions and more time per position.
pub(super) const FLATS: NodeBudget =
    NodeBudget { first: 12, first_mille: 20, second_mille: 750, later_part: 1024 };

/// A road in `go solved`: as much as the time allows, or half of a limit of positions.
pub(super) const SOLUTION: NodeBudget =
    NodeBudget { first: u64::MAX, first_mille: 500, second_mille: 500, later_part: u64::MAX };

/// With a limit of time, except in `go solved`, the first attempt waits until the search has visited this many positions. A
/// position of the solver takes about six times the time of one of the search, and short searches need that time more
/// (docs/strength.md). A win that the solver's table has, for example after a reply to an announced win, needs no wait.
const FIRST_VISITED: u64 = 4000;
/// With a smaller limit of positions a query gets a smaller part of it, in proportion: the search needs them more.
const FULL_SHARE: u64 = 20_000;
/// The second attempt starts after this part of a limit of positions.
const SECOND_TIME: u64 = 32;
/// [`Proofs::Sparing`] gives a query this part of the limit.
const SPARING: u64 = 100;

impl Attempts {
    /// Positions for the next attempt, if it is due: at least twice those of the previous one. `is_known` says that the
    /// solver knows a win.
    pub(super) fn next(
        &mut self,
        shared: &SharedState,
        visited: u64,
        budget: &NodeBudget,
        is_known: bool,
    ) -> Option<u64> {
        let first = self.allowed == 0;
        let Limits { until_solved, .. } = shared.limits;
        let is_early = visited < FIRST_VISITED && !is_known;
        let waits = shared.clock.is_ticking() && !until_solved && is_early;
        let share = |limit: u64, mille| {
            let part = limit.saturating_mul(mille) / 1000;
            if limit < FULL_SHARE { part * limit / FULL_SHARE } else { part }
        };
        let allowed = match shared.limits.nodes {
            Some(limit) if shared.settings.proofs == Proofs::Sparing => limit / SPARING,
            Some(limit) if first => share(limit, budget.first_mille),
            Some(limit) if visited >= limit / SECOND_TIME => share(limit, budget.second_mille),
            Some(_) => 0,
            None if first && waits => 0,
            None if first => budget.first,
            None => visited / budget.later_part,
        };
        if self.settled || allowed < self.allowed.saturating_mul(2).max(1) {
            return None;
        }
        self.allowed = allowed;
        Some(allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::clock::Clock;
    use crate::search::table::TranspositionTable;
    use crate::types::ByColor;
    use crate::types::{Piece, Rules, Square};
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn skips_symmetric_root_moves() {
        let count = |position: &Position<6>, multi_pv| {
            let settings = Settings { multi_pv, ..Settings::default() };
            root_moves(position, &Limits::default(), &settings).len()
        };
        let mut position = Position::<6>::start(Rules::standard(6));
        assert_eq!((count(&position, 1), count(&position, 4)), (6, 36));
        position.play(Move::place(Square::new(0, 0), Piece::Flat), &mut ());
        // The diagonal symmetry remains: 5 squares on it, and half of the other 30.
        assert_eq!((count(&position, 1), count(&position, 4)), (20, 35));
        position.play(Move::place(Square::new(2, 1), Piece::Flat), &mut ());
        assert_eq!(count(&position, 1), count(&position, 4));
    }

    #[test]
    fn a_win_begins_with_a_move_that_the_root_has() {
        let flat = |x, y| Move::place(Square::new(x, y), Piece::Flat);
        let mut root = Position::<3>::start(Rules::standard(3));
        root.play(flat(0, 0), &mut ());
        root.play(flat(2, 2), &mut ());
        let moves = root_moves(&root, &Limits::default(), &Settings::default());
        let has_root_move = |mv| moves.iter().any(|root_move| root_move.mv == mv);
        assert!(has_root_move(flat(1, 0)) && !has_root_move(flat(0, 1)));

        let win = |line: &[Move]| RootWin { score: Score::win_in(3), line: line.to_vec() };
        let kept = win(&[flat(1, 0), flat(2, 0), flat(0, 2)]);
        let image = win(&[flat(0, 1), flat(0, 2), flat(2, 0)]);
        assert_eq!(image.among(&moves, &root), Some(kept.clone()));
        assert_eq!(kept.among(&moves, &root), Some(kept.clone()));
        assert_eq!(kept.among(&[], &root), None);
    }

    #[test]
    fn the_first_attempt_waits_only_with_a_limit_of_time() {
        let attempt = |limits: Limits, visited, is_known| {
            let settings = Settings::default();
            let position = Position::<5>::start(Rules::standard(5));
            let clock = Clock::new(&limits, &position, settings.overhead);
            let table = Arc::new(TranspositionTable::new(1));
            let shared = SharedState::new(table, limits, settings, clock);
            Attempts::default().next(&shared, visited, &ROAD, is_known)
        };
        let second = Duration::from_secs(1);
        let clocks = Limits { time: ByColor([Some(second); 2]), ..Limits::default() };
        for limits in [clocks, Limits::movetime(second)] {
            assert_eq!(attempt(limits.clone(), FIRST_VISITED - 1, false), None);
            assert_eq!(attempt(limits.clone(), 0, true), Some(ROAD.first));
            assert_eq!(attempt(limits, FIRST_VISITED, false), Some(ROAD.first));
        }
        assert_eq!(attempt(Limits::default(), 0, false), Some(ROAD.first));
        let solved = Limits { until_solved: true, ..Limits::movetime(second) };
        assert_eq!(attempt(solved, 0, false), Some(ROAD.first));
    }
}
