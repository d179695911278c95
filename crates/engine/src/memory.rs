//! Zeroed memory for a table, directly from the operating system.

use crate::machine::Instant;
use std::ptr::NonNull;
use std::time::Duration;

/// Size of a large page in bytes.
pub(super) const LARGE_PAGE: usize = 2 << 20;

/// Smallest page size.
const PAGE: usize = 4096;

/// A block of memory that starts zeroed.
///
/// Where possible it bypasses the allocator, which may keep freed blocks (a server of short sessions held
/// several tables) and clears reused blocks by hand.
pub(super) struct Memory {
    start: NonNull<u8>,
    bytes: usize,
}

impl Memory {
    /// Reserves N bytes, which cost nothing until used. `None` if the system refuses.
    pub(super) fn zeroed(bytes: usize) -> Option<Self> {
        let start = if bytes == 0 { None } else { system::take(bytes) };
        Some(Self { start: start?, bytes })
    }

    pub(super) const fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Makes the system provide the memory now, as far as possible within this time. Otherwise the first
    /// use of each page costs search time.
    pub(super) fn touch(&mut self, limit: Duration) {
        let begin = Instant::now();
        for large in (0..self.bytes).step_by(LARGE_PAGE) {
            if begin.elapsed() >= limit {
                return;
            }
            for page in (large..self.bytes.min(large + LARGE_PAGE)).step_by(PAGE) {
                // SAFETY: the byte belongs to this block, which is borrowed exclusively.
                unsafe {
                    let byte = self.start.as_ptr().add(page);
                    byte.write_volatile(byte.read_volatile());
                }
            }
        }
    }

    /// Asks for large pages from this byte on. A search accesses its whole table at random, and with pages of
    /// 4 KiB nearly every probe also misses the TLB. (An idea of Stockfish.)
    pub(super) fn ask_for_large_pages(&self, from: usize) {
        #[cfg(target_os = "linux")]
        if from < self.bytes {
            use rustix::mm::{Advice, madvise};
            // SAFETY: the range belongs to this block, and the advice does not change its content. If the
            // system ignores it, nothing changes.
            let _ = unsafe {
                let start = self.start.as_ptr().add(from);
                madvise(start.cast(), self.bytes - from, Advice::LinuxHugepage)
            };
        }
        #[cfg(not(target_os = "linux"))]
        let _ = from;
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        system::give_back(self.start, self.bytes);
    }
}

#[cfg(unix)]
mod system {
    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
    use std::ptr::{NonNull, null_mut};

    pub(super) fn take(bytes: usize) -> Option<NonNull<u8>> {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: the system chooses unused addresses.
        let start = unsafe { mmap_anonymous(null_mut(), bytes, access, MapFlags::PRIVATE) };
        NonNull::new(start.ok()?.cast())
    }

    pub(super) fn give_back(start: NonNull<u8>, bytes: usize) {
        // SAFETY: the range was mapped as a whole and is no longer used.
        let _ = unsafe { munmap(start.as_ptr().cast(), bytes) };
    }
}

/// The allocator, which gets large blocks from the system.
#[cfg(not(unix))]
mod system {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    /// With a larger alignment the allocator would clear the block by hand.
    fn layout(bytes: usize) -> Option<Layout> {
        Layout::from_size_align(bytes, align_of::<u64>()).ok()
    }

    pub(super) fn take(bytes: usize) -> Option<NonNull<u8>> {
        // SAFETY: the layout is not empty.
        NonNull::new(unsafe { alloc_zeroed(layout(bytes)?) })
    }

    pub(super) fn give_back(start: NonNull<u8>, bytes: usize) {
        if let Some(layout) = layout(bytes) {
            // SAFETY: the memory was allocated with this layout.
            unsafe { dealloc(start.as_ptr(), layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn memory_starts_zeroed_and_is_writable() {
        for bytes in [1, 4096, 3 * LARGE_PAGE + 5] {
            let mut memory = Memory::zeroed(bytes).unwrap();
            memory.ask_for_large_pages(bytes / 2);
            memory.touch(Duration::MAX);
            // SAFETY: the block has this length, is zeroed and has no other user.
            let all = unsafe { std::slice::from_raw_parts_mut(memory.start().as_ptr(), bytes) };
            assert!(all.iter().all(|&byte| byte == 0));
            all.fill(7);
            memory.touch(Duration::MAX);
            // SAFETY: as above.
            let all = unsafe { std::slice::from_raw_parts(memory.start().as_ptr(), bytes) };
            assert!(all.iter().all(|&byte| byte == 7), "touch keeps the content");
        }
    }

    #[test]
    fn refuses_too_much() {
        assert!(Memory::zeroed(0).is_none());
        assert!(Memory::zeroed(usize::MAX / 4).is_none());
    }
}
