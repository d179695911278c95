//! The positions of a segment, sorted by key, in buckets of some hundred.
//!
//! The first bits of a key are its *prefix*: enough of them that most positions of the segment have different ones.
//! The first bits of the prefix name the bucket; the other ones are written as differences ([`bits`](super::bits)).
//!
//! - First come the positions of several games: their number (Elias), and for each the difference to the prefix before
//!   it (Rice), the lowest 32 bits of the key, the length of its list in bits (Elias), and the list. The list has for
//!   each move: the move (16 bits, 0 for none), the number of games less one (Elias), with [`SUMMARIZED`] games or more a
//!   [`Summary`] and the length of the rest in bits (Elias), and the differences between the games (Rice).
//! - Then come the positions of one game: their number (Elias), and for each the difference to the prefix before it
//!   (Rice) and the game. Another position may have the same prefix, so the reader replays the game.

mod read;
mod summary;
mod write;

pub(super) use read::{Detail, Visitors, read};
pub(super) use summary::{BEST, Summary};
pub(super) use write::{Entry, write};

/// How the keys of a segment are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cut {
    /// Bits of a prefix.
    pub(super) prefix: u32,
    /// Bits of a bucket's number.
    pub(super) bucket: u32,
    /// Bits of a game's number in the segment.
    game: u32,
}

/// Bits that distinguish two of a segment's positions with a probability of about 3/4. One more makes a game seven bytes
/// longer; one less makes a query for a rare position replay twice as many games.
const EXTRA_BITS: u32 = 2;
/// The logarithm of the usual number of positions of a bucket.
const BUCKET_BITS: u32 = 9;
/// Bits that are left for the check.
const MOST_BITS: u32 = 32;
/// The least number of games with a summary: with fewer, counting is fast.
const SUMMARIZED: usize = 128;

impl Cut {
    /// The cut for a number of entries of `games` games.
    fn new(entries: usize, games: usize) -> Self {
        let bits = logarithm(entries);
        let prefix = (bits + EXTRA_BITS).min(MOST_BITS);
        Self { prefix, bucket: bits.saturating_sub(BUCKET_BITS), game: logarithm(games) }
    }

