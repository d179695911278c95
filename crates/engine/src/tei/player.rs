//! A game, its search, and the changes that wait for the next search.

use crate::eval::net::Network;
use crate::game::{Game, PositionError, Search};
use crate::notation::{Ply, Tps, TpsError};
use crate::search::{Limits, Reporter, Settings, Task};
use crate::types::{Rules, RulesError};
use std::sync::Arc;

/// The game and the search of a session, for one board size.
pub(super) struct SessionPlayer {
    game: Game,
    search: Search,
    /// New size of the table in MiB.
    new_hash: Option<usize>,
    /// New network; `Some(None)` for the terms alone.
    new_network: Option<Option<Arc<Network>>>,
    /// Clears the search's memory before the next search.
    is_stale: bool,
}

impl SessionPlayer {
    pub(super) fn new(size: usize, rules: Rules, hash_mib: usize) -> Result<Self, RulesError> {
        Ok(Self {
            game: Game::start(size, rules)?,
            search: Search::new(hash_mib),
            new_hash: None,
            new_network: None,
            is_stale: false,
        })
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) const fn size(&self) -> usize {
        self.game.size()
    }

    /// Starts a game and forgets earlier searches. Waits for a running search.
    pub(super) fn new_game(&mut self, rules: Rules) -> Result<(), RulesError> {
        self.set_rules(rules)?;
        self.search.wait();
        self.search.clear();
        self.is_stale = false;
        Ok(())
    }

    /// Starts the game by other rules. A running search keeps the old ones.
    pub(super) fn set_rules(&mut self, rules: Rules) -> Result<(), RulesError> {
        self.game = Game::start(self.size(), rules)?;
        Ok(())
    }

    /// Sets up a position, or the empty board, and plays moves. Changes nothing on an error.
    pub(super) fn set_position(
        &mut self,
        start: Option<&Tps>,
        plies: &[Ply],
    ) -> Result<(), PositionError> {
        let expected = self.size();
        if let Some(tps) = start.filter(|tps| tps.size != expected) {
            return Err(TpsError::Size { expected, found: tps.size }.into());
        }
        self.game = Game::opened(start, expected, *self.game.rules())?.with_plies(plies)?;
        Ok(())
    }

    /// Size of the transposition table in MiB, the new one if it is to change.
    pub(super) fn hash_mib(&self) -> usize {
        self.new_hash.unwrap_or(self.search.hash_mib())
    }

    pub(super) const fn set_hash(&mut self, mib: usize) {
        self.new_hash = Some(mib);
    }

    /// Evaluates with this network, or with the terms alone, from the next search on.
    pub(super) fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.new_network = Some(network);
    }

    /// Forgets earlier searches before the next one.
    pub(super) const fn clear(&mut self) {
        self.is_stale = true;
    }

    /// Allocates the table now, so that the next search starts at once.
    pub(super) fn prepare(&mut self) {
        if !self.search.is_running() {
            self.apply_changes();
            self.search.prepare(&self.game);
        }
    }

    fn apply_changes(&mut self) {
        if let Some(mib) = self.new_hash.take().filter(|&mib| mib != self.search.hash_mib()) {
            self.search.resize(mib);
        }
        if let Some(network) = self.new_network.take() {
            self.search.set_network(network);
        }
        if std::mem::take(&mut self.is_stale) {
            self.search.clear();
        }
    }

    /// Returns a search for the caller to run. Waits for a running search.
    pub(super) fn task(
        &mut self,
        limits: Limits,
        settings: Settings,
        reporter: Box<dyn Reporter>,
    ) -> Task {
        self.search.wait();
        self.apply_changes();
        self.search.task(&self.game, limits, settings, reporter)
    }

    pub(super) fn stop(&self) {
        self.search.stop();
    }
}
