//! The captives of all squares: 64 bits per square on boards with at most 64 stones, otherwise 128.

use crate::types::{Square, Stack};

/// The captives of every square.
///
/// Sizes 3 to 6 never access `high`: the compiler evaluates the tests of `N` and narrows the arithmetic on
/// [`Stack`] to one word.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Stacks<const N: usize> {
    low: [u64; 64],
    high: [u64; 64],
}

impl<const N: usize> Default for Stacks<N> {
    fn default() -> Self {
        Self { low: [1; 64], high: [0; 64] }
    }
}

impl<const N: usize> Stacks<N> {
    #[inline(always)]
    pub(super) fn get(&self, square: Square) -> Stack {
        let low = u128::from(self.low[square]);
        if N <= 6 { Stack(low) } else { Stack(u128::from(self.high[square]) << 64 | low) }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, square: Square, captives: Stack) {
        self.low[square] = captives.0 as u64;
        if N > 6 {
            self.high[square] = (captives.0 >> 64) as u64;
        }
    }

    /// A stack without its top `count` stones, at most eight.
    #[inline(always)]
    pub(super) fn dig(stack: Stack, count: usize) -> Stack {
        if N <= 6 {
            Stack(u128::from(stack.0 as u64 >> (count & 15)))
        } else {
            Stack(stack.0 >> (count & 15))
        }
    }

    /// A stack with space for `count` more stones, at most eight, on top.
    #[inline(always)]
    pub(super) fn lift(stack: Stack, count: usize) -> Stack {
        if N <= 6 {
            Stack(u128::from((stack.0 as u64) << (count & 15)))
        } else {
            Stack(stack.0 << (count & 15))
        }
    }
}
