//! Root moves with their results.

use super::{Limits, Settings};
use crate::board::{Position, Symmetry};
use crate::eval::Score;
use crate::types::Move;
use fxhash::FxHashMap;

/// A root move.
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

/// Keeps one move of each symmetry class: 6 of the 36 on the empty 6x6 board. After reversible moves the
/// history may break the symmetry.
fn leave_out_images<const N: usize>(root: &Position<N>, moves: &mut Vec<Move>) {
    if root.reversible_plies() > 0 {
        return;
    }
    let images = Symmetry::ALL.into_iter().zip(root.image_keys());
    let symmetries: Vec<_> = images.filter(|&(_, key)| key == root.key()).collect();
    moves.retain(|&mv| symmetries.iter().all(|(symmetry, _)| symmetry.mv(mv, N) >= mv));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Piece, Rules, Square};

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
}
