//! The search for boards of any size.

use super::Game;
use super::size::{BySize, seated, whatever_size};
use crate::eval::net::Network;
use crate::search::{Limits, Reporter, SearchResult, Settings, SizedSearch, Task, spawn};
use std::sync::Arc;

/// Searches boards of any size, and keeps what it has learned from search to search as long as the size
/// stays the same.
///
/// ```
/// use stonefall_engine::game::{Game, Search};
/// use stonefall_engine::search::{Limits, Settings};
/// use stonefall_engine::types::Rules;
///
/// let mut board = Game::start(4, Rules::standard(4))?;
/// let mut searcher = Search::new(4);
/// for _ in 0..6 {
///     let found = searcher.run(&board, Limits::nodes(500), Settings::default(), &mut ());
///     board.play(found.best.ok_or("the game is over")?)?;
/// }
/// assert_eq!(board.ply(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    hash_mib: usize,
    network: Choice,
    search: Option<AnySearch>,
}

type AnySearch = BySize<
    SizedSearch<3>,
    SizedSearch<4>,
    SizedSearch<5>,
    SizedSearch<6>,
    SizedSearch<7>,
    SizedSearch<8>,
>;

/// What evaluates beside the terms.
enum Choice {
    /// The network that ships for the size, if there is one.
    Shipped,
    /// Nothing.
    Terms,
    /// This one.
    Learned(Arc<Network>),
}

impl Choice {
    fn for_size(&self, size: usize) -> Option<Arc<Network>> {
        match self {
            Self::Terms => None,
            Self::Learned(network) if network.size() == size => Some(Arc::clone(network)),
            Self::Shipped | Self::Learned(_) => Network::shipped(size),
        }
    }
}

impl Search {
    /// A searcher whose table will have this size in MiB. The memory is taken when it is first
    /// needed.
    #[must_use]
    pub fn new(hash_mib: usize) -> Self {
        Self { hash_mib: hash_mib.max(1), network: Choice::Shipped, search: None }
    }

    /// Searches on this thread (and helpers) and returns when done. With no limit that is when the
    /// stopper says so; if it has said so already, that is at once, with a move all the same.
    pub fn run(
        &mut self,
        board: &Game,
        limits: Limits,
        settings: Settings,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let history = board.history();
        seated!(self.search, self.fresh(), board, (search, position) => {
            search.run(position, history, limits, settings, reporter)
        })
    }

    /// Starts a search on threads of its own and returns at once. `reporter.done` is called once,
    /// from one of them; with no limit only after [`Search::stop`]. A search that is still running
    /// is stopped first.
    pub fn start(
        &mut self,
        board: &Game,
        limits: Limits,
        settings: Settings,
        reporter: Box<dyn Reporter>,
    ) {
        spawn(self.task(board, limits, settings, reporter));
    }

    /// The same search, to be run by the caller: it is running from now on, until the task has been run
    /// or dropped.
    pub fn task(
        &mut self,
        board: &Game,
        limits: Limits,
        settings: Settings,
        reporter: Box<dyn Reporter>,
    ) -> Task {
        let history = board.history().clone();
        seated!(self.search, self.fresh(), board, (search, position) => {
            search.task(position.clone(), history, limits, settings, reporter)
        })
    }

    /// Does now what the first search for this board would have to do before it can begin: its table is made. Waits for
    /// a running search.
    pub fn prepare(&mut self, board: &Game) {
        seated!(self.search, self.fresh(), board, (search, _position) => search.prepare());
    }

    /// Asks a running search to end; returns at once.
    pub fn stop(&self) {
        if let Some(search) = &self.search {
            whatever_size!(search, search => search.stop());
        }
    }

    /// Waits until a running search is done.
    pub fn wait(&mut self) {
        if let Some(search) = &mut self.search {
            whatever_size!(search, search => search.wait());
        }
    }

    /// Whether a search is running.
    #[must_use]
    pub fn is_running(&mut self) -> bool {
        let Some(search) = &mut self.search else { return false };
        whatever_size!(search, search => search.is_running())
    }

    /// Gives the table another size in MiB, which empties it. Waits for a running search.
    pub fn resize(&mut self, hash_mib: usize) {
        self.hash_mib = hash_mib.max(1);
        if let Some(search) = &mut self.search {
            whatever_size!(search, search => search.resize(hash_mib));
        }
    }

    /// The size of the table in MiB: what the system gave, or what will be asked for.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        let Some(search) = &self.search else { return self.hash_mib };
        whatever_size!(search, search => search.hash_mib())
    }

    /// Evaluates with this network on boards of its size, or with the terms alone on all; what was learned
    /// otherwise is forgotten. Waits for a running search. (A new searcher evaluates with the network that
    /// ships for the board's size, if there is one.)
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network.map_or(Choice::Terms, Choice::Learned);
        // The next search takes it from there.
        self.wait();
        self.search = None;
    }

    /// Forgets everything that earlier searches have learned. Waits for a running search.
    pub fn clear(&mut self) {
        if let Some(search) = &mut self.search {
            whatever_size!(search, search => search.clear());
        }
    }

    /// A search that knows nothing yet.
    fn fresh<const N: usize>(&self) -> SizedSearch<N> {
        let mut search = SizedSearch::new(self.hash_mib);
        search.set_network(self.network.for_size(N));
        search
    }
}
