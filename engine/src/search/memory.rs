//! Memory for a table: zeroed, straight from the system and straight back to it.

use crate::machine::Instant;
use std::ptr::NonNull;
use std::time::Duration;

/// A page of the larger kind, in bytes.
pub(super) const LARGE_PAGE: usize = 2 << 20;

/// A page of the smallest kind that there is.
const PAGE: usize = 4096;

/// A block of memory that is all zero when it is new.
///
/// Where the system can be asked itself, the allocator is passed by: it may keep what it is given back,
/// so that a server of many short sessions held several of their tables, and it zeroes by hand what it
/// hands out again.
pub(super) struct Memory {
    start: NonNull<u8>,
    bytes: usize,
}

impl Memory {
    /// So many bytes, which cost nothing until they are used. `None` if the system refuses them.
    pub(super) fn zeroed(bytes: usize) -> Option<Self> {
        let start = if bytes == 0 { None } else { system::take(bytes) };
        Some(Self { start: start?, bytes })
    }

    /// Where it begins.
    pub(super) const fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Has the system give the memory now, or as much of it as it gives in this time: what is used for the
    /// first time is looked for and zeroed while the user waits.
    pub(super) fn touch(&mut self, limit: Duration) {
        let begin = Instant::now();
        for large in (0..self.bytes).step_by(LARGE_PAGE) {
            if begin.elapsed() >= limit {
                return;
            }
            for page in (large..self.bytes.min(large + LARGE_PAGE)).step_by(PAGE) {
                // SAFETY: the byte is ours, and nobody else has it while this is borrowed.
                unsafe {
                    let byte = self.start.as_ptr().add(page);
                    byte.write_volatile(byte.read_volatile());
                }
            }
        }
    }

    /// Asks for large pages from this byte on. A search reads all over its table, and with pages of 4 KiB
    /// nearly every probe also misses the processor's store of page addresses. (An idea of Stockfish.)
    pub(super) fn ask_for_large_pages(&self, from: usize) {
        #[cfg(target_os = "linux")]
        if from < self.bytes {
            use rustix::mm::{Advice, madvise};
            // SAFETY: the range is ours, and this advice changes nothing of what it holds. Where the
            // system does not follow it, all works as before.
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
        // SAFETY: the system chooses a place where nothing else is.
        let start = unsafe { mmap_anonymous(null_mut(), bytes, access, MapFlags::PRIVATE) };
        NonNull::new(start.ok()?.cast())
    }

    pub(super) fn give_back(start: NonNull<u8>, bytes: usize) {
        // SAFETY: the range was taken as a whole, and nobody uses it any more. It cannot be refused.
        let _ = unsafe { munmap(start.as_ptr().cast(), bytes) };
    }
}

/// The allocator, which asks the system for large blocks.
#[cfg(not(unix))]
mod system {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    /// Asked for with a larger alignment, the allocator would zero it by hand.
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
    fn memory_is_zero_and_can_be_written() {
        for bytes in [1, 4096, 3 * LARGE_PAGE + 5] {
            let mut memory = Memory::zeroed(bytes).unwrap();
            memory.ask_for_large_pages(bytes / 2);
            memory.touch(Duration::MAX);
            // SAFETY: the memory is this long, zeroed, and nobody else has it.
            let all = unsafe { std::slice::from_raw_parts_mut(memory.start().as_ptr(), bytes) };
            assert!(all.iter().all(|&byte| byte == 0));
            all.fill(7);
            memory.touch(Duration::MAX);
            // SAFETY: as above.
            let all = unsafe { std::slice::from_raw_parts(memory.start().as_ptr(), bytes) };
            assert!(all.iter().all(|&byte| byte == 7), "what is there stays");
        }
    }

    #[test]
    fn too_much_is_refused() {
        assert!(Memory::zeroed(0).is_none());
        assert!(Memory::zeroed(usize::MAX / 4).is_none());
    }
}
