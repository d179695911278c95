//! A position from the view of the side to move.

use super::terms::Term;
use super::trace::Trace;
use crate::board::{Position, Turn};
use crate::types::{Bitboard, Color};

/// The top pieces of one player.
#[derive(Clone, Copy)]
pub(super) struct SideView {
    pub(super) turn: Turn,
    pub(super) color: Color,
    pub(super) all: Bitboard,
    pub(super) flats: Bitboard,
    pub(super) walls: Bitboard,
    pub(super) capstones: Bitboard,
    /// Flats and capstones.
    pub(super) road: Bitboard,
}

/// A position with the sets of squares that most terms use.
pub(super) struct View<'a, const N: usize> {
    pub(super) position: &'a Position<N>,
    pub(super) mover: SideView,
    pub(super) waiting: SideView,
    pub(super) empty: Bitboard,
    pub(super) tall: Bitboard,
    /// Walls and capstones of both sides.
    pub(super) blockers: Bitboard,
}

impl<'a, const N: usize> View<'a, N> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position<N>) -> Self {
        let side = |turn, color| {
            let all = position.owned(color);
            SideView {
                turn,
                color,
                all,
                flats: all - position.blockers(),
                walls: all & position.walls(),
                capstones: all & position.capstones(),
                road: all - position.walls(),
            }
        };
        Self {
            position,
            mover: side(Turn::Mover, position.to_move()),
            waiting: side(Turn::Waiting, position.to_move().opponent()),
            empty: position.empty(),
            tall: position.tall(),
            blockers: position.blockers(),
        }
    }

    /// Counts a term for both sides. `count` receives the side and its opponent.
    #[inline(always)]
    pub(super) fn each(
        &self,
        trace: &mut impl Trace,
        term: Term,
        count: impl Fn(&SideView, &SideView) -> usize,
    ) {
        let mover = count(&self.mover, &self.waiting) as i32;
        let waiting = count(&self.waiting, &self.mover) as i32;
        trace.add(term, mover, waiting);
    }

    /// Counts a pair of terms: the first for the side to move, the second for the other side.
    #[inline(always)]
    pub(super) fn by_turn(
        &self,
        trace: &mut impl Trace,
        term: Term,
        count: impl Fn(&SideView, &SideView) -> usize,
    ) {
        let mover = count(&self.mover, &self.waiting) as i32;
        let waiting = count(&self.waiting, &self.mover) as i32;
        trace.add(term, mover, 0);
        trace.add(term.at(1), 0, waiting);
    }
}
