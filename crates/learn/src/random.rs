//! Random numbers that are equal on every machine and with every version of the libraries: only the raw
//! output of the generator is used.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::RangeInclusive;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of a list of numbers. Streams of lists that differ in one number are independent.
    pub fn of(numbers: &[u64]) -> Self {
        let mixed = numbers.iter().fold(0, |mixed, &number| Self::new(mixed ^ number).0.next_u64());
        Self::new(mixed)
    }

    /// A number of 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `bound - 1`. The probabilities are equal to within 2^-40 for the bounds used here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number of a range that is not empty.
    pub fn within(&mut self, range: &RangeInclusive<i32>) -> i32 {
        let width = (i64::from(*range.end()) - i64::from(*range.start()) + 1).max(1);
        range.start() + self.below(width as usize) as i32
    }

    /// Returns true with a probability of `per_mille` in 1,000.
    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille as usize
    }

    /// Shuffles a slice (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A random item; `None` if the slice is empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}

/// Passes over a number of positions, each time in another random order and in batches. `step` learns from a batch, knows the
/// share of the passes that are done, and returns the sum of its losses. Calls `on_epoch` with the number of each pass from
/// 1 and its mean loss, and ends early if it returns false.
pub(crate) fn epochs(
    count: usize,
    Passes { epochs, batch, seed }: Passes,
    mut step: impl FnMut(&[usize], f32) -> f64,
    mut on_epoch: impl FnMut(usize, f64) -> bool,
) {
    let mut order: Vec<usize> = (0..count).collect();
    let mut random = Random::new(seed);
    for number in 1..=epochs {
        random.shuffle(&mut order);
        let done = (number - 1) as f32 / epochs as f32;
        let loss = order.chunks(batch.max(1)).map(|batch| step(batch, done)).sum::<f64>();
        if !on_epoch(number, loss / count.max(1) as f64) {
            break;
        }
    }
}

/// Settings of [`epochs`].
pub(crate) struct Passes {
    pub(crate) epochs: usize,
    pub(crate) batch: usize,
    pub(crate) seed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_reproducible_and_differ() {
        let first = |numbers: &[u64]| Random::of(numbers).below(1 << 32);
        assert_eq!(first(&[1, 0, 0]), first(&[1, 0, 0]));
        let streams = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 0, 0], [1, 1, 0]];
        for (index, one) in streams.iter().enumerate() {
            for other in &streams[..index] {
                assert_ne!(first(one), first(other), "{one:?} {other:?}");
            }
        }
        let mut random = Random::new(3);
        assert!((0..100).all(|_| (-3..=2).contains(&random.within(&(-3..=2)))));
        assert_eq!(random.choose::<u8>(&[]), None);
    }
}
