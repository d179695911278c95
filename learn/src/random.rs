//! Random numbers that are the same on every machine and in every version of the libraries: only
//! the generator's raw output is used.

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

    /// The stream of some numbers together. Streams that differ in one of them have nothing to do
    /// with each other.
    pub fn of(numbers: &[u64]) -> Self {
        let mixed = numbers.iter().fold(0, |mixed, &number| Self::new(mixed ^ number).0.next_u64());
        Self::new(mixed)
    }

    /// A number below `bound`, even to within 2^-40 for the bounds used here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number of a range that is not empty.
    pub fn within(&mut self, range: &RangeInclusive<i32>) -> i32 {
        let width = (i64::from(*range.end()) - i64::from(*range.start()) + 1).max(1);
        range.start() + self.below(width as usize) as i32
    }

    /// Whether something happens that does so in `per_mille` of a thousand cases.
    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille as usize
    }

    /// Puts things in another order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }

    /// One of some things.
    pub fn choose<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { things.get(self.below(things.len())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_fixed_and_apart() {
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
