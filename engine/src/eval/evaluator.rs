//! What a search evaluates with: the terms, and a network that follows the moves.

use super::net::{Network, Sums, Update};
use super::{MAX_PLY, Score, evaluate_on};
use crate::board::{Position, Roads, Undo};
use crate::types::Move;
use std::sync::Arc;

/// Evaluates the positions of a search; the moves on the way are played through it.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Option<Arc<Network>>,
    /// The sums of the root and of every position on the way from it; nothing without a network.
    sums: Vec<Sums>,
}

impl Evaluator {
    /// The terms, and this network if there is one.
    #[must_use]
    pub fn new(network: Option<Arc<Network>>) -> Self {
        Self { network, sums: Vec::new() }
    }

    /// Begins at a position.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub fn set_root<const N: usize>(&mut self, root: &Position<N>) {
        self.sums.clear();
        if let Some(network) = &self.network {
            assert_eq!(network.size(), N, "a network for another board");
            self.sums.reserve(MAX_PLY);
            self.sums.push(Sums::new(network, root));
        }
    }

    /// Plays a move.
    #[inline(always)]
    pub fn play<const N: usize>(&mut self, position: &mut Position<N>, mv: Move) -> Undo {
        let Some(network) = &self.network else { return position.play(mv, &mut ()) };
        self.sums.extend_from_within(self.sums.len().saturating_sub(1)..);
        match self.sums.last_mut() {
            Some(sums) => position.play(mv, &mut Update { network, sums }),
            None => position.play(mv, &mut ()),
        }
    }

    /// Takes it back.
    #[inline(always)]
    pub fn undo<const N: usize>(&mut self, position: &mut Position<N>, mv: Move, undo: &Undo) {
        position.undo(mv, undo);
        self.sums.pop();
    }

    /// What the position that was played to is worth for the side to move. Its game must not be over.
    #[must_use]
    #[inline(always)]
    pub fn value<const N: usize>(&self, position: &Position<N>, roads: &Roads) -> Score {
        evaluate_on(position, roads, self.network.as_deref().zip(self.sums.last()))
    }
}
