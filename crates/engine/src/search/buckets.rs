//! The buckets of the transposition table: in memory of their own, or in memory that several instances share.

use super::memory::{LARGE_PAGE, Memory};
use crate::cpu::{prefetch, product};
use crate::machine::SharedMemory;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub(super) const SLOTS: usize = 4;

/// Slots of a position, each with two words: the check and the data of an entry.
pub(super) trait Slots: Copy {
    fn check(self, slot: usize) -> u64;
    fn data(self, slot: usize) -> u64;
    /// Writes data and check.
    fn write(self, slot: usize, data: u64, check: u64);

    /// Number of slots whose data fulfill a condition.
    fn count(self, is_counted: impl Fn(u64) -> bool) -> usize {
        (0..SLOTS).filter(|&slot| is_counted(self.data(slot))).count()
    }
}

struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots of a position in own memory: one cache line.
#[repr(align(64))]
pub(super) struct Bucket([Slot; SLOTS]);

const BYTES: usize = size_of::<Bucket>();
const _: () = assert!(BYTES == 64);

impl Slots for &Bucket {
    #[inline(always)]
    fn check(self, slot: usize) -> u64 {
        self.0[slot].check.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn data(self, slot: usize) -> u64 {
        self.0[slot].data.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn write(self, slot: usize, data: u64, check: u64) {
        self.0[slot].data.store(data, Ordering::Relaxed);
        self.0[slot].check.store(check, Ordering::Relaxed);
    }
}

/// Slots of a position in shared memory.
#[derive(Clone, Copy)]
pub(super) struct SharedBucket {
    memory: SharedMemory,
    address: u32,
}

impl SharedBucket {
    /// Data of the entry of a position, or 0.
    #[inline(always)]
    pub(super) fn find(self, key: u64) -> u64 {
        self.memory.find(self.address, key)
    }
}

impl Slots for SharedBucket {
    #[inline(always)]
    fn check(self, slot: usize) -> u64 {
        self.memory.load(self.address + 16 * slot as u32)
    }

    #[inline(always)]
    fn data(self, slot: usize) -> u64 {
        self.memory.load(self.address + 16 * slot as u32 + 8)
    }

    #[inline(always)]
    fn write(self, slot: usize, data: u64, check: u64) {
        self.memory.store(self.address + 16 * slot as u32 + 8, data);
        self.memory.store(self.address + 16 * slot as u32, check);
    }
}

/// Slots of a position, wherever they are.
pub(super) enum Place<'a> {
    Own(&'a Bucket),
    Shared(SharedBucket),
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

/// All buckets.
pub(super) struct Buckets {
    home: Home,
    len: usize,
}

enum Home {
    /// The memory has spare bytes for alignment in front of the buckets.
    Own {
        start: NonNull<Bucket>,
        memory: Memory,
        generation: AtomicU64,
    },
    Shared(SharedMemory),
}

// SAFETY: the value owns the buckets, which contain only atomics.
unsafe impl Send for Buckets {}
// SAFETY: as above.
unsafe impl Sync for Buckets {}

impl Buckets {
    /// Empty buckets of at most this size in MiB; half of it, and half again, if the system refuses.
    pub(super) fn new(mib: usize) -> Self {
        let take = |len| {
            let memory = Memory::zeroed(len * BYTES + alignment(len))?;
            let gap = memory.start().align_offset(alignment(len));
            // SAFETY: the gap is shorter than the spare bytes.
            let start = unsafe { memory.start().add(gap) }.cast();
            if alignment(len) == LARGE_PAGE {
                memory.ask_for_large_pages(gap);
            }
            Some(Home::Own { start, memory, generation: AtomicU64::new(0) })
        };
        Self::largest(mib.clamp(1, usize::MAX >> 21), take)
    }

    /// Buckets in shared memory. The first instance makes them as [`Buckets::new`] does; the others find them.
    pub(super) fn shared(memory: SharedMemory, mib: usize) -> Self {
        if !memory.is_first() {
            return Self { home: Home::Shared(memory), len: memory.load(LEN) as usize };
        }
        let take = |len| {
            let end = START + (len * BYTES) as u32;
            memory.clear(GENERATION, end).then_some(Home::Shared(memory))
        };
        let buckets = Self::largest(mib.clamp(1, 2048), take);
        memory.store(LEN, buckets.len as u64);
        buckets
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

    /// The shared memory that has the buckets.
    pub(super) const fn shared_memory(&self) -> Option<SharedMemory> {
        match self.home {
            Home::Own { .. } => None,
            Home::Shared(memory) => Some(memory),
        }
    }

    /// Whether the buckets are in this place, and no other instance has changed their number.
    pub(super) fn are_in(&self, place: Option<SharedMemory>) -> bool {
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

    /// Number of buckets.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Size in MiB.
    pub(super) const fn mib(&self) -> usize {
        (self.len * BYTES) >> 20
    }

    /// Generation of new entries.
    #[inline(always)]
    pub(super) fn generation(&self) -> u64 {
        match &self.home {
            Home::Own { generation, .. } => generation.load(Ordering::Relaxed),
            Home::Shared(memory) => memory.load(GENERATION),
        }
    }

    pub(super) fn set_generation(&self, next: u64) {
        match &self.home {
            Home::Own { generation, .. } => generation.store(next, Ordering::Relaxed),
            Home::Shared(memory) => memory.store(GENERATION, next),
        }
    }

    /// The bucket with this number.
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> Place<'_> {
        debug_assert!(index < self.len);
        match &self.home {
            // SAFETY: the callers' numbers are below `len`.
            Home::Own { start, .. } => Place::Own(unsafe { start.add(index).as_ref() }),
            Home::Shared(memory) => Place::Shared(SharedBucket {
                memory: *memory,
                address: START + (index * BYTES) as u32,
            }),
        }
    }

    /// The bucket of a position.
    #[inline(always)]
    pub(super) fn of(&self, key: u64) -> Place<'_> {
        // The high half of `key * len` is below `len`.
        let [_, index] = product(key, self.len as u64);
        self.at(index as usize)
    }

    /// Prefetches the bucket of a position.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        match self.of(key) {
            Place::Own(bucket) => prefetch(bucket),
            Place::Shared(_) => {}
        }
    }
}

/// Alignment of this number of buckets: a cache line, or a large page for large tables.
const fn alignment(len: usize) -> usize {
    if len * BYTES < 2 * LARGE_PAGE { align_of::<Bucket>() } else { LARGE_PAGE }
}
