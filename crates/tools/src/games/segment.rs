//! Segments: the index of consecutive games.

use super::DatabaseError;
use rusqlite::Connection;
use std::ops::Range;
use stonefall_index::{Column, Columns, Cut};

/// The most games of a segment: their numbers have two bytes.
pub(super) const MOST_GAMES: usize = 1 << 16;
/// Bits of a bucket's number in the table `positions`.
const BUCKET_BITS: u32 = 20;
/// A segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// Identifier of its first game.
    pub(super) first_game: i64,
    /// Number of its games.
    pub(super) games: usize,
    pub(super) cut: Cut,
}

/// All segments, by their games.
pub(super) fn all(connection: &Connection) -> Result<Vec<Segment>, DatabaseError> {
    let sql =
        "SELECT first_game, games, prefix_bits, bucket_bits FROM segments ORDER BY first_game";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut segments = Vec::new();
    while let Some(row) = rows.next()? {
        let games: usize = row.get(1)?;
        let cut = Cut::stored(row.get(2)?, row.get(3)?, games);
        let cut = cut.filter(|cut| cut.bucket <= BUCKET_BITS && games <= MOST_GAMES);
        let cut = cut.ok_or(DatabaseError::Damaged("a segment"))?;
        segments.push(Segment { first_game: row.get(0)?, games, cut });
    }
    Ok(segments)
}

/// Reads columns of the facts of a segment.
pub(super) fn read_facts(
    connection: &Connection,
    segment: &Segment,
    columns: &[Column],
    facts: &mut Columns,
) -> Result<(), DatabaseError> {
    let names: Vec<_> = columns.iter().map(|column| column.name()).collect();
    let sql = format!("SELECT {} FROM segments WHERE first_game = ?1", names.join(", "));
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([segment.first_game])?;
    let row = rows.next()?.ok_or(DatabaseError::Damaged("a segment"))?;
    for (place, &column) in columns.iter().enumerate() {
        let bytes: Vec<u8> = row.get(place)?;
        if bytes.len() != segment.games * column.width() {
            return Err(DatabaseError::Damaged("the facts of a segment"));
        }
        facts.set(column, bytes);
    }
    Ok(())
}

impl Segment {
    /// Identifier of a key's bucket in the table `positions`.
    pub(super) const fn bucket_id(&self, key: u64) -> i64 {
        self.row(self.cut.bucket_of(key))
    }

    /// Identifiers of all its buckets.
    pub(super) const fn rows(&self) -> Range<i64> {
        self.row(0)..(self.first_game + 1) << BUCKET_BITS
    }

    /// Identifier of a bucket.
    pub(super) const fn row(&self, bucket: u64) -> i64 {
        self.first_game << BUCKET_BITS | bucket as i64
    }
}
