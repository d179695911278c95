//! Facts that depend on a position alone, kept between visits.
//!
//! One evaluation in five was made before: after another order of moves, in an earlier iteration, or in a search with
//! another window. The transposition table is too far away in memory to save time here. This table is small enough for
//! the cache of a processor core, and each thread has its own. (Chess engines such as Stockfish had a table of
//! evaluations beside the transposition table.)

use crate::cpu::prefetch;
use crate::eval::Score;
use crate::types::Move;

/// Number of entries: 256 KiB.
const ENTRIES: usize = 1 << 15;
/// Bits of an entry below the key: two of the kind, and sixteen of its number.
const DATA_BITS: u32 = 18;
const DATA: u64 = (1 << DATA_BITS) - 1;

/// Facts about a position whose game is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Facts {
    /// The side to move wins with this move.
    Win(Move),
    /// The opponent threatens to complete a road by a placement, and there is no win in one.
    Tak,
    /// Neither; with the evaluation.
    Quiet(Score),
}

/// A table with one entry for each remainder of the key; a new entry replaces an old one.
///
/// 61 of the 64 bits of a key select the entry or stand in it, so that false matches practically never happen.
pub(super) struct FactsCache(Vec<u64>);

impl Facts {
    /// The kind, which is not 0, and the number.
    #[inline(always)]
    fn data(self) -> u64 {
        match self {
            Self::Win(mv) => 1 << 16 | u64::from(mv.bits()),
            Self::Tak => 2 << 16,
            Self::Quiet(Score(units)) => 3 << 16 | u64::from(units as i16 as u16),
        }
    }

    #[inline(always)]
    fn read(data: u64) -> Option<Self> {
        match data >> 16 & 3 {
            1 => Move::from_bits(data as u16).map(Self::Win),
            2 => Some(Self::Tak),
            3 => Some(Self::Quiet(Score(i32::from(data as u16 as i16)))),
            _ => None,
        }
    }
}

impl FactsCache {
    pub(super) fn new() -> Self {
        Self(vec![0; ENTRIES])
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Prefetches the entry of a position.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.0[key as usize % ENTRIES]);
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Facts> {
        let entry = self.0[key as usize % ENTRIES];
        if (entry ^ key) & !DATA == 0 { Facts::read(entry) } else { None }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, facts: Facts) {
        self.0[key as usize % ENTRIES] = key & !DATA | facts.data();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_for_their_position_alone() {
        let mut cache = FactsCache::new();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(cache.get(key), None);
        let mv = Move::from_bits(1 << 6 | 5);
        let facts = [mv.map_or(Facts::Tak, Facts::Win), Facts::Tak]
            .into_iter()
            .chain([-31_749, -1, 0, 31_749].map(|units| Facts::Quiet(Score(units))));
        for facts in facts {
            cache.put(key, facts);
            assert_eq!(cache.get(key), Some(facts));
            assert_eq!(cache.get(key ^ 1 << 40), None, "another key with the same entry");
        }
        cache.put(key ^ 1 << 40, Facts::Tak);
        assert_eq!(cache.get(key), None, "replaced");
        cache.clear();
        assert_eq!(cache.get(key ^ 1 << 40), None);
    }
}
