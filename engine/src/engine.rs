//! The engine as the protocol sees it: a game, a search, and what is to change before the next one.

use crate::board::Outcome;
use crate::eval::net::Network;
use crate::game::{Game, PositionError, Search};
use crate::notation::{Ply, Tps, TpsError};
use crate::search::{Limits, Reporter, Settings, Task};
use crate::types::{Rules, RulesError};
use std::sync::Arc;

/// A game on a board of some size, with a search.
pub struct Engine {
    board: Game,
    /// What the position was set up from, to do it again by other rules.
    start: Option<Tps>,
    plies: Vec<Ply>,
    searcher: Search,
    /// A size of the table that was asked for and is still to be made.
    new_hash: Option<usize>,
    /// A network that is still to be taken, or none.
    new_network: Option<Option<Arc<Network>>>,
    /// Whether what was learned is to be forgotten before the next search.
    stale: bool,
}

impl Engine {
    /// The empty board, nothing learned, no memory used yet.
    ///
    /// # Errors
    /// If there is no such board, or the rules do not fit it.
    pub fn new(size: usize, rules: Rules, hash_mib: usize) -> Result<Self, RulesError> {
        Ok(Self {
            board: Game::start(size, rules)?,
            start: None,
            plies: Vec::new(),
            searcher: Search::new(hash_mib),
            new_hash: None,
            new_network: None,
            stale: false,
        })
    }

    /// The game.
    #[must_use]
    pub const fn board(&self) -> &Game {
        &self.board
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.board.size()
    }

    /// Rules of the game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        *self.board.rules()
    }

    /// The result, if the stones on the board have ended the game. Repetitions are left to those
    /// who play: PlayTak does not know them.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    /// The position, to be written down.
    #[must_use]
    pub fn tps(&self) -> Tps {
        self.board.tps()
    }

    /// Hash of the position.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.board.key()
    }

    /// Starts a game by these rules and forgets all that was learned. Waits for a running search.
    ///
    /// # Errors
    /// If the rules do not fit the board; nothing changes then.
    pub fn new_game(&mut self, rules: Rules) -> Result<(), RulesError> {
        let board = Game::start(self.size(), rules)?;
        self.searcher.wait();
        self.searcher.clear();
        self.board = board;
        self.start = None;
        self.plies.clear();
        self.stale = false;
        Ok(())
    }

    /// Plays the game that is on the board by other rules. A running search keeps its own.
    ///
    /// # Errors
    /// If the game cannot have come about by those rules; nothing changes then.
    pub(crate) fn set_rules(&mut self, rules: Rules) -> Result<(), PositionError> {
        if rules == self.rules() {
            return Ok(());
        }
        self.board = self.replay(self.start.as_ref(), &self.plies, rules)?;
        // The rules are no part of a position's key: what was learned by others is wrong by these.
        self.stale = true;
        Ok(())
    }

    /// Sets up a position, or the empty board, and plays moves from there.
    ///
    /// # Errors
    /// If the position or a move is not possible, or the board of another size; nothing changes then.
    pub fn set_position(
        &mut self,
        start: Option<&Tps>,
        plies: &[Ply],
    ) -> Result<(), PositionError> {
        self.board = self.replay(start, plies, self.rules())?;
        self.start = start.cloned();
        self.plies = plies.to_vec();
        Ok(())
    }

    /// The game that these moves make.
    fn replay(
        &self,
        start: Option<&Tps>,
        plies: &[Ply],
        rules: Rules,
    ) -> Result<Game, PositionError> {
        let expected = self.size();
        let board = match start {
            None => Game::start(expected, rules)?,
            Some(tps) if tps.size == expected => Game::from_tps(tps, rules)?,
            Some(tps) => return Err(TpsError::Size { expected, found: tps.size }.into()),
        };
        board.with_plies(plies)
    }

    /// Size of the transposition table in MiB: what the system gave, or what will be asked for.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.new_hash.unwrap_or(self.searcher.hash_mib())
    }

    /// Size of the transposition table in MiB from the next search on.
    pub(crate) const fn set_hash(&mut self, mib: usize) {
        self.new_hash = Some(mib);
    }

    /// Evaluates with this network, or with the terms alone, from the next search on, which begins with nothing learned. A
    /// network for another board size changes nothing.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.new_network = Some(network);
    }

    /// Forgets all that was learned before the next search.
    pub const fn clear(&mut self) {
        self.stale = true;
    }

    /// Does now what would delay the next search, unless one is running.
    pub(crate) fn prepare(&mut self) {
        if !self.searcher.is_running() {
            self.settle();
            self.searcher.prepare(&self.board);
        }
    }

    /// Makes the changes that were asked for. No search is running.
    fn settle(&mut self) {
        if let Some(mib) = self.new_hash.take().filter(|&mib| mib != self.searcher.hash_mib()) {
            self.searcher.resize(mib);
        }
        if let Some(network) = self.new_network.take() {
            self.searcher.set_network(network);
        }
        if std::mem::take(&mut self.stale) {
            self.searcher.clear();
        }
    }

    /// A search, to be run by the caller: on a thread of its own, most likely ([`spawn`](crate::search::spawn)). A
    /// search that is still running is waited for.
    pub fn task(
        &mut self,
        limits: Limits,
        settings: Settings,
        reporter: Box<dyn Reporter>,
    ) -> Task {
        self.searcher.wait();
        self.settle();
        self.searcher.task(&self.board, limits, settings, reporter)
    }

    /// Asks a running search to end; returns at once.
    pub fn stop(&self) {
        self.searcher.stop();
    }
}
