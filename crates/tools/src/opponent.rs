//! The engine as an opponent: at a level or at full strength, with varied openings.

use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{
    Handicap, Level, Limits, Reporter, SearchResult, Seed, Settings, spawn,
};
use stonefall_engine::types::Move;

/// Plies at the start of a game in which the move is drawn from the best ones. A level varies its
/// moves during the whole game.
const VARIED_PLIES: u32 = 6;
/// Largest number of moves to draw from.
const VARIED_MOVES: usize = 4;
/// Largest difference of a drawn move from the best one, in hundredths of a flat.
const VARIED_BY: i32 = 12;

/// Purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A move of the opponent, at a level or at full strength.
    Move(Option<Level>),
    /// The best move for the other player.
    Advice,
}

/// The opponent.
pub struct Opponent {
    search: Search,
    threads: usize,
    seed: Seed,
}

impl Opponent {
    /// Creates an opponent with a table of `hash_mib` MiB and a number of threads.
    pub fn new(hash_mib: usize, threads: usize, seed: Seed) -> Self {
        Self { search: Search::new(hash_mib), threads, seed }
    }

    /// Changes the seed of random choices, for another game.
    pub fn set_seed(&mut self, seed: Seed) {
        self.seed = seed;
    }

    /// Starts a search; the reporter receives its end. A level may need less than the limits.
    pub fn think(&mut self, game: &Game, task: Task, limits: Limits, reporter: Box<dyn Reporter>) {
        let is_varied = task == Task::Move(None) && game.ply() < VARIED_PLIES;
        let level = match task {
            Task::Move(level) => level,
            Task::Advice => None,
        };
        let settings = Settings {
            threads: self.threads,
            multi_pv: if is_varied { VARIED_MOVES } else { 1 },
            handicap: level.map(|level| Handicap { level, seed: self.seed }),
            ..Settings::default()
        };
        let bounds = level.map_or_else(Limits::default, Level::limits);
        let limits = Limits {
            depth: limits.depth.or(bounds.depth),
            nodes: limits.nodes.or(bounds.nodes),
            ..limits
        };
        spawn(self.search.task(game, limits, settings, reporter));
    }

    /// Ends the search with its best move so far.
    pub fn stop(&self) {
        self.search.stop();
    }

    /// Chooses the move to play after a search: the best one, or early in a game one that is almost as
    /// good. `None` only if the game is over.
    pub fn choose(&self, game: &Game, result: &SearchResult) -> Option<Move> {
        let value = |index: usize| match result.lines.get(index)?.value {
            Value::CentiFlats(flats) => Some(flats),
            // Wins and losses are never varied.
            Value::Win { .. } | Value::Loss { .. } => None,
        };
        let Some(best) = value(0) else { return result.best };
        let is_good = |&index: &usize| value(index).is_some_and(|flats| flats + VARIED_BY >= best);
        let good: Vec<_> = (0..result.lines.len()).filter(is_good).collect();
        let drawn = self.seed.below(game.key(), good.len() as u64) as usize;
        let line = good.get(drawn).and_then(|&index| result.lines.get(index));
        line.and_then(|line| line.pv.first().copied()).or(result.best)
    }
}
