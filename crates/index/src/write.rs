//! Writes the buckets of a segment.

use crate::bits::BitWriter;
use crate::columns::Columns;
use crate::cut::{Cut, SUMMARIZED, check, lowest};
use crate::summary::Summary;
use stonefall_engine::Move;

/// A visit of a position by a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// Key of the position.
    pub key: u64,
    /// The move in the image that gives the key; `None` if the game ended.
    pub mv: Option<Move>,
    /// Number of the game in the segment.
    pub game: u16,
}

/// Sorts the entries of a segment into buckets. A game has at most one entry for a key, and `facts`.
#[must_use]
pub fn write(mut entries: Vec<Entry>, games: usize, facts: &Columns) -> (Cut, Vec<(u64, Vec<u8>)>) {
    entries.sort_unstable();
    let cut = Cut::new(entries.len(), games);
    let buckets = entries.chunk_by(|one, other| cut.bucket_of(one.key) == cut.bucket_of(other.key));
    let buckets = buckets.map(|entries| {
        let bucket = cut.bucket_of(entries[0].key);
        (bucket, write_bucket(cut, bucket, entries, facts))
    });
    (cut, buckets.collect())
}

fn write_bucket(cut: Cut, bucket: u64, entries: &[Entry], facts: &Columns) -> Vec<u8> {
    let positions = || entries.chunk_by(|one, other| one.key == other.key);
    let several: Vec<_> = positions().filter(|position| position.len() > 1).collect();
    let single: Vec<_> = positions().filter(|position| position.len() == 1).collect();
    let mut writer = BitWriter::default();
    let mut prefix = cut.first_of(bucket);
    let lowest_bits = write_head(&mut writer, cut, several.len());
    for position in several {
        let key = position[0].key;
        writer.rice(cut.prefix_of(key) - prefix, lowest_bits);
        prefix = cut.prefix_of(key);
        writer.bits(check(key).into(), 32);
        let list = list(cut, position, facts);
        writer.elias(list.length());
        writer.append(&list);
    }
    prefix = cut.first_of(bucket);
    let lowest_bits = write_head(&mut writer, cut, single.len());
    for position in single {
        let Entry { key, game, .. } = position[0];
        writer.rice(cut.prefix_of(key) - prefix, lowest_bits);
        prefix = cut.prefix_of(key);
        writer.bits(game.into(), cut.game);
    }
    writer.finish()
}

/// Writes the number of positions; returns the lowest bits of the differences between their prefixes.
fn write_head(writer: &mut BitWriter, cut: Cut, positions: usize) -> u32 {
    writer.elias(positions as u64);
    lowest(1 << (cut.prefix - cut.bucket), positions as u64)
}

/// The games of a position, by their moves.
fn list(cut: Cut, position: &[Entry], facts: &Columns) -> BitWriter {
    let mut writer = BitWriter::default();
    for group in position.chunk_by(|one, other| one.mv == other.mv) {
        writer.bits(group[0].mv.map_or(0, Move::bits).into(), 16);
        writer.elias(group.len() as u64 - 1);
        let games = games(cut, group);
        if group.len() >= SUMMARIZED {
            let with_facts: Vec<_> = group
                .iter()
                .filter_map(|it| Some((it.game, facts.facts(it.game.into())?)))
                .collect();
            Summary::new(&with_facts).write(&mut writer);
            writer.elias(games.length());
        }
        writer.append(&games);
    }
    writer
}

/// The differences between the games of a move.
fn games(cut: Cut, group: &[Entry]) -> BitWriter {
    let lowest = lowest(1 << cut.game, group.len() as u64);
    let mut writer = BitWriter::default();
    let mut last = 0;
    for entry in group {
        writer.rice(u64::from(entry.game) - last, lowest);
        last = entry.game.into();
    }
    writer
}
