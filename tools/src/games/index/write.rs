//! Writes the buckets of a segment.

use super::{Cut, check};
use crate::games::pack::push;
use stonefall_engine::Move;

/// A visit of a position by a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::games) struct Entry {
    /// Key of the position.
    pub(in crate::games) key: u64,
    /// Number of the game in the segment.
    pub(in crate::games) game: u16,
    /// The move in the image that gives the key; `None` if the game ended.
    pub(in crate::games) mv: Option<Move>,
}

/// Sorts the entries into buckets. A game has at most one entry for a key.
pub(in crate::games) fn write(mut entries: Vec<Entry>) -> (Cut, Vec<(u64, Vec<u8>)>) {
    entries.sort_unstable();
    let cut = Cut::new(entries.len());
    let mut buckets: Vec<(u64, Vec<u8>)> = Vec::new();
    let mut last = 0;
    for position in entries.chunk_by(|one, other| one.key == other.key) {
        let key = position[0].key;
        let bucket = cut.bucket_of(key);
        if buckets.last().is_none_or(|&(number, _)| number != bucket) {
            buckets.push((bucket, Vec::new()));
            last = cut.first_of(bucket);
        }
        if let Some((_, bytes)) = buckets.last_mut() {
            push_position(bytes, cut.prefix_of(key) - last, position);
        }
        last = cut.prefix_of(key);
    }
    (cut, buckets)
}

fn push_position(bytes: &mut Vec<u8>, difference: u64, position: &[Entry]) {
    if let [entry] = position {
        push(bytes, difference << 1);
        bytes.extend(entry.game.to_le_bytes());
        return;
    }
    push(bytes, difference << 1 | 1);
    bytes.extend(check(position[0].key).to_le_bytes());
    let mut list = Vec::with_capacity(3 * position.len());
    let mut last = 0;
    for entry in position {
        push(&mut list, u64::from(entry.game - last));
        list.extend(entry.mv.map_or(0, Move::bits).to_le_bytes());
        last = entry.game;
    }
    push(bytes, list.len() as u64);
    bytes.extend(list);
}
