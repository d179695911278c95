//! Games as samples for learning.
//!
//! These functions have no size in their types. So only this package compiles the evaluation and the policy, not also
//! the packages that learn.

use super::Game;
use super::size::{BySize, whatever_size};
use crate::eval::net::{Network, active_inputs};
use crate::eval::weights::table;
use crate::eval::{self, Features, Score};
use crate::search::policy::Policy;
use crate::types::Move;

impl Game {
    /// Whether the side to move wins in one or is in tak. The search evaluates no such position.
    pub fn is_forced(&self) -> bool {
        whatever_size!(self.typed(), typed => {
            typed.winning_move().is_some() || !typed.threats(&typed.roads()).is_empty()
        })
    }

    /// The counts of all terms, and the phase. The game must not be over.
    pub fn features(&self) -> Features {
        whatever_size!(self.typed(), typed => eval::features(typed))
    }

    /// The value for the side to move by the terms, and a network if there is one. The game must not be over.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub fn value(&self, network: Option<&Network>) -> Score {
        let learned = network
            .map_or(0, |network| whatever_size!(self.typed(), typed => network.correction(typed)));
        let Features { counts, phase } = self.features();
        Score::estimate(counts.value(table(self.size()), phase) + learned)
    }

    /// Calls `on` once for each active input of a network ([`active_inputs`]). Returns the index of the output.
    pub fn active_inputs(&self, on: &mut dyn FnMut(usize)) -> usize {
        whatever_size!(self.typed(), typed => active_inputs(typed, on))
    }

    /// Calls `on` for each legal move, in the order of [`Game::moves`], with the numbers of its weights in the policy
    /// ([`Policy::features`]). The game must not be over.
    pub fn policy_features(&self, on: &mut dyn FnMut(Move, &[usize])) {
        let mut last = self.played().rev();
        let before = [last.next(), last.next()];
        whatever_size!(self.typed(), typed => {
            let policy = Policy::new(typed, before, typed.tak_squares(&typed.roads()));
            let mut features = Vec::new();
            for mv in self.moves() {
                features.clear();
                policy.features(typed, mv, |feature| features.push(feature));
                on(mv, &features);
            }
        });
    }
}