    /// A cut of a file with `games` games; `None` if it is impossible.
    pub(super) fn stored(prefix: u32, bucket: u32, games: usize) -> Option<Self> {
        let fits = (1..=MOST_BITS).contains(&prefix) && bucket < prefix;
        fits.then_some(Self { prefix, bucket, game: logarithm(games) })
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

/// Bits that tell `count` things apart.
const fn logarithm(count: usize) -> u32 {
    if count < 2 { 0 } else { (count - 1).ilog2() + 1 }
}

/// The lowest bits of a Rice code for the differences between `count` random numbers below a bound: the logarithm of
/// their mean.
const fn lowest(bound: u64, count: u64) -> u32 {
    match bound.checked_div(count) {
        Some(mean) if mean > 0 => mean.ilog2(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::games::facts::{self, Facts, LENGTH};
    use crate::hash::Hash;
    use std::collections::{BTreeMap, BTreeSet};
    use stonefall_engine::Color;
    use stonefall_engine::Move;
    use stonefall_engine::notation::ptn_file::{GameResult, Reason};
    use stonefall_engine::types::ByColor;

    const GAMES: u16 = 3000;

    fn key(number: u64) -> u64 {
        Hash::new().number(number).finish()
    }

    /// Positions of 1, 2, 3 ... games, one of all games, and as many entries for a single one.
    fn entries() -> Vec<Entry> {
        let mv = |game: u16, moves| Move::from_bits(game % moves + 64);
        let popular = (0..60).flat_map(|number| {
            let games = (0..=number).map(move |game| 49 * game as u16);
            games.map(move |game| Entry { key: key(number), game, mv: mv(game, 60) })
        });
        let all = (0..GAMES).map(|game| Entry {
            key: key(60),
            game,
            mv: mv(if game < 60 { game } else { game % 7 }, 60),
        });
        let single = |number: u64| Entry { key: key(number), game: number as u16, mv: None };
        popular.chain(all).chain((1000..3000).map(single)).collect()
    }

    fn facts(game: u16) -> Facts {
        let results = [
            GameResult::Draw,
            GameResult::Unfinished,
            GameResult::Win(Color::White, Reason::Road),
            GameResult::Win(Color::Black, Reason::Flats),
        ];
        Facts {
            players: ByColor::new(1, 2),
            ratings: ByColor::new(game % 700, 900 + game * 7 % 800),
            day: 18_000 + game % 5,
            time: (600, 20),
            half_komi: 4,
            class: facts::class(6, results[usize::from(game * 3 % 7 % 4)], false),
        }
    }

    fn all_facts() -> Vec<[u8; LENGTH]> {
        let mut bytes = Vec::new();
        (0..GAMES).for_each(|game| facts(game).push_to(&mut bytes));
        bytes.as_chunks().0.to_vec()
    }

    type Buckets = BTreeMap<u64, Vec<u8>>;

    fn written() -> (Cut, Buckets) {
        let (cut, buckets) = write(entries(), &all_facts());
        (cut, buckets.into_iter().collect())
    }

    fn find((cut, buckets): &(Cut, Buckets), key: u64, detail: Detail) -> Visitors {
        let bucket = buckets.get(&cut.bucket_of(key));
        bucket.map_or_else(Visitors::default, |bucket| read(bucket, *cut, key, detail).unwrap())
    }

    #[test]
    fn every_entry_is_found_and_no_other_key() {
        let written = written();
        assert_eq!(Cut::stored(written.0.prefix, written.0.bucket, GAMES.into()), Some(written.0));
        for number in 0..=60 {
            let entries = entries().into_iter().filter(|it| it.key == key(number));
            let expected: BTreeSet<_> = entries.map(|it| (it.game, it.mv)).collect();
            let found = find(&written, key(number), Detail::Games);
            if number == 0 {
                assert!(found.maybe.contains(&0));
            } else {
                assert_eq!(found.sure.len(), expected.len());
                assert_eq!(found.sure.into_iter().collect::<BTreeSet<_>>(), expected);
                assert!(found.maybe.is_empty(), "positions of one game: {:?}", found.maybe);
            }
            assert!(found.many.is_empty());
        }
        let find = |number| find(&written, key(number), Detail::Games);
        assert!((1000..3000).all(|number| find(number).maybe.contains(&(number as u16))));
        let wrong: usize = (5000..7000).map(|number| find(number).maybe.len()).sum();
        assert!(wrong < 800, "{wrong} of 2000 keys have a wrong game");
        assert!((5000..7000).all(|number| find(number).sure.is_empty()));
    }

    /// The slow twin: counts the games one by one.
    #[test]
    fn summaries_are_the_counts_of_their_games() {
        let written = written();
        let (games, summaries) =
            (find(&written, key(60), Detail::Games), find(&written, key(60), Detail::Summaries));
        assert!(summaries.many.len() > 3 && !summaries.sure.is_empty());
        assert_eq!(find(&written, key(59), Detail::Summaries).many, []);
        for (mv, summary) in &summaries.many {
            let of_move = games.sure.iter().filter(|(_, found)| found == mv);
            let mut of_move: Vec<_> = of_move.map(|&(game, _)| (game, facts(game))).collect();
            assert!(of_move.len() >= SUMMARIZED);
            let mut expected = Summary { games: of_move.len() as u64, ..Summary::default() };
            for (_, facts) in &of_move {
                expected.draws += u64::from(facts.result() == GameResult::Draw);
                for color in Color::ALL {
                    let is_win =
                        matches!(facts.result(), GameResult::Win(winner, _) if winner == color);
                    expected.wins[color] += u64::from(is_win);
                    expected.rating_sums[color] += u64::from(facts.ratings[color]);
                    expected.rated[color] += u64::from(facts.ratings[color] != 0);
                }
            }
            of_move.sort_by_key(|(game, facts)| {
                let ByColor([white, black]) = facts.ratings;
                let mean = if white == 0 || black == 0 { 0 } else { (white + black) / 2 };
                std::cmp::Reverse((mean, facts.day, *game))
            });
            expected.best = of_move.iter().map(|(game, _)| *game).take(BEST).collect();
            assert_eq!(summary, &expected, "{mv:?}");
        }
        let counted: u64 = summaries.many.iter().map(|(_, summary)| summary.games).sum();
        assert_eq!(counted + summaries.sure.len() as u64, u64::from(GAMES));
    }

    #[test]
    fn damaged_buckets_are_errors_or_empty() {
        let (cut, buckets) = written();
        for (_, bucket) in buckets {
            for end in (0..bucket.len()).step_by(11) {
                let _ = read(&bucket[..end], cut, u64::MAX, Detail::Games);
            }
        }
        assert!(read(&[0; 9], cut, 0, Detail::Games).is_none());
        assert_eq!(Cut::stored(40, 3, 9), None);
        assert_eq!(Cut::stored(8, 9, 9), None);
    }
}
