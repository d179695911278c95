//! Arithmetic on blocks of numbers.
//!
//! Compilers vectorize it, except for WebAssembly: there they keep the sums in memory instead of registers, and multiply
//! in twice as many bits. WebAssembly with vectors therefore has a version of its own, with the same results.

use super::{HIDDEN, MAX_OUTPUT_WEIGHT, ONE};
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) use plain::{add, load, product, store, subtract};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use vectors::{add, load, product, store, subtract};

/// As many numbers as fit the registers during the addition of rows.
pub(super) type Block = [i16; LANES];
const LANES: usize = if cfg!(target_arch = "wasm32") { 64 } else { 128 };
/// Blocks of a player.
pub(super) const BLOCKS: usize = HIDDEN / LANES;
const _: () = assert!(HIDDEN.is_multiple_of(LANES));
// A block's part of the output fits 32 bits; the sum of more blocks has 64.
const LARGEST_PRODUCT: i64 = ONE as i64 * ONE as i64 * MAX_OUTPUT_WEIGHT as i64;
const _: () = assert!(LANES as i64 * LARGEST_PRODUCT <= i32::MAX as i64);

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    use super::super::ONE;
    use super::Block;

    /// A block in registers.
    pub(in super::super) type Registers = Block;

    #[inline(always)]
    pub(in super::super) fn load(block: &Block) -> Registers {
        *block
    }

    #[inline(always)]
    pub(in super::super) fn store(sums: Registers, block: &mut Block) {
        *block = sums;
    }

    #[inline(always)]
    pub(in super::super) fn add(sums: &mut Registers, row: &Block) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(weight);
        }
    }

    #[inline(always)]
    pub(in super::super) fn subtract(sums: &mut Registers, row: &Block) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_sub(weight);
        }
    }

    /// A block's part of the output. (References keep the iterators vectorized; arrays by value do not.)
    #[inline(always)]
    pub(in super::super) fn product(sums: &Registers, weights: &Block) -> i32 {
        let mut total = 0;
        for (&sum, &weight) in sums.iter().zip(weights) {
            let clamped = sum.clamp(0, ONE as i16);
            total += i32::from(clamped.wrapping_mul(weight)) * i32::from(clamped);
        }
        total
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod vectors {
    use super::super::ONE;
    use super::{Block, LANES};
    use std::arch::wasm32::{
        i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add,
        i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128, v128_load, v128_store,
    };

    /// Numbers of a vector.
    const WIDTH: usize = 8;

    /// A block in registers.
    pub(in super::super) type Registers = [v128; LANES / WIDTH];

    /// A vector of a block.
    #[inline(always)]
    fn part(block: &Block, index: usize) -> v128 {
        let numbers = &block[WIDTH * index..WIDTH * (index + 1)];
        // SAFETY: these numbers are as long as a vector, whose loads need no alignment.
        unsafe { v128_load(numbers.as_ptr().cast()) }
    }

    #[inline(always)]
    pub(in super::super) fn load(block: &Block) -> Registers {
        std::array::from_fn(|index| part(block, index))
    }

    #[inline(always)]
    pub(in super::super) fn store(sums: Registers, block: &mut Block) {
        for (numbers, sum) in block.chunks_exact_mut(WIDTH).zip(sums) {
            // SAFETY: as above.
            unsafe { v128_store(numbers.as_mut_ptr().cast(), sum) };
        }
    }

    #[inline(always)]
    pub(in super::super) fn add(sums: &mut Registers, row: &Block) {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = i16x8_add(*sum, part(row, index));
        }
    }

    #[inline(always)]
    pub(in super::super) fn subtract(sums: &mut Registers, row: &Block) {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = i16x8_sub(*sum, part(row, index));
        }
    }

    /// A block's part of the output.
    #[inline(always)]
    pub(in super::super) fn product(sums: &Registers, weights: &Block) -> i32 {
        let (zero, one) = (i16x8_splat(0), i16x8_splat(ONE as i16));
        let mut total = i32x4_splat(0);
        for (index, &sum) in sums.iter().enumerate() {
            let clamped = i16x8_min(i16x8_max(sum, zero), one);
            let weighed = i16x8_mul(clamped, part(weights, index));
            total = i32x4_add(total, i32x4_dot_i16x8(weighed, clamped));
        }
        i32x4_extract_lane::<0>(total)
            + i32x4_extract_lane::<1>(total)
            + i32x4_extract_lane::<2>(total)
            + i32x4_extract_lane::<3>(total)
    }
}
