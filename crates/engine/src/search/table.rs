//! The transposition table, shared by all threads without locks.

use super::Bound;
use crate::cpu::{prefetch, product};
use crate::eval::{MAX_PLY, Score};
use crate::machine::SharedMemory;
use crate::memory::{LARGE_PAGE, Memory};
use crate::types::Move;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableEntry {
    pub(super) mv: Option<Move>,
    /// Score from the view of the reading node; distances of wins count from there.
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl TableEntry {
    /// Whether the entry proves a result, which holds at any depth.
    #[inline(always)]
    pub(super) fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Exact => self.score.is_decided(),
            Bound::Lower => self.score.is_win(),
            Bound::Upper => self.score.is_loss(),
        }
    }

    /// Whether the entry decides a node with this window and depth. Proofs hold at any depth.
    #[inline(always)]
    pub(super) fn decides(&self, [alpha, beta]: [Score; 2], depth: i32) -> bool {
        let deep = self.depth >= depth;
        match self.bound {
            Bound::Exact if deep => true,
            Bound::Exact | Bound::Lower if self.score >= beta => deep || self.score.is_win(),
            Bound::Exact | Bound::Upper if self.score <= alpha => deep || self.score.is_loss(),
            _ => false,
        }
    }
}

/// Data: move 0-15, score 16-31, depth 48-55, bound 56-57, generation 58-63. A written entry is never 0,
/// because its bound is not.
#[derive(Clone, Copy)]
struct PackedEntry(u64);

const GENERATIONS: u64 = 64;

impl PackedEntry {
    fn new(entry: &TableEntry, ply: usize, generation: u64) -> Self {
        let bound = match entry.bound {
            Bound::Exact => 3,
            Bound::Lower => 2,
            Bound::Upper => 1,
        };
        Self(
            u64::from(entry.mv.map_or(0, Move::bits))
                | u64::from(earlier(entry.score, -(ply as i32)).0 as i16 as u16) << 16
                | (entry.depth.clamp(0, 255) as u64) << 48
                | bound << 56
                | generation << 58,
        )
    }

    fn entry(self, ply: usize) -> Option<TableEntry> {
        let bound = match self.0 >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            1 => Bound::Upper,
            _ => return None,
        };
        Some(TableEntry {
            mv: Move::from_bits(self.0 as u16),
            score: earlier(Score(i32::from((self.0 >> 16) as i16)), ply as i32),
            depth: self.depth(),
            bound,
        })
    }

    const fn depth(self) -> i32 {
        (self.0 >> 48 & 0xff) as i32
    }

    const fn generation(self) -> u64 {
        self.0 >> 58
    }

    /// Priority of an entry: deep and recent.
    const fn worth(self, generation: u64) -> i32 {
        let age = (GENERATIONS + generation - self.generation()) % GENERATIONS;
        self.depth() - 4 * age as i32
    }
}

/// A score seen from this number of plies earlier. The table has distances from the position, not from the root.
fn earlier(score: Score, plies: i32) -> Score {
    if score.is_win() {
        score - plies
    } else if score.is_loss() {
        score + plies
    } else {
        score
    }
}

// A win seen from the deepest ply still fits 16 bits.
const _: () = assert!(Score::WIN.0 + (MAX_PLY as i32) < i16::MAX as i32 + 1);

const SLOTS: usize = 4;

/// The slots of a position in own memory: one cache line. Each slot has two words, the check and the data of an entry:
///
/// ```text
/// byte  0       8      16      24      32      40      48      56
///       check 0 data 0 check 1 data 1 check 2 data 2 check 3 data 3
/// ```
#[repr(align(64))]
struct CacheLine([[AtomicU64; 2]; SLOTS]);

const BYTES: usize = size_of::<CacheLine>();
const _: () = assert!(BYTES == 64);

/// The slots of a position, wherever they are.
#[derive(Clone, Copy)]
enum Bucket<'a> {
    Own(&'a CacheLine),
    /// In shared memory, from this address on.
    Shared(SharedMemory, u32),
}

impl Bucket<'_> {
    /// The check and the data of a slot.
    #[inline(always)]
    fn load(self, slot: usize) -> [u64; 2] {
        match self {
            Self::Own(line) => line.0[slot].each_ref().map(|word| word.load(Ordering::Relaxed)),
            Self::Shared(memory, address) => {
                let slot = address + 16 * slot as u32;
                [memory.load(slot), memory.load(slot + 8)]
            }
        }
    }

    #[inline(always)]
    fn store(self, slot: usize, [check, data]: [u64; 2]) {
        match self {
            Self::Own(line) => {
                line.0[slot][1].store(data, Ordering::Relaxed);
                line.0[slot][0].store(check, Ordering::Relaxed);
            }
            Self::Shared(memory, address) => {
                let slot = address + 16 * slot as u32;
                memory.store(slot + 8, data);
                memory.store(slot, check);
            }
        }
    }
}

