//! Writes segments.

use super::DatabaseError;
use super::segment::{self, MOST_GAMES, Segment};
use super::stored::{self, StoredGame};
use crate::keys::Visits;
use crate::workers;
use rusqlite::{Connection, params};
use stonefall_index::{Column, Columns, Entry};

/// Larger segments are not absorbed by the next one.
pub(super) const LARGE: usize = 1 << 15;
/// Games of an absorbed segment per job.
const CHUNK: usize = 256;

/// Games that become a segment: their facts, and the positions that each visited.
#[derive(Debug, Default)]
pub(super) struct NewSegment {
    pub(super) facts: Columns,
    pub(super) visited: Vec<Visits>,
}

/// Writes a segment whose first game has this identifier. It absorbs smaller segments before it, as in a log-structured
/// merge tree; so a game is indexed again only when the number of games around it doubles.
pub(super) fn append(
    connection: &Connection,
    mut first_game: i64,
    mut new: NewSegment,
    (plies, threads): (usize, usize),
) -> Result<(), DatabaseError> {
    for segment in segment::all(connection)?.into_iter().rev() {
        let games = new.visited.len();
        let is_small = segment.games <= games && segment.games < LARGE;
        if !is_small || segment.games + games > MOST_GAMES {
            break;
        }
        new = absorb(connection, &segment, new, (plies, threads))?;
        first_game = segment.first_game;
    }
    write(connection, first_game, &new)
}

/// The games of a segment followed by the new ones. Removes the segment.
fn absorb(
    connection: &Connection,
    segment: &Segment,
    new: NewSegment,
    (plies, threads): (usize, usize),
) -> Result<NewSegment, DatabaseError> {
    let mut facts = Columns::default();
    segment::read_facts(connection, segment, &Column::ALL, &mut facts)?;
    facts.append(new.facts);
    let mut visited = visited(&stored::range(connection, segment)?, plies, threads)?;
    visited.extend(new.visited);
    let rows = segment.rows();
    let delete = "DELETE FROM positions WHERE id >= ?1 AND id < ?2";
    connection.execute(delete, [rows.start, rows.end])?;
    connection.execute("DELETE FROM segments WHERE first_game = ?1", [segment.first_game])?;
    Ok(NewSegment { facts, visited })
}

/// Replays games of the database on all threads.
fn visited(
    games: &[StoredGame],
    plies: usize,
    threads: usize,
) -> Result<Vec<Visits>, DatabaseError> {
    let mut visited = vec![Vec::new(); games.len()];
    let mut is_damaged = false;
    let job = |(): &mut (), chunk: usize| {
        let games = games.chunks(CHUNK).nth(chunk)?;
        Some(games.iter().map(|game| game.visited(plies)).collect::<Vec<_>>())
    };
    workers::run(
        0..games.len().div_ceil(CHUNK),
        threads,
        || (),
        job,
        |chunk, found| {
            for (place, found) in visited[chunk * CHUNK..].iter_mut().zip(found) {
                match found {
                    Some(found) => *place = found,
                    None => is_damaged = true,
                }
            }
        },
    );
    if is_damaged { Err(DatabaseError::Damaged("legal moves")) } else { Ok(visited) }
}

fn write(connection: &Connection, first_game: i64, new: &NewSegment) -> Result<(), DatabaseError> {
    let entries = new.visited.iter().enumerate().flat_map(|(game, visited)| {
        visited.iter().map(move |&(key, mv)| Entry { key, game: game as u16, mv })
    });
    let games = new.visited.len();
    let (cut, buckets) = stonefall_index::write(entries.collect(), games, &new.facts);
    let segment = Segment { first_game, games, cut };
    let [classes, ratings, days, komi, clocks, players] =
        Column::ALL.map(|column| new.facts.bytes(column));
    connection.execute(
        "INSERT INTO segments VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            first_game, games, cut.prefix, cut.bucket, classes, ratings, days, komi, clocks,
            players
        ],
    )?;
    let mut insert = connection.prepare("INSERT INTO positions VALUES (?1, ?2)")?;
    for (bucket, bytes) in buckets {
        insert.execute(params![segment.row(bucket), bytes])?;
    }
    Ok(())
}
