//! Queries: the moves that games played in a position, and lists of games.

use super::filter::{Filter, joined};
use super::{Database, DatabaseError, DatabaseGame, players};
use crate::hash::Hash;
use crate::keys::{Images, distinct, occupied};
use fxhash::{FxHashMap, FxHashSet};
use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::RangeInclusive;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::{Color, Game, Move};

/// Positions with at most this many occupied squares have a summary in the table `choices`.
pub(super) const SUMMARIZED: u32 = 4;
/// A query finds the best games of a position in the order of all ratings if more than one in `RARE` games visited it.
const RARE: u64 = 100;

/// Results of games.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultCount {
    /// Number of games, also of those without a result.
    pub games: u64,
    /// Games that White won.
    #[serde(rename = "white_wins")]
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    #[serde(rename = "black_wins")]
    pub black: u64,
    /// The known ratings of the players to move.
    #[serde(rename = "rating")]
    pub ratings: Ratings,
}

impl ResultCount {
    /// Adds a game, with the rating of the player to move.
    pub(super) fn add(&mut self, result: Option<GameResult>, rating: Option<u16>) {
        self.games += 1;
        match result {
            Some(GameResult::Win(Color::White, _)) => self.white += 1,
            Some(GameResult::Win(Color::Black, _)) => self.black += 1,
            Some(GameResult::Draw) => self.draws += 1,
            Some(GameResult::Unfinished) | None => {}
        }
        self.ratings.add(rating);
    }

    /// Adds other games.
    fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.ratings.join(other.ratings);
    }
}

/// A mean of known ratings.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(into = "Option<u64>")]
pub struct Ratings {
    /// Sum of the ratings.
    pub(super) sum: u64,
    /// Their number.
    pub(super) count: u64,
}

impl Ratings {
    /// Adds a rating, if it is known.
    pub fn add(&mut self, rating: Option<u16>) {
        self.sum += u64::from(rating.unwrap_or(0));
        self.count += u64::from(rating.is_some());
    }

    /// Adds other ratings.
    pub fn join(&mut self, other: Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    /// The mean; `None` without a known rating.
    pub fn mean(self) -> Option<u64> {
        (self.sum + self.count / 2).checked_div(self.count)
    }
}

impl From<Ratings> for Option<u64> {
    fn from(ratings: Ratings) -> Self {
        ratings.mean()
    }
}

/// A move that games played, and all equal moves of a symmetric position.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    #[serde(skip)]
    pub mv: Move,
    /// The games with it.
    #[serde(flatten)]
    pub count: ResultCount,
    /// The move in PTN.
    #[serde(rename = "move")]
    pub ptn: String,
}

/// A game of a list.
#[derive(Serialize, Clone, Debug)]
pub struct ListEntry {
    /// The game.
    #[serde(flatten)]
    pub game: DatabaseGame,
    /// The move that it played in the position, in PTN; `None` without a position, and if the game ended there.
    pub next_move: Option<String>,
}

/// The answer to a query about a position.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Exploration {
    /// The games that visited it.
    pub total: ResultCount,
    /// The moves, most games first.
    pub moves: Vec<Choice>,
    /// The games with the highest ratings.
    #[serde(rename = "best_games")]
    pub games: Vec<ListEntry>,
}

/// Players of similar strength, for a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peers {
    /// The player who is compared, and whose games do not count.
    pub player: String,
    /// Ratings, of at least one player of each game.
    pub ratings: RangeInclusive<u16>,
    /// Board sizes.
    pub sizes: Vec<usize>,
}

/// The results of moves, and games with a move. The moves are in the image that gives the key.
type Count = (FxHashMap<Option<Move>, ResultCount>, Vec<(i64, Option<Move>)>);

