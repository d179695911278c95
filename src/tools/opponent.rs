//! The engine as somebody to play with: at a level or its best, and not the same game every time.

use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Handicap, Level, Limits, Reporter, SearchResult, Seed, Settings};
use stonefall_engine::types::{Color, Move};

/// Plies at the beginning of a game in which the move is drawn at random from the best ones. (A level
/// does so by itself, and all game long.)
const VARIED_PLIES: u32 = 6;
/// Moves that are in the seed at most.
const VARIED_MOVES: usize = 4;
/// What a move in the seed may be worse than the best, in hundredths of a flat.
const VARIED_BY: i32 = 12;

/// What there is to think about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A move of its own, at a level or as well as it can.
    Move(Option<Level>),
    /// The truth about a position, for the other player.
    Advice,
}

/// A player.
pub struct Opponent {
    searcher: Search,
    threads: usize,
    seed: Seed,
}

impl Opponent {
    /// A player that thinks with a table of so many MiB and so many threads.
    #[must_use]
    pub fn new(hash_mib: usize, threads: usize, seed: Seed) -> Self {
        Self { searcher: Search::new(hash_mib), threads, seed }
    }

    /// Draws the colours.
    #[must_use]
    pub fn toss(&self) -> Color {
        Color::from_bit(self.seed.below(0, 2))
    }

    /// Begins to think; the reporter hears when it is done. A level does with less than the limits if
    /// it is content with less.
    pub fn think(&mut self, board: &Game, task: Task, limits: Limits, reporter: Box<dyn Reporter>) {
        let is_varied = task == Task::Move(None) && board.ply() < VARIED_PLIES;
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
        self.searcher.start(board, limits, settings, reporter);
    }

    /// Ends its thinking: the best move so far is what was found.
    pub fn stop(&self) {
        self.searcher.stop();
    }

    /// The move to play after thinking: the best, or at the beginning of a game one that is nearly as
    /// good. `None` only if the game is over.
    #[must_use]
    pub fn choose(&self, board: &Game, result: &SearchResult) -> Option<Move> {
        let value = |index: usize| match result.lines.get(index)?.value {
            Value::CentiFlats(flats) => Some(flats),
            // A win is not drawn at random, nor a loss.
            Value::Win { .. } | Value::Loss { .. } => None,
        };
        let Some(best) = value(0) else { return result.best };
        let is_good = |&index: &usize| value(index).is_some_and(|flats| flats + VARIED_BY >= best);
        let good: Vec<_> = (0..result.lines.len()).filter(is_good).collect();
        let drawn = self.seed.below(board.key(), good.len() as u64) as usize;
        let line = good.get(drawn).and_then(|&index| result.lines.get(index));
        line.and_then(|line| line.pv.first().copied()).or(result.best)
    }
}
