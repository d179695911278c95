//! Positions by the number of games that visited them.

use super::table::{self, Key};
use crate::games::filter::{Filter, Matcher};
use crate::games::{Database, DatabaseError, stored};
use crate::keys::distinct;
use fxhash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::btree_map::{BTreeMap, Entry};
use stonefall_engine::{Game, HalfKomi, Move};

/// A position that many games visited.
#[derive(Debug)]
pub(super) struct Opening {
    /// The position, on the path over which it was found.
    pub(super) game: Game,
    /// Number of games that visited it: with the komi of its rules, unless the walk counts all.
    pub(super) games: u64,
    pub(super) key: Key,
    /// The moves that games played there, in the image that gives the key, with the position after each.
    pub(super) moves: Vec<(Move, Key)>,
}

/// A position in the queue.
struct Found {
    game: Game,
    games: u64,
    key: Key,
    /// The moves with their numbers of games.
    played: BTreeMap<Move, u64>,
}

/// Walks through positions, most visited first. It begins with the empty boards, and follows the moves of the games.
pub(super) struct Walk<'a> {
    database: &'a Database,
    /// Least number of games.
    least: u64,
    /// Whether games of all komi count.
    any_komi: bool,
    /// Komi and size of games, by their numbers.
    matchers: BTreeMap<(usize, i32), Matcher>,
    /// Positions by games and by the order in which they were found.
    queue: BinaryHeap<(u64, Reverse<usize>)>,
    found: Vec<Option<Found>>,
    /// Games that came to a position over the known paths.
    arrived: FxHashMap<Key, u64>,
    queued: FxHashSet<Key>,
}

impl<'a> Walk<'a> {
    /// A walk through the positions of at least `least` games, on boards of this size and at this komi.
    pub(super) fn new(
        database: &'a Database,
        size: Option<usize>,
        half_komi: Option<HalfKomi>,
        least: u64,
    ) -> Result<Self, DatabaseError> {
        let mut walk = Self::empty(database, least, false);
        for start in starts(database)? {
            let is_wanted = size.is_none_or(|size| size == start.size())
                && half_komi.is_none_or(|komi| komi == start.rules().half_komi);
            if is_wanted {
                walk.begin(start)?;
            }
        }
        Ok(walk)
    }

    /// A walk from one empty board through the positions of at least `least` games. Games of all komi count.
    pub(super) fn from_start(
        database: &'a Database,
        start: &Game,
        least: u64,
    ) -> Result<Self, DatabaseError> {
        let mut walk = Self::empty(database, least, true);
        walk.begin(start.clone())?;
        Ok(walk)
    }

    fn empty(database: &'a Database, least: u64, any_komi: bool) -> Self {
        Self {
            database,
            least: least.max(1),
            any_komi,
            matchers: BTreeMap::new(),
            queue: BinaryHeap::new(),
            found: Vec::new(),
            arrived: FxHashMap::default(),
            queued: FxHashSet::default(),
        }
    }

    fn begin(&mut self, start: Game) -> Result<(), DatabaseError> {
        let key = (table::key(&start), start.rules().half_komi.half_flats());
        self.visit(start, key)
    }

    /// The next positions, at most `count`.
    pub(super) fn chunk(&mut self, count: usize) -> Result<Vec<Opening>, DatabaseError> {
        let mut chunk = Vec::with_capacity(count);
        while chunk.len() < count
            && let Some(opening) = self.next()?
        {
            chunk.push(opening);
        }
        Ok(chunk)
    }

    /// The next position; `None` after the last one.
    pub(super) fn next(&mut self) -> Result<Option<Opening>, DatabaseError> {
        let Some((_, Reverse(place))) = self.queue.pop() else { return Ok(None) };
        let Some(Found { game, games, key, played }) = self.found[place].take() else {
            return Err(DatabaseError::Damaged("a position"));
        };
        let legal = distinct(&game);
        let mut moves = Vec::with_capacity(played.len());
        for (canonical, count) in played {
            let Some(after) = legal.get(&canonical).and_then(|&mv| game.after(mv).ok()) else {
                continue;
            };
            let after_key = (table::key(&after), key.1);
            moves.push((canonical, after_key));
            let arrived = self.arrived.entry(after_key).or_default();
            *arrived += count;
            if *arrived >= self.least {
                self.visit(after, after_key)?;
            }
        }
        Ok(Some(Opening { game, games, key, moves }))
    }

    /// Queues a position, if it is new and enough games visited it.
    fn visit(&mut self, game: Game, key: Key) -> Result<(), DatabaseError> {
        if game.outcome().is_some() || !self.queued.insert(key) {
            return Ok(());
        }
        let (mut games, mut played) = (0, BTreeMap::<Move, u64>::new());
        self.database.visited(&game, self.matcher(&game)?, &mut |visited| {
            games += 1;
            if let Some(mv) = visited.mv {
                *played.entry(mv).or_default() += 1;
            }
        })?;
        if games >= self.least {
            self.queue.push((games, Reverse(self.found.len())));
            self.found.push(Some(Found { game, games, key, played }));
        }
        Ok(())
    }

    /// Selects the games with the size of a position, and with its komi if komi counts.
    fn matcher(&mut self, game: &Game) -> Result<&Matcher, DatabaseError> {
        let half_komi = game.rules().half_komi;
        match self.matchers.entry((game.size(), half_komi.half_flats())) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let (size, half_komi) = (Some(game.size()), (!self.any_komi).then_some(half_komi));
                let filter = Filter { size, half_komi, ..Filter::default() };
                Ok(place.insert(filter.matcher(&self.database.connection)?))
            }
        }
    }
}

/// The empty boards of the games.
fn starts(database: &Database) -> Result<Vec<Game>, DatabaseError> {
    let sql = "SELECT size, half_komi, opening, white_flats, white_capstones, black_flats, \
         black_capstones, reversible_plies FROM variants ORDER BY id";
    let mut statement = database.connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut starts = Vec::new();
    while let Some(row) = rows.next()? {
        let (size, rules) = stored::rules(row, 0)?;
        starts.push(Game::start(size, rules)?);
    }
    Ok(starts)
}