impl Database {
    /// The moves that games played in a position, in it and its images, and the `games` games with the highest ratings.
    /// The moves before the position do not count.
    pub fn explore(
        &self,
        position: &Game,
        filter: &Filter,
        games: usize,
    ) -> Result<Exploration, DatabaseError> {
        let _snapshot = self.snapshot()?;
        let key = Images::new(position).stored_key();
        let is_open = filter.takes_all_of(position.size());
        let summary = if is_open && occupied(position) <= SUMMARIZED {
            self.summary(key)?
        } else {
            FxHashMap::default()
        };
        let visited: u64 = summary.values().map(|count| count.games).sum();
        let last = "SELECT ifnull(max(id), 0) FROM games";
        let last: u64 = self.connection.query_row(last, [], |row| row.get(0))?;
        let (counts, best) = if visited * RARE > last {
            (summary, self.best(key, games)?)
        } else {
            self.count_games(key, position.to_move(), filter, games)?
        };
        let legal = distinct(position);
        let mut total = ResultCount::default();
        counts.values().for_each(|count| total.join(count));
        let choice = |(mv, count): (Option<Move>, ResultCount)| {
            let mv = *legal.get(&mv?)?;
            Some(Choice { mv, ptn: position.spelling(mv), count })
        };
        let mut moves: Vec<_> = counts.into_iter().filter_map(choice).collect();
        moves.sort_by(|one, other| {
            other.count.games.cmp(&one.count.games).then_with(|| one.ptn.cmp(&other.ptn))
        });
        Ok(Exploration { total, moves, games: self.list(best, Some(position))? })
    }

