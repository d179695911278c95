//! Memory directly from the operating system, in large pages where it has them.

use crate::machine::Instant;
use std::alloc::{Layout, handle_alloc_error};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::time::Duration;

/// Size of a large page in bytes.
pub(crate) const LARGE_PAGE: usize = 2 << 20;

/// Smallest page size.
const PAGE: usize = 4096;

/// A block of memory that starts zeroed.
///
/// Where possible it bypasses the allocator, which may keep freed blocks (a server of short sessions held
/// several tables) and clears reused blocks by hand.
pub(crate) struct Memory {
    /// The memory from the system, with spare bytes for alignment in front of the block.
    taken: NonNull<u8>,
    taken_bytes: usize,
    start: NonNull<u8>,
    bytes: usize,
}

impl Memory {
    /// Reserves N bytes, which cost nothing until used. `None` if the system refuses. With an alignment of [`LARGE_PAGE`]
    /// the memory consists of large pages if possible: a search accesses its tables at random, and with pages of 4 KiB
    /// nearly every access also misses the TLB. (An idea of Stockfish.)
    pub(crate) fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        let taken_bytes = if bytes == 0 { None } else { bytes.checked_add(alignment) }?;
        let taken = system::take(taken_bytes)?;
        // SAFETY: the gap is shorter than the spare bytes.
        let start = unsafe { taken.add(taken.align_offset(alignment)) };
        let memory = Self { taken, taken_bytes, start, bytes };
        if alignment == LARGE_PAGE {
            memory.ask_for_large_pages();
        }
        Some(memory)
    }

    pub(crate) const fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Makes the system provide the memory now, as far as possible within this time. Otherwise the first
    /// use of each page costs search time.
    pub(crate) fn touch(&mut self, limit: Duration) {
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

    fn ask_for_large_pages(&self) {
        #[cfg(target_os = "linux")]
        {
            use rustix::mm::{Advice, madvise};
            // SAFETY: the range belongs to this block, and the advice does not change its content. If the
            // system ignores it, nothing changes.
            let _ =
                unsafe { madvise(self.start.as_ptr().cast(), self.bytes, Advice::LinuxHugepage) };
        }
    }
}

// SAFETY: the block belongs to the value, which gives access only by its address.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Drop for Memory {
    fn drop(&mut self) {
        system::give_back(self.taken, self.taken_bytes);
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

/// An array for random access. A long one has large pages of its own: after a pause the first search of a program on a
/// virtual machine took several milliseconds for the small pages of its tables.
pub(crate) struct Array<T> {
    memory: Memory,
    len: usize,
    items: PhantomData<T>,
}

/// Size in bytes from which an array has large pages.
const LONG: usize = 128 << 10;

impl<T: Copy> From<Vec<T>> for Array<T> {
    fn from(items: Vec<T>) -> Self {
        let bytes = size_of_val(items.as_slice()).max(1);
        let (bytes, alignment) = if cfg!(target_os = "linux") && bytes >= LONG {
            (bytes.next_multiple_of(LARGE_PAGE), LARGE_PAGE)
        } else {
            (bytes, align_of::<T>())
        };
        let Some(memory) = Memory::zeroed(bytes, alignment) else {
            handle_alloc_error(Layout::for_value(items.as_slice()))
        };
        let to: *mut T = memory.start().cast().as_ptr();
        // SAFETY: the new block is aligned for these items and as large as all of them, which are `Copy`.
        unsafe { to.copy_from_nonoverlapping(items.as_ptr(), items.len()) };
        Self { memory, len: items.len(), items: PhantomData }
    }
}

impl<T> Deref for Array<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the block has this number of items.
        unsafe { std::slice::from_raw_parts(self.memory.start().cast().as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Array<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: the block has this number of items and is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.memory.start().cast().as_ptr(), self.len) }
    }
}

impl<T: Copy> Clone for Array<T> {
    fn clone(&self) -> Self {
        self.to_vec().into()
    }
}

impl<T: PartialEq> PartialEq for Array<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Array<T> {}

impl<T: fmt::Debug> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn memory_starts_zeroed_and_is_writable() {
        for (bytes, alignment) in [(1, 1), (4096, 64), (3 * LARGE_PAGE + 5, LARGE_PAGE)] {
            let mut memory = Memory::zeroed(bytes, alignment).unwrap();
            assert_eq!(memory.start().align_offset(alignment), 0);
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
        assert!(Memory::zeroed(0, 1).is_none());
        assert!(Memory::zeroed(usize::MAX / 4, 1).is_none());
        assert!(Memory::zeroed(usize::MAX, LARGE_PAGE).is_none());
    }

    #[test]
    fn arrays_have_the_items_of_their_list() {
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[repr(align(64))]
        struct Wide(u64);

        for len in [0, 1, 3000, LONG / 64, LONG] {
            let items: Vec<_> = (0..len as u64).map(Wide).collect();
            let mut array = Array::from(items.clone());
            assert_eq!(array.as_ptr().align_offset(64), 0);
            assert_eq!(*array, items[..]);
            let copy = array.clone();
            assert_eq!(array, copy);
            if let Some(last) = array.last_mut() {
                last.0 += 1;
                assert_ne!(array, copy);
            }
        }
    }
}