/// Addresses in shared memory: the number of buckets, the generation of the table, the first counter of positions, and the
/// first bucket. Words that one thread often writes have a cache line of their own.
const LEN: u32 = 64;
const GENERATION: u32 = 128;
const COUNTERS: u32 = 192;
const START: u32 = 4096;

/// Address of a thread's counter of positions in shared memory.
pub(super) const fn counter_address(thread: usize) -> u32 {
    COUNTERS + 64 * thread as u32
}

/// The table. A slot has packed data, and the key XORed with it.
///
/// Two threads may write at once and leave halves of different entries; the key then matches neither
/// position, and the entry is ignored (Hyatt and Mann, "A lockless transposition table"). All 64 bits of
/// the key are compared, so that false matches practically never happen.
pub(super) struct TranspositionTable {
    home: Home,
    len: usize,
}

/// The memory of the buckets, and the generation of new entries.
enum Home {
    Own { start: NonNull<CacheLine>, memory: Memory, generation: AtomicU64 },
    Shared(SharedMemory),
}

// SAFETY: the value owns the buckets, which contain only atomics.
unsafe impl Send for TranspositionTable {}
// SAFETY: as above.
unsafe impl Sync for TranspositionTable {}

impl TranspositionTable {
    /// An empty table of at most this size in MiB; half of it, and half again, if the system refuses.
    pub(super) fn new(mib: usize) -> Self {
        let take = |len| {
            let memory = Memory::zeroed(len * BYTES, alignment(len))?;
            Some(Home::Own { start: memory.start().cast(), memory, generation: AtomicU64::new(0) })
        };
        Self::largest(mib.clamp(1, usize::MAX >> 21), take)
    }

    /// The same in a place. In shared memory the first instance makes the table; the others find it.
    pub(super) fn in_place(mib: usize, place: Option<SharedMemory>) -> Self {
        let Some(memory) = place else { return Self::new(mib) };
        if !memory.is_first() {
            return Self { home: Home::Shared(memory), len: memory.load(LEN) as usize };
        }
        let take = |len| {
            let end = START + (len * BYTES) as u32;
            memory.clear(GENERATION, end).then_some(Home::Shared(memory))
        };
        let table = Self::largest(mib.clamp(1, 2048), take);
        memory.store(LEN, table.len as u64);
        table
    }

    fn largest(mib: usize, take: impl Fn(usize) -> Option<Home>) -> Self {
        let mut len = (mib << 20) / BYTES;
        loop {
            if let Some(home) = take(len) {
                return Self { home, len };
            }
            assert!(len > 1, "no memory for a transposition table of one bucket");
            len /= 2;
        }
    }

    /// The shared memory that has the table.
    pub(super) const fn shared_memory(&self) -> Option<SharedMemory> {
        match self.home {
            Home::Own { .. } => None,
            Home::Shared(memory) => Some(memory),
        }
    }

    /// Whether the table is in this place, and no other instance has changed its size.
    pub(super) fn is_in(&self, place: Option<SharedMemory>) -> bool {
        match (&self.home, place) {
            (Home::Own { .. }, None) => true,
            (Home::Shared(memory), Some(_)) => memory.load(LEN) as usize == self.len,
            _ => false,
        }
    }

    /// Makes the system provide the memory within this time, instead of with the first entries.
    pub(super) fn touch(&mut self, limit: Duration) {
        if let Home::Own { memory, .. } = &mut self.home {
            memory.touch(limit);
        }
    }

    pub(super) const fn mib(&self) -> usize {
        (self.len * BYTES) >> 20
    }

    /// Starts a new search: existing entries grow older.
    pub(super) fn age(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        match &self.home {
            Home::Own { generation, .. } => generation.store(next, Ordering::Relaxed),
            Home::Shared(memory) => memory.store(GENERATION, next),
        }
    }

    #[inline(always)]
    fn generation(&self) -> u64 {
        match &self.home {
            Home::Own { generation, .. } => generation.load(Ordering::Relaxed),
            Home::Shared(memory) => memory.load(GENERATION),
        }
    }

