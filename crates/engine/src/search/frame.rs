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
pub(super) fn new_frames() -> Vec<Frame> {
    vec![Frame::default(); MAX_PLY + 4]
}

/// The move that led to this ply.
#[inline(always)]
pub(super) fn last_move(frames: &[Frame], ply: usize) -> Option<Move> {
    if ply == 0 { None } else { frames[ply - 1].mv }
}

/// The last move of the side to move at this ply.
#[inline(always)]
pub(super) fn own_last_move(frames: &[Frame], ply: usize) -> Option<Move> {
    if ply < 2 { None } else { frames[ply - 2].mv }
}

/// Sets the line of a ply: a move and the line after it.
pub(super) fn lead(frames: &mut [Frame], ply: usize, mv: Move) {
    let (here, below) = frames.split_at_mut(ply + 1);
    let line = &mut here[ply].line;
    line.clear();
    line.push(mv);
    let room = line.remaining_capacity();
    let tail = &below[0].line;
    line.extend(tail.iter().copied().take(room));
}
