//! The positions of a segment, sorted by key, in buckets of some hundred.
//!
//! The first bits of a key are its *prefix*: enough of them that most positions of the segment have different ones.
//! The first bits of the prefix name the bucket; the other ones are written as differences.
//!
//! - A position of one game has two numbers: twice the difference to the prefix before it, and the game (two bytes).
//!   Another position may have the same prefix, so the reader replays the game.
//! - A position of several games has twice the difference plus one, the lowest 32 bits of the key (four bytes), and
//!   the length of its list. The list has the difference to the game before, and the move (two bytes, 0 for none).

mod read;
mod write;

pub(super) use read::{Visit, read};
pub(super) use write::{Entry, write};

/// How the keys of a segment are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cut {
    /// Bits of a prefix.
    pub(super) prefix: u32,
    /// Bits of a bucket's number.
    pub(super) bucket: u32,
}

/// Bits that distinguish two of a segment's positions with a probability of about 7/8.
const EXTRA_BITS: u32 = 3;
/// The logarithm of the usual number of positions of a bucket.
const BUCKET_BITS: u32 = 9;
/// Bits that are left for the check.
const MOST_BITS: u32 = 32;

impl Cut {
    /// The cut for a number of entries.
    fn new(entries: usize) -> Self {
        let bits = entries.max(1).next_power_of_two().trailing_zeros();
        let prefix = (bits + EXTRA_BITS).min(MOST_BITS);
        Self { prefix, bucket: bits.saturating_sub(BUCKET_BITS) }
    }

    /// A cut of a file; `None` if it is impossible.
    pub(super) fn stored(prefix: u32, bucket: u32) -> Option<Self> {
        let fits = (1..=MOST_BITS).contains(&prefix) && bucket < prefix;
        fits.then_some(Self { prefix, bucket })
    }

    const fn prefix_of(self, key: u64) -> u64 {
        key >> (64 - self.prefix)
    }

    /// The bucket of a key.
    pub(super) const fn bucket_of(self, key: u64) -> u64 {
        self.prefix_of(key) >> (self.prefix - self.bucket)
    }

    /// The smallest prefix of a bucket.
    const fn first_of(self, bucket: u64) -> u64 {
        bucket << (self.prefix - self.bucket)
    }
}

const fn check(key: u64) -> u32 {
    key as u32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::hash::Hash;
    use std::collections::BTreeMap;
    use stonefall_engine::Move;

    fn key(number: u64) -> u64 {
        Hash::new().number(number).finish()
    }

    /// Positions of 1, 2, 3 ... games, and as many entries for a single one.
    fn entries() -> Vec<Entry> {
        let popular = (0..60).flat_map(|number| {
            let games = (0..=number).map(move |game| 7 * game as u16);
            games.map(move |game| Entry {
                key: key(number),
                game,
                mv: Move::from_bits(game * 3 % 60 + 64),
            })
        });
        let single = |number: u64| Entry { key: key(number), game: number as u16, mv: None };
        popular.chain((1000..3000).map(single)).collect()
    }

    #[test]
    fn every_entry_is_found_and_no_other_key() {
        let entries = entries();
        let (cut, buckets) = write(entries.clone());
        let buckets: BTreeMap<_, _> = buckets.into_iter().collect();
        let find = |key| {
            let (mut sure, mut maybe) = (Vec::new(), Vec::new());
            if let Some(bucket) = buckets.get(&cut.bucket_of(key)) {
                let visit = |visit| match visit {
                    Visit::Sure(game, mv) => sure.push((game, mv)),
                    Visit::Maybe(game) => maybe.push(game),
                };
                read(bucket, cut, key, visit).unwrap();
            }
            (sure, maybe)
        };
        for number in 0..60 {
            let expected: Vec<_> = entries.iter().filter(|it| it.key == key(number)).collect();
            let (sure, maybe) = find(key(number));
            if number == 0 {
                assert!(maybe.contains(&expected[0].game));
            } else {
                let expected: Vec<_> = expected.iter().map(|it| (it.game, it.mv)).collect();
                assert_eq!(sure, expected);
                assert!(maybe.is_empty(), "positions of one game: {maybe:?}");
            }
        }
        assert!((1000..3000).all(|number| find(key(number)).1.contains(&(number as u16))));
        let wrong: usize = (5000..7000).map(|number| find(key(number)).1.len()).sum();
        assert!(wrong < 800, "{wrong} of 2000 keys have a wrong game");
        assert!((5000..7000).all(|number| find(key(number)).0.is_empty()));
    }

    #[test]
    fn damaged_buckets_are_errors_or_empty() {
        let (cut, buckets) = write(entries());
        for (_, bucket) in buckets {
            for end in 0..bucket.len() {
                let _ = read(&bucket[..end], cut, u64::MAX, |_| ());
            }
        }
        assert!(read(&[1, 0, 0, 0, 0, 99, 1], cut, 0, |_| ()).is_none());
        assert_eq!(Cut::stored(40, 3), None);
        assert_eq!(Cut::stored(8, 9), None);
    }
}
