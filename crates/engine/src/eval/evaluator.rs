//! The evaluation in a search: a network that follows the moves.

use super::net::{Change, Network, Sums};
use super::{MAX_PLY, Score, View};
use crate::board::{Position, Roads, Undo};
use crate::types::Move;
use std::sync::Arc;

/// Evaluates the positions of a search. It must play and undo all moves.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    /// The positions of the path from the root. Entries after `last` are unused.
    steps: Vec<PathStep>,
    /// Index of the current position.
    last: usize,
}

#[derive(Clone, Debug)]
struct PathStep {
    /// The changes by the last move.
    change: Change,
    /// The sums, valid if `is_known`. Many positions are never evaluated.
    sums: Sums,
    is_known: bool,
}

impl Evaluator {
    /// Creates an evaluator.
    pub const fn new(network: Arc<Network>) -> Self {
        Self { network, steps: Vec::new(), last: 0 }
    }

    /// Starts at a position.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub fn set_root<const N: usize>(&mut self, root: &Position<N>) {
        let network = &self.network;
        assert_eq!(network.size(), N, "board size of the network");
        let root =
            PathStep { change: Change::new(N), sums: Sums::new(network, root), is_known: true };
        // Enough for nearly every search; `play` extends it.
        self.steps.resize(MAX_PLY / 2, root.clone());
        self.steps[0] = root;
        self.last = 0;
    }

    /// Plays a move.
    #[inline(always)]
    pub fn play<const N: usize>(&mut self, position: &mut Position<N>, mv: Move) -> Undo {
        self.last += 1;
        if self.last == self.steps.len() {
            self.grow();
        }
        let step = &mut self.steps[self.last];
        step.change.clear();
        step.is_known = false;
        position.play(mv, &mut step.change)
    }

    #[cold]
    fn grow(&mut self) {
        self.steps.extend_from_within(..);
    }

    /// Undoes a move.
    #[inline(always)]
    pub fn undo<const N: usize>(&mut self, position: &mut Position<N>, mv: Move, undo: &Undo) {
        position.undo(mv, undo);
        self.last -= 1;
    }

    /// The value of the current position for the side to move. The game must not be over.
    ///
    /// # Panics
    /// If no root was set.
    #[inline(always)]
    pub fn value<const N: usize>(&mut self, position: &Position<N>, roads: &Roads) -> Score {
        let sums = known(&self.network, &mut self.steps[..=self.last]);
        let summary = View::new(position).summary(roads);
        Score::estimate(self.network.value(sums, position.to_move(), &summary))
    }
}

/// The sums of the last position, computed from the nearest earlier position with known sums.
#[inline(always)]
fn known<'a>(network: &Network, steps: &'a mut [PathStep]) -> &'a Sums {
    let last = steps.len() - 1;
    // The sums of the root are always known.
    let mut next = last;
    while !steps[next].is_known {
        next -= 1;
    }
    while next < last {
        next += 1;
        let (before, step) = steps.split_at_mut(next);
        let step = &mut step[0];
        step.sums.follow(&before[next - 1].sums, network, &step.change);
        step.is_known = true;
    }
    &steps[last].sums
}
