//! Versions of the hot functions for newer processors, selected when the program runs.
//!
//! A program for every x86-64 processor may use only the instructions that the first ones had. Newer instructions make the
//! search 1.3 times as fast (docs/performance.md): AVX2 for the network and the roads, BMI, LZCNT and POPCNT for sets of
//! squares. The macro `versions` therefore compiles each hot function twice, and calls go to the version for the
//! [`selected`] instructions. Both compute the same.
//!
//! A build for processors that have these instructions (`-C target-cpu=native`) and other architectures have one version.

use std::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Instructions {
    /// Those that the build uses everywhere.
    Basic,
    /// Those of x86-64-v3, besides: AVX2, BMI1, BMI2, LZCNT and POPCNT. Processors have them since about 2013 (Haswell) and
    /// 2015 (Excavator).
    V3,
}

impl Instructions {
    /// The name of the set, such as `x86-64-v3`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::V3 => "x86-64-v3",
        }
    }

    /// The sets that this build can select on this processor, from the slowest.
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Basic, Self::V3].into_iter().filter(|set| set.is_available())
    }

    fn is_available(self) -> bool {
        match self {
            Self::Basic => true,
            #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
            Self::V3 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
            Self::V3 => false,
        }
    }

    /// Representation in [`SELECTED`].
    const fn code(self) -> u8 {
        self as u8 + 1
    }
}

/// The selected instructions; 0 before the first use.
static SELECTED: AtomicU8 = AtomicU8::new(0);

/// The instructions in use: the fastest available ones, unless [`select`] has changed this.
pub fn selected() -> Instructions {
    if uses_v3() { Instructions::V3 } else { Instructions::Basic }
}

/// Uses these instructions from now on, in the whole program. Returns whether they are available; otherwise nothing
/// changes.
pub fn select(instructions: Instructions) -> bool {
    let available = instructions.is_available();
    if available {
        SELECTED.store(instructions.code(), Ordering::Relaxed);
    }
    available
}

/// Whether functions use the instructions of x86-64-v3. True only if the processor has them.
#[inline(always)]
pub(crate) fn uses_v3() -> bool {
    match SELECTED.load(Ordering::Relaxed) {
        0 => select_fastest(),
        code => code == Instructions::V3.code(),
    }
}

#[cold]
fn select_fastest() -> bool {
    let fastest =
        if Instructions::V3.is_available() { Instructions::V3 } else { Instructions::Basic };
    // Another thread may have selected at the same time.
    let _ = SELECTED.compare_exchange(0, fastest.code(), Ordering::Relaxed, Ordering::Relaxed);
    uses_v3()
}

/// The low and the high half of a product.
#[inline(always)]
pub(crate) const fn product(a: u64, b: u64) -> [u64; 2] {
    // WebAssembly has no instruction for it, and the compiler's function is slower than four multiplications.
    if cfg!(target_arch = "wasm32") {
        return product_of_halves(a, b);
    }
    let product = a as u128 * b as u128;
    [product as u64, (product >> 64) as u64]
}

/// The same by multiplications of 32 bits.
#[inline(always)]
const fn product_of_halves(a: u64, b: u64) -> [u64; 2] {
    let [low_a, high_a] = [a as u32 as u64, a >> 32];
    let [low_b, high_b] = [b as u32 as u64, b >> 32];
    let low = low_a * low_b;
    let middle = high_a * low_b + (low >> 32);
    let other = low_a * high_b + middle as u32 as u64;
    [other << 32 | low as u32 as u64, high_a * high_b + (middle >> 32) + (other >> 32)]
}

/// Asks the processor to fetch a value into its cache. (WebAssembly has no prefetch; to read or write a byte of the
/// transposition table instead, even only before a probe, gained nothing.)
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch accesses no memory, and SSE is part of x86-64.
        unsafe { _mm_prefetch(std::ptr::from_ref(value).cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Computes an expression, usually the whole body of a method, by the version for the selected [`Instructions`].
///
/// Hot functions that the expression calls must be `#[inline(always)]` or have versions themselves: the compiler uses
/// newer instructions only for code that it inlines into [`v3`]. Closures that it does not inline, such as those of long
/// iterator chains, remain slow, and so would an expression of more than about three thousand instructions.
macro_rules! versions {
    ($work:expr) => {{
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        if $crate::cpu::uses_v3() {
            let work = move || $work;
            // SAFETY: the processor has the instructions.
            return unsafe { $crate::cpu::v3(work) };
        }
        $crate::cpu::basic(move || $work)
    }};
}

/// The version for every processor. Never inlined, as most callers are larger for it and no faster.
#[inline(never)]
pub(crate) fn basic<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// The version for newer processors.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn v3<T>(work: impl FnOnce() -> T) -> T {
    work()
}

pub(crate) use versions;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_halves_are_whole_products() {
        let numbers = [0, 1, 0x5374_6f6e_6566_616c, u64::MAX / 3, 0xffff_ffff, 1 << 32, u64::MAX];
        for a in numbers {
            for b in numbers {
                assert_eq!(product_of_halves(a, b), product(a, b), "{a} * {b}");
            }
        }
    }
}
