//! The positions of a segment, sorted by key, in buckets of some hundred.
//!
//! The first bits of a key are its *prefix*: enough of them that most positions of the segment have different ones.
//! The first bits of the prefix name the bucket; the other ones are written as differences (see `bits`).
//!
//! - First come the positions of several games: their number (Elias), and for each the difference to the prefix before
//!   it (Rice), the lowest 32 bits of the key, the length of its list in bits (Elias), and the list. The list has for
//!   each move: the move (16 bits, 0 for none), the number of games less one (Elias), with `SUMMARIZED` games or more a
//!   [`Summary`](crate::Summary) and the length of the rest in bits (Elias), and the differences between the games (Rice).
//! - Then come the positions of one game: their number (Elias), and for each the difference to the prefix before it
//!   (Rice) and the game. Another position may have the same prefix, so the reader replays the game.

/// How the keys of a segment are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Bits of a prefix.
    pub prefix: u32,
    /// Bits of a bucket's number.
    pub bucket: u32,
    /// Bits of a game's number in the segment.
    pub(crate) game: u32,
}

/// Bits that distinguish two of a segment's positions with a probability of about 3/4. One more makes a game seven bytes
/// longer; one less makes a query for a rare position replay twice as many games.
const EXTRA_BITS: u32 = 2;
/// The logarithm of the usual number of positions of a bucket.
const BUCKET_BITS: u32 = 9;
/// Bits that are left for the check.
const MOST_BITS: u32 = 32;
/// The least number of games with a summary: with fewer, counting is fast.
pub(crate) const SUMMARIZED: usize = 128;

impl Cut {
    /// The cut for a number of entries of `games` games.
    pub(crate) fn new(entries: usize, games: usize) -> Self {
        let bits = logarithm(entries);
        let prefix = (bits + EXTRA_BITS).min(MOST_BITS);
        Self { prefix, bucket: bits.saturating_sub(BUCKET_BITS), game: logarithm(games) }
    }

    /// A cut of a file with `games` games; `None` if it is impossible.
    #[must_use]
    pub fn stored(prefix: u32, bucket: u32, games: usize) -> Option<Self> {
        let fits = (1..=MOST_BITS).contains(&prefix) && bucket < prefix;
        fits.then_some(Self { prefix, bucket, game: logarithm(games) })
    }

    pub(crate) const fn prefix_of(self, key: u64) -> u64 {
        key >> (64 - self.prefix)
    }

    /// The bucket of a key.
    #[must_use]
    pub const fn bucket_of(self, key: u64) -> u64 {
        self.prefix_of(key) >> (self.prefix - self.bucket)
    }

    /// The smallest prefix of a bucket.
    pub(crate) const fn first_of(self, bucket: u64) -> u64 {
        bucket << (self.prefix - self.bucket)
    }
}

pub(crate) const fn check(key: u64) -> u32 {
    key as u32
}

/// Bits that tell `count` things apart.
const fn logarithm(count: usize) -> u32 {
    if count < 2 { 0 } else { (count - 1).ilog2() + 1 }
}

/// The lowest bits of a Rice code for the differences between `count` random numbers below a bound: the logarithm of
/// their mean.
pub(crate) const fn lowest(bound: u64, count: u64) -> u32 {
    match bound.checked_div(count) {
        Some(mean) if mean > 0 => mean.ilog2(),
        _ => 0,
    }
}
