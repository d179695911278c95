//! The table of scores: a row for each position and komi.

use crate::effort::Effort;
use crate::games::filter::Filter;
use crate::games::{Database, DatabaseError, schema};
use crate::keys::Images;
use crate::score::Score;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use stonefall_engine::{Game, HalfKomi, Move};

/// Key of a position, and the komi in half flats.
pub(super) type Key = (u64, i32);

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Searched {
    pub(super) effort: Effort,
    /// The best move in the image that gives the key.
    pub(super) mv: Move,
    pub(super) line: KnownScore,
}

/// A score of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownScore {
    /// The score.
    pub score: Score,
    /// Depth of the search from which it comes, from this position on.
    pub depth: u32,
}

impl KnownScore {
    /// The score of a move that leads to a position with this one.
    #[must_use]
    pub fn of_move(self) -> Self {
        Self { score: self.score.of_move(), depth: self.depth + 1 }
    }
}

/// The search of a position, with the numbers of the table. Files of parts have it as JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct ScoreRow {
    position: i64,
    half_komi: i32,
    games: u64,
    nodes: Option<u64>,
    milliseconds: Option<u64>,
    #[serde(rename = "move")]
    mv: u16,
    score: i32,
    depth: u32,
}

impl ScoreRow {
    /// The search of a position that `games` games visited.
    pub(super) fn new((position, half_komi): Key, games: u64, found: &Searched) -> Self {
        let (nodes, milliseconds) = found.effort.numbers();
        let KnownScore { score, depth } = found.line;
        let (position, mv) = (position as i64, found.mv.bits());
        Self { position, half_komi, games, nodes, milliseconds, mv, score: score.stored(), depth }
    }

    pub(super) const fn key(&self) -> Key {
        (self.position as u64, self.half_komi)
    }

    /// Number of games that visited the position.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    pub(super) fn searched(&self) -> Result<Searched, DatabaseError> {
        let effort = match (self.nodes, self.milliseconds) {
            (Some(nodes), _) => Effort::Nodes(nodes),
            (None, time) => Effort::Time(Duration::from_millis(time.unwrap_or(0))),
        };
        let mv = Move::from_bits(self.mv).ok_or(DatabaseError::Damaged("a move"))?;
        let score = Score::read(self.score).ok_or(DatabaseError::Damaged("a score"))?;
        Ok(Searched { effort, mv, line: KnownScore { score, depth: self.depth } })
    }
}

impl Searched {
    /// Whether a search with an effort would tell no more.
    pub(super) fn covers(&self, effort: Effort) -> bool {
        self.effort.covers(effort) || self.line.score.is_proven()
    }
}

impl Database {
    /// The engine's score of a position or an image of it, if `games evaluate` has searched it.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn score(
        &self,
        position: &Game,
        half_komi: HalfKomi,
    ) -> Result<Option<KnownScore>, DatabaseError> {
        let key = (key(position), half_komi.half_flats());
        if schema::has_table(&self.connection, "scores")? {
            line(&self.connection, key)
        } else {
            Ok(None)
        }
    }

    /// The komi whose scores a query shows: that of the filter, else the one with the most games of this position.
    pub(in crate::games) fn komi_of_scores(
        &self,
        position: &Game,
        filter: &Filter,
    ) -> Result<Option<HalfKomi>, DatabaseError> {
        if filter.half_komi.is_some() || !schema::has_table(&self.connection, "scores")? {
            return Ok(filter.half_komi);
        }
        let sql = "SELECT half_komi FROM scores WHERE position = ?1 ORDER BY games DESC LIMIT 1";
        let read = |row: &Row<'_>| row.get::<_, i32>(0);
        let found = self.connection.query_row(sql, [key(position) as i64], read).optional()?;
        Ok(found.map(HalfKomi::new).transpose()?)
    }
}

pub(super) fn key(position: &Game) -> u64 {
    Images::new(position).key()
}

/// The score of a position after its line.
fn line(
    connection: &Connection,
    (key, half_komi): Key,
) -> Result<Option<KnownScore>, DatabaseError> {
    let sql = "SELECT line_score, line_depth FROM scores WHERE position = ?1 AND half_komi = ?2";
    let mut statement = connection.prepare(sql)?;
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let found = statement.query_row(params![key as i64, half_komi], read).optional()?;
    let known = |(score, depth)| match Score::read(score) {
        Some(score) => Ok(KnownScore { score, depth }),
        None => Err(DatabaseError::Damaged("a score")),
    };
    found.map(known).transpose()
}

/// The search of a position, if there is one.
pub(super) fn search(
    connection: &Connection,
    (key, half_komi): Key,
) -> Result<Option<ScoreRow>, DatabaseError> {
    let sql = "SELECT games, nodes, milliseconds, move, score, depth FROM scores \
         WHERE position = ?1 AND half_komi = ?2";
    let mut statement = connection.prepare(sql)?;
    let position = key as i64;
    let read = |row: &Row<'_>| {
        Ok(ScoreRow {
            position,
            half_komi,
            games: row.get(0)?,
            nodes: row.get(1)?,
            milliseconds: row.get(2)?,
            mv: row.get(3)?,
            score: row.get(4)?,
            depth: row.get(5)?,
        })
    };
    Ok(statement.query_row(params![position, half_komi], read).optional()?)
}

/// Writes the search of a position.
pub(super) fn write(connection: &Connection, row: &ScoreRow) -> Result<(), DatabaseError> {
    let sql = "INSERT OR REPLACE INTO scores VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?7, ?8)";
    let mut statement = connection.prepare(sql)?;
    let ScoreRow { position, half_komi, games, nodes, milliseconds, mv, score, depth } = *row;
    let values = params![position, half_komi, games, nodes, milliseconds, mv, score, depth];
    statement.execute(values)?;
    Ok(())
}

/// Writes the score of a position after its line, if the position has a search.
pub(super) fn write_line(
    connection: &Connection,
    (key, half_komi): Key,
    line: KnownScore,
) -> Result<(), DatabaseError> {
    let sql =
        "UPDATE scores SET line_score = ?3, line_depth = ?4 WHERE position = ?1 AND half_komi = ?2";
    let mut statement = connection.prepare(sql)?;
    statement.execute(params![key as i64, half_komi, line.score.stored(), line.depth])?;
    Ok(())
}
