//! Reproducible random choices.

use crate::machine;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Seed of random choices: equal for equal positions, different in every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(u64);

impl Seed {
    /// A given seed; its choices are the same on every machine.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// An unpredictable seed.
    pub fn random() -> Self {
        Self(machine::random())
    }

    /// A number below `bound` for the position with this key; 0 if the bound is 0.
    pub fn below(self, key: u64, bound: u64) -> u64 {
        // The generator mixes its seed, so that keys that differ in one bit give independent streams.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.0 ^ key.rotate_left(32));
        ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_uniform_and_reproducible() {
        let choice = |seed, key| Seed::new(seed).below(key, 6);
        let mut counts = [0; 6];
        for seed in 0..600 {
            counts[choice(seed, 12345) as usize] += 1;
            assert_eq!(choice(seed, 7), choice(seed, 7));
        }
        assert!(counts.iter().all(|count| (60..140).contains(count)), "{counts:?}");
        assert_eq!(Seed::new(1).below(2, 0), 0);
        assert_ne!(Seed::random(), Seed::random());
    }
}
