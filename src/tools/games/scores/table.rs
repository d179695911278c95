//! The table of scores: a row for each position and komi.

use crate::tools::effort::Effort;
use crate::tools::games::filter::Filter;
use crate::tools::games::{Database, DatabaseError, schema};
use crate::tools::keys::Images;
use crate::tools::score::Score;
use rusqlite::{Connection, OptionalExtension, Row, params};
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
        let key = (key(position)?, half_komi.half_flats());
        if schema::has_table(&self.connection, "scores")? {
            line(&self.connection, key)
        } else {
            Ok(None)
        }
    }

    /// The komi whose scores a query shows: that of the filter, else the one with the most games of this position.
    pub(in crate::tools::games) fn komi_of_scores(
        &self,
        position: &Game,
        filter: &Filter,
    ) -> Result<Option<HalfKomi>, DatabaseError> {
        if filter.half_komi.is_some() || !schema::has_table(&self.connection, "scores")? {
            return Ok(filter.half_komi);
        }
        let sql = "SELECT half_komi FROM scores WHERE position = ?1 ORDER BY games DESC LIMIT 1";
        let read = |row: &Row<'_>| row.get::<_, i32>(0);
        let found = self.connection.query_row(sql, [key(position)? as i64], read).optional()?;
        Ok(found.map(HalfKomi::new).transpose()?)
    }
}

pub(super) fn key(position: &Game) -> Result<u64, DatabaseError> {
    let images = Images::new(position).map_err(|_| DatabaseError::Damaged("a position"))?;
    Ok(images.key())
}

/// The score of a position after its line.
fn line(
    connection: &Connection,
    (key, half_komi): Key,
) -> Result<Option<KnownScore>, DatabaseError> {
    let sql = "SELECT line_score, line_depth FROM scores WHERE position = ?1 AND half_komi = ?2";
    let mut statement = connection.prepare(sql)?;
    let read = |row: &Row<'_>| Ok(known(row, 0));
    statement.query_row(params![key as i64, half_komi], read).optional()?.transpose()
}

fn known(row: &Row<'_>, first: usize) -> Result<KnownScore, DatabaseError> {
    let score = Score::read(row.get(first)?).ok_or(DatabaseError::Damaged("a score"))?;
    Ok(KnownScore { score, depth: row.get(first + 1)? })
}

/// The search of a position, if there is one.
pub(super) fn search(
    connection: &Connection,
    (key, half_komi): Key,
) -> Result<Option<Searched>, DatabaseError> {
    let sql = "SELECT score, depth, nodes, milliseconds, move FROM scores \
         WHERE position = ?1 AND half_komi = ?2";
    let mut statement = connection.prepare(sql)?;
    let read = |row: &Row<'_>| Ok(searched(row));
    statement.query_row(params![key as i64, half_komi], read).optional()?.transpose()
}

fn searched(row: &Row<'_>) -> Result<Searched, DatabaseError> {
    let nodes: Option<u64> = row.get(2)?;
    let milliseconds: Option<u64> = row.get(3)?;
    let effort = match (nodes, milliseconds) {
        (Some(nodes), _) => Effort::Nodes(nodes),
        (None, time) => Effort::Time(Duration::from_millis(time.unwrap_or(0))),
    };
    let mv = Move::from_bits(row.get(4)?).ok_or(DatabaseError::Damaged("a move"))?;
    Ok(Searched { effort, mv, line: known(row, 0)? })
}

/// Writes the search of a position, which `games` games visited.
pub(super) fn write(
    connection: &Connection,
    (key, half_komi): Key,
    games: u64,
    found: &Searched,
) -> Result<(), DatabaseError> {
    let (nodes, milliseconds) = found.effort.numbers();
    let sql = "INSERT OR REPLACE INTO scores VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?7, ?8)";
    let mut statement = connection.prepare(sql)?;
    let KnownScore { score, depth } = found.line;
    let values = params![
        key as i64,
        half_komi,
        games,
        nodes,
        milliseconds,
        found.mv.bits(),
        score.stored(),
        depth
    ];
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
