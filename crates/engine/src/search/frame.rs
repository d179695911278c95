//! State per ply.

use crate::eval::{MAX_PLY, Score};
use crate::types::Move;
use arrayvec::ArrayVec;

pub(super) type MoveLine = ArrayVec<Move, MAX_PLY>;

/// State of one ply on the path from the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The current move; `None` for a null move.
    pub(super) mv: Option<Move>,
    /// Static evaluation, if the node has one.
    pub(super) eval: Option<Score>,
    /// Excluded move of a singular search.
    pub(super) excluded: Option<Move>,
    /// Killer moves, latest first.
    pub(super) killers: [Option<Move>; 2],
    /// Principal variation from here.
    pub(super) line: MoveLine,
}

impl Frame {
    /// Sets the line to one winning move.
    pub(super) fn end_line(&mut self, mv: Move) {
        self.line.clear();
        self.line.push(mv);
    }

    pub(super) fn note_killer(&mut self, mv: Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}

/// The plies of a search, with spare ones so that looking ahead needs no test.
pub(super) struct Frames(Vec<Frame>);

impl Frames {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default(); MAX_PLY + 4])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Frame::default());
    }

    #[inline(always)]
    pub(super) fn at(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }

    #[inline(always)]
    pub(super) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }

    /// The move that led to this ply.
    #[inline(always)]
    pub(super) fn before(&self, ply: usize) -> Option<Move> {
        if ply == 0 { None } else { self.0[ply - 1].mv }
    }

    /// The move before that.
    #[inline(always)]
    pub(super) fn earlier(&self, ply: usize) -> Option<Move> {
        if ply < 2 { None } else { self.0[ply - 2].mv }
    }

    /// Sets the line of a ply: a move and the line after it.
    pub(super) fn lead(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        let tail = &below[0].line;
        line.extend(tail.iter().copied().take(room));
    }
}