    /// The moves of a position by the table of summaries.
    fn summary(&self, key: i64) -> Result<FxHashMap<Option<Move>, ResultCount>, DatabaseError> {
        let sql = "SELECT move, games, white, black, draws, rating_sum, rated FROM choices \
             WHERE position = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([key], |row| {
            let count = ResultCount {
                games: row.get(1)?,
                white: row.get(2)?,
                black: row.get(3)?,
                draws: row.get(4)?,
                ratings: Ratings { sum: row.get(5)?, count: row.get(6)? },
            };
            Ok((move_of(row.get(0)?), count))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The games of a position that many games visited, by their ratings.
    fn best(&self, key: i64, count: usize) -> Result<Vec<(i64, Option<Move>)>, DatabaseError> {
        // The order of the tables makes SQLite read the index of the ratings.
        let sql = "SELECT g.id, v.move FROM games g CROSS JOIN visits v \
             ON v.position = ?1 AND v.game = g.id \
             ORDER BY g.white_rating + g.black_rating DESC, g.id DESC LIMIT ?2";
        self.rows(sql, [key, i64::try_from(count).unwrap_or(i64::MAX)])
    }

    /// Counts the games of a position one by one.
    fn count_games(
        &self,
        key: i64,
        mover: Color,
        filter: &Filter,
        most: usize,
    ) -> Result<Count, DatabaseError> {
        let sql = format!(
            "SELECT v.move, g.result, g.white_rating, g.black_rating, g.id FROM visits v \
             CROSS JOIN games g ON g.id = v.game WHERE v.position = ?1{}",
            filter.conditions(&self.connection)?,
        );
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query([key])?;
        let mut counts = FxHashMap::<_, ResultCount>::default();
        let mut best = BinaryHeap::new();
        while let Some(row) = rows.next()? {
            let mv = move_of(row.get(0)?);
            let result = match row.get_ref(1)? {
                ValueRef::Text(code) => str::from_utf8(code).ok().and_then(GameResult::read),
                _ => None,
            };
            let ratings: [Option<u16>; 2] = [row.get(2)?, row.get(3)?];
            counts.entry(mv).or_default().add(result, ratings[mover.index()]);
            let rating = ratings[0].zip(ratings[1]).map(|(white, black)| white + black);
            best.push(Reverse((rating, row.get(4)?, mv)));
            if best.len() > most {
                best.pop();
            }
        }
        let best = best.into_sorted_vec();
        Ok((counts, best.into_iter().map(|Reverse((_, id, mv))| (id, mv)).collect()))
    }

    /// The games that match, newest first and at most `limit`, and the number of all that match. With a position only
    /// those that visited it or an image of it.
    pub fn find(
        &self,
        position: Option<&Game>,
        filter: &Filter,
        limit: usize,
    ) -> Result<(Vec<ListEntry>, u64), DatabaseError> {
        let _snapshot = self.snapshot()?;
        let mut games = self.select(position, filter, "g.date DESC, g.id DESC")?;
        let count = games.len() as u64;
        games.truncate(limit);
        Ok((self.list(games, position)?, count))
    }

    /// Identifiers of the games that match, oldest first.
    pub fn identifiers(
        &self,
        position: Option<&Game>,
        filter: &Filter,
    ) -> Result<Vec<i64>, DatabaseError> {
        let games = self.select(position, filter, "g.id")?;
        Ok(games.into_iter().map(|(id, _)| id).collect())
    }

    /// The games that match, with their moves in the position.
    fn select(
        &self,
        position: Option<&Game>,
        filter: &Filter,
        order: &str,
    ) -> Result<Vec<(i64, Option<Move>)>, DatabaseError> {
        let conditions = filter.conditions(&self.connection)?;
        match position.map(|position| Images::new(position).stored_key()) {
            Some(key) => {
                let sql = format!(
                    "SELECT g.id, v.move FROM visits v CROSS JOIN games g ON g.id = v.game \
                     WHERE v.position = ?1{conditions} ORDER BY {order}"
                );
                self.rows(&sql, [key])
            }
            None => {
                let sql =
                    format!("SELECT g.id, 0 FROM games g WHERE true{conditions} ORDER BY {order}");
                self.rows(&sql, [])
            }
        }
    }

    /// The positions that at least `least` games visited, most games first. The games have the size, opening and pieces of
    /// `start`, the empty board, and any komi. The search follows the moves of the games from there.
    pub fn visited_by(&self, start: &Game, least: u64) -> Result<Vec<Game>, DatabaseError> {
        let mut queue = VecDeque::from([start.clone()]);
        // Games that came to a position over the known moves.
        let mut arrived = FxHashMap::<u64, u64>::default();
        let mut queued = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(game) = queue.pop_front() {
            let played = self.explore(&game, &Filter::default(), 0)?;
            if played.total.games < least.max(1) {
                continue;
            }
            for choice in &played.moves {
                let Ok(after) = game.after(choice.mv) else { continue };
                let key = Images::new(&after).key();
                let games = arrived.entry(key).or_default();
                *games += choice.count.games;
                if *games >= least && after.outcome().is_none() && queued.insert(key) {
                    queue.push_back(after);
                }
            }
            found.push((played.total.games, game));
        }
        found.sort_by_key(|(games, _)| Reverse(*games));
        Ok(found.into_iter().map(|(_, game)| game).collect())
    }

    /// At most `count` games of similar players that match, chosen by a hash: a larger sample contains the smaller one.
    pub fn sample(
        &self,
        peers: &Peers,
        filter: &Filter,
        count: usize,
    ) -> Result<Vec<i64>, DatabaseError> {
        let (players, white, black) = Default::default();
        let filter = Filter { players, white, black, ..filter.clone() };
        let own = joined(players::find(&self.connection, &peers.player)?);
        let (least, most) = peers.ratings.clone().into_inner();
        let sql = format!(
            "SELECT g.id, 0 FROM games g WHERE (g.white_rating BETWEEN {least} AND {most} \
             OR g.black_rating BETWEEN {least} AND {most}) \
             AND ifnull(g.white, 0) NOT IN ({own}) AND ifnull(g.black, 0) NOT IN ({own}) \
             AND g.variant IN (SELECT id FROM variants WHERE size IN ({})){}",
            joined(&peers.sizes),
            filter.conditions(&self.connection)?,
        );
        let mut games = self.rows(&sql, [])?;
        games.sort_by_key(|&(id, _)| Hash::new().number(id as u64).finish());
        Ok(games.into_iter().take(count).map(|(id, _)| id).collect())
    }

    /// Identifiers and moves of games.
    fn rows(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<Vec<(i64, Option<Move>)>, DatabaseError> {
        let mut statement = self.connection.prepare(sql)?;
        let read = |row: &Row<'_>| Ok((row.get(0)?, move_of(row.get(1)?)));
        Ok(statement.query_map(parameters, read)?.collect::<Result<_, _>>()?)
    }

    /// The games with their moves in the position, as PTN.
    fn list(
        &self,
        games: Vec<(i64, Option<Move>)>,
        position: Option<&Game>,
    ) -> Result<Vec<ListEntry>, DatabaseError> {
        let legal = position.map(distinct).unwrap_or_default();
        let spell = |mv| Some(position?.spelling(*legal.get(&mv)?));
        let entry = |(id, mv): (i64, Option<Move>)| {
            Ok(ListEntry { game: self.game(id)?, next_move: mv.and_then(spell) })
        };
        games.into_iter().map(entry).collect()
    }
}

/// The move of its bits in a table, where 0 stands for the end of a game.
fn move_of(bits: u16) -> Option<Move> {
    Move::from_bits(bits)
}
