//! The engine as the protocol and the tools see it: the one place where the size of the board,
//! known when the program runs, meets the code that has it as `const N`.

use crate::board::{History, Outcome, Position};
use crate::eval::net::Network;
use crate::notation::{Ply, PlyError, Tps, TpsError};
use crate::search::{Limits, Reporter, Search, Settings};
use crate::types::{Rules, RulesError};
use std::sync::Arc;
use thiserror::Error;

/// See [`crate::types::sized`]; here for what stands above the engine.
pub use crate::types::sized;

/// A game on a board of some size, with a search that knows it. Nothing here has the size in its
/// type.
pub trait Engine: Send {
    /// Size of the board.
    fn size(&self) -> usize;

    /// Rules of the game.
    fn rules(&self) -> Rules;

    /// Starts a game by these rules and forgets all that was learned. Waits for a running search.
    ///
    /// # Errors
    /// If the rules do not fit the board; nothing changes then.
    fn new_game(&mut self, rules: Rules) -> Result<(), RulesError>;

    /// Plays the game that is on the board by other rules. A running search keeps its own.
    ///
    /// # Errors
    /// If the game cannot have come about by those rules; nothing changes then.
    fn set_rules(&mut self, rules: Rules) -> Result<(), PositionError>;

    /// Sets up a position, or the empty board, and plays moves from there.
    ///
    /// # Errors
    /// If the position or a move is not possible; nothing changes then.
    fn set_position(&mut self, start: Option<&Tps>, plies: &[Ply]) -> Result<(), PositionError>;

    /// The result, if the stones on the board have ended the game. Repetitions are left to those
    /// who play: PlayTak does not know them.
    fn outcome(&self) -> Option<Outcome>;

    /// The position, to be written down.
    fn tps(&self) -> Tps;

    /// Hash of the position.
    fn key(&self) -> u64;

    /// Size of the transposition table in MiB from the next search on.
    fn set_hash(&mut self, mib: usize);

    /// Evaluates with this network, or with the terms alone, from the next search on, which begins with nothing learned.
    ///
    /// # Panics
    /// The next search does, if the network is for another board size.
    fn set_network(&mut self, network: Option<Arc<Network>>);

    /// Forgets all that was learned before the next search.
    fn clear(&mut self);

    /// Does now what would delay the next search, unless one is running.
    fn prepare(&mut self);

    /// Starts a search and returns at once; a search that is still running is waited for.
    fn go(&mut self, limits: Limits, settings: Settings, reporter: Box<dyn Reporter>);

    /// Asks a running search to end; returns at once.
    fn stop(&self);
}

/// Why a position is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A position that cannot be.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// Rules that cannot be.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A move that cannot be played.
    #[error("move {number}, {ply}: {reason}")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// The move.
        ply: Ply,
        /// What is wrong with it.
        reason: PlyError,
    },
    /// A move after the end.
    #[error("move {number}, {ply}: the game is over")]
    GameOver {
        /// Which of the moves, from 1.
        number: usize,
        /// The move.
        ply: Ply,
    },
}

/// An engine for boards of a size, with the empty board set up.
///
/// # Errors
/// If there is no such board, or the rules do not fit it.
pub fn create(size: usize, rules: Rules, hash_mib: usize) -> Result<Box<dyn Engine>, RulesError> {
    rules.check(size)?;
    Ok(sized!(size, N => Box::new(Session::<N>::new(rules, hash_mib)) as Box<dyn Engine>)?)
}

/// The engine for boards of `N` by `N`.
pub struct Session<const N: usize> {
    position: Position<N>,
    history: History,
    /// What the position was set up from, to do it again by other rules.
    start: Option<Tps>,
    plies: Vec<Ply>,
    search: Search<N>,
    /// A size of the table that was asked for and is still to be made.
    new_hash: Option<usize>,
    /// A network that is still to be taken, or none.
    new_network: Option<Option<Arc<Network>>>,
    /// Whether what was learned is to be forgotten before the next search.
    stale: bool,
}

impl<const N: usize> Session<N> {
    /// The empty board, nothing learned, no memory used yet.
    #[must_use]
    pub fn new(rules: Rules, hash_mib: usize) -> Self {
        Self {
            position: Position::start(rules),
            history: History::new(),
            start: None,
            plies: Vec::new(),
            search: Search::new(hash_mib),
            new_hash: None,
            new_network: None,
            stale: false,
        }
    }
}

/// The position after a game's moves, with the keys of those before.
fn replay<const N: usize>(
    start: Option<&Tps>,
    plies: &[Ply],
    rules: Rules,
) -> Result<(Position<N>, History), PositionError> {
    let mut position = match start {
        None => Position::start(rules),
        Some(tps) => tps.position(rules)?,
    };
    let mut history = History::new();
    for (index, &ply) in plies.iter().enumerate() {
        let number = index + 1;
        if position.outcome().is_some() {
            return Err(PositionError::GameOver { number, ply });
        }
        let mv =
            ply.check(&position).map_err(|reason| PositionError::Move { number, ply, reason })?;
        history.push(position.key());
        position.play(mv, &mut ());
    }
    Ok((position, history))
}

impl<const N: usize> Engine for Session<N> {
    fn size(&self) -> usize {
        N
    }

    fn rules(&self) -> Rules {
        *self.position.rules()
    }

    fn new_game(&mut self, rules: Rules) -> Result<(), RulesError> {
        rules.check(N)?;
        self.search.wait();
        self.search.clear();
        self.position = Position::start(rules);
        self.history = History::new();
        self.start = None;
        self.plies.clear();
        self.stale = false;
        Ok(())
    }

    fn set_rules(&mut self, rules: Rules) -> Result<(), PositionError> {
        if rules == self.rules() {
            return Ok(());
        }
        rules.check(N)?;
        (self.position, self.history) = replay(self.start.as_ref(), &self.plies, rules)?;
        // The rules are no part of a position's key: what was learned by others is wrong by these.
        self.stale = true;
        Ok(())
    }

    fn set_position(&mut self, start: Option<&Tps>, plies: &[Ply]) -> Result<(), PositionError> {
        (self.position, self.history) = replay(start, plies, self.rules())?;
        self.start = start.cloned();
        self.plies = plies.to_vec();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn tps(&self) -> Tps {
        Tps::new(&self.position)
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn set_hash(&mut self, mib: usize) {
        self.new_hash = Some(mib);
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.new_network = Some(network);
    }

    fn clear(&mut self) {
        self.stale = true;
    }

    fn prepare(&mut self) {
        if self.search.is_running() {
            return;
        }
        if let Some(mib) = self.new_hash.take().filter(|&mib| mib != self.search.hash_mib()) {
            self.search.resize(mib);
        }
        if let Some(network) = self.new_network.take() {
            self.search.set_network(network);
        }
        if std::mem::take(&mut self.stale) {
            self.search.clear();
        }
    }

    fn go(&mut self, limits: Limits, settings: Settings, reporter: Box<dyn Reporter>) {
        self.search.wait();
        self.prepare();
        let (root, history) = (self.position.clone(), self.history.clone());
        self.search.start(root, history, limits, settings, reporter);
    }

    fn stop(&self) {
        self.search.stop();
    }
}