    #[inline(always)]
    fn at(&self, index: usize) -> Bucket<'_> {
        debug_assert!(index < self.len);
        match &self.home {
            // SAFETY: the callers' numbers are below `len`.
            Home::Own { start, .. } => Bucket::Own(unsafe { start.add(index).as_ref() }),
            Home::Shared(memory) => Bucket::Shared(*memory, START + (index * BYTES) as u32),
        }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> Bucket<'_> {
        // The high half of `key * len` is below `len`.
        let [_, index] = product(key, self.len as u64);
        self.at(index as usize)
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        match self.bucket(key) {
            Bucket::Own(line) => prefetch(line),
            Bucket::Shared(..) => {}
        }
    }

    /// The entry of a position for a node at this ply.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        match self.bucket(key) {
            Bucket::Shared(memory, address) => PackedEntry(memory.find(address, key)).entry(ply),
            own => (0..SLOTS).find_map(|slot| {
                let [check, data] = own.load(slot);
                if check ^ data == key { PackedEntry(data).entry(ply) } else { None }
            }),
        }
    }

    /// Stores the result of a node at this ply. A position's old entry is replaced unless it is much deeper, or a
    /// proof and the new one is none; otherwise the entry of the bucket with the lowest priority. Without a new move the old one stays.
    #[inline]
    pub(super) fn store(&self, key: u64, ply: usize, mut entry: TableEntry) {
        let bucket = self.bucket(key);
        let generation = self.generation();
        let mut target = 0;
        let mut least = i32::MAX;
        for slot in 0..SLOTS {
            let [check, data] = bucket.load(slot);
            let data = PackedEntry(data);
            if check ^ data.0 == key && data.0 != 0 {
                let deeper = data.depth() > entry.depth + 3 && data.generation() == generation;
                let proved = data.entry(ply).is_some_and(|old| old.is_proof());
                if entry.bound != Bound::Exact && deeper || proved && !entry.is_proof() {
                    return;
                }
                if entry.mv.is_none() {
                    entry.mv = Move::from_bits(data.0 as u16);
                }
                target = slot;
                break;
            }
            let worth = if data.0 == 0 { i32::MIN } else { data.worth(generation) };
            if worth < least {
                least = worth;
                target = slot;
            }
        }
        let data = PackedEntry::new(&entry, ply, generation).0;
        bucket.store(target, [data ^ key, data]);
    }

    /// Share of entries of this search in thousandths, by a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let generation = self.generation();
        let is_used = |data: u64| data != 0 && PackedEntry(data).generation() == generation;
        let sample = self.len.min(250);
        let in_bucket =
            |index| (0..SLOTS).filter(move |&slot| is_used(self.at(index).load(slot)[1]));
        let used: usize = (0..sample).map(|index| in_bucket(index).count()).sum();
        (used * 1000 / (sample * SLOTS)) as u32
    }
}

/// Alignment of this number of buckets: a cache line, or a large page for large tables.
const fn alignment(len: usize) -> usize {
    if len * BYTES < 2 * LARGE_PAGE { align_of::<CacheLine>() } else { LARGE_PAGE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Piece, Square};

    fn entry(score: Score, depth: i32) -> TableEntry {
        let mv = Some(Move::place(Square::new(2, 3), Piece::Wall));
        TableEntry { mv, score, depth, bound: Bound::Lower }
    }

    #[test]
    fn finds_stored_entries() {
        let table = TranspositionTable::new(1);
        let key = 0xdead_beef_1234_5678;
        assert_eq!(table.probe(key, 0), None);
        table.store(key, 7, entry(Score(55), 9));
        assert_eq!(table.probe(key, 3), Some(entry(Score(55), 9)));
        assert_eq!(table.probe(key ^ 1, 3), None);
    }

    #[test]
    fn wins_count_from_the_node() {
        let table = TranspositionTable::new(1);
        table.store(1, 4, entry(Score::win_in(9), 2));
        assert_eq!(table.probe(1, 6).map(|found| found.score), Some(Score::win_in(11)));
        table.store(2, 4, entry(Score::loss_in(8), 2));
        assert_eq!(table.probe(2, 0).map(|found| found.score), Some(Score::loss_in(4)));
    }

    #[test]
    fn moves_and_proofs_outlive_later_entries() {
        let (draw, win) = (entry(Score(1), 5), entry(Score::win_in(7), 2));
        let without = TableEntry { mv: None, ..entry(Score(2), 6) };
        let estimate = TableEntry { bound: Bound::Exact, ..entry(Score(90), 12) };
        let nearer = entry(Score::win_in(5), 3);
        for (first, second, expected) in [
            (draw, without, TableEntry { mv: draw.mv, ..without }),
            (win, estimate, win),
            (win, nearer, nearer),
        ] {
            let table = TranspositionTable::new(1);
            table.store(1, 0, first);
            table.store(1, 0, second);
            assert_eq!(table.probe(1, 0), Some(expected));
        }
    }

    #[test]
    fn old_entries_are_replaced() {
        let table = TranspositionTable::new(1);
        // Keys of one bucket: the index depends only on the high bits.
        for key in 1..=4 {
            table.store(key, 0, entry(Score(0), 20));
        }
        for _ in 0..10 {
            table.age();
        }
        for key in 5..=8 {
            table.store(key, 0, entry(Score(0), 1));
        }
        for key in 5..=8 {
            assert!(table.probe(key, 0).is_some(), "{key}");
        }
        assert!(table.probe(1, 0).is_none());
    }
}
