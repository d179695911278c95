//! The search and the solver on boards of any size.

use super::Game;
use crate::eval::net::Network;
use crate::search::proof::{
    Answer, Budget, FirstMoves, Goal, ProofProgress, Question, SizedSolver,
};
use crate::search::{Limits, Reporter, SearchResult, Settings, SizedSearch, Task};
use std::sync::Arc;

/// A value for one board size.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum BySize<On3, On4, On5, On6, On7, On8> {
    Three(On3),
    Four(On4),
    Five(On5),
    Six(On6),
    Seven(On7),
    Eight(On8),
}

/// The type of a value for one board size, by its name without the size.
macro_rules! by_size {
    ($typed:ident) => {
        BySize<$typed<3>, $typed<4>, $typed<5>, $typed<6>, $typed<7>, $typed<8>>
    };
}
pub(super) use by_size;

/// Runs the same code for every size.
macro_rules! whatever_size {
    ($one:expr, $typed:ident => $body:expr) => {
        match $one {
            BySize::Three($typed) => $body,
            BySize::Four($typed) => $body,
            BySize::Five($typed) => $body,
            BySize::Six($typed) => $body,
            BySize::Seven($typed) => $body,
            BySize::Eight($typed) => $body,
        }
    };
}
pub(super) use whatever_size;

/// Runs code with a game's position and a tool for its size. Takes the tool from an option, or makes a new one if the
/// option is empty or has a tool for another size, and puts it back.
macro_rules! for_game {
    ($kept:expr, $new:expr, $game:expr, ($tool:ident, $position:ident) => $body:expr) => {
        $crate::game::sized::for_game!(
            @match $kept, $new, $game, $tool, $position, $body, Three Four Five Six Seven Eight
        )
    };
    (@match $kept:expr, $new:expr, $game:expr, $tool:ident, $position:ident, $body:expr, $($size:ident)*) => {
        match $game.typed() {
            $(
                BySize::$size($position) => {
                    let mut $tool = match $kept.take() {
                        Some(BySize::$size(tool)) => tool,
                        other => {
                            // Drop the tool for another size before making the new one.
                            drop(other);
                            $new
                        }
                    };
                    let result = $body;
                    $kept = Some(BySize::$size($tool));
                    result
                }
            )*
        }
    };
}
pub(super) use for_game;

/// The search on boards of any size. Its transposition table stays from search to search while the size stays the same.
pub struct Search {
    hash_mib: usize,
    /// Network to use instead of the engine's, on boards of its size.
    network: Option<Arc<Network>>,
    /// Whether the next search begins with nothing of earlier ones.
    is_stale: bool,
    search: Option<by_size!(SizedSearch)>,
}

impl Search {
    /// A search with a transposition table of this size in MiB. The first search allocates it.
    pub fn new(hash_mib: usize) -> Self {
        Self { hash_mib: hash_mib.max(1), network: None, is_stale: false, search: None }
    }

    /// Searches on this thread and helper threads, until a limit or the stopper of `limits` ends it. The result has a
    /// move even if the stopper was stopped before, unless the game is over.
    pub fn run(
        &mut self,
        game: &Game,
        limits: Limits,
        settings: Settings,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let history = game.history();
        self.drop_stale();
        for_game!(self.search, self.fresh(), game, (search, position) => {
            search.run(position, history, limits, settings, reporter)
        })
    }

    /// A search for the caller to run. It counts as running until the task has been run or dropped.
    pub fn task(
        &mut self,
        game: &Game,
        limits: Limits,
        settings: Settings,
        reporter: Box<dyn Reporter>,
    ) -> Task {
        let history = game.history().clone();
        self.drop_stale();
        for_game!(self.search, self.fresh(), game, (search, position) => {
            search.task(position.clone(), history, limits, settings, reporter)
        })
    }

    /// Allocates the table for boards of this size now, so that the first search starts at once. Waits for a running
    /// search.
    pub fn prepare(&mut self, game: &Game) {
        self.drop_stale();
        for_game!(self.search, self.fresh(), game, (search, position) => search.prepare(position));
    }

    /// Stops a running search. Returns at once.
    pub fn stop(&self) {
        if let Some(search) = &self.search {
            whatever_size!(search, search => search.stop());
        }
    }

    /// Gives the next search a table of this size in MiB. If it has another size, forgets earlier searches.
    pub fn resize(&mut self, hash_mib: usize) {
        self.is_stale |= hash_mib != self.hash_mib();
        self.hash_mib = hash_mib.max(1);
    }

    /// Size of the table in MiB: the allocated size, or before that the requested one.
    pub fn hash_mib(&self) -> usize {
        match &self.search {
            Some(search) if !self.is_stale => whatever_size!(search, search => search.hash_mib()),
            _ => self.hash_mib,
        }
    }

    /// Evaluates with this network on boards of its size, from the next search on, and elsewhere with the engine's
    /// networks. Forgets earlier searches.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        self.is_stale = true;
    }

    /// Forgets earlier searches before the next one: their table and histories.
    pub const fn clear(&mut self) {
        self.is_stale = true;
    }

    /// Drops the memory of earlier searches if the next one may not have it. Ends a running search then.
    fn drop_stale(&mut self) {
        if std::mem::take(&mut self.is_stale) {
            self.search = None;
        }
    }

    fn fresh<const N: usize>(&self) -> SizedSearch<N> {
        let network = self.network.clone().filter(|network| network.size() == N);
        SizedSearch::with_network(self.hash_mib, network.unwrap_or_else(|| Network::for_size(N)))
    }
}

/// Proves forced wins on boards of any size. Its table stays from question to question while the size stays the same.
///
/// ```
/// use stonefall_engine::{Budget, Game, Question, Rules, Solver, parse_tps};
///
/// let tps = parse_tps("x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7")?;
/// let game = Game::from_tps(&tps, Rules::standard(tps.size))?;
/// let mut solver = Solver::new(16);
/// let answer = solver.solve(&game, Question::road(), &Budget::default(), &mut |_| {});
/// let proof = answer.proof().ok_or("there is no forced road")?;
/// assert_eq!(proof.moves(), 2);
/// assert_eq!(game.spelling(proof.line()[0]), "a4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    hash_mib: usize,
    solver: Option<by_size!(SizedSolver)>,
}

impl Solver {
    /// A solver with a table of `hash_mib` MiB.
    pub const fn new(hash_mib: usize) -> Self {
        Self { hash_mib, solver: None }
    }

    /// Positions opened for the last question.
    pub fn nodes(&self) -> u64 {
        let Some(solver) = &self.solver else { return 0 };
        whatever_size!(solver, solver => solver.nodes())
    }

    /// Answers a question about the side to move. A third occurrence of a position is a draw. `report` receives the
    /// progress about every thousand positions.
    pub fn solve(
        &mut self,
        game: &Game,
        question: Question,
        budget: &Budget,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Answer {
        let history = game.history();
        for_game!(self.solver, SizedSolver::new(self.hash_mib), game, (solver, position) => {
            solver.solve(position, history, question, budget, report)
        })
    }

    /// First moves that reach the goal within `moves` moves. The list is incomplete if the budget is too small.
    pub fn first_moves(
        &mut self,
        game: &Game,
        goal: Goal,
        moves: u32,
        budget: &Budget,
    ) -> FirstMoves {
        let history = game.history();
        for_game!(self.solver, SizedSolver::new(self.hash_mib), game, (solver, position) => {
            solver.first_moves(position, history, goal, moves, budget)
        })
    }
}
